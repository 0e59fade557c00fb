import { startedProject } from "../../../generated/answers.mjs";
import type { StartedProject } from "../../../schemas/project_draft.ts";
import type { Host } from "../../host/host.ts";
import { joinPath } from "../../path/paths.ts";
import { PLANNING } from "../../parse/project/project.ts";
import { jsonValue } from "../../text/json_value.ts";
import { ConfinedFiles } from "../files/confined_files.ts";

/** The name of the file in `.planning/` that records an unfinished project. */
const STARTED_FILE = ".new-project.json";

export type ProjectThere =
  | { readonly kind: "none" }
  /** It is unfinished. Everything else in `.planning/` was written by an earlier call. */
  | { readonly kind: "started"; readonly started: StartedProject }
  /** There is a finished `.planning/`. */
  | { readonly kind: "there" };

/** Checks whether a folder has a project, finished or not. */
export async function findStarted(host: Host, root: string): Promise<ProjectThere> {
  if (await host.stat(joinPath(root, PLANNING)) === undefined) return { kind: "none" };
  const text = await new ConfinedFiles(host, root).read(STARTED_PATH);
  const started = jsonValue(text ?? "");
  return startedProject(started) ? { kind: "started", started } : { kind: "there" };
}

export async function saveStarted(host: Host, root: string, started: StartedProject): Promise<void> {
  await new ConfinedFiles(host, root).write(STARTED_PATH, `${JSON.stringify(started, null, 2)}\n`);
}

/** Removes the record, once the documents are written. */
export async function removeStarted(host: Host, root: string): Promise<void> {
  await new ConfinedFiles(host, root).remove(STARTED_PATH);
}

const STARTED_PATH = `${PLANNING}/${STARTED_FILE}`;
