/** Further names of commands: what people try first. */
const ALIASES: Readonly<Record<string, string>> = {
  check: "validate",
  init: "new-project",
  new: "new-project",
};

/** Reports whether arguments ask for the version: `--version` anywhere, or `-v` or `-V` without a command. */
export function isVersionRequest(args: readonly string[]): boolean {
  if (flagsIn(args).includes("--version")) return true;
  const others = args.filter((arg) => arg !== "--json");
  return others.length === 1 && args.length <= 2 && /^-[vV]$/.test(others[0]!);
}

/** Reports whether normalized arguments ask for help. */
export function wantsHelp(args: readonly string[]): boolean {
  return args[0] === "help" || flagsIn(args).some((arg) => arg === "--help" || arg === "-h");
}

/** Returns the arguments that may be flags: those before `--`. */
export function flagsIn(args: readonly string[]): readonly string[] {
  const end = args.indexOf("--");
  return end === -1 ? args : args.slice(0, end);
}

/**
 * Returns arguments as the scanner expects them: the command by its own name and first, and options in their
 * long spelling after it. Without a command they ask for help.
 */
export function normalizeArguments(args: readonly string[]): readonly string[] {
  const end = args.indexOf("--");
  const long = args.map((arg, index) => arg === "-q" && (end === -1 || index < end) ? "--quiet" : arg);
  const [first, ...rest] = commandFirst(long);
  if (first === undefined) return ["--help"];
  if (first === "help") {
    const word = rest.find((arg) => !arg.startsWith("-"));
    return word === undefined ? ["--help"] : ["help", commandNamed(word)];
  }
  const command = commandNamed(first);
  return [command, ...command === "settings" ? rest.map(keyFlag) : rest];
}

function commandNamed(name: string): string {
  return Object.hasOwn(ALIASES, name) ? ALIASES[name]! : name;
}

/** Moves the global options before the command's name to the end of its options. */
function commandFirst(args: readonly string[]): readonly string[] {
  let index = 0;
  while (index < args.length) {
    const arg = args[index]!;
    if (arg === "--cwd") index += 2;
    else if (/^--(?:json|quiet|no-color|cwd=.*)$/.test(arg)) index++;
    else break;
  }
  const command = args[index];
  if (command === undefined) return [];
  if (command.startsWith("-")) return args;
  const rest = args.slice(index + 1);
  const own = flagsIn(rest);
  return [command, ...own, ...args.slice(0, index), ...rest.slice(own.length)];
}

/** Accepts a flag of `settings` that is spelled like the key it sets: `--git.branching_strategy`. */
function keyFlag(arg: string): string {
  return arg.startsWith("--") ? arg.replace(/^[^=]+/, (flag) => flag.replaceAll("_", "-")) : arg;
}
