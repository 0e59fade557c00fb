const FLAGS: ReadonlySet<string> = new Set(["--staged", "--strict", "--json", "--quiet", "--no-color"]);

/**
 * Parses `wf validate --staged` as a commit hook calls it: with boolean flags only, each at most once.
 *
 * Such a call is parsed without the metadata of all commands, which takes time to load at every commit.
 *
 * @returns The options, or undefined for any other call.
 */
export function hookOptions(args: readonly string[]): Readonly<Record<string, true>> | undefined {
  const [command, ...flags] = args;
  const isHookCall = command === "validate" && flags.includes("--staged") &&
    flags.every((flag, index) => FLAGS.has(flag) && flags.indexOf(flag) === index);
  return isHookCall ? Object.fromEntries(flags.map((flag) => [flag.slice("--".length), true])) : undefined;
}
