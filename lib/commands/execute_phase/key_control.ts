import type { RunEvent } from "../../../schemas/event.ts";
import type { RunLog } from "../../apply/log/run_log.ts";
import { addCommand } from "../../apply/steer/command_file.ts";
import { ProgramError } from "../../errors/program_error.ts";
import { NO_KEYS, pressKey, type RunKeys, type Steer, withoutEnded } from "../../plan/keys/run_keys.ts";
import { readKeys } from "../../plan/keys/typed_keys.ts";
import type { RunView } from "../../plan/run/run_view.ts";
import { findSteered } from "../../plan/steer/find_steered.ts";
import { plansInProgress } from "../../report/terminal/live_text.ts";
import { PlanTails } from "../../report/terminal/plan_tails.ts";
import { type RunScreen, runScreen } from "../../report/terminal/run_screen.ts";
import type { CommandContext } from "../context/command_context.ts";

export interface KeyControlOptions {
  readonly context: CommandContext;
  readonly log: RunLog;
  readonly view: () => RunView;
  /** Called when something else is to be shown. */
  readonly redraw: () => void;
}

/** Lets the user see and steer the plans of a run by keys at the terminal. */
export class KeyControl {
  readonly #tails = new PlanTails();
  #keys: RunKeys = NO_KEYS;
  #restore: (() => void) | undefined;
  /** Called when no words are typed any more; undefined while no question waits for that. */
  #typed: (() => void) | undefined;
  #isOpen = false;

  constructor(readonly options: KeyControlOptions) {}

  /** Takes an event of the run. */
  add(event: RunEvent): void {
    this.#tails.add(event);
    this.#set(withoutEnded(this.#keys, this.#plans()));
  }

  /** Returns what the terminal shows. */
  text(shown: Pick<RunScreen, "now" | "width" | "height" | "style">): string {
    return runScreen({
      ...shown,
      view: this.options.view(),
      keys: this.#restore === undefined ? undefined : this.#keys,
      tails: this.#tails,
      waits: this.#typed !== undefined,
    });
  }

  /** Takes keys from now on, if the user is at the terminal. */
  async open(): Promise<void> {
    const { host, byAgent } = this.options.context;
    // A coding agent may provide a terminal to the commands it runs.
    if (this.#isOpen || byAgent() || !host.isTerminal("stdin")) return;
    this.#isOpen = true;
    const restore = await host.readKeys((text) => this.#type(text));
    if (this.#isOpen) this.#restore = restore;
    else restore?.();
  }

  /**
   * Leaves the terminal to a question, once the user has typed the words that were begun; false if it is answered
   * before that.
   */
  async pause(answered?: AbortSignal): Promise<boolean> {
    if (this.#keys.line !== undefined) {
      const stop = this.options.context.host.onInterrupt(() => this.#set({ ...this.#keys, line: undefined }));
      await new Promise<void>((typed) => {
        this.#typed = typed;
        answered?.addEventListener("abort", () => typed());
      });
      stop();
    }
    if (answered?.aborted) {
      this.#typed = undefined;
      return false;
    }
    this.close();
    return true;
  }

  /** Restores the terminal. */
  close(): void {
    this.#isOpen = false;
    this.#restore?.();
    this.#restore = undefined;
    // What is typed once a question has just been answered must not be taken for an action.
    this.#set(NO_KEYS);
  }

  #type(text: string): void {
    this.options.context.attention.seen();
    for (const key of readKeys(text)) {
      const { keys, steer } = pressKey(this.#keys, key, this.#plans());
      this.#set(keys);
      if (steer !== undefined) void this.#steer(steer);
    }
    this.options.redraw();
  }

  #set(keys: RunKeys): void {
    this.#keys = keys;
    if (keys.line !== undefined) return;
    this.#typed?.();
    this.#typed = undefined;
  }

  #plans(): readonly string[] {
    return plansInProgress(this.options.view()).map(({ planned }) => planned.id);
  }

  async #steer({ plan, ...steer }: Steer): Promise<void> {
    const { log, view, context: { host } } = this.options;
    const place = findSteered(view(), { kind: "plan", plan }, steer);
    if ("kind" in place) return this.#refuse(place.message);
    const at = new Date(host.now()).toISOString();
    try {
      await addCommand(log.git, log.id, { formatVersion: 1, at, ...steer, ...place });
    } catch (error) {
      if (!(error instanceof ProgramError)) throw error;
      this.#refuse(error.message);
    }
  }

  #refuse(message: string): void {
    this.#set({ ...this.#keys, message });
    this.options.redraw();
  }
}
