import type { Fix } from "../../../schemas/diagnostic.ts";
import { editFilesModified } from "../../parse/files_modified_edit.ts";
import type { PlanDocument } from "../../parse/plan_file.ts";
import type { TaskNode } from "../../parse/tasks.ts";
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
    const known = listed.map((path) => plainPath(String(path)));
    const unlisted: { readonly node: TaskNode; readonly missing: readonly string[] }[] = [];
    for (const node of plan.tasks) {
      const missing = [...new Set(node.task.files)].filter((path) => !isCovered(plainPath(path), known));
      if (missing.length === 0) continue;
      known.push(...missing.map(plainPath));
      unlisted.push({ node, missing });
    }
    const fix = addition(plan, unlisted.flatMap(({ missing }) => missing));
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

/**
 * Whether a path is listed: by itself, by its folder or a pattern, as a folder by what is in it, or
 * absolute where its end is listed.
 */
function isCovered(path: string, listed: readonly string[]): boolean {
  const absolute = /^(?:\/|[A-Za-z]:\/)/.test(path);
  return listed.some((other) => {
    const star = other.indexOf("*");
    return other === path || (star !== -1 && path.startsWith(other.slice(0, star))) ||
      (other.endsWith("/") && path.startsWith(other)) || (path.endsWith("/") && other.startsWith(path)) ||
      (absolute && path.endsWith(`/${other}`));
  });
}

/**
 * Adds paths to `files_modified`; undefined where one may not be a path. One fix for all tasks, as each
 * would insert at the same place.
 */
function addition(plan: PlanDocument, missing: readonly string[]): Fix | undefined {
  if (missing.some((path) => /[<>{}*`"|\r\n]/.test(path))) return undefined;
  return editFilesModified(plan, { add: missing, remove: [] });
}
