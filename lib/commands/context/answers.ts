import type { Question } from "../../../schemas/question.ts";
import type { Answer, AnswerPreparation, Asker } from "../../apply/interaction/interaction.ts";
import { preselected, readAnswer } from "../../plan/run/questions.ts";
import { questionLines } from "../../report/events.ts";
import { type CommandContext, UsageError } from "./command_context.ts";

/** Where answers come from. */
export interface AnswerSources {
  /** From `--answer <id>=<value>`. */
  readonly answers: ReadonlyMap<string, string>;
  /** From `--yes`: confirms every gate, and nothing else. */
  readonly yes: boolean;
}

/** Answers questions, and tells which flags answered none. */
export interface Answers {
  /** Answers a question. */
  readonly ask: Asker;
  /** Fires when a person at the terminal leaves a question unanswered (Ctrl-C, Escape). */
  readonly left: AbortSignal;
  /** What was given with `--answer`, by the ID of its question. */
  readonly given: ReadonlyMap<string, string>;
  /** Throws a UsageError where an answer that was given is none to its question. */
  require(questions: readonly Question[]): void;
  /** IDs given with `--answer` that no question had so far. */
  unused(): readonly string[];
}

/** Reads `--answer <id>=<value>`. Throws a UsageError for one that cannot be read. */
export function readAnswers(answer: readonly string[] = []): ReadonlyMap<string, string> {
  return new Map(answer.map((argument) => {
    const equals = argument.indexOf("=");
    if (equals < 1) throw new UsageError(`Cannot read --answer ${argument}: expected <id>=<value>`);
    return [argument.slice(0, equals), argument.slice(equals + 1)];
  }));
}

/** Keeps the screen free while a person is asked. */
export type Aside = <T>(ask: () => Promise<T>) => Promise<T>;

/**
 * What answers a run's questions: a flag, else the configuration, else a person at the terminal.
 *
 * The asker gives undefined when nobody is there to ask, or the person stops.
 */
export function makeAsker(
  sources: AnswerSources,
  context: CommandContext,
  aside: Aside = (ask) => ask(),
): Answers {
  const used = new Set<string>();
  const leave = new AbortController();
  const left = () => leave.abort();
  const ask = async (question: Question, prepare?: AnswerPreparation): Promise<Answer | undefined> => {
    if (question.kind === "safety") return await atTerminal(question, context, { aside, left });
    const flag = sources.answers.get(question.id);
    // A flag answers a question once: what is said of a person's finding is not said of the mended work.
    if (flag !== undefined && (question.kind === "gate" || !used.has(question.id))) {
      used.add(question.id);
      return { value: requireAnswer(question, flag), by: "flag" };
    }
    if (sources.yes && question.kind === "gate") return { value: "yes", by: "flag" };
    if (question.automatic !== undefined) return { value: question.automatic, by: "configuration" };
    return await atTerminal(question, context, { aside, left, prepare });
  };
  const require = (questions: readonly Question[]) => {
    for (const question of questions) {
      const flag = sources.answers.get(question.id);
      if (flag !== undefined) requireAnswer(question, flag);
    }
  };
  const unused = () => [...sources.answers.keys()].filter((id) => !used.has(id));
  return { ask, left: leave.signal, given: sources.answers, require, unused };
}

function requireAnswer(question: Question, answer: string): string {
  const value = readAnswer(question, answer);
  if (value !== undefined) return value;
  const allowed = question.choices.map((choice) => choice.value).join(", ");
  throw new UsageError(`"${answer}" is no answer to ${question.id}`, `Answer one of ${allowed}`);
}

interface Terminal {
  readonly aside: Aside;
  /** Takes that the person answers no question any more. */
  readonly left: () => void;
  readonly prepare?: AnswerPreparation | undefined;
}

/** Asks a person, where one is. */
async function atTerminal(
  question: Question,
  context: CommandContext,
  { aside, left, prepare = () => Promise.resolve("") }: Terminal,
): Promise<Answer | undefined> {
  const { host, json, byAgent } = context;
  // A coding agent may give the commands it runs a terminal; whoever types there is not the user.
  if (json || byAgent() || !host.isTerminal("stdin") || !host.isTerminal("stderr")) return undefined;
  const details = [question.details, await prepare()].filter((text) => text !== "").join("\n\n");
  const answer = await aside(() => askPerson({ ...question, details }, context));
  if (answer === "left") left();
  return answer === "left" ? undefined : answer;
}

const OTHER = "other";
/** What leads to an answer in a person's own words, and what then asks for it. */
const MEND = { label: "Something is not right: I will describe it", prompt: "What is to be mended?" };
const DECIDE = { label: "Something else: I will write it", prompt: "Your answer" };

/** What a person answers; undefined for words that are no answer, `left` where they stop. */
async function askPerson(
  question: Question,
  { progress, progressStyle }: CommandContext,
): Promise<Answer | "left" | undefined> {
  const { promptChoice, promptText } = await import("../../deps/clack.ts");
  const details = questionLines({ ...question, choices: [] }, progressStyle);
  if (details.length > 0) progress(`\n${details.join("\n")}\n`);
  const words = question.kind === "decision" ? DECIDE : MEND;
  const other = { value: OTHER, label: words.label };
  const chosen = await promptChoice(
    question.title,
    question.open ? [...question.choices, other] : question.choices,
    preselected(question, OTHER),
  );
  if (chosen === undefined) return "left";
  if (!question.open || chosen !== OTHER) return { value: chosen, by: "person" };
  const described = await promptText(words.prompt);
  if (described === undefined) return "left";
  const value = readAnswer(question, described);
  return value === undefined ? undefined : { value, by: "person" };
}
