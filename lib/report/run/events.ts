import type { RunEvent, Steered } from "../../../schemas/event.ts";
import type { PlannedWave } from "../../../schemas/execution_plan.ts";
import { verdictText } from "../../plan/status/phase_verdict.ts";
import { totalUsage } from "../../plan/usage/total.ts";
import { contextText, estimateText, usageText } from "../../plan/usage/usage_text.ts";
import { durationText } from "../terminal/duration.ts";
import { isQuickDay } from "../../plan/quick/quick_plan.ts";
import { headingOf, shortCommand, SLOW_CHECKOUTS } from "./execution.ts";
import { nothingToDo, outcomeLines } from "./outcome_lines.ts";
import { quotedOutput } from "./quoted_output.ts";
import { summaryLines } from "./run_summary.ts";
import { printable, type Style } from "../terminal/style.ts";
import { noticeText } from "../terminal/notice_text.ts";
import { wrapLines } from "../terminal/wrap_words.ts";
import { nextLines } from "../terminal/next_lines.ts";
import { count } from "../../text/count.ts";

/** The maximum number of plans that the heading of a wave names. */
const MAX_NAMED = 20;
/** The maximum of an agent's output that is kept, in UTF-16 units. */
const MAX_OUTPUT = 20_000;

/** Formats the events of a run as lines of progress. Keeps state to number plans and tasks. */
export class EventText {
  #tasks = 0;
  #done = 0;
  #waves = new Map<string, PlannedWave>();
  #wave: PlannedWave | undefined;
  #plan = "";
  /** The end of the output of each plan's last turn. */
  readonly #outputs = new Map<string, string>();
  /** The plans that failed, by message. */
  readonly #failed = new Map<string, string>();
  #nothing = false;
  /** What the run carries out, as the beginning of a sentence. */
  #work = "Phase";
  /** ID of the plan that is executed alone. */
  #alone: string | undefined;
  #answered = "";

  constructor(readonly style: Style) {}

