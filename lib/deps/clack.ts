/**
 * Questions on a terminal, shown on standard error.
 *
 * The library and the streams it needs are loaded when a person is asked and not before: imported
 * at the top of a file they would cost every start of the bundle tens of milliseconds.
 * @module
 */

/** A choice of {@link promptChoice}. */
export interface PromptChoice {
  /** What is given back. */
  readonly value: string;
  /** What is shown. */
  readonly label: string;
}

/** Lets a person choose; undefined when the person stops (Ctrl-C, Escape). The first is preselected. */
export async function promptChoice(
  message: string,
  choices: readonly PromptChoice[],
): Promise<string | undefined> {
  const { clack, output } = await load();
  const chosen = await clack.select<string>({ message, options: [...choices], output });
  return clack.isCancel(chosen) ? undefined : chosen;
}

/** Lets a person write a line; undefined when the person stops. */
export async function promptText(message: string): Promise<string | undefined> {
  const { clack, output } = await load();
  const written = await clack.text({ message, output });
  return clack.isCancel(written) ? undefined : written;
}

async function load() {
  const [clack, { default: process }] = await Promise.all([
    import("npm:@clack/prompts@1.9.0"),
    import("node:process"),
  ]);
  return { clack, output: process.stderr };
}
