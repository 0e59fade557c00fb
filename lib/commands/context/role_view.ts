import type { RunEvent } from "../../../schemas/event.ts";
import type { Asker, EventDraft } from "../../apply/interaction/interaction.ts";
import { aboveViews, type OpenView, openView } from "../../deps/log_update.ts";
import { advanceView, EMPTY_VIEW } from "../../plan/run/live_view.ts";
import type { RunView } from "../../plan/run/run_view.ts";
import { liveText } from "../../report/terminal/live_text.ts";
import type { Answers } from "./answers.ts";
import type { CommandContext } from "./command_context.ts";

/** Shows the turn in progress of an agent that researches, plans or answers, in place on a terminal. */
export class RoleView {
  /** The context of the command, with its output above the view. */
  readonly context: CommandContext;
  readonly #started: number;
  #view: RunView = EMPTY_VIEW;
  #live: OpenView | undefined;
  #isOpen = false;
  #isAsking = false;

  constructor(readonly outer: CommandContext) {
    this.#started = outer.host.now();
    const above = (write: (text: string) => void) => (text: string) => aboveViews(() => write(text));
    this.context = { ...outer, progress: above(outer.progress), show: above(outer.show) };
  }

  /** Takes an event: it is logged, and shown if it is about a turn. */
  readonly report = (draft: EventDraft): void => {
    const { log } = this.outer;
    log?.event(log.timed(draft));
    this.#view = advanceView(
      this.#view,
      { formatVersion: 1, elapsed: this.#elapsed(), ...draft } as RunEvent,
    );
    if (draft.kind === "role-turn" && !this.#isOpen && this.outer.live()) void this.#open();
  };

  /** Returns answers that hide the view while the user is asked. */
  answers(answers: Answers): Answers {
    const ask: Asker = async (question, prepare) => {
      this.#isAsking = true;
      this.#live?.pause();
      try {
        return await answers.ask(question, prepare);
      } finally {
        this.#isAsking = false;
        this.#live?.resume();
      }
    };
    return { ...answers, ask };
  }

  /** Removes the view. */
  close(): void {
    this.#isOpen = false;
    this.#live?.pause();
    this.#live = undefined;
  }

  async #open(): Promise<void> {
    this.#isOpen = true;
    const { screen, progressStyle } = this.outer;
    const live = await openView({
      screen,
      text: (width) => liveText(this.#view, { now: this.#elapsed(), width, style: progressStyle }),
    });
    if (!this.#isOpen || this.#isAsking) live.pause();
    if (this.#isOpen) this.#live = live;
  }

  #elapsed(): number {
    return this.outer.host.now() - this.#started;
  }
}