  /** Returns the text of an event, with a line break at its end; empty for an event that shows nothing. */
  render(event: RunEvent): string {
    const lines = wrapLines(this.#lines(event), this.style);
    if (event.kind === "run-finished") lines.push(...nextLines(event.next, this.style, event.todo));
    return lines.length === 0 ? "" : lines.map((line) => `${line}\n`).join("");
  }

  #lines(event: RunEvent): string[] {
    const { style } = this;
    switch (event.kind) {
      case "run-started": {
        const { waves, phase, branch, agent } = event.plan;
        for (const wave of waves) for (const { id } of wave.plans) this.#waves.set(id, wave);
        const plans = waves.flatMap((wave) => wave.plans);
        this.#tasks = plans.reduce((sum, plan) => sum + plan.tasks.length, 0);
        this.#nothing = event.plan.steps.length === 0;
        this.#alone = event.plan.alone;
        this.#done = this.#tasks - event.plan.steps.filter(({ kind }) => kind === "commit-task").length;
        const skipped = plans.reduce((sum, plan) => sum + (plan.skipped?.length ?? 0), 0);
        const before = this.#done === skipped ? "" : `, ${this.#done - skipped} of them done before`;
        const without = skipped === 0 ? "" : `, ${skipped} skipped`;
        const { estimate } = event.plan;
        if (isQuickDay(phase.number)) this.#work = "Quick task";
        return [
          style.bold(headingOf(event.plan)),
          style.dim(
            `${count(plans.length, "plan")} in ${count(waves.length, "wave")}, ${
              count(this.#tasks, "task")
            }${before}${without} · branch ${branch} · agent ${agent}`,
          ),
          ...(estimate === undefined ? [] : [style.dim(estimateText(estimate))]),
        ];
      }
      case "notice":
        return noticeText(event.message, style).trimEnd().split("\n");
      case "branch-switched":
        return [style.dim(`on branch ${event.branch}${event.created ? " (new)" : ""}`)];
      case "worktree-added":
        return [
          ...this.#heading(event.plan),
          style.dim(`  ${event.plan} ${event.exists ? "continues" : "works"} in ${event.directory}`),
        ];
      case "replayed":
        return event.commits.length === 0 ? [] : [
          `${this.#inner(event.plan)}${count(event.commits.length, "commit")} replayed onto ${event.onto}`,
        ];
      case "conflict-foreseen":
        return [
          `${style.yellow("!")} Plans ${event.plans.join(" and ")} change the same lines: ${
            event.conflicts.map(({ path }) => printable(path)).join(", ")
          }`,
        ];
      case "plan-stopped":
        if (event.outcome.kind === "failed") this.#failed.set(event.outcome.message, event.plan);
        return this.#waves.get(event.plan)?.parallel ? this.#stopped(event) : [];
      case "turn-started": {
        this.#outputs.delete(event.plan);
        const again = event.attempt > 1 ? style.yellow(` (turn ${event.attempt})`) : "";
        return [
          ...this.#heading(event.plan),
          `  ${style.cyan("●")} ${event.plan}/${event.task} ${printable(event.name)}${again}`,
        ];
      }
      case "agent-output":
        this.#outputs.set(
          event.plan,
          ((this.#outputs.get(event.plan) ?? "") + event.text).slice(-MAX_OUTPUT),
        );
        return [];
      case "usage": {
        const text = [usageText(totalUsage([event])), contextText(event.context)].filter(Boolean).join(" · ");
        return text === "" ? [] : [`${this.#inner(event.plan)}${style.dim(text)}`];
      }
      case "role-turn":
      case "role-output":
        return [];
      case "steered":
        return [`${this.#inner(event.plan)}${style.cyan("»")} ${steeredText(event)}`];
      case "check-finished":
        if (event.expected === "failure") {
          const [mark, result] = event.passed
            ? [style.red("✗"), "passes already, although the tests should fail first"]
            : [style.green("✓"), "fails, as it should before the implementation"];
          return [`${this.#inner(event.plan)}${mark} ${style.dim(shortCommand(event.command))} ${result}`];
        }
        return event.passed
          ? [`${this.#inner(event.plan)}${style.green("✓")} ${style.dim(shortCommand(event.command))}`]
          : [
            `${this.#inner(event.plan)}${style.red("✗")} ${shortCommand(event.command)}`,
            ...quotedOutput(event.output, style),
          ];
      case "hook-refused":
        return [
          `${this.#inner(event.plan)}${style.red("✗")} a hook refused the commit`,
          ...quotedOutput(event.output, style),
        ];
      case "committed": {
        if (event.task !== undefined) this.#done += 1 + (event.tests?.length ?? 0);
        const progress = event.task === undefined ? "" : style.dim(` ${this.#done}/${this.#tasks}`);
        const answered = this.#answered === `${event.plan}/${event.task}`;
        const empty = event.files.length === 0 && !answered ? style.yellow(" (changed nothing)") : "";
        return [
          `${this.#inner(event.plan)}${style.green(event.commit.slice(0, 7))} ${
            printable(event.subject)
          }${empty}${progress}`,
        ];
      }
      case "question-asked":
        return [];
      case "question-answered":
        this.#answered = event.question;
        if (event.by === "elsewhere") {
          return [
            `    ${style.cyan("»")} ${questionName(event)}: answered elsewhere: ${printable(event.answer)}`,
          ];
        }
        return event.by === "person"
          ? []
          : [style.dim(`    ${questionName(event)}: ${printable(event.answer)} (${event.by})`)];
      case "verified":
        return verifiedLines(event, style);
      case "plan-finished":
        return [`  ${style.green("✓")} plan ${event.plan} complete`];
      case "run-finished":
        return this.#finish(event);
    }
  }

  /**
   * Returns the heading of a wave at its beginning, and of a plan when it changes; for concurrent plans only
   * the wave.
   */
  #heading(plan: string): string[] {
    const { style } = this;
    const wave = this.#waves.get(plan);
    const lines: string[] = [];
    if (wave !== undefined && wave !== this.#wave) {
      const open = wave.plans.filter(({ complete }) => !complete).map(({ id }) => id);
      const how = wave.parallel
        ? open.length > 1 && " at the same time"
        : wave.sequential && ` one after the other: ${SLOW_CHECKOUTS}`;
      const who = open.length > MAX_NAMED ? count(open.length, "plan") : open.join(", ");
      const text = how === undefined ? "" : style.dim(` ${who}${how || ""}`);
      lines.push("", style.bold(`Wave ${wave.wave}`) + text);
    }
    this.#wave = wave;
    if (plan !== this.#plan && !wave?.parallel) lines.push(`  ${style.bold(`plan ${plan}`)}`);
    this.#plan = plan;
    return lines;
  }

  /** Returns the indentation of a line about a task, with the plan if several run concurrently. */
  #inner(plan: string | undefined): string {
    const parallel = plan !== undefined && this.#waves.get(plan)?.parallel;
    return parallel ? `    ${this.style.dim(plan)} ` : "    ";
  }

