/**
 * Descriptions of the types in this folder, as data: the source of the command line, its help, its
 * completions and the configuration reference. The values are in `generated/metadata.ts`.
 * @module
 */
import type { ConfigValue } from "./config.ts";

/** A key of `.planning/config.json` that holds a value, not an object. */
export interface ConfigKey {
  /** Dotted path, for example `git.branching_strategy`. */
  readonly key: string;
  /** JSON type of the value; `integer` is a number without a fraction, `list` an array of strings. */
  readonly type: "string" | "boolean" | "integer" | "number" | "list";
  /** Value that applies when the key is missing. */
  readonly default: ConfigValue;
  /** The allowed values, in source order; absent when there is no fixed set. */
  readonly allowed?: readonly string[];
  /** Minimum, inclusive. */
  readonly minimum?: number;
  /** Minimum, exclusive. */
  readonly exclusiveMinimum?: number;
  /** Minimum length of the string, or of each string of a list, in Unicode code points. */
  readonly minLength?: number;
  /** Meaning of the key, in one or two sentences. Markdown. */
  readonly description: string;
  /** The behavior that the value changes, in one sentence. */
  readonly effect: string;
}

/** A top-level key of a plan file's frontmatter. */
export interface PlanKey {
  /** The key, for example `depends_on`. */
  readonly key: string;
  /** JSON type of the value. */
  readonly type: "string" | "boolean" | "integer" | "number" | "array" | "object";
  /** Meaning of the key, in one or two sentences. Markdown. */
  readonly description: string;
  /** The allowed values, in source order; absent when there is no fixed set. */
  readonly allowed?: readonly string[];
  /** True when every plan file must have the key. */
  readonly required: boolean;
}

/** A flag or a positional argument of a command. */
export interface OptionMeta {
  /** Name in kebab-case, without leading dashes: `dry-run`. Also the property's name in the options type. */
  readonly name: string;
  /** `boolean` takes no value. A repeatable `string` becomes a list. */
  readonly type: "boolean" | "string";
  /** The help text. */
  readonly description: string;
  /** Placeholder for the value in help, without brackets. */
  readonly placeholder?: string;
  /** The allowed values, in source order; absent when there is no fixed set. */
  readonly allowed?: readonly string[];
  /** Value that applies when the option is missing. */
  readonly default?: string | boolean;
  /** True when the command requires it. */
  readonly required: boolean;
  /** True when it may be given more than once. */
  readonly repeatable: boolean;
}

/** A command of the command line. */
export interface CommandMeta {
  /** Name as typed, for example `execute-phase`. */
  readonly name: string;
  /** What it is for: the name of its file in `schemas/commands/`. */
  readonly group: "setup" | "plan" | "run" | "look" | "edit" | "integrate";
  /** The help text. */
  readonly description: string;
  /** Positional arguments, in order. */
  readonly positionals: readonly OptionMeta[];
  /** Flags: the command's own first, then shared ones, each in source order. */
  readonly flags: readonly OptionMeta[];
}
