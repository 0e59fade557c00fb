import type { ExecutePhaseOptions } from "../../../schemas/commands.ts";
import type { Config } from "../../../schemas/config.ts";
import { defined } from "../../collections/defined.ts";
import { bareNumber } from "../../plan/command_lines/commands.ts";
import type { CommandContext, Outcome } from "./command_context.ts";

/** A stage of a phase that can follow another one automatically. */
export type NextStage = "plan-phase" | "execute-phase";

/** The options that a stage passes on to the next. */
export type StageOptions = Pick<ExecutePhaseOptions, "cwd" | "agent" | "set" | "budget" | "answer" | "yes">;

export interface AdvanceInput {
  /** The printed number of the phase. */
  readonly phase: string;
  readonly options: StageOptions;
  readonly config: Config;
}

/**
 * Starts the next stage of a phase if `workflow.auto_advance` is on and the current one is done, without a
 * question in between. The result of the current stage is shown first.
 *
 * @param done The outcome of the current stage, which has released the lock.
 */
export async function advance(
  to: NextStage,
  done: Outcome,
  input: AdvanceInput,
  context: CommandContext,
): Promise<Outcome> {
  const { phase, options, config } = input;
  if (!config.workflow.auto_advance || done.exitCode !== 0 || context.hosting !== undefined) return done;
  if (context.json) {
    if (done.result !== undefined) context.emit(done.result);
  } else context.conclude(`${done.text ?? ""}\n`);
  return await context.call(to, { phase: bareNumber(phase), ...handedOn(options) });
}

/** Removes the answers to questions that only a discussion asks. */
function handedOn({ cwd, agent, set, budget, yes, answer = [] }: StageOptions): StageOptions {
  const rest = answer.filter((one) => !/^D-\d+=/.test(one));
  return defined({ cwd, agent, set, budget, yes, answer: rest.length === 0 ? undefined : rest });
}
