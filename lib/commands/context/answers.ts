import type { Choice, Question } from "../../../schemas/question.ts";
import type { Answer, AnswerPreparation, Asker } from "../../apply/interaction/interaction.ts";
import { answerIds, readAnswer, refusalAnswer } from "../../plan/run/questions.ts";
import { choiceText, questionLines } from "../../report/run/question_text.ts";
import { callUntilAnswer } from "./call_user.ts";
import { AnswerElsewhere } from "./answer_elsewhere.ts";
import { type CommandContext, UsageError } from "./command_context.ts";
import { paragraphs } from "../../text/paragraphs.ts";

export interface AnswerSources {
  /** The values of `--answer <id>=<value>`, by the ID of the question. */
  readonly answers: ReadonlyMap<string, string>;
  /** The value of `--yes`: confirms all gates, but no other questions. */
  readonly yes: boolean;
}

/** Answers questions, and tracks which flags answered one. */
export interface Answers {
  readonly ask: Asker;
  /** Fires when the user cancels a question at the terminal (Ctrl-C, Escape). */
  readonly cancelled: AbortSignal;
  /** The values of `--answer`, by the ID of their question. */
  readonly given: ReadonlyMap<string, string>;
  /** Throws a UsageError when a given answer is not valid for its question. */
  require(questions: readonly Question[]): void;
  /** Returns the IDs given with `--answer` that no question has had so far. */
  unused(): readonly string[];
}

/** Parses the values of `--answer <id>=<value>`. Throws a UsageError for a malformed one. */
export function readAnswers(answer: readonly string[] = []): ReadonlyMap<string, string> {
  return new Map(answer.map((argument) => {
    const equals = argument.indexOf("=");
    if (equals < 1) throw new UsageError(`Cannot read --answer ${argument}: expected <id>=<value>`);
    return [argument.slice(0, equals), argument.slice(equals + 1)];
  }));
}

/** Returns the message about an answer that no question has had. */
export function noQuestion(id: string): string {
  return `No question was asked with the ID "${id}", so --answer ${id} changed nothing`;
}

/**
 * Holds back other output while the user is asked.
 *
 * @param answered Fires when the question need not be asked any more.
 */
export type OutputPause = <T>(ask: () => Promise<T>, answered?: AbortSignal) => Promise<T>;

/**
 * Makes the asker of a run, which takes answers from flags, then the configuration, then the terminal.
 *
 * The asker returns undefined when no terminal is available or the user cancels.
 */
export function makeAsker(
  sources: AnswerSources,
  context: CommandContext,
  pauseOutput: OutputPause = (ask) => ask(),
): Answers {
  const used = new Set<string>();
  let allPlansConfirmed = false;
  const cancellation = new AbortController();
  const cancel = () => cancellation.abort();
  let before: Promise<unknown> = Promise.resolve();
  /** Asks one question at a time: concurrent plans may ask at once. */
  const askInTurn: Asker = (question, prepare, signal) => {
    const since = context.host.now();
    const terminal = { pauseOutput, cancel, prepare, since, dismissed: signal };
    const turn = before.then(() => atTerminal(question, context, terminal));
    before = turn.catch(() => {});
    return turn;
  };
  const ask: Asker = async (question, prepare, signal) => {
    if (question.kind === "safety") return await askInTurn(question, undefined, signal);
    const [id, flag] = givenAnswer(question, sources.answers) ?? [];
    // A flag answers a question once. After a reported problem is fixed, the question is asked again.
    if (id !== undefined && (question.kind === "gate" || !used.has(id))) {
      used.add(id);
      context.stage?.answered.add(id);
      return { value: requireAnswer(question, flag!), by: "flag" };
    }
    if (sources.yes && question.kind === "gate") return { value: "yes", by: "flag" };
    if (question.automatic !== undefined) return { value: question.automatic, by: "configuration" };
    if (allPlansConfirmed && isBeforePlan(question)) return { value: "yes", by: "person" };
    const answer = await askInTurn(withAllPlans(question), prepare, signal);
    if (answer?.value !== ALL_PLANS.value) return answer;
    allPlansConfirmed = true;
    return { ...answer, value: "yes" };
  };
  const require = (questions: readonly Question[]) => {
    for (const question of questions) {
      const [, flag] = givenAnswer(question, sources.answers) ?? [];
      if (flag !== undefined) requireAnswer(question, flag);
    }
  };
  const unused = () => [...sources.answers.keys()].filter((id) => !used.has(id));
  return { ask, cancelled: cancellation.signal, given: sources.answers, require, unused };
}

/** Returns the answer given to a question by a flag, with the ID that it was given for. */
function givenAnswer(
  question: Question,
  given: ReadonlyMap<string, string>,
): readonly [id: string, answer: string] | undefined {
  const id = answerIds(question).find((each) => given.has(each));
  return id === undefined ? undefined : [id, given.get(id)!];
}

