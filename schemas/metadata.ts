/**
 * What the generator knows about the types of this folder, as data: the source of the command
 * line, its help, its completions and the configuration reference. The values are in
 * `generated/metadata.ts`.
 * @module
 */
import type { ConfigValue } from "./config.ts";

/** A key of `.planning/config.json` that holds a value, not an object. */
export interface ConfigKey {
  /** Dotted path, for example `git.branching_strategy`. */
  readonly key: string;
  /** JSON type of the value; `integer` is a number without a fraction, `list` an array of texts. */
  readonly type: "string" | "boolean" | "integer" | "number" | "list";
  /** The value that holds when the key is missing. */
  readonly default: ConfigValue;
  /** The only values that are possible, in the order of the source. Absent when there are others. */
  readonly allowed?: readonly string[];
  /** Least number, inclusive. */
  readonly minimum?: number;
  /** Number that the value must exceed. */
  readonly exclusiveMinimum?: number;
  /** Least length of the text, or of each text of a list, in Unicode code points. */
  readonly minLength?: number;
  /** What the key means, in a sentence or two. Markdown. */
  readonly description: string;
  /** What changes when the value changes, in a sentence. */
  readonly effect: string;
}

/** A top-level key of a plan file's frontmatter. */
export interface PlanKey {
  /** The key, for example `depends_on`. */
  readonly key: string;
  /** JSON type of the value. */
  readonly type: "string" | "boolean" | "integer" | "number" | "array" | "object";
  /** What the key means, in a sentence or two. Markdown. */
  readonly description: string;
  /** The only values that are possible, in the order of the source. Absent when there are others. */
  readonly allowed?: readonly string[];
  /** True when a plan file without the key is wrong. */
  readonly required: boolean;
}

/** A flag or a positional argument of a command. */
export interface OptionMeta {
  /** Name in kebab-case, without dashes before it: `dry-run`. Also the property's name in the options type. */
  readonly name: string;
  /** `boolean` takes no value. A `string` that is `repeatable` ends up in a list. */
  readonly type: "boolean" | "string";
  /** The help text. */
  readonly description: string;
  /** What stands for the value in help, without brackets. */
  readonly placeholder?: string;
  /** The only values that are possible, in the order of the source. Absent when there are others. */
  readonly allowed?: readonly string[];
  /** The value that holds when the option is not given. */
  readonly default?: string | boolean;
  /** True when the command cannot do without it. */
  readonly required: boolean;
  /** True when it may be given more than once. */
  readonly repeatable: boolean;
}

/** A command of the command line. */
export interface CommandMeta {
  /** Name as typed, for example `execute-phase`. */
  readonly name: string;
  /** The help text. */
  readonly description: string;
  /** Arguments without a flag, in the order they are typed. */
  readonly positionals: readonly OptionMeta[];
  /** Flags: the command's own first, then those it shares with others, each in the order of the source. */
  readonly flags: readonly OptionMeta[];
}
