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

/** What the checks of files work with. */
export interface CheckTools {
  /** What is known of the project's files. */
  readonly facts: FileFacts;
  /** Looks for regular expressions; absent when no must-have has one. */
  readonly search?: PatternSearch;
  /** Parses modules; absent when no must-have asks for exports or tests. */
  readonly parse?: ModuleParser;
}

/** A text file and where it lies. */
export interface CheckedFile {
  /** Path relative to the project root. */
  readonly path: string;
  /** Its text. */
  readonly text: string;
}

/** A check that holds. */
export function verified(check: CheckName, found: string): MustHaveCheck {
  return { check, outcome: "verified", found, todo: "" };
}

/** A check that does not hold, and what to do. */
export function failed(check: CheckName, found: string, todo: string): MustHaveCheck {
  return { check, outcome: "failed", found, todo };
}

/** A check that could not be made, and what to do. */
export function unverified(check: CheckName, found: string, todo: string): MustHaveCheck {
  return { check, outcome: "unverified", found, todo };
}

/** Whether a file has at least so many lines; a final newline does not begin another one. */
export function checkLines({ path, text }: CheckedFile, least: number): MustHaveCheck {
  const lines = text === "" ? 0 : new SourceText(path, text).lineCount;
  const found = `${lines} of at least ${least} lines`;
  return lines >= least ? verified("min_lines", found) : failed("min_lines", found, `Complete ${path}`);
}

/** Whether a file has at least so many tests. */
export function checkTests({ path, text }: CheckedFile, least: number, { parse }: CheckTools): MustHaveCheck {
  const tests = countTests(path, text, parse);
  if (typeof tests === "string") {
    return unverified("min_tests", tests, `Count the tests in ${path}: ${least} or more`);
  }
  const found = `${tests} of at least ${least} tests`;
  return tests >= least ? verified("min_tests", found) : failed("min_tests", found, `Add tests to ${path}`);
}

/**
 * Whether a file contains a text, or does not. The text counts as it is; one that is written as a
 * regular expression (`use.*Store`, `a|b`, `\bmain\(`) is taken for one where it is not there as it is.
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

/** Whether a text is more likely a regular expression than a piece of code. */
export function looksLikePattern(text: string): boolean {
  return /\.[*+]|\\[wWsSdDbB.()[\]{}|*+?^$\/]|[^|\s]\|[^|\s]/.test(text);
}

/** Whether a regular expression matches in a file; one that no linear engine can run is never tried. */
export function checkPattern(
  pattern: string,
  { path, text }: CheckedFile,
  { search }: CheckTools,
): MustHaveCheck {
  if (pattern.trim() === "") {
    return unverified("pattern", "the plan gives no pattern", "Give the link a pattern, or look at it");
  }
  const shown = `/${pattern}/`;
  const result = search?.(pattern, text) ?? { kind: "unusable", reason: "no engine is there" };
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
        "Write the pattern without it, or look at the link",
      );
  }
}

/**
 * Whether a file exports names. `export * from` is followed through files of the project.
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
    const look = `Look whether ${file.path} exports ${item}`;
    if (name === undefined) return unverified("exports", `${item} is not the name of an export`, look);
    if (all.names.has(name)) return verified("exports", name === item ? name : `${item} as ${name}`);
    if (all.more !== undefined) return unverified("exports", `${name} cannot be told: ${all.more}`, look);
    return failed("exports", `${name} is not exported`, `Export ${name} from ${file.path}`);
  });
}

/** Most files that are followed for the exports of one. */
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
    // `export *` passes on everything but the default.
    for (const name of reading.names) if (next === file || name !== "default") names.add(name);
    if (reading.more !== undefined) unclear.push(reading.more);
    for (const specifier of reading.from) {
      const module = findModule(next.path, specifier, facts);
      if (module === undefined) unclear.push(`it passes on what "${specifier}" exports`);
      else if (!seen.has(module.path)) {
        if (seen.size >= MAX_FOLLOWED) unclear.push("it passes on too many modules");
        else open.push(module);
        seen.add(module.path);
      }
    }
  }
  return unclear.length === 0 ? { names } : { names, more: unclear[0]! };
}

const MODULE_ENDINGS = ["", ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".d.ts"];

/** The file that a relative specifier means; undefined when it is none of the project's. */
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

/** The line, from 1, that an offset lies in; undefined for -1. */
function lineOf(text: string, index: number): number | undefined {
  return index === -1 ? undefined : new SourceText("", text).position(index).line;
}

/** The texts that an artifact's file must contain, all of them. */
export function wantedTexts({ contains }: Artifact): readonly string[] {
  return textsIn(contains);
}

/** The texts that an artifact's file must not contain, none of them. Real plans write the key both ways. */
export function unwantedTexts(artifact: Artifact): readonly string[] {
  return [...textsIn(artifact.not_contains), ...textsIn(artifact["contains_not"])];
}

/** The texts in a value that is one, or a list of some; an empty one asks for nothing. */
function textsIn(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((text) => typeof text === "string" && text !== "") as readonly string[];
}