function requireAnswer(question: Question, answer: string): string {
  const value = readAnswer(question, answer);
  if (value !== undefined) return value;
  const allowed = question.choices.map((choice) => choice.value).join(", ");
  throw new UsageError(`"${answer}" is not an answer to ${question.id}`, `Answer with one of ${allowed}`);
}

/** The choice that answers the gates before each plan, for all plans of the run. */
export const ALL_PLANS: Choice = { value: "yes to all", label: "Yes to all plans of this run" };

/** Reports whether a question is the gate before a plan. */
export function isBeforePlan({ id }: Question): boolean {
  return id === "confirm_plan" || id === "execute_next_plan";
}

/** Adds the choice for all plans to the gate before one. */
export function withAllPlans(question: Question): Question {
  const { choices: [yes, ...others] } = question;
  return isBeforePlan(question) ? { ...question, choices: [yes!, ALL_PLANS, ...others] } : question;
}

interface Terminal {
  readonly pauseOutput: OutputPause;
  /** Called when the user cancels a question. */
  readonly cancel: () => void;
  readonly prepare?: AnswerPreparation | undefined;
  /** The time when the question was asked, in milliseconds since 1970. */
  readonly since: number;
  /** Fires if the question needs no answer any more. */
  readonly dismissed?: AbortSignal | undefined;
}

/** Asks at the terminal if there is one, and the caller is not a coding agent. Takes an answer from elsewhere too. */
async function atTerminal(
  question: Question,
  context: CommandContext,
  { pauseOutput, cancel, since, prepare = () => Promise.resolve(""), dismissed = NEVER }: Terminal,
): Promise<Answer | undefined> {
  const { host, json, byAgent, attention } = context;
  // A coding agent may provide a terminal to the commands it runs. Its input is not the user's.
  if (json || byAgent() || !host.isTerminal("stdin") || !host.isTerminal("stderr")) return undefined;
  const elsewhere = new AnswerElsewhere(question, since, context.log);
  const interrupted = new AbortController();
  // Ctrl-C is a key while a question waits; other programs, and a terminal that is closed, send signals.
  const unlisten = host.onInterrupt(() => interrupted.abort());
  const isEnded = AbortSignal.any([elsewhere.signal, dismissed]);
  const signal = AbortSignal.any([isEnded, interrupted.signal]);
  let answered: (() => void) | undefined;
  try {
    const details = paragraphs([question.details, await prepare()]);
    answered = callUntilAnswer(() => attention.call({ kind: "waiting", text: question.title }));
    const answer = await pauseOutput(async () => {
      return isEnded.aborted ? undefined : await askUser({ ...question, details }, signal, context);
    }, isEnded);
    if (elsewhere.value !== undefined) return { value: elsewhere.value, by: "elsewhere" };
    if (dismissed.aborted) return undefined;
    attention.seen();
    if (answer === "cancelled") cancel();
    return answer === "cancelled" ? undefined : answer;
  } finally {
    answered?.();
    unlisten();
    elsewhere.close();
  }
}

const NEVER = new AbortController().signal;
const OTHER = "other";
/** The choice that leads to an answer in the user's own words, and the prompt for that answer. */
const DESCRIBE = { label: "Something is wrong: I will describe it", prompt: "What needs to be fixed?" };
const WORDS: Readonly<Partial<Record<Question["kind"], typeof DESCRIBE>>> = {
  decision: { label: "Something else: I will write it", prompt: "Your answer" },
  agent: { label: "Something else: I will write it", prompt: "Your words to the agent" },
  safety: { label: "Refuse, and tell the agent why", prompt: "Your words to the agent" },
};

/** Asks the user; undefined when the text is not a valid answer, `cancelled` when the user cancels. */
async function askUser(
  question: Question,
  signal: AbortSignal,
  { show, progressStyle }: CommandContext,
): Promise<Answer | "cancelled" | undefined> {
  const { promptChoice, promptText } = await import("../../deps/clack.ts");
  const details = questionLines({ ...question, choices: [] }, progressStyle);
  if (details.length > 0) show(`\n${details.join("\n")}\n`);
  const words = WORDS[question.kind] ?? DESCRIBE;
  const other = { value: OTHER, label: words.label };
  const choices = question.choices.map((choice) => ({ value: choice.value, label: choiceText(choice) }));
  const chosen = await promptChoice(
    question.title,
    question.open ? [...choices, other] : choices,
    { initial: question.preselected, signal },
  );
  if (chosen === undefined) return "cancelled";
  if (!question.open || chosen !== OTHER) return { value: chosen, by: "person" };
  const described = await promptText(words.prompt, { signal });
  if (described === undefined) return "cancelled";
  // Words never allow a request, even if they are the value of a choice.
  const value = question.kind === "safety" ? refusalAnswer(described) : readAnswer(question, described);
  return value === undefined ? undefined : { value, by: "person" };
}
