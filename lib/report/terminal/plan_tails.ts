import type { RunEvent } from "../../../schemas/event.ts";
import { visibleOutput } from "../../text/terminal_text.ts";
import { EventText } from "../run/events.ts";
import { columns, cutColumns, expandTabs } from "./display_width.ts";
import { makeStyle } from "./style.ts";
import { wrapWords } from "./wrap_words.ts";

/** The maximum of a plan's text that is kept, in UTF-16 units. */
const MAX_KEPT = 20_000;

/** The maximum number of plans whose text is kept: those with the latest events. */
const MAX_PLANS = 100;

/** The end of what happens in each plan: the words and tools of its agent, checks, commits. */
export class PlanTails {
  readonly #events = new EventText(makeStyle(false));
  readonly #texts = new Map<string, string>();

  add(event: RunEvent): void {
    const text = this.#events.render(event);
    if (!("plan" in event) || typeof event.plan !== "string") return;
    const before = this.#texts.get(event.plan) ?? "";
    const isOutput = event.kind === "agent-output";
    const more = isOutput ? event.text : text.replace(/^\n+/, "");
    if (more === "") return;
    // What an agent says may end within a line.
    const end = isOutput || before === "" || before.endsWith("\n") ? "" : "\n";
    const whole = before + end + more;
    this.#texts.delete(event.plan);
    this.#texts.set(event.plan, whole.length > 2 * MAX_KEPT ? whole.slice(-MAX_KEPT) : whole);
    for (const plan of this.#texts.keys()) if (this.#texts.size > MAX_PLANS) this.#texts.delete(plan);
  }

  /** Returns the last lines about a plan, wrapped to a width. */
  lines(
    plan: string,
    { width, height }: { readonly width: number; readonly height: number },
  ): readonly string[] {
    const lines = visibleOutput(this.#texts.get(plan) ?? "").split("\n").filter((line) => line.trim() !== "");
    if (height <= 0) return [];
    // Each line takes a row at least.
    return lines.slice(-height).flatMap((line) => wrapped(expandTabs(line), width)).slice(-height);
  }
}

function wrapped(line: string, width: number): readonly string[] {
  if (columns(line) <= width) return [line];
  const text = line.trimStart();
  const indent = Math.min(line.length - text.length, width >> 1);
  return `${" ".repeat(indent)}${wrapWords(text, { width, first: indent, indent })}`.split("\n")
    .map((row) => cutColumns(row, width));
}
