/**
 * Questions on a terminal, shown on standard error.
 *
 * The libraries and the streams they need are loaded only when the user is asked: imported at the top of a file
 * they would add tens of milliseconds to every start of the bundle.
 * @module
 */
import type { SelectPrompt } from "npm:@clack/core@1.6.0";
import type { Writable } from "node:stream";
import { TypedChoice } from "../collections/typed_choice.ts";
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
  const { drawing, untilEnd } = await load();
  const shown = { message: visibleText(message), choices: choices.map(shownChoice), initial };
  return await untilEnd((signal) => askChoice({ ...shown, signal }, drawing), signal);
}

/** Asks the user to choose any number; undefined when the user cancels. */
export async function promptSeveral(
  message: string,
  choices: readonly PromptChoice[],
  initial: readonly string[],
): Promise<readonly string[] | undefined> {
  const { drawing: { prompts, output }, untilEnd } = await load();
  const shown = { message: visibleText(message), options: choices.map(shownChoice) };
  const initialValues = [...initial];
  const chosen = await untilEnd((signal) => {
    return prompts.multiselect<string>({ ...shown, initialValues, required: false, signal, output });
  });
  return prompts.isCancel(chosen) ? undefined : chosen;
}

/** Asks the user for a line of text; undefined when the user cancels. */
export async function promptText(
  message: string,
  { initial, signal, problem }: PromptTextOptions = {},
): Promise<string | undefined> {
  const { drawing, untilEnd } = await load();
  const shown = {
    message: visibleText(message),
    initial: initial === undefined ? undefined : visibleText(initial),
    problem: (text: string) => shownProblem(problem?.(text)),
  };
  const written = await untilEnd((signal) => askText({ ...shown, signal }, drawing), signal);
  return initial === undefined || written === undefined ? written : unlessShown(written, initial);
}

/** Asks the user for lines of text, ended by Enter on an empty line; undefined when the user cancels. */
export async function promptLines(
  message: string,
  initial: readonly string[],
): Promise<readonly string[] | undefined> {
  const { drawing: { prompts, output }, untilEnd } = await load();
  const text = initial.join("\n");
  const shown = { message: alongBar(message, output.columns), initialValue: visibleText(text) };
  const written = await untilEnd((signal) => prompts.multiline({ ...shown, signal, output }));
  return prompts.isCancel(written) ? undefined : unlessShown(written ?? "", text).split("\n");
}

function shownChoice({ value, label, hint }: PromptChoice): PromptChoice {
  const shown = { value, label: visibleText(label) };
  return hint === undefined ? shown : { ...shown, hint: visibleText(hint) };
}

/** Breaks a message between words, next to the bar of its prompt. The library breaks them anywhere. */
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

/** Gives a terminal that does not know its size a usual one. The library would draw it one column wide. */
function assumeSize(output: object): void {
  for (const [name, usual] of Object.entries({ columns: 80, rows: 24 })) {
    if (Reflect.get(output, name) !== 0) continue;
    Object.defineProperty(output, name, {
      value: usual,
      writable: true,
      configurable: true,
      enumerable: true,
    });
  }
}

async function load() {
  const [core, prompts, { default: process }, util] = await Promise.all([
    import("npm:@clack/core@1.6.0"),
    import("npm:@clack/prompts@1.9.0"),
    import("node:process"),
    import("node:util"),
  ]);
  // These letters would move the selection up and down instead of selecting what begins with them.
  for (const letter of "hjkl") core.settings.aliases.delete(letter);
  // Nothing can be shown at a terminal that is closed; the question ends by a signal.
  if (process.stderr.listenerCount("error") === 0) process.stderr.on("error", () => {});
  const { stdin, stderr: output } = process;
  assumeSize(output);
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
  const drawing: Drawing = { core, prompts, util, output };
  return { drawing, untilEnd };
}

/** The modules that draw, which are loaded when the user is asked. */
interface Drawing {
  readonly core: typeof import("npm:@clack/core@1.6.0");
  readonly prompts: typeof import("npm:@clack/prompts@1.9.0");
  readonly util: Pick<typeof import("node:util"), "styleText">;
  readonly output: Writable & { readonly columns?: number };
}

