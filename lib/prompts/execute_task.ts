import type { HumanVerifyTask, PlanFile, Task } from "../../schemas/plan_file.ts";
import { readVerifyProse } from "../parse/plan_file/checks.ts";
import { tddStep } from "../plan/naming/commit_message.ts";
import { redTasks, taskChecks } from "../plan/execution/tests_first.ts";
import { answerLines, type GivenAnswer } from "../plan/run/given_answers.ts";
import type { Feedback } from "../plan/execution/step_outcome.ts";
import { askedText, fenced } from "./answered.ts";
import { fillTemplate } from "./fill.ts";
import type { PlanBackground } from "./plan_background.ts";
import { endsWithCriteria, furtherText, planBrief, planContext } from "./plan_brief.ts";
import template from "./execute_task.md" with { type: "text" };
import endTemplate from "./end_turn.md" with { type: "text" };
import fixTemplate from "./fix_task.md" with { type: "text" };
import serveTemplate from "./serve_checkpoint.md" with { type: "text" };
import refusedTemplate from "./refused.md" with { type: "text" };
import { paragraphs } from "../text/paragraphs.ts";
import { rulesText } from "./read_only_rules.ts";

export interface ExecuteTaskInput {
  /** The plan of the task. */
  readonly plan: PlanFile;
  /** The task to execute. */
  readonly task: Task;
  /** The failure to fix; undefined for the first turn of the task. */
  readonly feedback?: Feedback | undefined;
  /** True if the session is new, so that the prompt includes the objective and context of the plan. */
  readonly begins: boolean;
  /** The work of an earlier session, for a new session that continues it. */
  readonly history?: string | undefined;
  /** The answers at checkpoints of this plan and of the plans it depends on. */
  readonly answers?: readonly GivenAnswer[] | undefined;
  /** The user's words on this task: those that the session does not know. */
  readonly words?: readonly string[] | undefined;
  /** The parts of the project that the plan refers to. */
  readonly background?: PlanBackground | undefined;
  /** True to search files that git ignores too (`planning.search_gitignored`). */
  readonly searchIgnored?: boolean | undefined;
}

const RULES: readonly string[] = [
  "Change only what the task needs, in this folder, in the style of its code.",
  "Do not commit, stage, switch branches or configure git: the tool commits when the checks pass.",
  "Leave `.planning/` to the tool, except the task's own files.",
  "Leave nothing running when you end.",
  "When a request is refused, continue without it, and not around it.",
  "Fix what keeps the task from working, even if the plan omits it: bugs, imports, validation, error handling. Leave other faults.",
  "Install only packages that the plan or the project names, never a substitute.",
  "Leave no stub: compare your changes with the task.",
  "Stop as blocked before you change the architecture, a library, a data model or an interface, and after three attempts at one error.",
];

/** The rules for further tasks of a session. */
const LATER_RULES =
  "Those of the first task apply: stay inside this folder, do not commit, end with notes and `done:`, `blocked:` or `needs a person:`.";

const LAST_TASK =
  "It is the plan's last task: make sure that the plan's verification and success criteria hold.";

/** Returns the prompt that executes a task, or fixes a failure of it. */
export function executeTaskPrompt(input: ExecuteTaskInput): string {
  const { plan, task, feedback, begins, history = "", answers = [], words = [] } = input;
  const unsaid = words.filter((text) => feedback?.kind !== "answer" || !text.endsWith(` → ${feedback.text}`));
  const told = unsaid.length === 0 ? "" : userWords(unsaid);
  const fix = [feedback === undefined ? "" : fixText(feedback, task, begins), told].filter(Boolean).join(
    "\n",
  );
  if (feedback !== undefined && !begins) return fix;
  const { tasks } = plan.body;
  const text = fillTemplate(template, {
    plan: plan.id,
    brief: begins ? planBrief(plan, input.background) : "You know the plan.",
    answers: answers.map((answer) => answerText(answer, plan.id)).join("\n"),
    number: String(task.number),
    count: String(tasks.length),
    name: task.name,
    action: actionOf(task),
    files: task.files.length === 0 ? "" : `Files: ${task.files.map((file) => `\`${file}\``).join(", ")}`,
    verify: verifyOf(task),
    checks: checksOf(plan, task),
    step: stepOf(plan, task),
    done: task.type === "auto" && task.done !== "" && task.done !== task.name
      ? `Done means: ${task.done}`
      : "",
    further: furtherText(task.further),
    last: endsWithCriteria(plan) && task === tasks.findLast(({ type }) => type === "auto") ? LAST_TASK : "",
    rules: begins ? rulesText(RULES, input.searchIgnored) : LATER_RULES,
    end: begins ? endTemplate : "",
  });
  return [text, history === "" ? "" : `# Done so far\n\n${history.trim()}\n`, fix]
    .filter((part) => part !== "").join("\n");
}

/** Returns what the user tells an agent about its task. */
export function userWords(words: readonly string[]): string {
  return `The user tells you:\n\n${fenced(words.join("\n\n"))}\n`;
}

/** Returns the prompt that starts what a person needs to check a checkpoint. */
export function serveCheckpointPrompt(plan: PlanFile, task: HumanVerifyTask): string {
  return fillTemplate(serveTemplate, {
    plan: plan.id,
    objective: plan.body.objective,
    read: planContext(plan.body),
    built: task.what_built,
    verify: task.how_to_verify,
    further: furtherText(task.further),
  });
}

