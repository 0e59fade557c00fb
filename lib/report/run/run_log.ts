import type { LoggedRun, TranscriptEntry } from "../../../schemas/run_log.ts";
import { isTranscriptEntry, type LogEntry } from "../../plan/log/log_entries.ts";
import { isAbout, type LogTarget } from "../../plan/log/log_target.ts";
import { visibleOutput } from "../../text/terminal_text.ts";
import { EventText } from "../events.ts";
import { runCell } from "./runs.ts";
import { printable, type Style } from "../terminal/style.ts";

/** Formats the entries of a log, one after the other. */
export class LogText {
  readonly #events: EventText;

  constructor(readonly target: LogTarget, readonly style: Style) {
    this.#events = new EventText(style);
  }

  /** Returns the text of an entry, with a line break at its end; empty for one that shows nothing. */
  render(entry: LogEntry): string {
    if (isTranscriptEntry(entry)) return `${this.#transcript(entry)}\n`;
    // Every event is given to the text, which counts tasks.
    const text = this.#events.render(entry);
    if (!isAbout(entry, this.target)) return "";
    if (entry.kind === "question-asked") return `    ? ${printable(entry.question.title)}\n`;
    if (entry.kind === "question-answered") {
      return `      ${printable(entry.answer)} ${this.style.dim(`(${entry.by})`)}\n`;
    }
    return text;
  }

  #transcript(entry: TranscriptEntry): string {
    const { style } = this;
    const heading = (text: string) => style.bold(`── ${printable(text)}`);
    switch (entry.kind) {
      case "session-opened": {
        const { agent, model, role, directory } = entry;
        return heading(
          `session: ${agent}${model === undefined ? "" : ` (${model})`}, ${role}, in ${directory}`,
        );
      }
      case "prompt":
        return `${heading(`prompt, turn ${entry.attempt}`)}\n${visibleOutput(entry.text).trimEnd()}`;
      case "output":
        return visibleOutput(entry.text).trimEnd();
      case "request": {
        const { request: { kind, command, paths, url, title }, decision, reason } = entry;
        const what = command ?? url ?? (paths.map(({ path }) => path).join(", ") || title);
        const mark = decision === "allow" ? style.green("allowed") : style.red("refused");
        return `  ${printable(kind)} ${printable(what)}: ${mark}${
          reason === "" ? "" : ` (${printable(reason)})`
        }`;
      }
      case "turn-ended": {
        const text = visibleOutput(entry.text).trimEnd();
        return [heading(`turn ended: ${entry.result}`), ...text === "" ? [] : [text]].join("\n");
      }
      case "cut":
        return style.yellow(`… the rest is not logged: more than ${entry.limit / 1_000_000} MB`);
    }
  }
}

/** Returns the first line of a log. */
export function logHeading(run: LoggedRun, style: Style): string {
  const { text, mark = (text: string) => text } = runCell(run.state, style);
  const when = run.startedAt.slice(0, 16).replace("T", " ");
  return `${style.bold(`Run ${run.id}`)} · ${printable(run.command)} · ${when} UTC · ${mark(text)}\n`;
}
