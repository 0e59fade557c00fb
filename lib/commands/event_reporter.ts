import type { RunEvent, RunOutcome } from "../../schemas/event.ts";
import type { EventDraft } from "../apply/run.ts";
import { EventText } from "../report/events.ts";
import type { CommandContext } from "./command.ts";

/** Shows a run's events as they come: as lines of progress, or with `--json` as one value a line. */
export class EventReporter {
  readonly #started: number;
  readonly #text: EventText;
  #commits: string[] = [];

  /** @param context What the command works with. */
  constructor(readonly context: CommandContext) {
    this.#started = context.host.now();
    this.#text = new EventText(context.progressStyle);
  }

  /** Hashes of the commits reported so far, oldest first. */
  get commits(): readonly string[] {
    return this.#commits;
  }

  /** Shows an event. */
  readonly report = (draft: EventDraft): void => {
    const elapsed = this.context.host.now() - this.#started;
    const event = { formatVersion: 1, elapsed, ...draft } as RunEvent;
    if (event.kind === "committed") this.#commits.push(event.commit);
    if (this.context.json) this.context.emit(event);
    else this.context.progress(this.#text.render(event));
  };

  /** Shows how the run ended. */
  readonly finish = (outcome: RunOutcome, next: readonly string[]): void => {
    this.report({ kind: "run-finished", outcome, commits: this.#commits.length, next });
  };
}
