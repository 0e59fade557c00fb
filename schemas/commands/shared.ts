/**
 * Options of every command, or of several.
 * @module
 */

/** Options of every command. */
export interface GlobalOptions {
  /**
   * Run as if started in this folder.
   * @placeholder dir
   */
  readonly cwd?: string;
  /**
   * Print only JSON: one value, or one event per line.
   * @default false
   */
  readonly json?: boolean;
  /**
   * Print results without progress.
   * @default false
   */
  readonly quiet?: boolean;
  /**
   * Print without color, as with NO_COLOR.
   * @default false
   */
  readonly "no-color"?: boolean;
  /**
   * Read more arguments from standard input: "| " starts a line of several arguments, "> " a line of one.
   * @default false
   */
  readonly "arguments-from-stdin"?: boolean;
}

/** Options of every command that reads the configuration. */
export interface ConfigOverrides extends GlobalOptions {
  /**
   * Override a configuration key for this invocation.
   * @placeholder key=value
   */
  readonly set?: readonly string[];
}

/** Options of every command whose agents do work. */
export interface BudgetOverrides extends ConfigOverrides {
  /**
   * Budget of this call, a cost such as 5usd or tokens such as 2M, instead of agent.budget.run_cost or run_tokens.
   * @placeholder amount
   */
  readonly budget?: string;
}
