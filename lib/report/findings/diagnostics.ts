import type { Diagnostic, Severity } from "../../../schemas/diagnostic.ts";
import type {
  ReportedDiagnostic,
  TextPosition,
  ValidateResult,
  ValidateSummary,
} from "../../../schemas/results/validate.ts";
import type { SourceText } from "../../text/source_text.ts";
import { withoutHistory } from "../../check/history.ts";
import { defined } from "../../collections/defined.ts";
import { groupBy } from "../../collections/group_by.ts";
import { codeFrame } from "../terminal/code_frame.ts";
import { printableName, type Style } from "../terminal/style.ts";
import { wrapWords } from "../terminal/wrap_words.ts";
import { count } from "../../text/count.ts";

/** The files that diagnostics refer to, by path. */
export type Sources = ReadonlyMap<string, SourceText>;

export interface CheckedCounts {
  readonly files: number;
  /** The number of plan files among them. */
  readonly plans: number;
}

/** Counts findings by severity. */
export function summarize(diagnostics: readonly Diagnostic[], checked: CheckedCounts): ValidateSummary {
  const shown = withoutHistory(diagnostics);
  const number = (severity: Severity) => shown.filter((found) => found.severity === severity).length;
  return {
    ...checked,
    errors: number("error"),
    warnings: number("warning"),
    hints: number("hint"),
    fixable: shown.filter(({ fix }) => fix !== undefined).length,
    history: diagnostics.length - shown.length,
  };
}

/** Returns the result of `validate` as data. */
export function validateResult(
  diagnostics: readonly Diagnostic[],
  sources: Sources,
  checked: CheckedCounts,
): ValidateResult {
  return {
    formatVersion: 1,
    diagnostics: withoutHistory(diagnostics).map((found) => reportedDiagnostic(found, sources)),
    summary: summarize(diagnostics, checked),
  };
}

/** The number of findings of one kind in a file that are shown in full. */
const MAX_IN_FULL = 3;

/**
 * Formats findings by file: a heading with counts, then each finding with its position, its line and a caret,
 * and its hint. Further hints of the same kind take two lines each: message and position. On a terminal
 * sentences are wrapped to its width, but positions never.
 */
export function diagnosticsText(diagnostics: readonly Diagnostic[], sources: Sources, style: Style): string {
  return [...groupBy(diagnostics, ({ span }) => span.path)].map(([path, found]) => {
    const heading = `${style.bold(printableName(path))}${style.dim(`: ${severityCounts(found)}`)}\n`;
    return heading + textOfFile(found, sources, style);
  }).join("\n");
}

function textOfFile(found: readonly Diagnostic[], sources: Sources, style: Style): string {
  const seen = new Map<string, number>();
  let text = "";
  let wasShort = false;
  for (const one of found) {
    const kind = `${one.code} ${one.hint}`;
    const before = seen.get(kind) ?? 0;
    seen.set(kind, before + 1);
    const isShort = before >= MAX_IN_FULL && one.severity !== "error";
    if (text !== "" && !(isShort && wasShort)) text += "\n";
    text += `${diagnosticText(one, sources, style, isShort)}\n`;
    wasShort = isShort;
  }
  return text;
}

function severityCounts(diagnostics: readonly Diagnostic[]): string {
  return (["error", "warning", "hint"] as const).flatMap((severity) => {
    const number = diagnostics.filter((found) => found.severity === severity).length;
    return number === 0 ? [] : [count(number, severity)];
  }).join(", ");
}

/** Returns the last lines of a validation. */
export function summaryText(summary: ValidateSummary, style: Style): string {
  const { history } = summary;
  const note = `${count(history, "finding")} in finished plans not shown: --history\n`;
  return countsText(summary, style) + (history === 0 ? "" : style.dim(note));
}

function countsText(summary: ValidateSummary, style: Style): string {
  const { errors, warnings, hints, plans, files, fixable } = summary;
  if (errors + warnings + hints === 0) {
    if (files === 0) return "Nothing to check: no plans and no documents that are read\n";
    return `${style.green("✓")} ${
      plans > 0 ? count(plans, "plan") : count(files, "file")
    } checked: no findings\n`;
  }
  const parts = [
    errors > 0 ? style.red(count(errors, "error")) : "",
    warnings > 0 ? style.yellow(count(warnings, "warning")) : "",
    hints > 0 ? count(hints, "hint") : "",
  ];
  const mark = errors > 0 ? style.red("✗") : style.yellow("!");
  const checked = `${count(plans, "plan")} in ${count(files, "file")} checked`;
  const fixes = fixable > 0 ? ` (${fixable} fixable with --fix)` : "";
  return `${mark} ${checked}: ${parts.filter(Boolean).join(", ")}${fixes}\n`;
}

/** Returns the line and column of an offset, or the beginning for a file that was not read. */
export function positionIn(path: string, offset: number, sources: Sources): TextPosition {
  return sources.get(path)?.position(offset) ?? { line: 1, column: 1 };
}

function diagnosticText(found: Diagnostic, sources: Sources, style: Style, isShort: boolean): string {
  const source = sources.get(found.span.path);
  const label = `${found.severity}[${found.code}] `;
  const message = wrapWords(printableName(found.message), {
    width: style.width,
    first: label.length,
    indent: 2,
  });
  const lines = [
    `${severityText(found.severity, style)}${style.dim(`[${found.code}]`)} ${style.bold(message)}`,
  ];
  const { line, column } = positionIn(found.span.path, found.span.start, sources);
  lines.push(`  ${style.cyan(printableName(`${found.span.path}:${line}:${column}`))}`);
  if (isShort) return lines.join("\n");
  if (source !== undefined && source.text !== "") lines.push(codeFrame(source, found.span, style));
  for (const { message, span } of found.related ?? []) {
    const place = sources.get(span.path)?.position(span.start);
    const where = place === undefined ? span.path : `${span.path}:${place.line}:${place.column}`;
    lines.push(`  ${style.dim("see")} ${style.cyan(printableName(where))} ${printableName(message)}`);
  }
  if (found.hint !== undefined) {
    const hint = wrapWords(printableName(found.hint), { width: style.width, first: 4, indent: 4 });
    lines.push(`  ${style.dim("→")} ${hint}`);
  }
  return lines.join("\n");
}

function severityText(severity: Severity, style: Style): string {
  const mark = { error: style.red, warning: style.yellow, hint: style.cyan }[severity];
  return mark(severity);
}

function reportedDiagnostic(found: Diagnostic, sources: Sources): ReportedDiagnostic {
  const { code, severity, message, hint, span, fix } = found;
  return {
    code,
    severity,
    message,
    ...defined({ hint }),
    path: span.path,
    start: positionIn(span.path, span.start, sources),
    end: positionIn(span.path, span.end, sources),
    ...(fix === undefined ? {} : {
      fix: {
        title: fix.title,
        edits: fix.edits.map(({ start, end, text, path }) => ({
          start: positionIn(path ?? span.path, start, sources),
          end: positionIn(path ?? span.path, end, sources),
          text,
          ...defined({ path }),
        })),
      },
    }),
  };
}
