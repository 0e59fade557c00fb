import type { Config } from "../../../schemas/config.ts";
import { bareNumber } from "../../plan/command_lines/commands.ts";
import { transitionQuestion } from "../../plan/run/questions.ts";
import type { Answers } from "./answers.ts";
import type { CommandContext, Outcome } from "./command_context.ts";

/** A stage of the work on a phase that others lead to. */
export type NextStage = "plan-phase" | "execute-phase";

/** The options that a stage hands on to the next. */
export interface StageOptions {
  /** Folder to work in. */
  readonly cwd?: string;
  /** Agent instead of the configured one. */
  readonly agent?: string;
  /** Overrides of the configuration. */
  readonly set?: readonly string[];
  /** Answers. */
  readonly answer?: readonly string[];
  /** Whether gates are confirmed. */
  readonly yes?: boolean;
}

/** What {@link advance} works with. */
export interface AdvanceInput {
  /** Number of the phase, as printed. */
  readonly phase: string;
  /** The options of the stage that is done. */
  readonly options: StageOptions;
  /** The configuration of this invocation. */
  readonly config: Config;
  /** Answers gates. */
  readonly answers: Answers;
}

/**
 * Goes on with the next stage of a phase where `workflow.auto_advance` says so and the stage before
 * is done; between them only the gate `confirm_transition` asks. The result of the stage before is
 * shown before the next one begins, and names the command that goes on by hand.
 *
 * @param done What came of the stage before, which holds the lock no longer.
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
    if (answers.left.aborted) return { ...done, exitCode: 130 };
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

/** The options without the answers to questions that only a discussion asks. */
function handedOn({ answer, ...options }: StageOptions): StageOptions {
  const rest = (answer ?? []).filter((one) => !/^D-\d+=/.test(one));
  return { ...pick(options), ...(rest.length === 0 ? {} : { answer: rest }) };
}

function pick({ cwd, agent, set, yes }: StageOptions): StageOptions {
  return {
    ...(cwd === undefined ? {} : { cwd }),
    ...(agent === undefined ? {} : { agent }),
    ...(set === undefined ? {} : { set }),
    ...(yes === undefined ? {} : { yes }),
  };
}