  #stopped({ plan, outcome, directory }: Extract<RunEvent, { readonly kind: "plan-stopped" }>): string[] {
    const { style } = this;
    const why = outcome.kind === "failed"
      ? printable(outcome.message)
      : outcome.kind === "waiting"
      ? `waits for an answer: ${printable(outcome.question.title)}`
      : outcome.kind === "conflict"
      ? "has conflicts"
      : "stopped";
    const kept = directory === undefined ? "" : style.dim(`; its work is kept in ${directory}`);
    return [`  ${style.red("✗")} plan ${plan}: ${why}${kept}`];
  }

  #finish(event: Extract<RunEvent, { readonly kind: "run-finished" }>): string[] {
    const { style } = this;
    const { outcome, commits } = event;
    const { usage, milliseconds } = event.summary;
    const used = usage === undefined ? "" : `, ${usageText(usage)}`;
    const summary = `${count(commits, "commit")} in ${durationText(milliseconds)}${used}`;
    const lines = [
      "",
      ...(this.#nothing && outcome.kind === "completed"
        ? [nothingToDo(this.#alone, outcome.verdict, style)]
        : outcomeLines(outcome, summary, style, this.#work)),
    ];
    if (outcome.kind === "failed" && outcome.output === "") {
      lines.push(...quotedOutput(this.#outputs.get(this.#failed.get(outcome.message) ?? "") ?? "", style));
    }
    const times = summaryLines(event.summary, style);
    if (times.length > 0) lines.push("", ...times);
    return lines;
  }
}

const STEERED: Readonly<Record<Steered["action"], string>> = {
  tell: "you tell the agent",
  interrupt: "you interrupt the turn",
  retry: "you have it executed afresh",
  skip: "you skip it",
};

function steeredText({ plan, task, action, text }: Steered): string {
  const work = task === undefined ? plan : `${plan}/${task}`;
  return `${work}: ${STEERED[action]}${text === "" ? "" : `: ${printable(text)}`}`;
}

function verifiedLines(
  { verdict, score, path }: Extract<RunEvent, { readonly kind: "verified" }>,
  style: Style,
): string[] {
  const result = `${score.verified}/${score.total} must-haves verified`;
  switch (verdict.word) {
    case "gaps":
      return ["", `${style.red("✗")} ${result}: ${verdictText(verdict)}`];
    case "needs a person":
      return ["", `${style.yellow("!")} ${result}: ${verdictText(verdict)}, see ${path}`];
    case "verified":
    case "executed":
    case "skipped":
      return ["", `${style.green("✓")} ${result}`];
  }
}

/** Returns the ID of an answered question, for a gate with its plan: `01-02/confirm_plan`. */
function questionName({ question, plan }: Extract<RunEvent, { readonly kind: "question-answered" }>): string {
  return plan === undefined ? question : `${plan}/${question}`;
}
