import type { CommitType } from "../../../schemas/commands.ts";
import type { AutoTask, PlanFile, PlanType, Task, TddStep } from "../../../schemas/plan_file.ts";
import { isTestFile } from "../../parse/plan_file/test_file.ts";
import type { Milestone } from "../../parse/roadmap/milestone.ts";
import { stripHidden } from "../../text/terminal_text.ts";
import type { Renaming } from "../history/earlier_names.ts";

/** The trailer with the plan of a commit. */
export const PLAN_TRAILER = "Wf-Plan";
/** The trailer with the task of a commit; a commit of a plan without it completes the plan. */
export const TASK_TRAILER = "Wf-Task";
/** The trailer of a commit with which a user asks for a task again; its value is `03-01/2`. */
export const AGAIN_TRAILER = "Wf-Again";
/** The trailer of a commit with which a user skips a task; its value is `03-01/2` and the reason. */
export const SKIPPED_TRAILER = "Wf-Skipped";
/** The trailer of a commit that renames a plan; its value is the old and the new ID: `03-01 04-01`. */
export const RENAMED_TRAILER = "Wf-Renamed";

/** The trailer with an answer at a checkpoint; one for each answer, in order. */
export const ANSWER_TRAILER = "Wf-Answer";

/** The trailer with a command that ran a task's tests, which failed; its value is `03-01/2 npm test`. */
export const RED_TRAILER = "Wf-Red";

/** The trailer with a note of the agent on a task; its value is `03-01/2 decision: the date is in UTC`. */
export const NOTE_TRAILER = "Wf-Note";

/** The trailer with the project of a commit, by its path, if that is not the whole repository. */
export const PROJECT_TRAILER = "Wf-Project";

/** The trailer of a squash commit with the merged commit. */
export const MERGED_TRAILER = "Wf-Merged";

/** The trailer of a commit that completes a milestone, with its version. */
export const MILESTONE_TRAILER = "Wf-Milestone";
/** The trailer next to it that lists the phases of the milestone, separated by commas. */
export const PHASES_TRAILER = "Wf-Phases";

/**
 * The maximum length of the first line of a message, in UTF-16 units; a longer description is cut and
 * repeated below.
 */
const MAX_SUBJECT_LENGTH = 72;

/**
 * Returns the message of a commit that belongs to a plan: `<type>(<phase>-<plan>): <description>`.
 *
 * Line breaks in the description become spaces. See docs/decisions/journal.md.
 *
 * @param plan Plan ID, for example `03-01`.
 *
 * @example
 * ```ts
 * import { commitMessage } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * assert.equal(commitMessage("08-02", "feat", "add user registration"), "feat(08-02): add user registration");
 * ```
 */
export function commitMessage(plan: string, type: CommitType, description: string): string {
  return `${type}(${plan}): ${oneLine(description)}`;
}

/**
 * Returns the message of a documentation commit: `docs: <description>`, or `docs(<scope>): <description>`.
 *
 * Line breaks in the description become spaces. See docs/decisions/journal.md.
 *
 * @param scope Phase number or plan ID; nothing for the whole project.
 *
 * @example
 * ```ts
 * import { docsMessage } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * assert.equal(docsMessage("plan phase 3", "03"), "docs(03): plan phase 3");
 * ```
 */
export function docsMessage(description: string, scope?: string): string {
  return `docs${scope === undefined ? "" : `(${scope})`}: ${oneLine(description)}`;
}

/**
 * Returns a text on one line: line breaks and control characters, which git does not accept, become spaces.
 */
export function oneLine(text: string): string {
  return stripHidden(text.replace(/[\s\p{Cc}]+/gu, " ")).trim();
}

/** The input of a task's commit message. */
export interface TaskCommitInput {
  /** The ID of the plan. */
  readonly plan: string;
  /** The type of the plan. */
  readonly planType: PlanType;
  /** The task. */
  readonly task: Task;
}

/**
 * Returns the whole message of a task's commit, with the trailers that make history the journal.
 *
 * A description that is too long for the first line is cut at a word and repeated in full below.
 */
export function taskCommitMessage(input: TaskCommitInput): string {
  const { plan, task } = input;
  const description = describe(task.name) || `task ${task.number}`;
  const trailers = `${PLAN_TRAILER}: ${plan}\n${TASK_TRAILER}: ${task.number}`;
  return wholeMessage(commitMessage(plan, taskCommitType(input), description), trailers);
}

/**
 * Returns the trailer that distinguishes a project's commits in its repository; none if the project is the
 * whole repository.
 */
export function projectTrailers(prefix: string): readonly string[] {
  return prefix === "" ? [] : [`${PROJECT_TRAILER}: ${oneLine(prefix)}`];
}

/** Adds the trailer of the project to a message that ends with trailers. */
export function withProject(message: string, prefix: string): string {
  return message + projectTrailers(prefix).map((trailer) => `${trailer}\n`).join("");
}

