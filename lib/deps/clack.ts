/**
 * Questions on a terminal, shown on standard error.
 *
 * The library and the streams it needs are loaded only when the user is asked: imported at the top of a file
 * they would add tens of milliseconds to every start of the bundle.
 * @module
 */

import { visibleText } from "../text/terminal_text.ts";

export interface PromptChoice {
  readonly value: string;
  readonly label: string;
  /** The text shown next to the label while the choice is selected. */
  readonly hint?: string;
}

/** Ctrl-D. */
const END_OF_INPUT = "\x04";

export interface PromptChoiceOptions {
  /** The value of the preselected choice; when omitted, Enter alone chooses none. */
  readonly initial?: string | undefined;
  /** Ends the prompt as if the user cancelled it. */
  readonly signal?: AbortSignal;
}

export interface PromptTextOptions {
  /** The text to edit; empty when omitted. */
  readonly initial?: string;
  /** Ends the prompt as if the user cancelled it. */
  readonly signal?: AbortSignal;
  /** Returns why a text is not accepted, or undefined. */
  readonly problem?: (text: string) => string | undefined;
}

/** Stands for no choice while none is selected yet. */
const NONE: PromptChoice = { value: "", label: "(nothing chosen yet: choose with ↑ and ↓)" };

/**
 * Asks the user to choose one of several.
 *
 * @returns The value, or undefined when the user cancels (Ctrl-C, Ctrl-D, Escape) or the input ends.
 */
export async function promptChoice(
  message: string,
  choices: readonly PromptChoice[],
  { initial, signal }: PromptChoiceOptions = {},
): Promise<string | undefined> {
  const { clack, output, untilEnd } = await load();
  const options = [...(initial === undefined ? [NONE] : []), ...choices].map(shownChoice);
  const shown = {
    message: visibleText(message),
    options,
    initialValue: initial ?? NONE.value,
  };
  while (true) {
    const chosen = await untilEnd((signal) => clack.select<string>({ ...shown, signal, output }), signal);
    if (clack.isCancel(chosen)) return undefined;
    if (chosen !== NONE.value) return chosen;
    const labels = choices.map(({ label }) => visibleText(label));
    clack.log.warn(`Choose one of: ${labels.join(", ")}`, { output });
  }
}

/** Asks the user to choose any number; undefined when the user cancels. */
export async function promptSeveral(
  message: string,
  choices: readonly PromptChoice[],
  initial: readonly string[],
): Promise<readonly string[] | undefined> {
  const { clack, output, untilEnd } = await load();
  const shown = { message: visibleText(message), options: choices.map(shownChoice) };
  const initialValues = [...initial];
  const chosen = await untilEnd((signal) => {
    return clack.multiselect<string>({ ...shown, initialValues, required: false, signal, output });
  });
  return clack.isCancel(chosen) ? undefined : chosen;
}

/** Asks the user for a line of text; undefined when the user cancels. */
export async function promptText(
  message: string,
  { initial, signal, problem }: PromptTextOptions = {},
): Promise<string | undefined> {
  const { clack, output, untilEnd } = await load();
  const shown = {
    message: alongBar(message, output.columns),
    ...(initial === undefined ? {} : { initialValue: visibleText(initial) }),
    ...(problem === undefined
      ? {}
      : { validate: (text: string | undefined) => shownProblem(problem(text ?? "")) }),
  };
  const written = await untilEnd((signal) => clack.text({ ...shown, signal, output }), signal);
  if (clack.isCancel(written)) return undefined;
  return initial === undefined ? written ?? "" : unlessShown(written ?? "", initial);
}

/** Asks the user for lines of text, ended by Enter on an empty line; undefined when the user cancels. */
export async function promptLines(
  message: string,
  initial: readonly string[],
): Promise<readonly string[] | undefined> {
  const { clack, output, untilEnd } = await load();
  const text = initial.join("\n");
  const shown = { message: alongBar(message, output.columns), initialValue: visibleText(text) };
  const written = await untilEnd((signal) => clack.multiline({ ...shown, signal, output }));
  return clack.isCancel(written) ? undefined : unlessShown(written ?? "", text).split("\n");
}

function shownChoice({ value, label, hint }: PromptChoice): PromptChoice {
  const shown = { value, label: visibleText(label) };
  return hint === undefined ? shown : { ...shown, hint: visibleText(hint) };
}

/** Breaks a message between words, next to the bar of its prompt. The library does so only for choices. */
function alongBar(message: string, columns = 80): string {
  const bar = "│  ";
  const lines = [""];
  for (const word of visibleText(message).split(" ")) {
    const line = lines.pop()!;
    if (line === "") lines.push(word);
    else if (bar.length + line.length + word.length < columns) lines.push(`${line} ${word}`);
    else lines.push(line, word);
  }
  return lines.join(`\n${bar}`);
}

function shownProblem(problem: string | undefined): string | undefined {
  return problem === undefined ? undefined : visibleText(problem);
}

/** Returns the written text, or the unescaped initial text when the user did not change it. */
function unlessShown(written: string, initial: string): string {
  return written === visibleText(initial) ? initial : written;
}

async function load() {
  const [clack, { default: process }] = await Promise.all([
    import("npm:@clack/prompts@1.9.0"),
    import("node:process"),
  ]);
  // These letters move the selection, so that a word that is typed at a question would choose an answer.
  for (const letter of "hjkl") clack.settings.aliases.delete(letter);
  // Nothing can be shown at a terminal that is closed; the question ends by a signal.
  if (process.stderr.listenerCount("error") === 0) process.stderr.on("error", () => {});
  const { stdin, stderr: output } = process;
  /**
   * Cancels a prompt when the input ends. The library's reader stops reading then, also at Ctrl-D on an empty line,
   * and the prompt would wait for ever.
   */
  const untilEnd = async <T>(ask: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> => {
    const ended = new AbortController();
    const end = () => ended.abort();
    // The reader has taken the key when the timer fires.
    const onKey = (key: string | undefined) => {
      if (key === END_OF_INPUT) setTimeout(() => stdin.isPaused() && end());
    };
    if (stdin.readableEnded) end();
    stdin.on("keypress", onKey).once("end", end);
    try {
      return await ask(AbortSignal.any([ended.signal, ...(signal === undefined ? [] : [signal])]));
    } finally {
      stdin.off("keypress", onKey).off("end", end);
    }
  };
  return { clack, output, untilEnd };
}
