/**
 * The results of `config`, `set-profile` and `settings`.
 * @module
 */
import type { RoleModel } from "../role_model.ts";
import type { ConfigValue } from "../config.ts";

/** A key of the configuration and its effective value. */
export interface ConfigEntry {
  /** Dotted key. */
  readonly key: string;
  /** The effective value. */
  readonly value: ConfigValue;
  /** The built-in default. */
  readonly default: ConfigValue;
  /**
   * Source of the value. `mode`: yolo turns gates off. `gitignore`: git ignores `.planning/`. `policy`: your own
   * `~/.wf/policy.json`.
   */
  readonly origin: "default" | "file" | "flag" | "mode" | "gitignore" | "policy";
}

/** Result of `config list` and `config get`. */
export interface ConfigResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The keys, in the order of the reference. */
  readonly values: readonly ConfigEntry[];
}

/** Result of `config explain`. */
export interface ConfigExplanation {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The key, its value and the source of the value. */
  readonly value: ConfigEntry;
  /** Meaning of the key. */
  readonly description: string;
  /** The behavior that the value changes. */
  readonly effect: string;
  /** Type of the value; a `list` is an array of strings. */
  readonly type: "string" | "boolean" | "integer" | "number" | "list";
  /** The allowed values; absent when there is no fixed set. */
  readonly allowed?: readonly string[];
  /** The model of each role, for the keys that determine it. */
  readonly models?: readonly RoleModel[];
}

/** A change to a value of the configuration. */
export interface ConfigChange {
  /** Dotted key. */
  readonly key: string;
  /** Old value; null when the key was not in the file. */
  readonly before: ConfigValue | null;
  /** New value; null when the key is removed. */
  readonly after: ConfigValue | null;
}

/** Result of `config set`, `config unset`, `set-profile` and `settings`. */
export interface ConfigChanges {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Changes that were made, or with `--dry-run` would be. */
  readonly changes: readonly ConfigChange[];
  /** Files that were written, absolute or relative to the project root. */
  readonly written: readonly string[];
}
