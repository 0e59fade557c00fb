import { type Scaffold, scaffoldText, writeScaffold } from "./scaffold.ts";

/**
 * Makes the files that the program's one argument asks for in the repository of this file, and reports them.
 * Ends with 2 for wrong usage, and with 1 if nothing could be made.
 *
 * @param usage The task with its argument, for the message about wrong usage.
 */
export async function scaffoldFromArguments(
  usage: string,
  scaffoldOf: (name: string) => Scaffold,
): Promise<void> {
  const [name, ...others] = Deno.args;
  if (name === undefined || others.length > 0) return fail(`Usage: deno task ${usage}`, 2);
  try {
    const scaffold = scaffoldOf(name);
    await writeScaffold(scaffold, decodeURIComponent(new URL("../../", import.meta.url).pathname));
    Deno.stdout.writeSync(new TextEncoder().encode(scaffoldText(scaffold)));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    fail(error.message, error instanceof RangeError ? 2 : 1);
  }
}

function fail(message: string, code: number): void {
  Deno.stderr.writeSync(new TextEncoder().encode(`${message}\n`));
  Deno.exitCode = code;
}