/**
 * Returns the message of a commit that reopens tasks which commits of others complete, and of one that reverts what
 * these record about milestones and renamed plans.
 */
export function setApartMessage(
  { tasks, commits }: { readonly tasks: readonly string[]; readonly commits: readonly string[] },
  prefix: string,
): string {
  const reverts = commits.map((commit) => `This reverts commit ${commit}.\n`).join("");
  const trailers = tasks.map((task) => `${AGAIN_TRAILER}: ${task}\n`).join("");
  if (tasks.length === 0) return `chore: revert records that wf has not committed\n\n${reverts}`;
  const body = reverts === "" ? trailers : `${reverts}\n${trailers}`;
  return withProject(`chore: do tasks again that wf has not committed\n\n${body}`, prefix);
}

/** Adds the answers of a checkpoint to a task's message, as trailers. */
export function withAnswers(message: string, answers: readonly string[]): string {
  return message + answers.map((answer) => `${ANSWER_TRAILER}: ${oneLine(answer)}\n`).join("");
}

/** Adds the command that ran a task's tests, which failed, to its message. */
export function withFailedTests(
  message: string,
  { plan, task, command }: { readonly plan: string; readonly task: number; readonly command: string },
): string {
  return `${message}${RED_TRAILER}: ${plan}/${task} ${oneLine(command)}\n`;
}

/** Adds the notes of the agent on a task, a line each, to its message. */
export function withNotes(
  message: string,
  { plan, task }: { readonly plan: string; readonly task: number },
  notes: readonly string[],
): string {
  return message + notes.map((note) => `${NOTE_TRAILER}: ${plan}/${task} ${oneLine(note)}\n`).join("");
}

/**
 * Adds the tests of earlier tasks to the message of the commit that contains them, because a hook refused them.
 *
 * @param earlier The tasks and the messages of their refused commits.
 */
export function withTests(
  message: string,
  earlier: readonly { readonly task: number; readonly message: string }[],
): string {
  if (earlier.length === 0) return message;
  const start = message.lastIndexOf("\n\n") + 2;
  const names = earlier.map(({ task, message }) => `task ${task} (${message.split("\n", 1).join("")})`);
  const trailers = earlier.flatMap(({ message }) => {
    return message.split("\n").filter((line) => /^Wf-(?:Task|Red): /.test(line));
  });
  return `${message.slice(0, start)}Contains the tests of ${
    names.join(" and ")
  }: a hook refuses them while they fail.\n\n` +
    message.slice(start).replace(new RegExp(`^(?=${TASK_TRAILER}: )`, "m"), `${trailers.join("\n")}\n`);
}

/**
 * Returns the whole message of the commit with the documents of a plan, with its trailer.
 *
 * @param description The description; by default, that the plan is complete.
 */
export function planCommitMessage({ id, body }: PlanFile, description = completion(body)): string {
  return wholeMessage(docsMessage(description, id), `${PLAN_TRAILER}: ${id}`);
}

function completion({ objective }: PlanFile["body"]): string {
  const first = objective.split("\n", 1).join("").trim();
  return first === "" ? "complete plan" : `complete plan: ${describe(first)}`;
}

/** Returns the trailers of a commit that renames plans. */
export function renamedTrailers(renames: readonly Renaming[], prefix: string): readonly string[] {
  return [...renames.map(([from, to]) => `${RENAMED_TRAILER}: ${from} ${to}`), ...projectTrailers(prefix)];
}

/** Returns the whole message of a commit that changes the phases or plans of a project. */
export function structureMessage(description: string, trailers: readonly string[]): string {
  const line = docsMessage(description);
  return trailers.length === 0 ? `${withShortSubject(line)}\n` : wholeMessage(line, trailers.join("\n"));
}

export interface MilestoneMessageInput {
  /** The numbers of its phases, as printed. */
  readonly phases: readonly string[];
  /** True if the commit contains the documents. */
  readonly docs: boolean;
}

/**
 * Returns the whole message of the commit that completes a milestone, with the trailers that end its journal.
 */
export function milestoneMessage(milestone: Milestone, { phases, docs }: MilestoneMessageInput): string {
  const description = `complete milestone ${milestone.version} ${milestone.name}`;
  const line = docs ? docsMessage(description) : `chore: ${oneLine(description)}`;
  return wholeMessage(line, milestoneTrailers(milestone, phases).join("\n"));
}

/** Returns the trailers of a commit that completes a milestone, or merges a complete one into its base. */
export function milestoneTrailers({ version }: Milestone, phases: readonly string[]): readonly string[] {
  const list = phases.length === 0 ? [] : [`${PHASES_TRAILER}: ${phases.join(", ")}`];
  return [`${MILESTONE_TRAILER}: ${version}`, ...list];
}

/** Returns a message with a short subject and trailers. */
export function wholeMessage(line: string, trailers: string): string {
  return `${withShortSubject(line)}\n\n${trailers}\n`;
}

