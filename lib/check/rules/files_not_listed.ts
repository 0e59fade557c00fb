import type { Fix } from "../../../schemas/diagnostic.ts";
import { editFilesModified } from "../../parse/plan_file/files_modified_edit.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import type { TaskNode } from "../../parse/plan_file/tasks.ts";
import type { Rule } from "../rule.ts";

/** `files_modified` names every file of the tasks: it decides which plans may run at the same time. */
export const filesNotListed: Rule = {
  code: "files-not-listed",
  severity: "warning",
  strict: true,
  summary: "The files of the tasks are among `files_modified`",
  why: "`files_modified` decides which plans may run at the same time. A file that only a task names can " +
    "be changed by two plans at once, and end in a conflict. A folder (`src/`) covers what is in it.",
  shows: ["files_modified", "<files>"],
  *plan(plan) {
    const listed = plan.fields["files_modified"];
    if (plan.frontmatter.kind !== "parsed" || !Array.isArray(listed)) return;
    const written = new Set(listed);
    if (plan.tasks.every(({ task }) => task.files.every((path) => written.has(path)))) return;
    const known = new Listed();
    for (const path of listed) known.add(plainPath(String(path)));
    const unlisted: { readonly node: TaskNode; readonly missing: readonly string[] }[] = [];
    for (const node of plan.tasks) {
      const missing = [...new Set(node.task.files)].filter((path) => !known.covers(plainPath(path)));
      if (missing.length === 0) continue;
      for (const path of missing) known.add(plainPath(path));
      unlisted.push({ node, missing });
    }
    const isCertain = unlisted.every(({ node, missing }) =>
      missing.every(isPath) && hasOnlyPaths(plan, node)
    );
    const fix = isCertain ? addition(plan, unlisted.flatMap(({ missing }) => missing)) : undefined;
    for (const [index, { node: { task, element }, missing }] of unlisted.entries()) {
      const files = element.children.find(({ name }) => name === "files") ?? element;
      const finding = {
        message: `Task ${task.number} changes ${missing.join(", ")}, not listed in files_modified`,
        hint: "Add what is missing to files_modified, which keeps plans apart that change the same file",
        span: files.tag,
      };
      yield fix === undefined || index >= SHARED ? finding : { ...finding, fix };
    }
  },
};

/** Findings of a plan that carry the one fix for all of them. */
const SHARED = 20;

function plainPath(path: string): string {
  return path.trim().replaceAll("\\", "/").replace(/^\.\//, "");
}

/** Paths that are listed, and what they cover. */
class Listed {
  readonly #paths = new Set<string>();
  /** The folders that they lie in, each with a slash. */
  readonly #folders = new Set<string>();
  /** What stands before the star of each pattern, by its length. */
  readonly #prefixes = new Map<number, Set<string>>();

  /** Adds a path. */
  add(path: string): void {
    this.#paths.add(path);
    for (const folder of foldersOf(path)) this.#folders.add(folder);
    const star = path.indexOf("*");
    if (star === -1) return;
    const prefixes = this.#prefixes.get(star) ?? new Set();
    this.#prefixes.set(star, prefixes.add(path.slice(0, star)));
  }

  /**
   * Whether a path is listed: by itself, by its folder or a pattern, as a folder by what is in it, or
   * absolute where its end is listed.
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

/** The folders that a path lies in, each with a slash behind it: `src/`, `src/auth/`. */
function* foldersOf(path: string): Iterable<string> {
  for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) yield path.slice(0, at + 1);
}

/** What stands behind each slash of a path. */
function endsOf(path: string): readonly string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(index + 1));
}

/** A path of a file below a folder: a word alone may be a name whose folder is not said, or no name at all. */
function isPath(path: string): boolean {
  return /^(?:\.\/)?(?:[\w.@+$()[\]-]+\/)+[\w.@+$()[\]-]*\.\w+$/.test(path) &&
    !/(?:^|\/)\.{2,}(?:\/|$)/.test(path);
}

/** Whether `<files>` of a task holds paths and nothing else: a remark may say that a file is only read. */
function hasOnlyPaths({ source }: PlanDocument, { task, element }: TaskNode): boolean {
  const files = element.children.find(({ name }) => name === "files");
  if (files === undefined) return false;
  const words = source.text.slice(files.inner.start, files.inner.end).split(/[\s,;]+/)
    .map((word) => word.replace(/^([`"'])(.*)\1$/, "$2")).filter((word) =>
      word !== "" && word !== "-" && word !== "*"
    );
  const paths = new Set(task.files);
  return words.every((word) => paths.has(word));
}

/** Adds paths to `files_modified`. One fix for all tasks, as each would insert at the same place. */
function addition(plan: PlanDocument, missing: readonly string[]): Fix | undefined {
  return editFilesModified(plan, { add: missing, remove: [] });
}
