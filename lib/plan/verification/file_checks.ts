import type { ModuleParser } from "../../deps/babel.ts";
import type { PatternSearch } from "../../deps/re2.ts";
import type { CheckName, MustHaveCheck } from "../../../schemas/verification.ts";
import { SourceText } from "../../text/source_text.ts";
import type { ExportedNames } from "./exports/types.ts";
import { exportedNames, exportName } from "./exports/exports.ts";
import type { FileFacts } from "./file_facts.ts";
import { folderOf, relativePath } from "../../path/relative_path.ts";
import { countTests } from "./count_tests.ts";
import type { Artifact } from "../../../schemas/plan_file.ts";

export interface CheckTools {
  readonly facts: FileFacts;
  /** Searches for regular expressions; undefined if no must-have has one. */
  readonly search?: PatternSearch;
  /** Parses modules; undefined if no must-have needs exports or tests. */
  readonly parse?: ModuleParser;
}

export interface CheckedFile {
  /** The path, relative to the project root. */
  readonly path: string;
  readonly text: string;
}

export function verified(check: CheckName, found: string): MustHaveCheck {
  return { check, outcome: "verified", found, todo: "" };
}

/** Creates a check that failed, with what to do. */
export function failed(check: CheckName, found: string, todo: string): MustHaveCheck {
  return { check, outcome: "failed", found, todo };
}

/** Creates a check that could not be made, with what to do. */
export function unverified(check: CheckName, found: string, todo: string): MustHaveCheck {
  return { check, outcome: "unverified", found, todo };
}

/** Checks that a file has a minimum number of lines; a final newline does not begin another line. */
export function checkLines({ path, text }: CheckedFile, least: number): MustHaveCheck {
  const lines = text === "" ? 0 : new SourceText(path, text).lineCount;
  const found = `${lines} of at least ${least} lines`;
  return lines >= least ? verified("min_lines", found) : failed("min_lines", found, `Complete ${path}`);
}

/** Checks that a file has a minimum number of tests. */
export function checkTests({ path, text }: CheckedFile, least: number, { parse }: CheckTools): MustHaveCheck {
  const tests = countTests(path, text, parse);
  if (typeof tests === "string") {
    return unverified("min_tests", tests, `Count the tests in ${path}: ${least} or more`);
  }
  const found = `${tests} of at least ${least} tests`;
  return tests >= least ? verified("min_tests", found) : failed("min_tests", found, `Add tests to ${path}`);
}

/**
 * Checks that a file contains a string, or does not. The string is searched literally first. If it is written
 * as a regular expression (`use.*Store`, `a|b`, `\bmain\(`) and not found, it is searched as one.
 */
export function checkContains(
  check: "contains" | "not_contains",
  wanted: string,
  { path, text }: CheckedFile,
  { search }: CheckTools,
): MustHaveCheck {
  let line = lineOf(text, text.indexOf(wanted));
  if (line === undefined && looksLikePattern(wanted) && search !== undefined) {
    const result = search(wanted, text);
    if (result.kind === "found") line = lineOf(text, result.index);
  }
  const shown = JSON.stringify(wanted);
  if (check === "contains") {
    return line === undefined
      ? failed(check, `${shown} is not in it`, `Add ${shown} to ${path}, or correct the plan`)
      : verified(check, `${shown} in line ${line}`);
  }
  return line === undefined
    ? verified(check, `${shown} is not in it`)
    : failed(check, `${shown} in line ${line}`, `Remove ${shown} from ${path}, line ${line}`);
}

/** Reports whether a string is more likely a regular expression than a piece of code. */
export function looksLikePattern(text: string): boolean {
  return /\.[*+]|\\[wWsSdDbB.()[\]{}|*+?^$\/]|[^|\s]\|[^|\s]/.test(text);
}

/**
 * Checks that a regular expression matches in a file. A pattern that no linear engine can run is never tried.
 */
