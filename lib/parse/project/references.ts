import type { Span } from "../../../schemas/diagnostic.ts";
import type { BodyElement } from "../plan_file/scan_body.ts";
import type { PlanDocument } from "../plan_file/plan_file.ts";
import { withoutWorkstream } from "../ids/locations.ts";
import { summaryPath } from "../ids/plan_names.ts";
import { belowPhases } from "../ids/summary_paths.ts";
import { hasSummary } from "./project.ts";
import type { Project } from "./model.ts";
import { proseLines } from "../../text/prose_lines.ts";
import { isBroken } from "./unknown_content.ts";

/** A line `@path` of `<context>` or `<execution_context>`. */
export interface Reference {
  /** The path, without the `@`. */
  readonly path: string;
  readonly place: PathPlace;
  /** The path with the `@`. */
  readonly span: Span;
  readonly element: "context" | "execution_context";
}

/** The place that a path in a plan refers to. */
export type PathPlace =
  /** In the project; `path` is relative to its root. */
  | { readonly kind: "inside"; readonly path: string }
  /** In the user's home folder: `~/…`, `$HOME/…`. */
  | { readonly kind: "home" }
  /** An absolute path of a machine: `/…`, `C:\…`. */
  | { readonly kind: "absolute" }
  /** Outside of the project by `..`. */
  | { readonly kind: "outside" };

const LINE = /^[ \t]*(?:[-*][ \t]+)?`?@([^\s`]+)`?([^\n]*)$/;

/** Cache, as the loader and several rules need the same result. */
const KNOWN = new WeakMap<PlanDocument, readonly Reference[]>();

/**
 * Returns the files that a plan refers to, in order. Code blocks and nested elements refer to none.
 *
 * A word after an `@` without a file extension or a slash is not a path, but text such as a decorator or a
 * user name. See docs/decisions/plan-body.md.
 */
export function referencesOf(plan: PlanDocument): readonly Reference[] {
  const known = KNOWN.get(plan) ?? plan.body.elements.flatMap((element) => readReferences(element, plan));
  KNOWN.set(plan, known);
  return known;
}

/** Returns the path that a line refers to and the text after it; undefined for a line of text or code. */
export function asReference(line: string): { readonly path: string; readonly rest: string } | undefined {
  const [, written = "", rest = ""] = LINE.exec(line) ?? [];
  const path = pathIn(written);
  if (path === undefined || placeOf(path).kind === "absolute") return undefined;
  return { path, rest: written.slice(path.length) + rest };
}

/**
 * Returns true for a line of `<execution_context>` that refers to instructions of another tool, which
 * contradict the rules here: outside of the project, in a tool's own folder, or with the usual names.
 */
export function isForeignWorkflow(line: string): boolean {
  const written = /^[ \t]*(?:[-*][ \t]+)?`?@?([^\s`]+\.md)\b/.exec(line)?.[1];
  if (written === undefined) return false;
  const place = placeOf(written);
  return place.kind !== "inside" ||
    /^\.(?!planning\/)|(?:^|\/)(?:get-shit-done\/|(?:execute-(?:plan|phase)|checkpoints?|summary)\.md$)/
      .test(place.path);
}

/** A method of a Ruby variable, such as `tm.reload`: file extensions in lower case are shorter. */
const CALL = /^[a-z_]\w*\.(?!prisma$|gradle$|graphql$|csproj$|properties$)[a-z_]{6,}$/;

/** Returns the path after an `@`; undefined when the word is not a path. */
function pathIn(word: string): string | undefined {
  const path = word.replace(/[,;:)]+$/, "");
  const isPath = /\.[A-Za-z0-9]{1,12}$|[/\\]$/.test(path) && !/[(<{*]/.test(path) && !CALL.test(path);
  return isPath ? path : undefined;
}

function readReferences({ name, inner }: BodyElement, { source: { text } }: PlanDocument): Reference[] {
  if (name !== "context" && name !== "execution_context") return [];
  const found: Reference[] = [];
  for (const { line, offset } of proseLines(text.slice(inner.start, inner.end))) {
    const path = pathIn(LINE.exec(line)?.[1] ?? "");
    if (path === undefined) continue;
    const start = inner.start + offset + line.indexOf("@");
    found.push({ path, place: placeOf(path), span: { start, end: start + 1 + path.length }, element: name });
  }
  return found;
}

/** Matches paths that are not plainly relative to the root. */
const UNUSUAL = /^[~$%]|[\\:]|(?:^|\/)\.{0,2}(?:\/|$)|^\s|\s$/;

/** Resolves a path in a plan, including `./`, `..` and backslashes. */
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
 * Returns the paths inside the project that open plans refer to.
 *
 * References of complete plans are not checked: they existed when the plans ran.
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
 * Returns the missing paths that no plan creates: declared files, artifacts and summaries may still be
 * created.
 *
 * Empty when a plan was not read, as it may create any of them. A plan that does not parse may create every
 * path it mentions.
 */
export function neverMade(paths: Iterable<string>, project: Project): ReadonlySet<string> {
  const left = new Set(paths);
  if (left.size === 0) return left;
  if ([...project.unread.keys()].some((path) => belowPhases(path) !== undefined)) return new Set();
  for (const path of madePaths(project)) {
    left.delete(path);
    left.delete(withoutWorkstream(path));
  }
  for (const path of project.unread.keys()) left.delete(path);
  const broken = left.size === 0 ? [] : project.plans.all.filter(isBroken);
  return new Set([...left].filter((path) => !broken.some(({ source }) => source.text.includes(path))));
}

/** Yields the paths of plans and of the files that they create. */
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
