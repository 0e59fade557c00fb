import type { DoctorResult, HealthCheck } from "../../../schemas/results/doctor.ts";
import { wrapLines } from "../terminal/wrap_words.ts";
import { printable, type Style } from "../terminal/style.ts";

/** Describes the checks, each with the command that solves it. */
export function doctorText({ checks, fixed, next }: DoctorResult, style: Style): string {
  const marks: Readonly<Record<HealthCheck["state"], string>> = {
    ok: style.green("✓"),
    note: style.dim("·"),
    warning: style.yellow("!"),
    error: style.red("✗"),
  };
  const lines = checks.flatMap(({ state, message, fix }) => [
    ...wrapLines([`${marks[state]} ${printable(message)}`], style),
    ...fix === undefined ? [] : [`    ${style.cyan(printable(fix))}`],
  ]);
  const done = fixed.map((line) => `${style.green("✓")} ${printable(line)}`);
  return [
    ...done.length === 0 ? [] : [style.bold("Fixed:"), ...done, ""],
    ...lines,
    ...next.length === 0 ? [] : ["", style.bold("Next:")],
    ...next.map((command) => `  ${style.cyan(printable(command))}`),
    "",
  ].join("\n");
}
