/**
 * Questions on a terminal, shown on standard error.
 *
 * The library and the streams it needs are loaded when a person is asked and not before: imported
 * at the top of a file they would cost every start of the bundle tens of milliseconds.
 * @module
 */

import { visibleText } from "../text/terminal_text.ts";

/** A choice of {@link promptChoice} and {@link promptSeveral}. */
export interface PromptChoice {
  /** What is given back. */
  readonly value: string;
  /** What is shown. */
  readonly label: string;
  /** What is shown beside it while it is selected. */
  readonly hint?: string;
}

/** What {@link promptText} begins with and allows. */
export interface PromptTextOptions {
  /** The text that is there to be edited. */
  readonly initial?: string;
  /** What is wrong with a text, or undefined. */
  readonly problem?: (text: string) => string | undefined;
}

/**
 * Lets a person choose one.
 *
 * @param initial The choice that is preselected; the first when left out.
 * @returns Undefined when the person stops (Ctrl-C, Escape).
 */
export async function promptChoice(
  message: string,
  choices: readonly PromptChoice[],
  initial?: string,
): Promise<string | undefined> {
  const { clack, output } = await load();
  const start = initial === undefined ? {} : { initialValue: initial };
  const shown = { message: visibleText(message), options: choices.map(shownChoice) };
  const chosen = await clack.select<string>({ ...shown, output, ...start });
  return clack.isCancel(chosen) ? undefined : chosen;
}

/** Lets a person choose some or none; undefined when the person stops. */
export async function promptSeveral(
  message: string,
  choices: readonly PromptChoice[],
  initial: readonly string[],
): Promise<readonly string[] | undefined> {
  const { clack, output } = await load();
  const shown = { message: visibleText(message), options: choices.map(shownChoice) };
  const chosen = await clack.multiselect<string>({
    ...shown,
    initialValues: [...initial],
    required: false,
    output,
  });
  return clack.isCancel(chosen) ? undefined : chosen;
}

/** Lets a person write a line; undefined when the person stops. */
export async function promptText(
  message: string,
  { initial, problem }: PromptTextOptions = {},
): Promise<string | undefined> {
  const { clack, output } = await load();
  const written = await clack.text({
    message: visibleText(message),
    output,
    ...(initial === undefined ? {} : { initialValue: visibleText(initial) }),
    ...(problem === undefined ? {} : { validate: (text) => shownProblem(problem(text ?? "")) }),
  });
  if (clack.isCancel(written)) return undefined;
  return initial === undefined ? written ?? "" : unlessShown(written ?? "", initial);
}

/** Lets a person write lines, ended by Enter on an empty one; undefined when the person stops. */
export async function promptLines(
  message: string,
  initial: readonly string[],
): Promise<readonly string[] | undefined> {
  const { clack, output } = await load();
  const text = initial.join("\n");
  const shown = { message: visibleText(message), initialValue: visibleText(text) };
  const written = await clack.multiline({ ...shown, output });
  return clack.isCancel(written) ? undefined : unlessShown(written ?? "", text).split("\n");
}

function shownChoice({ value, label, hint }: PromptChoice): PromptChoice {
  const shown = { value, label: visibleText(label) };
  return hint === undefined ? shown : { ...shown, hint: visibleText(hint) };
}

function shownProblem(problem: string | undefined): string | undefined {
  return problem === undefined ? undefined : visibleText(problem);
}

/** What was written; the text itself that there was to edit, where it was left as it was shown. */
function unlessShown(written: string, initial: string): string {
  return written === visibleText(initial) ? initial : written;
}

async function load() {
  const [clack, { default: process }] = await Promise.all([
    import("npm:@clack/prompts@1.9.0"),
    import("node:process"),
  ]);
  return { clack, output: process.stderr };
}
