/**
 * The documents below `.planning/` while plans are carried out: they govern the work, and are not a task's
 * to write.
 * @module
 */
import type { Question } from "../../../schemas/question.ts";
import { claimOf, plainPath } from "../../parse/plan_file/declared_files.ts";
import { isPlanFileName } from "../../parse/ids/plan_names.ts";
import { baseNameOf, isSummaryPath } from "../../parse/ids/summary_paths.ts";
import { PLANNING } from "../../parse/project/project.ts";
import { foldedName } from "../../permissions/effects/protected_paths.ts";
import type { Writable } from "../../permissions/effects/writable.ts";

/** Documents that wf writes, or that say how it works. */
const OWN = /^(?:config\.json|roadmap\.md|state\.md|requirements\.md|.*verification\.md)$/i;

/**
 * Whether a path is that of a document a task may not write: all below `.planning/`, but for what its plan
 * declares by a path below it. Plans, summaries, the configuration, the roadmap and the like are never a
 * task's to write.
 *
 * @param path Relative to the project root, with forward slashes.
 * @param declared What the plan declares.
 */
export function isSealed(path: string, declared: readonly string[]): boolean {
  const names = path.split("/").filter((name) => name !== "" && name !== ".");
  if (foldedName(names[0] ?? "") !== PLANNING) return false;
  if (isGoverning(path)) return true;
  return !claimOf(declared.filter((each) => plainPath(each).startsWith(`${PLANNING}/`)))(path);
}

/** Whether a document below `.planning/` is a plan, a summary, or one that wf writes or obeys. */
export function isGoverning(path: string): boolean {
  const name = foldedName(baseNameOf(path));
  return isPlanDocument(path) || isSummaryPath(name) || OWN.test(name);
}

/** Whether a document holds a plan: its tasks, their checks and its must-haves. */
export function isPlanDocument(path: string): boolean {
  const name = baseNameOf(path);
  return isPlanFileName(name) || /(?:^|[-_.])plan\.md$/.test(foldedName(name));
}

/** What a task may write. */
export function taskWritable(declared: readonly string[]): Writable {
  return {
    allows: (path) => !isSealed(path, declared),
    what: `no plan and no other document below ${PLANNING}/, but for those that its plan declares`,
  };
}

/** The ID of {@link sealedQuestion}. */
export const SEALED_QUESTION = "planning";

/** Asks what becomes of documents that changed while a task was carried out: a person may have changed them. */
export function sealedQuestion(task: string, paths: readonly string[]): Question {
  return {
    id: SEALED_QUESTION,
    kind: "decision",
    title: `Documents changed during task ${task}, and no task may change them. What now?`,
    details: paths.map((path) => `  ${path}`).join("\n"),
    choices: [
      { value: "restore", label: "Put them back as they were before the task" },
      { value: "keep", label: "Keep the changes: they are mine" },
    ],
    open: false,
  };
}