interface ChoiceQuestion {
  readonly message: string;
  readonly choices: readonly PromptChoice[];
  /** The value of the preselected choice; undefined if nothing is chosen before a key is pressed. */
  readonly initial: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Asks for one of several choices: arrows or the first letters of a choice select it, and Enter confirms.
 *
 * @returns The value, or undefined when the user cancels.
 */
async function askChoice(
  { message, choices, initial, signal }: ChoiceQuestion,
  drawing: Drawing,
): Promise<string | undefined> {
  const { core, prompts, util: { styleText }, output } = drawing;
  const labels = choices.map(({ label }) => label);
  const first = choices.findIndex(({ value }) => value === initial);
  const rowOf = ({ label, hint }: PromptChoice, isSelected: boolean): string => {
    if (!isSelected) return styleText("dim", `${prompts.S_RADIO_INACTIVE} ${label}`);
    const more = hint === undefined ? "" : ` ${styleText("dim", `(${hint})`)}`;
    return `${styleText("green", prompts.S_RADIO_ACTIVE)} ${label}${more}`;
  };
  const keys = [
    `${styleText("dim", "↑/↓ or first letter:")} choose`,
    `${styleText("dim", "Enter:")} confirm`,
  ];
  const prompt: SelectPrompt<PromptChoice> = new core.SelectPrompt<PromptChoice>({
    options: [...choices],
    signal,
    output,
    validate: (value) => value === undefined ? `Choose one of: ${labels.join(", ")}` : undefined,
    render() {
      const head = headOf(message, this.state, drawing);
      if (isOver(this.state)) return head + answerOf(labels[this.cursor] ?? "", this.state, drawing);
      const bar = `${prompts.symbolBar(this.state)}  `;
      const problem = this.state === "error"
        ? `${core.wrapTextWithPrefix(output, styleText("yellow", this.error), bar)}\n`
        : "";
      const foot = `${prompts.formatInstructionFooter(output, keys, true).join("\n")}\n`;
      const rows = prompts.limitOptions({
        output,
        cursor: this.cursor,
        options: this.options,
        columnPadding: 3,
        rowPadding: `${head}${problem}${foot}`.split("\n").length,
        style: rowOf,
      });
      return `${head}${rows.map((row) => `${bar}${row}\n`).join("")}${problem}${foot}`;
    },
  });
  const select = (index: number) => {
    prompt.cursor = index;
    prompt.value = choices[index]?.value;
  };
  // The library would select the first choice.
  select(first);
  const typed = new TypedChoice(labels);
  prompt.on("key", (key) => {
    const index = typed.press(key, performance.now());
    if (index !== undefined) select(index === -1 ? first : index);
  });
  const answer = await prompt.prompt();
  return core.isCancel(answer) ? undefined : answer;
}

interface TextQuestion {
  readonly message: string;
  readonly initial: string | undefined;
  readonly signal: AbortSignal;
  /** Returns why a text is not accepted, or undefined. */
  readonly problem: (text: string) => string | undefined;
}

/** Asks for a line of text; undefined when the user cancels. */
async function askText(
  { message, initial, signal, problem }: TextQuestion,
  drawing: Drawing,
): Promise<string | undefined> {
  const { core, prompts, util: { styleText }, output } = drawing;
  const prompt = new core.TextPrompt({
    ...(initial === undefined ? {} : { initialValue: initial }),
    signal,
    output,
    validate: (text) => problem(text ?? ""),
    render() {
      const head = headOf(message, this.state, drawing);
      if (isOver(this.state)) return head + answerOf(this.value ?? "", this.state, drawing);
      const bar = prompts.symbolBar(this.state);
      const shown = this.state === "error" ? `  ${styleText("yellow", this.error)}` : "";
      const end = styleText(this.state === "error" ? "yellow" : "cyan", prompts.S_BAR_END);
      return `${head}${
        core.wrapTextWithPrefix(output, this.userInputWithCursor, `${bar}  `)
      }\n${end}${shown}\n`;
    },
  });
  const answer = await prompt.prompt();
  return core.isCancel(answer) ? undefined : answer;
}

type PromptState = SelectPrompt<PromptChoice>["state"];

function isOver(state: PromptState): boolean {
  return state === "submit" || state === "cancel";
}

/** Returns the lines of a question above its answer. */
function headOf(message: string, state: PromptState, { core, prompts, util, output }: Drawing): string {
  const bar = `${prompts.symbolBar(state)}  `;
  const title = core.wrapTextWithPrefix(output, message, bar, `${prompts.symbol(state)}  `);
  return `${util.styleText("gray", prompts.S_BAR)}\n${title}\n`;
}

/** Returns the lines of an answer that was given, or that the user cancelled. */
function answerOf(answer: string, state: PromptState, { core, prompts, util, output }: Drawing): string {
  const bar = util.styleText("gray", prompts.S_BAR);
  if (answer === "") return bar;
  const isCancelled = state === "cancel";
  const styled = util.styleText(isCancelled ? ["strikethrough", "dim"] : "dim", answer);
  return `${core.wrapTextWithPrefix(output, styled, `${bar}  `)}${isCancelled ? `\n${bar}` : ""}`;
}
