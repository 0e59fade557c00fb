import type { Fix } from "../../../schemas/diagnostic.ts";
import type { PlanDocument } from "../../parse/plan_file.ts";
import type { TaskNode } from "../../parse/tasks.ts";
import { entryOf, type YamlList } from "../../parse/yaml.ts";
import { yamlText } from "../../parse/yaml_text.ts";
import type { Rule } from "../rule.ts";

/** `files_modified` names every file of the tasks: it decides which plans may run at the same time. */
export const filesNotListed: Rule = {
  code: "files-not-listed",
  severity: "warning",
  strict: true,
  summary: "The files of the tasks are among `files_modified`",
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
 * Adds paths at the front of `files_modified`, in quotes where the first one there has them; undefined
 * where one may not be a path. One fix for all tasks, as each would insert at the same place.
 */
function addition(plan: PlanDocument, missing: readonly string[]): Fix | undefined {
  if (plan.frontmatter.kind !== "parsed" || missing.length === 0) return undefined;
  if (missing.some((path) => /[<>{}*`"|\r\n]/.test(path))) return undefined;
  const list = entryOf(plan.frontmatter.root, "files_modified")?.value;
  if (list?.kind !== "list") return undefined;
  const { text } = plan.source;
  const first = list.items[0];
  const quoted = first !== undefined && text[first.span.start - 1] === '"';
  const paths = missing.map((path) => quoted ? JSON.stringify(path) : yamlText(path));
  const title = `Add ${
    missing.length > 3 ? `${missing.length} files` : missing.join(", ")
  } to files_modified`;
  const insert = (at: number, added: string) => ({ title, edits: [{ start: at, end: at, text: added }] });
  if (text[list.span.start] === "[") {
    return first === undefined
      ? insert(list.span.start + 1, paths.join(", "))
      : insert(list.span.start + 1, `${paths.join(", ")}, `);
  }
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  return insert(list.span.start, paths.map((path) => `- ${path}${newline}${indentOf(list, text)}`).join(""));
}

function indentOf(list: YamlList, text: string): string {
  return text.slice(text.lastIndexOf("\n", list.span.start - 1) + 1, list.span.start);
}
