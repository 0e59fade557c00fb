import type { Span } from "../../../schemas/diagnostic.ts";
import type { BodyElement } from "./scan_body.ts";
import { detached } from "../../text/source_text.ts";
import { proseLines } from "../../text/prose_lines.ts";

/** A line `@path` of `<context>` or `<execution_context>`. */
export interface Reference {
  /** The path, without the `@`. */
  readonly path: string;
  /** The place that it refers to. */
  readonly place: PathPlace;
  /** The path with the `@`. */
  readonly span: Span;
  /** The element that contains the line. */
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

/**
 * Returns the files that a plan refers to, in order. Code blocks and nested elements refer to none.
 *
 * A word after an `@` without a file extension or a slash is not a path, but text such as a decorator or a
 * user name. See docs/decisions/plan-body.md.
 *
 * @param elements The elements of its body.
 * @param text The file's text.
 */
export function readReferences(elements: readonly BodyElement[], text: string): readonly Reference[] {
  return elements.flatMap((element) => referencesIn(element, text));
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

function referencesIn({ name, inner }: BodyElement, text: string): Reference[] {
  if (name !== "context" && name !== "execution_context") return [];
  const found: Reference[] = [];
  for (const { line, offset } of proseLines(text.slice(inner.start, inner.end))) {
    const written = pathIn(LINE.exec(line)?.[1] ?? "");
    if (written === undefined) continue;
    const path = detached(written);
    const start = inner.start + offset + line.indexOf("@");
    const span = { start, end: start + 1 + path.length };
    found.push({ path, place: placeOf(path), span, element: name });
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
