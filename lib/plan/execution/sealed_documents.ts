/**
 * The documents below `.planning/` during an execution, which control the work and are protected from tasks.
 *
 * @module
 */
import type { Question } from "../../../schemas/question.ts";
import { claimOf, plainPath } from "../../parse/plan_file/declared_files.ts";
import { isPlanFileName } from "../../parse/ids/plan_names.ts";
import { baseNameOf, isSummaryPath } from "../../parse/ids/summary_paths.ts";
import { PLANNING } from "../../parse/project/project.ts";
import { foldedName } from "../../permissions/effects/protected_paths.ts";
import type { Writable } from "../../permissions/effects/writable.ts";

/** Matches the names of documents that wf writes, or that configure it. */
const OWN = /^(?:config\.json|roadmap\.md|state\.md|requirements\.md|.*verification\.md)$/i;

/**
 * Reports whether a task may not write a path: everything below `.planning/`, except what its plan declares
 * by a path below it. Plans, summaries, the configuration, the roadmap and similar documents are always
 * protected.
 *
 * @param path Relative to the project root, with forward slashes.
 */
export function isSealed(path: string, declared: readonly string[]): boolean {
  const names = path.split("/").filter((name) => name !== "" && name !== ".");
  if (foldedName(names[0] ?? "") !== PLANNING) return false;
  if (isControlDocument(path)) return true;
  return !claimOf(declared.filter((each) => plainPath(each).startsWith(`${PLANNING}/`)))(path);
}

/** Reports whether a document below `.planning/` is a plan, a summary, or one that wf writes or follows. */
export function isControlDocument(path: string): boolean {
  const name = foldedName(baseNameOf(path));
  return isPlanDocument(path) || isSummaryPath(name) || OWN.test(name);
}

/** Reports whether a document is a plan: with tasks, their checks and must-haves. */
export function isPlanDocument(path: string): boolean {
  const name = baseNameOf(path);
  return isPlanFileName(name) || /(?:^|[-_.])plan\.md$/.test(foldedName(name));
}

/** Returns the files that a task may write. */
export function taskWritable(declared: readonly string[]): Writable {
  return {
    allows: (path) => !isSealed(path, declared),
    what: `no plan and no other document below ${PLANNING}/, except those that its plan declares`,
  };
}

/** The ID of {@link sealedQuestion}. */
export const SEALED_QUESTION = "planning";

/**
 * Returns the question about documents that changed during a task, because the user may have changed them.
 */
export function sealedQuestion(task: string, paths: readonly string[]): Question {
  return {
    id: SEALED_QUESTION,
    kind: "decision",
    title: `Documents changed during task ${task}, and no task may change them. What now?`,
    details: paths.map((path) => `  ${path}`).join("\n"),
    choices: [
      { value: "restore", label: "Restore them as they were before the task" },
      { value: "keep", label: "Keep the changes: they are mine" },
    ],
    open: false,
    preselected: "restore",
  };
}
