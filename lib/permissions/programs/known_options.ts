import { type CommandContext, hidden, isOption, unclassified } from "../effects/effects.ts";
import type { ShellWord } from "../shell/ast.ts";

/**
 * The argument of an option: none, a value, a value that is always part of the same word, a file to read, or
 * a file to write.
 */
type OptionValue = "" | ":" | "?" | "<" | ">";

/** The known options, by their names with dashes. */
export type KnownOptions = ReadonlyMap<string, OptionValue>;

/**
 * Parses the notation of known options, separated by spaces.
 *
 * `-abc` are three letters, `~abc` is the option `-abc`, `-#` any number, `!--abc` none after all. The last
 * character of a word is the kind of their value: `:` a value, `?` a value that is always part of the same word,
 * `<` a file that is read, `>` a file that is written.
 */
export function knownOptions(text: string): KnownOptions {
  const known = new Map<string, OptionValue>();
  for (const word of text.trim().split(/\s+/)) {
    const takes = /[:?<>]$/.exec(word)?.[0] ?? "";
    const name = takes === "" ? word : word.slice(0, -1);
    if (name.startsWith("!")) known.delete(name.slice(1));
    else if (/^(?:--|-#)/.test(name)) known.set(name, takes as OptionValue);
    else if (name.startsWith("~")) known.set(`-${name.slice(1)}`, takes as OptionValue);
    else for (const letter of name.slice(1)) known.set(`-${letter}`, takes as OptionValue);
  }
  return known;
}

/** Matches options by which a tool may run something else or reach a service. */
const ACTS =
  /exec|eval|plugin|load|require|import|hook|command|cmd|shell|script|program|wrapper|compiler|launch|publish|deploy|push|remote|registry|host|proxy|url|server|listen|share/i;

/** The arguments of a program, parsed by its known options. */
export interface ReadArguments {
  /** The given options, with their values. */
  readonly given: ReadonlyMap<string, ShellWord | undefined>;
  /** The values of the options, in order. */
  readonly values: readonly { readonly option: string; readonly value: ShellWord }[];
  /** The words that are neither options nor values of options. */
  readonly operands: readonly ShellWord[];
}

/**
 * Parses the arguments of a program like getopt. Adds the files that options name. For an unknown option,
 * such as the abbreviation of a long one, a person is asked in every mode; for a tool of the project in mode
 * `interactive`, if it may run something else.
 */
export function readArguments(
  context: CommandContext,
  args: readonly ShellWord[],
  { name, known, project = false, leading = false }: {
    readonly name: string;
    readonly known: KnownOptions;
    readonly project?: boolean;
    /** True if the first operand ends the options, because it begins another command. */
    readonly leading?: boolean;
  },
): ReadArguments {
  const given = new Map<string, ShellWord | undefined>();
  const operands: ShellWord[] = [];
  const values: { readonly option: string; readonly value: ShellWord }[] = [];
  let index = 0;
  const take = (option: string, rest: ShellWord | undefined) => {
    const takes = known.get(option)!;
    const value = takes === "?" ? rest : rest ?? args[++index];
    given.set(option, value);
    if (value !== undefined) values.push({ option, value });
    if (value !== undefined && takes === "<") context.path(value, "read");
    if (value !== undefined && takes === ">") context.path(value, "write");
  };
  const unknown = (option: string) => {
    if (project && !ACTS.test(option)) return;
    context.note((project ? unclassified : hidden)(`the option "${option}" of ${name} is unknown`));
  };
  for (; index < args.length; index++) {
    const word = args[index]!;
    const { text } = word;
    if (text === "--" || (leading && !isOption(word))) {
      operands.push(...args.slice(text === "--" ? index + 1 : index));
      break;
    }
    if (!isOption(word)) {
      operands.push(word);
    } else if (text.startsWith("--") || known.has(text.split("=", 1)[0]!)) {
      const equals = text.indexOf("=");
      const option = equals === -1 ? text : text.slice(0, equals);
      const takes = known.get(option);
      if (takes === undefined) unknown(option);
      else if (takes === "" && word.expands.length > 0) unknown(text);
      else if (takes === "") given.set(option, undefined);
      else take(option, equals === -1 ? undefined : partOf(word, equals + 1));
    } else if (!(known.has("-#") && /^-\d+$/.test(text))) {
      for (let at = 1; at < text.length; at++) {
        const option = `-${text[at]}`;
        const takes = known.get(option);
        if (takes === undefined) {
          unknown(option);
          break;
        }
        if (takes !== "") {
          take(option, at + 1 < text.length ? partOf(word, at + 1) : undefined);
          break;
        }
        given.set(option, undefined);
      }
    }
  }
  return { given, values, operands };
}

/** Returns the rest of a word from an offset. */
export function partOf(word: ShellWord, from: number): ShellWord {
  const text = word.text.slice(from);
  return { ...word, text, raw: text, tilde: false };
}