export function checkPattern(
  pattern: string,
  { path, text }: CheckedFile,
  { search }: CheckTools,
): MustHaveCheck {
  if (pattern.trim() === "") {
    return unverified("pattern", "the plan gives no pattern", "Give the link a pattern, or check it");
  }
  const shown = `/${pattern}/`;
  const result = search?.(pattern, text) ?? { kind: "unusable", reason: "no engine is available" };
  switch (result.kind) {
    case "found":
      return verified("pattern", `${shown} in line ${lineOf(text, result.index)}`);
    case "absent":
      return failed(
        "pattern",
        `${shown} does not match in ${path}`,
        `Connect them in ${path}, or correct the pattern`,
      );
    case "unusable":
      return unverified(
        "pattern",
        `${shown} cannot be run in linear time: ${result.reason}`,
        "Write the pattern without it, or check the link",
      );
  }
}

/**
 * Checks that a file exports names. `export * from` is followed through files of the project.
 *
 * @returns One check for each name.
 */
export function checkExports(
  file: CheckedFile,
  names: readonly string[],
  tools: CheckTools,
): readonly MustHaveCheck[] {
  const all = allExports(file, tools);
  return names.map((item) => {
    const name = exportName(item);
    const check = `Check whether ${file.path} exports ${item}`;
    if (name === undefined) return unverified("exports", `${item} is not the name of an export`, check);
    if (all.names.has(name)) return verified("exports", name === item ? name : `${item} as ${name}`);
    if (all.more !== undefined) {
      return unverified("exports", `${name} cannot be determined: ${all.more}`, check);
    }
    return failed("exports", `${name} is not exported`, `Export ${name} from ${file.path}`);
  });
}

/** The maximum number of files that are followed for the exports of one. */
const MAX_FOLLOWED = 100;

function allExports(file: CheckedFile, { facts, parse }: CheckTools): Omit<ExportedNames, "from"> {
  const names = new Set<string>();
  const unclear: string[] = [];
  const seen = new Set<string>([file.path]);
  const open: CheckedFile[] = [file];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const reading = exportedNames(next.path, next.text, parse);
    if (reading.kind === "unknown") {
      unclear.push(next === file ? reading.reason : `${next.path}: ${reading.reason}`);
      continue;
    }
    // `export *` re-exports everything except the default.
    for (const name of reading.names) if (next === file || name !== "default") names.add(name);
    if (reading.more !== undefined) unclear.push(reading.more);
    for (const specifier of reading.from) {
      const module = findModule(next.path, specifier, facts);
      if (module === undefined) unclear.push(`it re-exports "${specifier}"`);
      else if (!seen.has(module.path)) {
        if (seen.size >= MAX_FOLLOWED) unclear.push("it re-exports too many modules");
        else open.push(module);
        seen.add(module.path);
      }
    }
  }
  return unclear.length === 0 ? { names } : { names, more: unclear[0]! };
}

const MODULE_ENDINGS = ["", ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".d.ts"];

/** Returns the file of a relative specifier; undefined if it is not in the project. */
function findModule(from: string, specifier: string, facts: FileFacts): CheckedFile | undefined {
  if (!/^\.{1,2}(?:\/|$)/.test(specifier)) return undefined;
  const path = relativePath(folderOf(from), specifier);
  const compiled = path.replace(/\.([cm]?)js(x?)$/, ".$1ts$2");
  const candidates = [
    ...(compiled === path ? [] : [compiled, compiled.replace(/\.ts$/, ".tsx")]),
    ...MODULE_ENDINGS.map((ending) => path + ending),
    ...MODULE_ENDINGS.slice(1).map((ending) => `${path}/index${ending}`),
  ];
  for (const candidate of candidates) {
    const fact = facts(candidate);
    if (fact?.kind === "text") return { path: candidate, text: fact.text };
  }
  return undefined;
}

/** Returns the line of an offset, from 1; undefined for -1. */
function lineOf(text: string, index: number): number | undefined {
  return index === -1 ? undefined : new SourceText("", text).position(index).line;
}

/** Returns the strings that an artifact's file must contain. */
export function wantedStrings({ contains }: Artifact): readonly string[] {
  return stringsIn(contains);
}

/**
 * Returns the strings that an artifact's file must not contain. Existing plans use both spellings of the key.
 */
export function unwantedStrings(artifact: Artifact): readonly string[] {
  return [...stringsIn(artifact.not_contains), ...stringsIn(artifact["contains_not"])];
}

/** Returns a string or the strings of a list, without empty ones. */
function stringsIn(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((text) => typeof text === "string" && text !== "") as readonly string[];
}
