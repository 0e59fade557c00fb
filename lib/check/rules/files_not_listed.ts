import { addToFilesModified } from "../../parse/plan_file/files_modified_edit.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import type { TaskNode } from "../../parse/plan_file/tasks.ts";
import type { Rule } from "../rule.ts";
import { childOf } from "../../parse/plan_file/scan_body.ts";

/** Finds files of tasks that `files_modified` does not list. */
export const filesNotListed: Rule = {
  code: "files-not-listed",
  severity: "warning",
  strict: true,
  summary: "`files_modified` lists the files of all tasks",
  why:
    "`files_modified` decides which plans may run at the same time. A file that only a task names can be " +
    "changed by two plans at once, which ends in a conflict. A folder (`src/`) covers the files in it.",
  shows: ["files_modified", "<files>"],
  *plan(plan) {
    const listed = plan.fields["files_modified"];
    if (plan.frontmatter.kind !== "parsed" || !Array.isArray(listed)) return;
    const written = new Set(listed);
    if (plan.tasks.every(({ files }) => files.every((path) => written.has(path)))) return;
    const known = new Listed();
    for (const path of listed) known.add(plainPath(String(path)));
    const unlisted: { readonly node: TaskNode; readonly missing: readonly string[] }[] = [];
    for (const node of plan.tasks) {
      const missing = [...new Set(node.files)].filter((path) => !known.covers(plainPath(path)));
      if (missing.length === 0) continue;
      for (const path of missing) known.add(plainPath(path));
      unlisted.push({ node, missing });
    }
    const isCertain = listed.every((path) => typeof path === "string") &&
      unlisted.every(({ node, missing }) =>
        missing.every(isPath) && hasOnlyPaths(plan, node) && !INSPECTING.test(node.task.name)
      );
    // One fix serves all tasks, because each would insert at the same place.
    const fix = isCertain ? addToFilesModified(plan, unlisted.flatMap(({ missing }) => missing)) : undefined;
    for (const [index, { node: { number, element }, missing }] of unlisted.entries()) {
      const files = childOf(element, "files") ?? element;
      const finding = {
        message: `Task ${number} names ${missing.join(", ")}, which files_modified does not list`,
        hint:
          "Add the missing files to files_modified, so that plans that change the same file do not run concurrently",
        span: files.tag,
      };
      yield fix === undefined || index >= SHARED ? finding : { ...finding, fix };
    }
  },
};

/** Matches the name of a task that may only read its files: `Task 2: Verify the endpoint exists`. */
const INSPECTING = /^(?:Task \d+\S*[ \t]+)?(?:audit|check|confirm|inspect|review|validate|verify)\b/i;

/** Maximum number of findings of a plan that carry the fix that they share. */
const SHARED = 20;

function plainPath(path: string): string {
  return path.trim().replaceAll("\\", "/").replace(/^\.\//, "");
}

/** The listed paths, and the paths that they cover. */
class Listed {
  readonly #paths = new Set<string>();
  /** The folders that contain them, each with a trailing slash. */
  readonly #folders = new Set<string>();
  /** The text before the star of each pattern, by its length. */
  readonly #prefixes = new Map<number, Set<string>>();

  add(path: string): void {
    this.#paths.add(path);
    for (const folder of foldersOf(path)) this.#folders.add(folder);
    const star = path.indexOf("*");
    if (star === -1) return;
    const prefixes = this.#prefixes.get(star) ?? new Set();
    this.#prefixes.set(star, prefixes.add(path.slice(0, star)));
  }

  /** Reports whether a path is listed: directly, through its folder or a pattern, as a folder through a file
   * in it, or as an absolute path through its end.
   */
  covers(path: string): boolean {
    if (this.#paths.has(path) || this.#folders.has(path)) return true;
    for (const folder of foldersOf(path)) {
      if (this.#paths.has(folder)) return true;
    }
    for (const [length, prefixes] of this.#prefixes) {
      if (prefixes.has(path.slice(0, length))) return true;
    }
    return /^(?:\/|[A-Za-z]:\/)/.test(path) && endsOf(path).some((end) => this.#paths.has(end));
  }
}

/** The folders that contain a path, each with a trailing slash: `src/`, `src/auth/`. */
function* foldersOf(path: string): Iterable<string> {
  for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) yield path.slice(0, at + 1);
}

/** The rest of a path after each of its slashes. */
function endsOf(path: string): readonly string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(index + 1));
}

/**
 * Recognizes a path with a folder: a single word may lack its folder, or may not be a name at all. A plan that
 * declares files of `.planning/` may change them, which only its author can decide.
 */
function isPath(path: string): boolean {
  return !/^(?:\.\/)?\.planning\//.test(path) &&
    /^(?:\.\/)?(?:[\w.@+$()[\]-]+\/)+[\w.@+$()[\]-]*\.\w+$/.test(path) &&
    !/(?:^|\/)\.{2,}(?:\/|$)/.test(path);
}

/** Reports whether `<files>` of a task contains only paths: an annotation may state that a file is only read. */
function hasOnlyPaths({ source }: PlanDocument, { files: listed, element }: TaskNode): boolean {
  const files = childOf(element, "files");
  if (files === undefined) return false;
  const words = source.text.slice(files.inner.start, files.inner.end).split(/[\s,;]+/)
    .map((word) => word.replace(/^([`"'])(.*)\1$/, "$2")).filter((word) =>
      word !== "" && word !== "-" && word !== "*"
    );
  const paths = new Set(listed);
  return words.every((word) => paths.has(word));
}