/** A refused request of the agent, and the reason. */
interface Refused {
  readonly what: string;
  readonly reason: string;
}

/** Returns the prompt after a turn that ended because of refused requests. */
export function refusedPrompt(refused: readonly Refused[]): string {
  return fillTemplate(refusedTemplate, { refused: refusedList(refused) });
}

/**
 * Returns the beginning of the prompt after a turn in which requests were refused; empty if none were. Many
 * agents do not pass on the reasons.
 */
export function refusedBefore(refused: readonly Refused[]): string {
  return refused.length === 0 ? "" : `${refusedList(refused)}\n\n`;
}

function refusedList(refused: readonly Refused[]): string {
  const list = refused.map(({ what, reason }) => `- ${what}: ${reason}`).join("\n");
  return `These of your requests were refused, and stay refused:\n\n${list}`;
}

function fixText(
  { kind, command, text, said = "", afresh }: Feedback,
  task: Task,
  begins: boolean,
): string {
  const [what, how] = fixWords(kind, command);
  const before = begins && said.trim() !== "" ? `\n\nThe last words about it were:\n\n${fenced(said)}` : "";
  return fillTemplate(fixTemplate, {
    number: String(task.number),
    name: task.name,
    what,
    text: `${fenced(text)}${before}`,
    how: afresh ? AFRESH : how,
  });
}

const AFRESH = "Its changes are not here: begin it again, with this in mind.";
const FIX = "Fix the cause, not the check.";

/** Returns what happened to a task, and how it continues. */
function fixWords(kind: Feedback["kind"], command: string): readonly [what: string, how: string] {
  switch (kind) {
    case "check":
      return [`The check \`${command}\` failed.`, FIX];
    case "passes":
      return [
        `Its tests should fail while the code is missing, but \`${command}\` passes already. Make them test what is ` +
        "missing, and implement nothing. If it exists already, leave the tests as they are and say so.",
        FIX,
      ];
    case "hook":
      return ["A git hook refused the commit.", FIX];
    case "answer":
      return [askedText(command), "Your changes are still there: continue with them."];
    case "told":
      return [
        "The user tells you:",
        "Follow it within this task. Your changes are still there: continue with them.",
      ];
    case "stopped":
      return [
        "An earlier run stopped in it.",
        "Its changes are still there: check them and continue, do not begin again.",
      ];
    case "branch":
      return [
        "You left its branch, for the place named here. The tool has returned to the branch, with your changes.",
        "Stay on the branch, and check that the task is done here.",
      ];
    case "foreign":
      return [
        "You changed files that belong to plans which run at the same time. The tool has restored them.",
        "Do the task without changing these; if that is impossible, end as blocked.",
      ];
    case "person":
      return ["A person checked the result and wants a change.", FIX];
  }
}

/**
 * Formats an answer, such as `- Task 2, choose a store: postgres (PostgreSQL)`; with the plan if it is
 * another one.
 */
function answerText(answer: GivenAnswer, plan: string): string {
  const [line] = answerLines([answer]);
  return answer.plan === plan ? line! : line!.replace(/^- Task/, `- Plan ${answer.plan}, task`);
}

function actionOf(task: Task): string {
  switch (task.type) {
    case "auto":
      return task.action;
    case "checkpoint:human-verify":
      return `${task.what_built}\n\nA person is going to check it:\n${task.how_to_verify}`;
    case "checkpoint:decision":
      return task.decision;
    case "checkpoint:human-action":
      return `${task.action}\n\n${task.instructions}`;
  }
}

function verifyOf(task: Task): string {
  const prose = task.type === "auto" ? readVerifyProse(task.verify) : "";
  return prose === "" ? "" : `Verify: ${prose}`;
}

function checksOf(plan: PlanFile, task: Task): string {
  const { commands, failing = [] } = taskChecks(plan, task);
  const list = (checks: readonly string[]) => checks.map((check) => `- \`${check}\``).join("\n");
  return paragraphs([
    commands.length === 0 ? "" : `These checks run after you and have to pass:\n${list(commands)}`,
    failing.length === 0
      ? ""
      : `These run the tests after you, and one of them has to fail while the code is missing:\n${
        list(failing)
      }`,
  ]);
}

/** Returns the instruction for a step of test-first work; empty for other tasks. */
function stepOf(plan: PlanFile, task: Task): string {
  const { type: planType } = plan.frontmatter;
  const reds = redTasks(plan);
  const step = reds.has(task.number)
    ? "red"
    : [...reds.values()].some(({ green, task: red }) =>
        green !== undefined && task.number > red && task.number <= green
      )
    ? "green"
    : tddStep({ planType, task });
  return step === undefined ? "" : `Tests come first. ${STEPS[step]}`;
}

const STEPS = {
  red:
    "This is the red step: write the tests and nothing that makes them pass. Run them: they have to fail, because " +
    "the code is missing and not because the tests are wrong.",
  green:
    "This is the green step: the tests exist and fail. Write the code that makes them pass, and leave them as " +
    "they are.",
  refactor:
    "This is the refactor step: improve the code without changing what it does. The tests pass before and after.",
  any: "Where the task adds behavior, write its test before the code and see it fail.",
} as const;
