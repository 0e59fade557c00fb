const FLAGS: ReadonlySet<string> = new Set(["--staged", "--strict", "--json", "--quiet", "--no-color"]);

/**
 * The options of `wf validate --staged`, as a commit hook calls it: with nothing but plain flags, each once.
 *
 * Such a call can be read without the tables of all commands, which take time to load, and everybody waits
 * for their hooks at every commit.
 *
 * @returns Nothing for any other call.
 */
export function hookOptions(args: readonly string[]): Readonly<Record<string, true>> | undefined {
  const [command, ...flags] = args;
  const isHookCall = command === "validate" && flags.includes("--staged") &&
    flags.every((flag, index) => FLAGS.has(flag) && flags.indexOf(flag) === index);
  return isHookCall ? Object.fromEntries(flags.map((flag) => [flag.slice("--".length), true])) : undefined;
}
