import type { Diagnostic, Severity } from "../../../schemas/diagnostic.ts";
import { positionIn, type Sources } from "./diagnostics.ts";
import { printable } from "../terminal/style.ts";

/** The location of findings in a repository. */
export interface RepositoryLocation {
  /** The files that findings refer to. */
  readonly sources: Sources;
  /** The path of the project root in its repository; empty if they are the same. */
  readonly prefix: string;
}

const COMMANDS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", hint: "notice" };

/**
 * Formats findings as workflow commands of GitHub Actions, one per line. Each becomes an annotation of the
 * file.
 *
 * Columns are given only for findings on one line, because GitHub accepts no others.
 *
 * @example
 * ```ts
 * import { checkProject, githubText, parseProject, rules, sourcesOf } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * const path = ".planning/phases/01-start/01-01-PLAN.md";
 * const project = parseProject({ texts: new Map([[path, "---\nplan: 01\n---\n"]]), paths: [path] });
 * const text = githubText(checkProject(project, rules), { sources: sourcesOf(project), prefix: "" });
 * assert.match(text, /^::error file=.planning/);
 * ```
 */
export function githubText(
  diagnostics: readonly Diagnostic[],
  { sources, prefix }: RepositoryLocation,
): string {
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

/** Returns the message, the related places and the hint, each on its own line. */
function textOf(
  { message, hint, related = [] }: Diagnostic,
  { sources, prefix }: RepositoryLocation,
): string {
  const others = related.map(({ message, span }) => {
    const { line, column } = positionIn(span.path, span.start, sources);
    return `See ${inRepository(prefix, span.path)}:${line}:${column} ${message}`;
  });
  return [message, ...others, ...(hint === undefined ? [] : [hint])].join("\n");
}

/** Returns a path relative to the root of the repository. */
export function inRepository(prefix: string, path: string): string {
  return prefix === "" ? path : `${prefix}/${path}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
