import type { RunEvent, RunOutcome } from "../../../schemas/event.ts";
import type { EventDraft } from "../../apply/interaction/interaction.ts";
import { type OpenView, openView } from "../../deps/listr.ts";
import { summarizeRun } from "../../plan/run/summary.ts";
import { advanceView, NO_VIEW, type RunView } from "../../plan/run/live_view.ts";
import { EventText } from "../../report/events.ts";
import { liveRows, rowMark } from "../../report/terminal/live_rows.ts";
import type { CommandContext } from "../context/command_context.ts";

/**
 * Shows a run's events as they come: with `--json` as one value a line, else as lines of progress. At a
 * terminal a view of what is under way stands below them and changes in place.
 */
export class EventReporter {
  readonly #started: number;
  readonly #text: EventText;
  #view: RunView = NO_VIEW;
  #live: OpenView | undefined;
  #ended = false;
  /** What is shown once a person has answered. */
  #held: string[] | undefined;

  /** @param context What the command works with. */
  constructor(readonly context: CommandContext) {
    this.#started = context.host.now();
    this.#text = new EventText(context.progressStyle);
  }

  /** Shows an event. */
  readonly report = (draft: EventDraft): void => {
    const event = { formatVersion: 1, elapsed: this.#elapsed(), ...draft } as RunEvent;
    this.#view = advanceView(this.#view, event);
    if (this.context.json) return this.context.emit(event);
    this.#show(this.#text.render(event));
    if (event.kind === "run-started" && event.plan.steps.length > 0 && this.context.live()) void this.#open();
  };

  /** Keeps the screen free while a person is asked: what happens meanwhile is shown after the answer. */
  readonly aside = async <T>(ask: () => Promise<T>): Promise<T> => {
    this.#held = [];
    this.#live?.pause();
    try {
      return await ask();
    } finally {
      const held = this.#held;
      this.#held = undefined;
      for (const text of held) this.#show(text);
      if (!this.#ended) await this.#live?.resume();
    }
  };

  /** Shows how the run ended. */
  readonly finish = (outcome: RunOutcome, next: readonly string[]): void => {
    this.close();
    const elapsed = this.#elapsed();
    const summary = summarizeRun({ ...this.#view, elapsed });
    this.report({ kind: "run-finished", outcome, commits: summary.commits.length, summary, next });
  };

  /** Takes the view away. */
  readonly close = (): void => {
    this.#ended = true;
    this.#live?.close();
    this.#live = undefined;
  };

  #elapsed(): number {
    return this.context.host.now() - this.#started;
  }

  #show(text: string): void {
    if (text === "") return;
    if (this.#held !== undefined) this.#held.push(text);
    else if (this.#live !== undefined) this.#live.print(text);
    else this.context.progress(text);
  }

  async #open(): Promise<void> {
    const { draw, progressStyle } = this.context;
    const live = await openView({
      write: draw,
      rows: () => liveRows(this.#view, this.#elapsed(), progressStyle),
      mark: (state) => rowMark(state, progressStyle),
    });
    if (this.#ended) return live.close();
    if (this.#held !== undefined) live.pause();
    this.#live = live;
  }
}
