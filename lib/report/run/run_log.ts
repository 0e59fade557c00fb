import type { LoggedDiff, LoggedRun, TranscriptEntry } from "../../../schemas/run_log.ts";
import { isTranscriptEntry, type LogEntry } from "../../plan/log/log_entries.ts";
import { isAbout, type LogTarget } from "../../plan/log/log_target.ts";
import { visibleOutput } from "../../text/terminal_text.ts";
import { EventText } from "./events.ts";
import { styledDiff } from "../findings/diff.ts";
import { runCell } from "./runs.ts";
import { printable, type Style } from "../terminal/style.ts";
import { wrapLines } from "../terminal/wrap_words.ts";

/** The maximum of what an agent says that is remembered, in UTF-16 units. */
const MAX_SAID = 100_000;

/** Formats the entries of a log, one after the other. */
export class LogText {
  readonly #events: EventText;
  /** What the agent has said in its turn so far. */
  #said = "";
  /** The beginning of a line that has not ended yet: agents speak in pieces. */
  #open = "";

  constructor(readonly target: LogTarget, readonly style: Style) {
    this.#events = new EventText(style);
  }

  /** Returns the text of an entry, which begins on a line of its own unless it continues what the agent says. */
  render(entry: LogEntry): string {
    if (entry.kind === "output") return this.#output(entry.text);
    const text = this.#entry(entry);
    return text === "" ? "" : this.end() + text;
  }

  /** Returns the last line, if it has not ended yet. */
  end(): string {
    const line = this.#open;
    this.#open = "";
    return line === "" ? "" : `${this.#wrapped(visibleOutput(line))}\n`;
  }

  #output(text: string): string {
    this.#said = (this.#said + text).slice(-MAX_SAID);
    const said = this.#open + (this.#open === "" ? text.trimStart() : text);
    const end = said.lastIndexOf("\n") + 1;
    this.#open = said.slice(end);
    return this.#wrapped(visibleOutput(said.slice(0, end)));
  }

  #wrapped(text: string): string {
    return wrapLines([text], this.style).join("\n");
  }

  #entry(entry: Exclude<LogEntry, { readonly kind: "output" }>): string {
    if (isTranscriptEntry(entry)) return this.#transcript(entry).map((line) => `${line}\n`).join("");
    // Every event is given to the text, which counts tasks.
    const text = this.#events.render(entry);
    if (!isAbout(entry, this.target)) return "";
    if (entry.kind === "role-turn" && entry.state === "started") {
      return `  ${this.style.cyan("●")} ${entry.role}\n`;
    }
    if (entry.kind === "question-asked") return this.#wrapped(`    ? ${printable(entry.question.title)}\n`);
    if (entry.kind === "question-answered") {
      return this.#wrapped(`      ${printable(entry.answer)} ${this.style.dim(`(${entry.by})`)}\n`);
    }
    return text;
  }

  #transcript(entry: Exclude<TranscriptEntry, { readonly kind: "output" }>): readonly string[] {
    const { style } = this;
    const heading = (text: string) => wrapLines([style.bold(`── ${printable(text)}`)], style).join("\n");
    const shown = (text: string) =>
      text.trim() === "" ? [] : wrapLines([visibleOutput(text).trimEnd()], style);
    switch (entry.kind) {
      case "session-opened": {
        const { agent, model, role, directory } = entry;
        return [
          heading(`session: ${agent}${model === undefined ? "" : ` (${model})`}, ${role}, in ${directory}`),
        ];
      }
      case "prompt":
        this.#said = "";
        return [heading(`prompt, turn ${entry.attempt}`), ...shown(entry.text)];
      case "request": {
        const { request: { kind, command, paths, url, title }, decision, reason } = entry;
        const what = command ?? url ?? (paths.map(({ path }) => path).join(", ") || title);
        const mark = decision === "allow" ? style.green("allowed") : style.red("refused");
        const why = reason === "" ? "" : ` (${printable(reason)})`;
        return wrapLines([`  ${printable(kind)} ${printable(what)}: ${mark}${why}`], style);
      }
      case "tool": {
        const title = printable(entry.title);
        if (entry.status === "started") return wrapLines([style.dim(`> ${title}`)], style);
        const failed = entry.status === "failed"
          ? wrapLines([`  ${style.red("✗")} ${title} failed`], style)
          : [];
        return [...failed, ...entry.diffs.flatMap((diff) => diffLines(diff, style))];
      }
      case "check":
        // The event shows the output of a failure.
        return entry.passed ? shown(entry.output.replace(/^/gm, "      ")).map(style.dim) : [];
      case "turn-ended":
        return [
          heading(`turn ended: ${entry.result}`),
          ...this.#said.trimEnd().endsWith(entry.text.trim()) ? [] : shown(entry.text),
        ];
      case "cut":
        return [style.yellow(`… the rest is not logged: more than ${entry.limit / 1_000_000} MB`)];
    }
  }
}

function diffLines({ path, text }: LoggedDiff, style: Style): readonly string[] {
  const lines = text === "" ? [] : [styledDiff(text.trimEnd(), style).replace(/^/gm, "    ")];
  return [`  ${style.bold(printable(path))}`, ...lines];
}

/** Returns the first line of a log. */
export function logHeading(run: LoggedRun, style: Style): string {
  const { text, mark = (text: string) => text } = runCell(run.state, style);
  const when = run.startedAt.slice(0, 16).replace("T", " ");
  const line = `${style.bold(`Run ${run.id}`)} · ${printable(run.command)} · ${when} UTC · ${mark(text)}`;
  return wrapLines([line], style).map((row) => `${row}\n`).join("");
}
