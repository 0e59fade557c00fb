import assert from "node:assert/strict";
import { refusedPatterns } from "../../lib/check/patterns.ts";
import { checkProject } from "../../lib/check/rule.ts";
import { rules } from "../../lib/check/rules/all_rules.ts";
import { loadPatternSearch } from "../../lib/deps/re2.ts";
import { isPlanFileName } from "../../lib/parse/ids/plan_names.ts";
import { parseProject } from "../../lib/parse/project/project.ts";
import type { ProjectSources, UnreadReason } from "../../lib/parse/project/model.ts";
import { neverMade, referencedPaths } from "../../lib/parse/project/references.ts";
import { SourceText } from "../../lib/text/source_text.ts";
import type { Diagnostic } from "../../schemas/diagnostic.ts";

/** Folder of the rules' fixtures: `<code>/{valid,invalid}/<case>/.planning/…`. */
export const FIXTURES: URL = new URL("../../fixtures/rules/", import.meta.url);

const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });
const search = await loadPatternSearch();

/** Names of the folders in a folder, in order; none where it is missing. */
export function foldersIn(folder: URL): readonly string[] {
  try {
    return [...Deno.readDirSync(folder)].filter(({ isDirectory }) => isDirectory).map(({ name }) => name)
      .sort();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** Reads all files of a fixture as a project's sources, and looks for those that its plans refer to. */
export function readTree(folder: URL): ProjectSources {
  const texts = new Map<string, string>();
  const unread = new Map<string, UnreadReason>();
  const undecoded = new Set<string>();
  const visit = (path: string) => {
    for (const { name, isDirectory } of Deno.readDirSync(new URL(path, folder))) {
      if (isDirectory && isPlanFileName(name)) unread.set(path + name, "folder");
      if (isDirectory) visit(`${path}${name}/`);
      else {
        const bytes = Deno.readFileSync(new URL(path + name, folder));
        const text = DECODER.decode(bytes);
        texts.set(path + name, text);
        if (new TextEncoder().encode(text).length !== bytes.length) undecoded.add(path + name);
      }
    }
  };
  visit(".planning/");
  const paths = [...texts.keys()].sort();
  const sources = {
    texts: new Map(paths.map((path) => [path, texts.get(path)!])),
    paths,
    unread,
    undecoded,
    folder: "app",
  };
  const project = parseProject(sources);
  const absent = [...referencedPaths(project)].filter((path) => !exists(new URL(path, folder)));
  return { ...sources, absent: neverMade(absent, project) };
}

function exists(url: URL): boolean {
  try {
    Deno.statSync(url);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Fails unless a finding says something, and all that it shows and mends lies in its file, in order. */
export function assertPlaces(finding: Diagnostic, texts: ReadonlyMap<string, string>): void {
  const { message, hint, span, related = [], fix } = finding;
  assert.ok(message !== "" && hint);
  const ends = new Map<string, number>();
  for (const { start, end, path = span.path } of fix?.edits ?? []) {
    const ordered = (ends.get(path) ?? 0) <= start && start <= end && end <= texts.get(path)!.length;
    assert.ok(ordered, "the edits of a file are in order");
    ends.set(path, end);
  }
  for (const { start, end, path } of [span, ...related.map((other) => other.span)]) {
    assert.ok(0 <= start && start <= end && end <= texts.get(path)!.length, `${path}: ${start}–${end}`);
  }
}

/** What all rules find in a project. */
export function check(sources: ProjectSources): readonly Diagnostic[] {
  const project = parseProject(sources);
  return checkProject({ ...project, refusedPatterns: refusedPatterns(project, search) }, rules);
}

/** A finding on one line: `phases/01-base/01-01-PLAN.md:5:7 warning wave-mismatch`. */
export function summarize({ span, severity, code }: Diagnostic, { texts }: ProjectSources): string {
  const { line, column } = new SourceText(span.path, texts.get(span.path) ?? "").position(span.start);
  return `${span.path.replace(".planning/", "")}:${line}:${column} ${severity} ${code}`;
}

/** The sources after the edits of a finding's fix. */
export function applyFix(sources: ProjectSources, { span, fix }: Diagnostic): ProjectSources {
  const texts = new Map(sources.texts);
  for (const { start, end, text, path = span.path } of (fix?.edits ?? []).toReversed()) {
    const done = texts.get(path)!;
    texts.set(path, done.slice(0, start) + text + done.slice(end));
  }
  return { ...sources, texts };
}
