import type { RunKeys, SteeringLine } from "../../plan/keys/run_keys.ts";
import type { RunView } from "../../plan/run/run_view.ts";
import { totalUsage } from "../../plan/usage/total.ts";
import { spentText } from "../../plan/usage/usage_text.ts";
import { columns, cutColumns } from "./display_width.ts";
import { clustersOf } from "./graphemes.ts";
import { liveText, planLine, plansInProgress } from "./live_text.ts";
import type { PlanTails } from "./plan_tails.ts";
import { printable, type Style } from "./style.ts";

export interface RunScreen {
  readonly view: RunView;
  /** The state of the keys; undefined if there are none. */
  readonly keys: RunKeys | undefined;
  readonly tails: PlanTails;
  /** Milliseconds since the run began. */
  readonly now: number;
  readonly width: number;
  /** The rows of the terminal. */
  readonly height: number;
  readonly style: Style;
  /** True while a question waits until the words are typed. */
  readonly waits: boolean;
}

type KeyedScreen = RunScreen & { readonly keys: RunKeys };

const HELP = [
  ["1-9, ↑ ↓", "choose a plan"],
  ["Enter, →", "see it live"],
  ["t", "tell its agent something: in its turn, or in its next prompt"],
  ["i", "interrupt its turn, and say what to do instead"],
  ["r, m", "retry its task afresh, with m by another model; its changes are stashed"],
  ["s", "skip its task with a reason; it is recorded as skipped"],
  ["q, Esc, ←", "back"],
  ["Ctrl-C", "stop the run, which can be resumed"],
] as const;

/** What is typed for each action, with the ID of the plan for `%`. */
const PROMPTS: Readonly<Record<SteeringLine["action"], string>> = {
  tell: "Tell %",
  interrupt: "Interrupt %, and tell",
  retry: "Retry % afresh, and tell",
  model: "Retry % with the model",
  skip: "Skip the task of %, because",
};

/** Returns what a terminal shows of a run that keys steer. The last line names the keys, or is for words. */
export function runScreen(screen: RunScreen): string {
  const { view, keys, tails, width, height, style } = screen;
  const plans = plansInProgress(view);
  if (keys === undefined || (plans.length === 0 && keys.line === undefined)) return liveText(view, screen);
  const choice = { plans: plans.map(({ planned }) => planned.id), chosen: keys.plan };
  const last = footer({ ...screen, keys }, plans.length);
  if (keys.screen === "help") {
    const lines = HELP.map(([key, text]) => `  ${style.cyan(key.padEnd(11))}${cutColumns(text, width - 13)}`);
    return [...lines, last].join("\n");
  }
  const plan = plans.find(({ planned }) => planned.id === keys.plan);
  if (keys.screen === "plans" || plan === undefined) {
    return [liveText(view, { ...screen, choice }), last].join("\n");
  }
  // The line of the plan, the cursor below the last line, and the row of what is printed above.
  const taken = last.split("\n").length + 3;
  const lines = tails.lines(plan.planned.id, { width, height: height - taken });
  return [planLine(plan, { ...screen, choice }), ...lines, last].join("\n");
}

function footer({ view, keys, width, style, waits }: KeyedScreen, plans: number): string {
  const { line, message, screen } = keys;
  const note = (mark: string, text: string) =>
    `${style.yellow(mark)} ${cutColumns(printable(text), width - 2)}`;
  if (line !== undefined) {
    const notes = [
      ...message === "" ? [] : [note("!", message)],
      ...waits ? [note("?", "A question waits for your answer: finish with Enter, or Esc")] : [],
    ];
    return [...notes, lineText(line, { plan: keys.plan ?? "", width, style })].join("\n");
  }
  if (message !== "") return note("!", message);
  const cost = spentText(totalUsage(view.used));
  const numbers = plans === 1 ? "1" : `1-${Math.min(plans, 9)}`;
  const actions = ["t tell", "i interrupt", "r retry", "s skip"];
  const parts = screen === "help"
    ? ["q back"]
    : keys.plan === undefined
    ? [cost, `${numbers} or ↑ ↓ choose a plan, to see and steer it`, "? help"]
    : [cost, ...screen === "plan" ? [...actions, "q back"] : ["Enter open", ...actions], "? help"];
  return style.dim(cutColumns(parts.filter((part) => part !== "").join(" · "), width));
}

/** Returns the line that is typed, scrolled to its cursor. */
function lineText(
  { action, before, after }: SteeringLine,
  { plan, width, style }: Pick<RunScreen, "width" | "style"> & { readonly plan: string },
): string {
  const prompt = cutColumns(`${PROMPTS[action].replace("%", plan)}:`, width >> 1);
  const room = width - columns(prompt) - 2;
  let start = before;
  while (columns(start) > room - Math.min(columns(after), room >> 2)) {
    start = clustersOf(start).slice(1).join("");
  }
  const typed = `${start}▏${after}`;
  return `${style.cyan(prompt)} ${columns(typed) > room ? cutColumns(typed, room) : typed}`;
}
