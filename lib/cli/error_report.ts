import type { ErrorResult } from "../../schemas/results/program.ts";
import { InternalError } from "../errors/internal_error.ts";
import type { ProgramError } from "../errors/program_error.ts";
import type { Host } from "../host/host.ts";
import { errorDetails, INTERNAL_ERROR_HINT } from "../report/error_details.ts";
import { makeStyle } from "../report/terminal/style.ts";
import { wrapLines } from "../report/terminal/wrap_words.ts";
import { visibleText } from "../text/terminal_text.ts";
import { attempt, type SafeOutput } from "./safe_output.ts";

export interface ErrorReportOptions {
  readonly host: Host;
  readonly output: SafeOutput;
  /** True to print the error as data too. */
  readonly json: boolean;
}

/**
 * Reports an error on standard error, and with `--json` on standard output too. A report that cannot be
 * written is dropped, because there is no one left to read it.
 *
 * @returns The exit code.
 */
export function reportError(error: ProgramError, { host, output, json }: ErrorReportOptions): number {
  const isInternal = error instanceof InternalError;
  const message = output.masked(error.message);
  const hint = isInternal ? INTERNAL_ERROR_HINT : output.masked(error.hint);
  const style = makeStyle(output.marks("stderr"), host.columns("stderr"));
  const lines = `${style.red("error")} ${visibleText(message)}`.split("\n");
  if (isInternal || host.trace?.wants() === true) {
    const details = errorDetails(error, { runtime: host.installation().runtime, home: host.home() });
    lines.push(...visibleText(details).split("\n").map((line) => `  ${line}`));
  }
  if (hint !== "") lines.push(`  ${style.dim("→")} ${visibleText(hint)}`);
  attempt(() => output.message(`${wrapLines(lines, style).join("\n")}\n`));
  if (!json) return error.exitCode;
  const { exitCode } = error;
  const result: ErrorResult = {
    formatVersion: 1,
    error: { message, exitCode, ...(hint === "" ? {} : { hint }) },
  };
  attempt(() => output.json(result));
  return exitCode;
}
