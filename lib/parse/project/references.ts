import type { Span } from "../../../schemas/diagnostic.ts";
import type { BodyElement } from "../plan_file/scan_body.ts";
import type { PlanDocument } from "../plan_file/plan_file.ts";
import { summaryPath } from "../ids/plan_names.ts";
import { hasSummary, PHASES } from "./project.ts";
import type { Project } from "./model.ts";
import { isBroken } from "./unknown_content.ts";

/** A line `@path` of `<context>` or `<execution_context>`. */
export interface Reference {
  /** The path, without the `@`. */
  readonly path: string;
  /** Where it leads. */
  readonly place: PathPlace;
  /** The path with the `@`. */
  readonly span: Span;
  /** Name of the element it is in. */
  readonly element: "context" | "execution_context";
}

/** Where a path leads that a plan names. */
export type PathPlace =
  /** Below the project's root, `path` being relative to it. */
  | { readonly kind: "inside"; readonly path: string }
  /** Below the user's home folder: `~/…`, `$HOME/…`. */
  | { readonly kind: "home" }
  /** From the root of one machine's disk: `/…`, `C:\…`. */
  | { readonly kind: "absolute" }
  /** Out of the project by `..`. */
  | { readonly kind: "outside" };

const LINE = /^[ \t]*(?:[-*][ \t]+)?`?@([^\s`]+)`?([^\n]*)$/gm;
const ONE_LINE = new RegExp(LINE.source);

/** What was read before; the loader and several rules ask for the same. */
const KNOWN = new WeakMap<PlanDocument, readonly Reference[]>();

/**
 * The files that a plan refers to, in order.
 *
 * A word behind an `@` that has neither a file's ending nor a folder's slash is no path but text, as
 * decorators and the names of people are. See docs/decisions/plan-body.md.
 */
export function referencesOf(plan: PlanDocument): readonly Reference[] {
  const known = KNOWN.get(plan) ?? plan.body.elements.flatMap((element) => readReferences(element, plan));
  KNOWN.set(plan, known);
  return known;
}

/** The path that a line refers to and the text after it; undefined for a line of text or code. */
export function asReference(line: string): { readonly path: string; readonly rest: string } | undefined {
  const [, written = "", rest = ""] = ONE_LINE.exec(line) ?? [];
  const path = pathIn(written);
  if (path === undefined || placeOf(path).kind === "absolute") return undefined;
  return { path, rest: written.slice(path.length) + rest };
}

/** The path after an `@`; undefined where the word is not one. */
function pathIn(word: string): string | undefined {
  const path = word.replace(/[,;:)]+$/, "");
  return !/\.[A-Za-z0-9]{1,12}$|[/\\]$/.test(path) || /[(<{*]/.test(path) ? undefined : path;
}

function readReferences({ name, inner }: BodyElement, { source: { text } }: PlanDocument): Reference[] {
  if (name !== "context" && name !== "execution_context") return [];
  const found: Reference[] = [];
  for (const match of text.slice(inner.start, inner.end).matchAll(LINE)) {
    const path = pathIn(match[1]!);
    if (path === undefined) continue;
    const start = inner.start + match.index + match[0].indexOf("@");
    found.push({ path, place: placeOf(path), span: { start, end: start + 1 + path.length }, element: name });
  }
  return found;
}

/** What only a path can hold that does not simply lead to a file below the root. */
const UNUSUAL = /^[~$%]|[\\:]|(?:^|\/)\.{0,2}(?:\/|$)|^\s|\s$/;

/** Where a path leads that a plan names: `./` and backslashes are read, `..` is followed. */
export function placeOf(written: string): PathPlace {
  if (!UNUSUAL.test(written)) return { kind: "inside", path: written };
  const path = written.trim().replaceAll("\\", "/");
  if (/^(?:~|\$\{?HOME\b|%USERPROFILE%)/i.test(path)) return { kind: "home" };
  if (/^(?:\/|[A-Za-z]:\/)/.test(path)) return { kind: "absolute" };
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return { kind: "outside" };
  }
  return { kind: "inside", path: parts.join("/") };
}

/**
 * The paths inside the project that open plans refer to.
 *
 * What complete plans referred to was there when they ran.
 */
export function referencedPaths(project: Project): ReadonlySet<string> {
  const wanted = new Set<string>();
  for (const phase of project.phases) {
    for (const plan of phase.plans) {
      if (plan.frontmatter.kind === "missing" || hasSummary(phase, plan)) continue;
      for (const { place } of referencesOf(plan)) {
        if (place.kind === "inside" && place.path !== "") wanted.add(place.path);
      }
    }
  }
  return wanted;
}

/**
 * Of paths where nothing is, those that no plan makes: files, artifacts and summaries may come yet.
 *
 * What a plan that was not read makes is not known, so that there are none then; a plan that does not
 * parse may make whatever it mentions.
 */
export function neverMade(paths: Iterable<string>, project: Project): ReadonlySet<string> {
  const left = new Set(paths);
  if (left.size === 0) return left;
  if ([...project.unread.keys()].some((path) => path.startsWith(`${PHASES}/`))) return new Set();
  for (const path of madePaths(project)) left.delete(path);
  for (const path of project.unread.keys()) left.delete(path);
  const broken = left.size === 0 ? [] : project.plans.all.filter(isBroken);
  return new Set([...left].filter((path) => !broken.some(({ source }) => source.text.includes(path))));
}

/** What the plans are, make and will make. */
function* madePaths(project: Project): Iterable<string> {
  for (const { source, fields, tasks } of project.plans.all) {
    yield source.path;
    yield summaryPath(source.path);
    const { files_modified, must_haves } = fields;
    const artifacts = (must_haves as { readonly artifacts?: unknown } | null | undefined)?.artifacts;
    const named: unknown[] = [
      ...(Array.isArray(files_modified) ? files_modified : []),
      ...(Array.isArray(artifacts) ? artifacts.map((item) => (item as { path?: unknown } | null)?.path) : []),
      ...tasks.flatMap(({ task }) => task.files),
    ];
    for (const path of named) {
      const place = placeOf(String(path));
      if (place.kind === "inside") yield place.path;
    }
  }
  for (const { summaries } of project.phases) yield* summaries;
}
