import type { Diagnostic, Severity } from "../../schemas/diagnostic.ts";
import type { ReportedDiagnostic, ValidateResult, ValidateSummary } from "../../schemas/output.ts";
import type { SourceText } from "../source.ts";
import { codeFrame } from "./code_frame.ts";
import { count, printable, type Style } from "./style.ts";

/** The texts that diagnostics refer to, by path. */
export type Sources = ReadonlyMap<string, SourceText>;

/** How many files and plans were checked. */
export interface CheckedCounts {
  /** Files. */
  readonly files: number;
  /** Plan files among them. */
  readonly plans: number;
}

/** Counts findings by severity. */
export function summarize(diagnostics: readonly Diagnostic[], checked: CheckedCounts): ValidateSummary {
  const number = (severity: Severity) => diagnostics.filter((found) => found.severity === severity).length;
  return { ...checked, errors: number("error"), warnings: number("warning"), hints: number("hint") };
}

/** The result of `validate` as data. */
export function validateResult(
  diagnostics: readonly Diagnostic[],
  sources: Sources,
  checked: CheckedCounts,
): ValidateResult {
  return {
    formatVersion: 1,
    diagnostics: diagnostics.map((found) => reportedDiagnostic(found, sources)),
    summary: summarize(diagnostics, checked),
  };
}

/** Findings as text: each with its place, its line and a caret, and what to do. */
export function diagnosticsText(diagnostics: readonly Diagnostic[], sources: Sources, style: Style): string {
  return diagnostics.map((found) => `${diagnosticText(found, sources, style)}\n`).join("\n");
}

/** The last line of a validation. */
export function summaryText(summary: ValidateSummary, style: Style): string {
  const { errors, warnings, hints, plans } = summary;
  const checked = `${count(plans, "plan")} checked`;
  if (errors + warnings + hints === 0) return `${style.green("✓")} ${checked}: no findings\n`;
  const parts = [
    errors > 0 ? style.red(count(errors, "error")) : "",
    warnings > 0 ? style.yellow(count(warnings, "warning")) : "",
    hints > 0 ? count(hints, "hint") : "",
  ];
  return `${errors > 0 ? style.red("✗") : style.yellow("!")} ${checked}: ${
    parts.filter(Boolean).join(", ")
  }\n`;
}

function diagnosticText(found: Diagnostic, sources: Sources, style: Style): string {
  const source = sources.get(found.span.path);
  const lines = [
    `${severityText(found.severity, style)}${style.dim(`[${found.code}]`)} ${
      style.bold(printable(found.message))
    }`,
  ];
  const { line, column } = source?.position(found.span.start) ?? { line: 1, column: 1 };
  lines.push(`  ${style.cyan(`${found.span.path}:${line}:${column}`)}`);
  if (source !== undefined && source.text !== "") lines.push(codeFrame(source, found.span, style));
  for (const { message, span } of found.related ?? []) {
    const place = sources.get(span.path)?.position(span.start);
    const where = place === undefined ? span.path : `${span.path}:${place.line}:${place.column}`;
    lines.push(`  ${style.dim("see")} ${style.cyan(where)} ${printable(message)}`);
  }
  if (found.hint !== undefined) lines.push(`  ${style.dim("→")} ${printable(found.hint)}`);
  return lines.join("\n");
}

function severityText(severity: Severity, style: Style): string {
  const mark = { error: style.red, warning: style.yellow, hint: style.cyan }[severity];
  return mark(severity);
}

function reportedDiagnostic(found: Diagnostic, sources: Sources): ReportedDiagnostic {
  const source = sources.get(found.span.path);
  const place = (offset: number) => source?.position(offset) ?? { line: 1, column: 1 };
  const { code, severity, message, hint, span, fix } = found;
  return {
    code,
    severity,
    message,
    ...(hint === undefined ? {} : { hint }),
    path: span.path,
    start: place(span.start),
    end: place(span.end),
    ...(fix === undefined ? {} : {
      fix: {
        title: fix.title,
        edits: fix.edits.map(({ start, end, text }) => ({ start: place(start), end: place(end), text })),
      },
    }),
  };
}
