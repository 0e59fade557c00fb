import type { DoctorResult, HealthCheck } from "../../../schemas/results/doctor.ts";
import { nextLines } from "../terminal/next_lines.ts";
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
  const done = wrapLines(fixed.map((line) => `${style.green("✓")} ${printable(line)}`), style);
  return [
    ...done.length === 0 ? [] : [style.bold("Fixed:"), ...done, ""],
    ...lines,
    ...nextLines(next, style),
    "",
  ].join("\n");
}
