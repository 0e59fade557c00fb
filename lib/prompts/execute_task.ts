import type { HumanVerifyTask, PlanFile, Task } from "../../schemas/plan_file.ts";
import type { Feedback } from "../plan/next.ts";
import { fillTemplate } from "./fill.ts";
import template from "./execute_task.md" with { type: "text" };
import mendTemplate from "./mend_task.md" with { type: "text" };
import serveTemplate from "./serve_checkpoint.md" with { type: "text" };
import refusedTemplate from "./refused.md" with { type: "text" };

/** What {@link executeTaskPrompt} needs. */
export interface ExecuteTaskInput {
  /** The plan. */
  readonly plan: PlanFile;
  /** Its task. */
  readonly task: Task;
  /** What has to be mended; undefined for the task's first turn. */
  readonly feedback?: Feedback | undefined;
  /** Whether the session knows nothing of the plan yet: its objective and context are told. */
  readonly begins: boolean;
  /** What an earlier session did, for a fresh one that takes over. */
  readonly history?: string | undefined;
  /** Whether searches are to include files that git ignores (`planning.search_gitignored`). */
  readonly searchIgnored?: boolean | undefined;
}

const RULES: readonly string[] = [
  "Change files inside this folder only, and only what the task needs.",
  "Do not commit, stage, switch branches or change git's configuration: the tool commits when the checks pass.",
  "Leave `.planning/config.json`, `.planning/STATE.md` and `.planning/ROADMAP.md` as they are.",
  "Leave nothing running in the background when you end.",
  "When something you asked for is refused, go on without it; do not look for a way around.",
  "When the work is done, end with one line that says what you did.",
];

const SEARCH_RULE = "Search ignored files too (`--no-ignore`), so that `.planning/` is found.";

/** The text of a turn that carries out a task, or mends what went wrong with it. */
export function executeTaskPrompt(input: ExecuteTaskInput): string {
  const { plan, task, feedback, begins, history = "" } = input;
  const mend = feedback === undefined ? "" : mendText(feedback, task);
  if (mend !== "" && !begins) return mend;
  const { objective, context, execution_context, tasks } = plan.body;
  const text = fillTemplate(template, {
    plan: plan.id,
    objective: begins ? objective : "You know the plan.",
    read: begins ? readText(`${execution_context}\n${context}`) : "",
    number: String(task.number),
    count: String(tasks.length),
    name: task.name,
    action: actionOf(task),
    files: task.files.length === 0 ? "" : `Files: ${task.files.map((file) => `\`${file}\``).join(", ")}`,
    verify: verifyOf(task),
    done: task.type === "auto" && task.done !== "" ? `Done means: ${task.done}` : "",
    rules: [...RULES, ...(input.searchIgnored ? [SEARCH_RULE] : [])].map((rule) => `- ${rule}`).join("\n"),
  });
  return [text, history === "" ? "" : `# Done so far\n\n${history.trim()}\n`, mend]
    .filter((part) => part !== "").join("\n");
}

/** The text of a turn that starts what a person needs to look at a checkpoint. */
export function serveCheckpointPrompt(plan: PlanFile, task: HumanVerifyTask): string {
  const { objective, context, execution_context } = plan.body;
  return fillTemplate(serveTemplate, {
    plan: plan.id,
    objective,
    read: readText(`${execution_context}\n${context}`),
    built: task.what_built,
    verify: task.how_to_verify,
  });
}

/** The text of a turn after one in which requests were refused. */
export function refusedPrompt(
  refused: readonly { readonly what: string; readonly reason: string }[],
): string {
  const list = refused.map(({ what, reason }) => `- ${what}: ${reason}`).join("\n");
  return fillTemplate(refusedTemplate, { refused: list });
}

function mendText({ kind, command, text }: Feedback, task: Task): string {
  const what = kind === "check"
    ? `The check \`${command}\` failed.`
    : kind === "hook"
    ? "A git hook refused the commit."
    : "A person looked at the result and wants a change.";
  return fillTemplate(mendTemplate, {
    number: String(task.number),
    name: task.name,
    what,
    text: fenced(text),
  });
}

/** A text between fences that are longer than any inside of it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([fence]) => fence.length));
  const fence = "`".repeat(longest + 1);
  return text.trim() === "" ? "" : `${fence}\n${text.trim()}\n${fence}`;
}

/** The files to read: the paths of lines that begin with `@`, other lines as they are. */
function readText(context: string): string {
  const lines = context.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  if (lines.length === 0) return "";
  return `Read what you need of these first:\n${
    lines.map((line) => line.startsWith("@") ? `- \`${line.slice(1)}\`` : line).join("\n")
  }`;
}

function actionOf(task: Task): string {
  switch (task.type) {
    case "auto":
      return task.action;
    case "checkpoint:human-verify":
      return `${task.what_built}\n\nA person is going to look at it:\n${task.how_to_verify}`;
    case "checkpoint:decision":
      return task.decision;
    case "checkpoint:human-action":
      return `${task.action}\n\n${task.instructions}`;
  }
}

function verifyOf(task: Task): string {
  if (task.type !== "auto") return "";
  if (task.checks.length === 0) return task.verify === "" ? "" : `Verify: ${task.verify}`;
  const commands = task.checks.map((check) => `- \`${check}\``).join("\n");
  return `These checks run after you, and have to pass:\n${commands}`;
}
