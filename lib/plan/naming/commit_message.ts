import type { CommitType } from "../../../schemas/commands.ts";
import type { PlanFile, PlanType, Task } from "../../../schemas/plan_file.ts";
import type { Milestone } from "../../parse/roadmap/milestone.ts";
import { stripHidden } from "../../text/terminal_text.ts";

/** Trailer that names a commit's plan. */
export const PLAN_TRAILER = "Wf-Plan";
/** Trailer that names a commit's task; a commit of a plan without it completes the plan. */
export const TASK_TRAILER = "Wf-Task";
/** Trailer of a commit by which a person asks for a task once more; names it as `03-01/2`. */
export const AGAIN_TRAILER = "Wf-Again";

/** Trailer that holds what was answered at a checkpoint; one for each answer, in order. */
export const ANSWER_TRAILER = "Wf-Answer";

/** Trailer that names the project of a commit, by its path, where that is not the whole repository. */
export const PROJECT_TRAILER = "Wf-Project";

/** Trailer of a squash commit that names the commit it took in. */
export const MERGED_TRAILER = "Wf-Merged";

/** Trailer of a commit that completes a milestone; names its version. */
export const MILESTONE_TRAILER = "Wf-Milestone";
/** Trailer beside it that lists the phases of the milestone, separated by commas. */
export const PHASES_TRAILER = "Wf-Phases";

/** Longest first line of a message, in UTF-16 units; a longer description is cut and repeated below. */
const SUBJECT_LENGTH = 72;

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

/** Text on one line: line breaks and control characters, which git does not take, become spaces. */
export function oneLine(text: string): string {
  return stripHidden(text.replace(/[\s\p{Cc}]+/gu, " ")).trim();
}

/** What a task's commit message is made from. */
export interface TaskCommitInput {
  /** Plan ID. */
  readonly plan: string;
  /** Type of the plan. */
  readonly planType: PlanType;
  /** The task. */
  readonly task: Task;
  /** How many tasks the plan has. */
  readonly tasks: number;
}

/**
 * The whole message of a task's commit, with the trailers that make history the journal.
 *
 * A description too long for the first line is cut there at a word and repeated in full below.
 */
export function taskCommitMessage(input: TaskCommitInput): string {
  const { plan, task } = input;
  const description = describe(task.name) || `task ${task.number}`;
  const trailers = `${PLAN_TRAILER}: ${plan}\n${TASK_TRAILER}: ${task.number}`;
  return wholeMessage(commitMessage(plan, taskCommitType(input), description), trailers);
}

/** The trailer that tells a project's commits from those of others in its repository; none where it is all of it. */
export function projectTrailers(prefix: string): readonly string[] {
  return prefix === "" ? [] : [`${PROJECT_TRAILER}: ${oneLine(prefix)}`];
}

/** A message that ends with trailers, with that of its project. */
export function withProject(message: string, prefix: string): string {
  return message + projectTrailers(prefix).map((trailer) => `${trailer}\n`).join("");
}

/** A task's message with the answers that its checkpoint got, as trailers. */
export function withAnswers(message: string, answers: readonly string[]): string {
  return message + answers.map((answer) => `${ANSWER_TRAILER}: ${oneLine(answer)}\n`).join("");
}

/** The whole message of the commit that completes a plan, with its trailer. */
export function planCommitMessage({ id, body }: PlanFile): string {
  const objective = body.objective.split("\n", 1).join("").trim();
  const description = objective === "" ? "complete plan" : `complete plan: ${describe(objective)}`;
  return wholeMessage(docsMessage(description, id), `${PLAN_TRAILER}: ${id}`);
}

/** What the commit that completes a milestone says beside its name. */
export interface MilestoneMessageInput {
  /** Numbers of its phases, as printed. */
  readonly phases: readonly string[];
  /** Whether the commit holds the documents. */
  readonly docs: boolean;
}

/** The whole message of the commit that completes a milestone, with the trailers that end its journal. */
export function milestoneMessage(milestone: Milestone, { phases, docs }: MilestoneMessageInput): string {
  const description = `complete milestone ${milestone.version} ${milestone.name}`;
  const line = docs ? docsMessage(description) : `chore: ${oneLine(description)}`;
  return wholeMessage(line, milestoneTrailers(milestone, phases).join("\n"));
}

/** The trailers of a commit that completes a milestone, or brings a complete one into its base. */
export function milestoneTrailers({ version }: Milestone, phases: readonly string[]): readonly string[] {
  const list = phases.length === 0 ? [] : [`${PHASES_TRAILER}: ${phases.join(", ")}`];
  return [`${MILESTONE_TRAILER}: ${version}`, ...list];
}

/** A message whose first line is cut at a word where it is too long, and repeated in full below. */
function wholeMessage(line: string, trailers: string): string {
  if (line.length <= SUBJECT_LENGTH) return `${line}\n\n${trailers}\n`;
  const start = line.indexOf(": ") + 2;
  const description = line.slice(start);
  const subject = line.slice(0, start) + cutAtWord(description, SUBJECT_LENGTH - start);
  return `${subject}\n\n${description}\n\n${trailers}\n`;
}

/** The beginning of a longer text and an ellipsis, together at most `room` UTF-16 units. */
function cutAtWord(text: string, room: number): string {
  // Never between the halves of a surrogate pair.
  const fitting = text.slice(0, Math.max(room - 1, 1)).replace(/[\ud800-\udbff]$/, "");
  const space = text[fitting.length] === " " ? fitting.length : fitting.lastIndexOf(" ");
  const words = fitting.slice(0, Math.max(space, 0)).replace(/[\s,;:–—-]+$/, "");
  return `${words || fitting}…`;
}

/**
 * The type of a task's commit. Tasks of a `tdd` plan are test, feat and then refactor; of others the
 * first word of the name tells, `feat` where it says nothing.
 */
export function taskCommitType({ planType, task, tasks }: TaskCommitInput): CommitType {
  if (task.type !== "auto") return "chore";
  const named = typeOfVerb(describe(task.name));
  if (planType === "tdd" && tasks > 1) {
    return task.number === 1 ? "test" : task.number === 2 ? "feat" : named === "feat" ? "refactor" : named;
  }
  return named;
}

const VERBS: readonly (readonly [CommitType, RegExp])[] = [
  ["fix", /^(?:fix|repair|correct|resolve|patch|mend)\b/i],
  [
    "refactor",
    /^(?:refactor|rename|extract|move|restructure|simplify|clean|split|inline|reorgani[sz]e|remove|delete)\b/i,
  ],
  ["test", /^(?:test|(?:add|write|create|extend)\s+(?:\S+\s+){0,3}tests?)\b/i],
  [
    "docs",
    /^(?:document|describe|(?:add|write|update|extend)\s+(?:\S+\s+){0,3}(?:docs|documentation|readme|changelog))\b/i,
  ],
  ["chore", /^(?:configure|set ?up|install|upgrade|bump|scaffold|initiali[sz]e)\b/i],
];

function typeOfVerb(description: string): CommitType {
  return VERBS.find(([, verb]) => verb.test(description))?.[0] ?? "feat";
}

/** A task's name as a commit describes it: on one line, without `Task 3:`, the first word in lower case. */
export function describe(name: string): string {
  const whole = oneLine(name);
  const plain = whole.replace(/^task\s+\d+(?:\.\d+)?\s*[:.–—-]\s*/i, "").replace(/(?<!\.)\.$/, "");
  const description = plain === "" ? whole : plain;
  return /^\p{Lu}\p{Ll}*(?:[\s:]|$)/u.test(description)
    ? description[0]!.toLowerCase() + description.slice(1)
    : description;
}
