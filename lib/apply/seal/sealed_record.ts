import { baseName } from "../../path/paths.ts";
import { slugify } from "../../text/slug.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import type { PlanningSeal, SealedChange } from "./planning_seal.ts";
import type { Workspace } from "../worktrees/workspace.ts";

/**
 * What is remembered of the documents of a working tree while a task is carried out in it, so that a run
 * that is killed, or a host that reports later, is measured by how they were before.
 */
export type SealedRecord =
  /** A turn was begun and has not been settled. */
  | {
    readonly kind: "open";
    readonly task: string;
    readonly declared: readonly string[];
    readonly seal: PlanningSeal;
    /** Whether the turns are in worktrees, while the program itself writes documents here. */
    readonly lanes?: boolean;
  }
  /** Documents changed, were put back, and nobody has said yet what becomes of the changes. */
  | {
    readonly kind: "asked";
    readonly task: string;
    readonly changes: readonly SealedChange[];
    /** Where the changed documents are kept, absolute. */
    readonly folder: string;
  };

/** The record of a working tree, or undefined. */
export async function readSealed(workspace: Workspace): Promise<SealedRecord | undefined> {
  try {
    const value: unknown = JSON.parse(await filesOf(workspace).read(pathOf(workspace)) ?? "");
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Remembers it. */
export async function writeSealed(workspace: Workspace, record: SealedRecord): Promise<void> {
  await filesOf(workspace).write(pathOf(workspace), `${JSON.stringify(record)}\n`);
}

/** Forgets it. */
export async function forgetSealed(workspace: Workspace): Promise<void> {
  await filesOf(workspace).remove(pathOf(workspace));
}

function isRecord(value: unknown): value is SealedRecord {
  return typeof value === "object" && value !== null && "kind" in value && "task" in value &&
    (value.kind === "open"
      ? "seal" in value && "declared" in value
      : "changes" in value && "folder" in value);
}

/** The repository's own folder. */
function filesOf({ repository: { git } }: Workspace): ConfinedFiles {
  return new ConfinedFiles(git.host, git.commonDirectory);
}

function pathOf({ repository: { git, prefix } }: Workspace): string {
  const name = [baseName(git.root), prefix].filter((part) => part !== "").map((part) => slugify(part)).join(
    "-",
  );
  return `wf/sealed/${name}.json`;
}
