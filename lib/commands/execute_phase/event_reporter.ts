import { defined } from "../../collections/defined.ts";
import type { RunEvent } from "../../../schemas/event.ts";
import type { EventDraft } from "../../apply/interaction/interaction.ts";
import type { RunLog } from "../../apply/log/run_log.ts";
import { type OpenView, openView } from "../../deps/log_update.ts";
import { summarizeRun } from "../../plan/run/summary.ts";
import { advanceView, EMPTY_VIEW } from "../../plan/run/live_view.ts";
import type { RunView } from "../../plan/run/run_view.ts";
import { EventText } from "../../report/run/events.ts";
import { type CommandContext, shownNext } from "../context/command_context.ts";
import { exitCodeOf } from "../context/lock_and_agent.ts";
import { KeyControl } from "./key_control.ts";
import type { PhaseRun } from "./run_phase.ts";

/**
 * Shows a run's events as they happen: with `--json` as one value per line, otherwise as lines of progress.
 * On a terminal, a view of the work in progress below them changes in place, and takes keys.
 */
export class EventReporter {
  readonly #text: EventText;
  #view: RunView = EMPTY_VIEW;
  #live: OpenView | undefined;
  readonly #keys: KeyControl;
  #ended = false;
  /** Output to show once the user has answered; undefined while no question is open. */
  #held: string[] | undefined;

  /**
   * @param log Receives all events.
   */
  constructor(readonly context: CommandContext, readonly log: RunLog) {
    this.#text = new EventText(context.progressStyle);
    this.#keys = new KeyControl({
      context,
      log,
      view: () => this.#view,
      redraw: () => {
        if (this.#held === undefined) this.#live?.resume();
      },
    });
  }

  readonly report = (draft: EventDraft): void => this.#report(this.log.timed(draft));

  #report(event: RunEvent): void {
    this.log.event(event);
    this.#view = advanceView(this.#view, event);
    if (this.context.json) return this.context.emit(event);
    this.#keys.add(event);
    const text = this.#text.render(event);
    if (event.kind === "run-finished") return this.context.conclude(text);
    this.#show(text);
    if (event.kind === "run-started" && event.plan.steps.length > 0 && this.context.live()) void this.#open();
  }

  /** Pauses output while the user is asked; events of that time are shown after the answer. */
  readonly pauseOutput = async <T>(ask: () => Promise<T>, answered?: AbortSignal): Promise<T> => {
    if (!await this.#keys.pause(answered)) return await ask();
    this.#held = [];
    this.#live?.pause();
    try {
      return await ask();
    } finally {
      const held = this.#held;
      this.#held = undefined;
      for (const text of held) this.#show(text);
      if (!this.#ended && this.#live !== undefined) {
        this.#live.resume();
        await this.#keys.open();
      }
    }
  };

  readonly finish = ({ outcome, next, todo }: Omit<PhaseRun, "kept">): void => {
    this.close();
    const { problem } = this.log;
    if (problem !== undefined) this.report({ kind: "notice", message: problem });
    const elapsed = this.log.elapsed();
    const summary = summarizeRun({ ...this.#view, elapsed });
    const shown = shownNext(next, exitCodeOf(outcome), this.context);
    const before = shown[0] === next[0] ? todo : undefined;
    const commits = summary.commits.length;
    const more = defined({ todo: before });
    this.#report(
      this.log.timed({ kind: "run-finished", outcome, commits, summary, next: shown, ...more }, elapsed),
    );
  };

  /** Removes the view. */
  readonly close = (): void => {
    this.#ended = true;
    this.#keys.close();
    this.#live?.pause();
    this.#live = undefined;
  };

  #show(text: string): void {
    if (text === "") return;
    if (this.#held !== undefined) this.#held.push(text);
    else if (this.#live !== undefined) this.#live.print(text);
    else this.context.progress(text);
  }

  async #open(): Promise<void> {
    const { screen, progressStyle } = this.context;
    const live = await openView({
      screen,
      text: (width) => {
        return this.#keys.text({
          now: this.log.elapsed(),
          width,
          height: screen.rows(),
          style: progressStyle,
        });
      },
    });
    if (this.#ended) return live.pause();
    this.#live = live;
    if (this.#held !== undefined) return live.pause();
    await this.#keys.open();
  }
}
