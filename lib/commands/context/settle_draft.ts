import type { Config, GatesConfig } from "../../../schemas/config.ts";
import type { Question } from "../../../schemas/question.ts";
import type { Consulted } from "../../apply/agent/core/consult.ts";
import type { WantedChange } from "../../prompts/new_project.ts";
import type { Answers } from "./answers.ts";

/** Documents that the agent drafts and the user confirms. */
export interface DraftStage<T> {
  /** The draft of an earlier call. */
  readonly before: T | undefined;
  /** Asks the agent, optionally for a change. */
  readonly ask: (wanted?: WantedChange) => Promise<Consulted<T>>;
  /** The gates to pass, in order. */
  readonly gates: readonly { readonly gate: keyof GatesConfig; readonly question: (value: T) => Question }[];
  /** Returns the confirmed gates, of this stage and others. */
  readonly confirmed: () => readonly string[];
  /** Saves the progress: a new draft if there is one, and the confirmed gates. */
  readonly save: (confirmed: readonly string[], draft?: T) => Promise<void>;
}

export type Settled<T> =
  | { readonly kind: "settled"; readonly value: T }
  /** A gate is not answered yet, or was declined. */
  | { readonly kind: "waiting" | "declined"; readonly question: Question }
  | Exclude<Consulted<unknown>, { readonly kind: "answer" }>;

export interface SettleOptions {
  readonly config: Config;
  readonly answers: Answers;
  readonly signal: AbortSignal;
}

/** Asks for a draft until all of its gates are confirmed. Changes that the user describes are sent back to the agent. */
export async function settleDraft<T extends object>(
  stage: DraftStage<T>,
  { config, answers, signal }: SettleOptions,
): Promise<Settled<T>> {
  // A flag gives the same answer each time: its change is made once.
  const made = new Set<string>();
  let value = stage.before;
  let wanted: WantedChange | undefined;
  for (;;) {
    if (value === undefined) {
      const answer = await stage.ask(wanted);
      if (answer.kind !== "answer") return answer;
      value = answer.value;
      const gates: readonly string[] = stage.gates.map(({ gate }) => gate);
      await stage.save(stage.confirmed().filter((gate) => !gates.includes(gate)), value);
    }
    const open = stage.gates.find(({ gate }) => config.gates[gate] && !stage.confirmed().includes(gate));
    if (open === undefined) return { kind: "settled", value };
    const question = open.question(value);
    const answer = await answers.ask(question);
    if (answer?.value === "yes") {
      await stage.save([...stage.confirmed(), open.gate]);
    } else if (answer === undefined && signal.aborted) {
      return { kind: "interrupted" };
    } else if (answer === undefined || made.has(answer.value)) {
      return { kind: "waiting", question };
    } else if (answer.value === "no") {
      return { kind: "declined", question };
    } else {
      if (answer.by === "flag") made.add(answer.value);
      wanted = { before: value, change: answer.value };
      value = undefined;
    }
  }
}
