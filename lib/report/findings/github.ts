import type { Diagnostic, Severity } from "../../../schemas/diagnostic.ts";
import { positionIn, type Sources } from "./diagnostics.ts";
import { printable } from "../terminal/style.ts";

/** How findings are placed in a repository. */
export interface PlacedIn {
  /** The texts that findings refer to. */
  readonly sources: Sources;
  /** Path of the project root in its repository; empty when they are the same. */
  readonly prefix: string;
}

const COMMANDS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", hint: "notice" };

/**
 * Findings as workflow commands of GitHub Actions, one a line: each becomes an annotation of the file.
 *
 * Columns are given for what stands on one line only, as GitHub takes no others.
 */
export function githubText(diagnostics: readonly Diagnostic[], { sources, prefix }: PlacedIn): string {
  return diagnostics.map((found) => {
    const { code, severity, span } = found;
    const start = positionIn(span.path, span.start, sources);
    const end = positionIn(span.path, span.end, sources);
    const columns = start.line === end.line && end.column > start.column
      ? { col: start.column, endColumn: end.column - 1 }
      : { col: start.column };
    const place = { file: inRepository(prefix, span.path), line: start.line, endLine: end.line, ...columns };
    const properties = Object.entries({ ...place, title: `wf ${code}` })
      .map(([name, value]) => `${name}=${escapeProperty(printable(String(value)))}`).join(",");
    return `::${COMMANDS[severity]} ${properties}::${
      escapeData(printable(textOf(found, { sources, prefix })))
    }\n`;
  }).join("");
}

/** The message, where else to look, and what to do, each on lines of its own. */
function textOf({ message, hint, related = [] }: Diagnostic, { sources, prefix }: PlacedIn): string {
  const others = related.map(({ message, span }) => {
    const { line, column } = positionIn(span.path, span.start, sources);
    return `See ${inRepository(prefix, span.path)}:${line}:${column} ${message}`;
  });
  return [message, ...others, ...(hint === undefined ? [] : [hint])].join("\n");
}

/** A path as seen from the root of the repository. */
export function inRepository(prefix: string, path: string): string {
  return prefix === "" ? path : `${prefix}/${path}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
