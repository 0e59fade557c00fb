import type { ExecutePhaseOptions } from "../../../schemas/commands.ts";
import type { Config } from "../../../schemas/config.ts";
import { defined } from "../../collections/defined.ts";
import { bareNumber } from "../../plan/command_lines/commands.ts";
import { transitionQuestion } from "../../plan/run/questions.ts";
import type { Answers } from "./answers.ts";
import type { CommandContext, Outcome } from "./command_context.ts";

/** A stage of a phase that can follow another one automatically. */
export type NextStage = "plan-phase" | "execute-phase";

/** The options that a stage passes on to the next. */
export type StageOptions = Pick<ExecutePhaseOptions, "cwd" | "agent" | "set" | "answer" | "yes">;

export interface AdvanceInput {
  /** The printed number of the phase. */
  readonly phase: string;
  readonly options: StageOptions;
  readonly config: Config;
  readonly answers: Answers;
}

/**
 * Starts the next stage of a phase if `workflow.auto_advance` is on and the current one is done. Only the
 * gate `confirm_transition` asks in between. The result of the current stage is shown first, with the command
 * that starts the next stage manually.
 *
 * @param done The outcome of the current stage, which has released the lock.
 */
export async function advance(
  to: NextStage,
  done: Outcome,
  input: AdvanceInput,
  context: CommandContext,
): Promise<Outcome> {
  const { phase, options, config, answers } = input;
  if (!config.workflow.auto_advance || done.exitCode !== 0) return done;
  if (config.gates.confirm_transition) {
    const question = transitionQuestion(phase, to);
    const answer = await answers.ask(question);
    if (answer?.value === "no") return done;
    if (answers.cancelled.aborted) return { ...done, exitCode: 130 };
    if (answer === undefined) {
      const waiting = `${context.style.yellow("?")} Waiting for an answer: ${question.title}\n`;
      const result = done.result === undefined ? {} : { result: { ...done.result, question } };
      return { exitCode: 3, text: `${waiting}${done.text ?? ""}`, ...result };
    }
  }
  if (context.json) {
    if (done.result !== undefined) context.emit(done.result);
  } else context.progress(`${done.text ?? ""}\n`);
  return await context.call(to, { phase: bareNumber(phase), ...handedOn(options) });
}

/** Removes the answers to questions that only a discussion asks. */
function handedOn({ cwd, agent, set, yes, answer = [] }: StageOptions): StageOptions {
  const rest = answer.filter((one) => !/^D-\d+=/.test(one));
  return defined({ cwd, agent, set, yes, answer: rest.length === 0 ? undefined : rest });
}
