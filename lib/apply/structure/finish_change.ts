import type { Host } from "../../host/host.ts";
import { makeChanges } from "../files/document_changes.ts";
import { commitReformatted } from "../git/commit/commit_reformatted.ts";
import { GitError } from "../git/process.ts";
import type { Git } from "../git/git.ts";
import {
  type ChangeCommit,
  forgetPendingChange,
  PENDING_PATH,
  type PendingChange,
  writePendingChange,
} from "./pending_change.ts";

export interface ChangePlace {
  readonly host: Host;
  /** Absolute path of the project root. */
  readonly root: string;
  /** The repository; undefined outside of one. */
  readonly git: Git | undefined;
}

export type ChangeOutcome =
  /** `commit` is undefined if nothing had to be committed. */
  | { readonly kind: "changed"; readonly commit: string | undefined }
  /** A hook refused the commit. The documents are changed. */
  | { readonly kind: "refused"; readonly output: string };

/** Makes a recorded change of documents and commits it, or completes one that was interrupted. */
export async function finishChange(pending: PendingChange, place: ChangePlace): Promise<ChangeOutcome> {
  const { host, root, git } = place;
  if (!pending.made) {
    const other = await makeChanges(host, root, pending.changes);
    if (other.length > 0) {
      throw new GitError(
        `Cannot complete "${pending.command}": changed since it was started: ${other.join(", ")}`,
        `Undo these changes; or finish by hand, and remove ${PENDING_PATH}`,
      );
    }
    await writePendingChange(host, root, { ...pending, made: true });
  }
  const outcome: ChangeOutcome = pending.commit === undefined || git === undefined
    ? { kind: "changed", commit: undefined }
    : await commitOnce(pending.commit, git);
  if (outcome.kind === "changed") await forgetPendingChange(host, root);
  return outcome;
}

/** Commits the paths, unless an interrupted run has committed them. */
async function commitOnce({ head, message, paths }: ChangeCommit, git: Git): Promise<ChangeOutcome> {
  const wanted = new Set(paths);
  const status = await git.status();
  const changed = status.map(({ path }) => path).filter((path) => wanted.has(path));
  if (changed.length === 0) {
    const now = await git.commitOf("HEAD");
    return { kind: "changed", commit: now === head ? undefined : now };
  }
  const made = await commitReformatted(git, { message, paths: changed, status });
  return made.kind === "refused"
    ? { kind: "refused", output: made.output }
    : { kind: "changed", commit: made.commit };
}