/** Returns a line, or if it is too long for a subject, one cut at a word and the whole description below. */
export function withShortSubject(line: string): string {
  if (line.length <= MAX_SUBJECT_LENGTH) return line;
  const start = line.indexOf(": ") + 2;
  const description = line.slice(start);
  const subject = line.slice(0, start) + cutAtWord(description, MAX_SUBJECT_LENGTH - start);
  return `${subject}\n\n${description}`;
}

/** Returns the beginning of a longer text and an ellipsis, together at most `room` UTF-16 units. */
function cutAtWord(text: string, room: number): string {
  // Never between the halves of a surrogate pair.
  const fitting = text.slice(0, Math.max(room - 1, 1)).replace(/[\ud800-\udbff]$/, "");
  const space = text[fitting.length] === " " ? fitting.length : fitting.lastIndexOf(" ");
  const words = fitting.slice(0, Math.max(space, 0)).replace(/[\s,;:–—-]+$/, "");
  return `${words || fitting}…`;
}

/**
 * Returns the type of a task's commit: from its step of test-first work, else from the first word of its name, else
 * from its files, if all are tests or all are documentation; otherwise `feat`.
 */
export function taskCommitType({ planType, task }: Omit<TaskCommitInput, "plan">): CommitType {
  if (task.type !== "auto") return "chore";
  const name = describe(task.name).replace(/^(?:red|green|refactor)\s*[:–—-]\s*/i, "");
  const [named] = VERBS.find(([, verb]) => verb.test(name)) ?? [];
  switch (tddStep({ planType, task })) {
    case "red":
      return "test";
    case "green":
      return named === "fix" ? named : "feat";
    case "refactor":
      return "refactor";
    default:
      return named ?? typeOfFiles(task.files) ?? "feat";
  }
}

/**
 * Returns the step of test-first work that a task's attribute or name says; `any` for a task of such work without
 * a named step, undefined for other work.
 */
export function tddStep({ planType, task }: Omit<TaskCommitInput, "plan">): AutoTask["tdd"] {
  if (task.type !== "auto") return undefined;
  const marked = task.tdd ?? (planType === "tdd" ? "any" : undefined);
  if (marked !== "any") return marked;
  const steps = STEPS.filter(([, named]) => named.test(task.name)).map(([step]) => step);
  return steps.length === 1 ? steps[0] : "any";
}

/** Matches names that say a step. A name that says several is a task with all of them. */
const STEPS: readonly (readonly [TddStep, RegExp])[] = [
  [
    "red",
    /\bRED\b|\b[Rr]ed(?: (?:phase|state|step)\b|:)|\b(?:[Ww]rite|[Aa]dd|[Cc]reate)\b.*\bfailing\b.*\b(?:test|spec)/,
  ],
  ["green", /\bGREEN\b|\b[Gg]reen(?: (?:phase|state|step)\b|:)|\b(?:tests?|specs?|it|them)\b.*\bpass\b/],
  ["refactor", /\bREFACTOR\b|\b[Rr]efactor(?: (?:phase|state|step)\b|:)|^(?:[Tt]ask \d+\W+)?[Rr]efactor\b/],
];

const VERBS: readonly (readonly [CommitType, RegExp])[] = [
  ["fix", /^(?:fix|repair|correct|resolve|patch|mend)\b/i],
  [
    "refactor",
    /^(?:refactor|rename|extract|move|restructure|simplify|clean|split|inline|reorgani[sz]e|remove|delete)\b/i,
  ],
  ["test", /^(?:test|(?:add|write|create|extend|implement)\s+(?:\S+\s+){0,3}tests?)\b/i],
  [
    "docs",
    /^(?:document|describe|(?:add|write|update|extend)\s+(?:\S+\s+){0,3}(?:docs|documentation|readme|changelog))\b/i,
  ],
  ["chore", /^(?:configure|set ?up|install|upgrade|bump|scaffold|initiali[sz]e)\b/i],
];

const DOCUMENTATION = /\.(?:md|mdx|rst|adoc)$/i;

function typeOfFiles(files: readonly string[]): CommitType | undefined {
  if (files.length === 0) return undefined;
  if (files.every(isTestFile)) return "test";
  return files.every((path) => DOCUMENTATION.test(path)) ? "docs" : undefined;
}

/** Returns a task's name for a commit: on one line, without `Task 3:`, the first word in lower case. */
export function describe(name: string): string {
  const whole = oneLine(name);
  const plain = whole.replace(/^task\s+\d+(?:\.\d+)?\s*[:.–—-]\s*/i, "").replace(/(?<!\.)\.$/, "");
  const description = plain === "" ? whole : plain;
  return /^\p{Lu}\p{Ll}*(?:[\s:]|$)/u.test(description)
    ? description[0]!.toLowerCase() + description.slice(1)
    : description;
}
