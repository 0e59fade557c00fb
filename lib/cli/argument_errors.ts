import { commands } from "../../generated/commands.ts";
import type { CommandMeta, OptionMeta } from "../../schemas/metadata.ts";
import { flagsOf } from "../commands/config/setting_flags.ts";
import { type ApplicationText, ArgumentScannerError, formatScannerError, text_en } from "../deps/stricli.ts";
import { sharedFlags } from "../report/completions/read_words.ts";
import { nearest } from "../text/nearest.ts";
import { examplesOf } from "./examples.ts";
import { topics } from "./topics.ts";
import { listText } from "../text/list_text.ts";

/** What other tools name commands. */
const OTHERS: Readonly<Record<string, string>> = {
  history: "runs",
  lint: "validate",
  list: "status",
  pr: "ship",
  revert: "undo",
  task: "quick",
};

/**
 * Returns the messages of the command line about arguments that it cannot read.
 *
 * @param command The called command; undefined for an unknown one.
 */
export function argumentErrors(command: CommandMeta | undefined): ApplicationText {
  const name = `wf ${command?.name ?? ""}`.trimEnd();
  const positionals = command?.positionals ?? [];
  const flags = command === undefined ? [] : flagsOf(command);
  return {
    ...text_en,
    noCommandRegisteredForInput: ({ input }) => {
      if (input.startsWith("-")) return unknownOption(input);
      const other = OTHERS[input] ?? commands.find(({ name }) => name.startsWith(input))?.name;
      if (other !== undefined) return `Unknown command "${input}", did you mean "${other}"?`;
      const topic = topics.find(({ name }) => name.startsWith(input))?.name;
      if (topic !== undefined) return `Unknown command "${input}", did you mean "help ${topic}"?`;
      // A typo in a first word is still one if the rest is missing: `excute 1`.
      const words = commands.flatMap(({ name }) => [{ name }, { name: firstWord(name) }]);
      return `Unknown command "${input}"${meant(input, words, (word) => `"${commandWith(word)}"`)}`;
    },
    exceptionWhileParsingArguments(thrown, color) {
      if (!(thrown instanceof ArgumentScannerError)) {
        return text_en.exceptionWhileParsingArguments.call(this, thrown, color);
      }
      return formatScannerError(thrown, {
        FlagNotFoundError: ({ input }) => {
          return `${name} has no option --${input}${meant(input, flags, (word) => `--${word}`)}`;
        },
        AliasNotFoundError: ({ input }) => `${name} has no option -${input}`,
        UnsatisfiedPositionalError: ({ placeholder }) => {
          const missing = positionals.find((one) => shown(one) === placeholder);
          return `${name} needs <${placeholder}>: ${
            missing === undefined ? "an argument" : neededText(missing)
          }`;
        },
        UnexpectedPositionalError: ({ input, expectedCount }) => {
          const takes = expectedCount === 0
            ? "no arguments"
            : positionals.map((one) => `<${shown(one)}>`).join(" ");
          return `Unexpected argument "${input}": ${name} takes ${takes}`;
        },
        UnsatisfiedFlagError: ({ externalFlagName: flag }) => `--${flag} needs a value`,
        UnexpectedFlagError: ({ externalFlagName: flag }) => `--${flag} is given twice`,
        InvalidNegatedFlagSyntaxError: ({ externalFlagName: flag }) => `--${flag} takes no value`,
        EnumValidationError: ({ externalFlagName: flag, input, values }) => {
          const known = values.map((name) => ({ name }));
          return `--${flag} is "${input}", expected ${listText(values, "or")}${
            meant(input, known, (word) => `"${word}"`)
          }`;
        },
        ArgumentParseError: ({ externalFlagNameOrPlaceholder: of, input, exception }) => {
          if (flags.some((flag) => flag.name === of)) return `--${of} takes no value`;
          return `<${of}> is "${input}", ${exception instanceof Error ? exception.message : ""}`;
        },
      });
    },
  };
}

/**
 * Returns the hint for arguments that cannot be read: a call that can, if possible with the arguments that the
 * message is about.
 */
export function exampleOf(command: CommandMeta | undefined, message: string): string {
  if (command === undefined) return "All commands and topics: wf --help";
  const examples = examplesOf(command);
  const [option] = /--[a-z][a-z-]*/.exec(message) ?? [];
  const needs = message.endsWith("needs a value") &&
    flagsOf(command).find(({ name }) => `--${name}` === option);
  const example = examples.find((one) => option !== undefined && one.split(" ").includes(option)) ??
    (needs ? `${examples[0]} ${option} ${needs.allowed?.[0] ?? `<${shown(needs)}>`}` : examples[0]);
  return `For example: ${example}; all options: wf ${command.name} --help`;
}

/** Returns the message about an option before the command that may not be there. */
function unknownOption(input: string): string {
  const name = input.replace(/^--/, "").replace(/=.*/s, "");
  if (
    input.startsWith("--") && commands.some((command) => flagsOf(command).some((flag) => flag.name === name))
  ) {
    return `--${name} is an option of commands: give it after the command`;
  }
  const shared = [...sharedFlags(commands), { name: "help" }, { name: "version" }];
  return `wf has no option ${input}${meant(name, shared, (word) => `--${word}`)}`;
}

/** Returns the values of a missing argument, or describes it in one sentence. */
function neededText({ allowed, description }: OptionMeta): string {
  return allowed === undefined ? description.replace(/\.(?: .*)?$/s, "") : listText(allowed, "or");
}

function shown({ name, placeholder }: OptionMeta): string {
  return placeholder ?? name;
}

function firstWord(name: string): string {
  return name.replace(/-.*/, "");
}

/** Returns the command of a name, or the first one that begins with it. */
function commandWith(word: string): string {
  return (commands.find(({ name }) => name === word) ??
    commands.find(({ name }) => firstWord(name) === word))!.name;
}

function meant(
  input: string,
  known: readonly { readonly name: string }[],
  quote: (word: string) => string,
): string {
  const word = nearest(input, known.map(({ name }) => name));
  return word === undefined ? "" : `, did you mean ${quote(word)}?`;
}
