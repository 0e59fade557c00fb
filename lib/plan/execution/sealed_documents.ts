/**
 * The documents below `.planning/` during an execution, which control the work and are protected from tasks.
 *
 * @module
 */
import type { Question } from "../../../schemas/question.ts";
import { claimOf, plainPath } from "../../parse/plan_file/declared_files.ts";
import { isPlanFileName } from "../../parse/ids/plan_names.ts";
import { isSummaryPath } from "../../parse/ids/summary_paths.ts";
import { PLANNING } from "../../parse/project/project.ts";
import { AGENT_SETTINGS, foldedName } from "../../permissions/effects/protected_paths.ts";
import type { Writable } from "../../permissions/effects/writable.ts";
import { baseName } from "../../path/paths.ts";

/** Matches the names of documents that wf writes, or that configure it or what git commits of them. */
const OWN =
  /^(?:config\.json|\.git(?:ignore|attributes)|roadmap\.md|state\.md|requirements\.md|.*verification\.md)$/i;

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
  const name = foldedName(baseName(path));
  return isPlanDocument(path) || isSummaryPath(name) || OWN.test(name);
}

/** Reports whether a document is a plan: with tasks, their checks and must-haves. */
export function isPlanDocument(path: string): boolean {
  const name = baseName(path);
  return isPlanFileName(name) || /(?:^|[-_.])plan\.md$/.test(foldedName(name));
}

/** The settings of tools that run programs before git commits: husky, lefthook, pre-commit and overcommit. */
const HOOK_TOOLS: readonly string[] = [
  ".husky",
  ".lefthook",
  ".lefthook-local",
  ".pre-commit-config.yaml",
  ".pre-commit-config.yml",
  ".overcommit.yml",
  ...["lefthook", ".lefthook", "lefthook-local", ".lefthook-local", ".config/lefthook"].flatMap((name) => {
    return ["yml", "yaml", "toml", "json", "jsonc"].map((end) => `${name}.${end}`);
  }),
];

/** The folders and files at the root of a project, and of its repository, that are protected from tasks. */
export const SEALED_FOLDERS: readonly string[] = [PLANNING, ...HOOK_TOOLS, ...AGENT_SETTINGS];

const SETTINGS: ReadonlySet<string> = new Set([".git", ...HOOK_TOOLS, ...AGENT_SETTINGS]);

/**
 * Reports whether a path belongs to git's settings and hooks, to a tool that runs hooks, or to the settings of an
 * agent.
 *
 * @param hooks The folder of hooks, if it is in the working tree; relative to the project root, as the path.
 */
export function isSettings(path: string, hooks?: string): boolean {
  const names = namesIn(path);
  if (hooks !== undefined && namesIn(hooks).every((name, index) => name === names[index])) return true;
  const [first = "", second] = names.filter((name) => name !== "..");
  return SETTINGS.has(first) || SETTINGS.has(`${first}/${second}`);
}

function namesIn(path: string): readonly string[] {
  return path.split("/").map((name) => name === ".." ? name : foldedName(name));
}

/**
 * Reports whether a task may not change settings: git's, and all others but those that its plan declares by name.
 *
 * @param hooks As in {@link isSettings}.
 */
export function isSealedSettings(path: string, declared: readonly string[], hooks?: string): boolean {
  if (path.startsWith(".git/")) return true;
  return isSettings(path, hooks) &&
    !claimOf(declared.filter((each) => isSettings(plainPath(each), hooks)))(path);
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

/** Returns the question about settings that changed during a task in the user's own working tree. */
export function settingsQuestion(task: string, paths: readonly string[]): Question {
  const question = sealedQuestion(task, paths);
  return { ...question, id: "settings", title: question.title.replace("Documents", "Settings") };
}

/**
 * Returns the question about documents that changed during a task, because the user may have changed them.
 */
export function sealedQuestion(task: string, paths: readonly string[]): Question {
  return {
    id: SEALED_QUESTION,
    kind: "decision",
    title: `Documents changed during ${taskName(task)}, and no task may change them. What now?`,
    details: paths.map((path) => `  ${path}`).join("\n"),
    choices: [
      { value: "restore", label: "Restore them as they were before the task" },
      { value: "keep", label: "Keep the changes: they are mine" },
    ],
    open: false,
    preselected: "restore",
  };
}

/**
 * Returns the notice about a lost record of the documents.
 *
 * @param task As in {@link sealedQuestion}.
 */
export function lostSealNotice(task: string): string {
  return `The record of the documents before ${
    taskName(task)
  } is lost, so they are compared with the last commit. Check git's settings and hooks, and documents that git does not track`;
}

/** Returns the name of a task, as `01-02/3`, or of what else may have changed documents. */
export function taskName(task: string): string {
  return task.includes("/") ? `task ${task}` : task;
}

/** Describes an open question after a run that stopped for another reason. */
export function nextRunAsks({ title, details }: Question): string {
  return `${title}\n${details}\nThey are put back for now, and the next run asks`;
}

/** Returns the question about commits since a killed task began that claim to complete work. */
export function commitsQuestion(task: string, since: string, claimed: readonly string[]): Question {
  return {
    id: "commits",
    kind: "decision",
    title: `Commits since task ${task} began claim to complete work, and wf has not made them. What now?`,
    details: `  ${claimed.join(", ")}, in the commits of git log ${since.slice(0, 7)}..HEAD`,
    choices: [
      { value: "again", label: "It is not complete: an agent made the commits" },
      { value: "keep", label: "The commits are mine: it is complete" },
    ],
    open: false,
    preselected: "again",
  };
}
