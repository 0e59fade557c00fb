import type { Fix, TextEdit } from "../../../schemas/diagnostic.ts";
import type { PlanDocument } from "./plan_file.ts";
import { quoteYaml, yamlText } from "../../text/quote_yaml.ts";
import { entryOf, type YamlList } from "../yaml/yaml.ts";

/**
 * Creates the edit that inserts paths at the front of a plan's `files_modified`. They get the quotes of the first
 * path, and the other items stay as they are.
 *
 * @returns The edit; undefined if there is nothing to insert, or the field is not a list.
 */
export function addToFilesModified(plan: PlanDocument, paths: readonly string[]): Fix | undefined {
  if (plan.frontmatter.kind !== "parsed" || paths.length === 0) return undefined;
  const list = entryOf(plan.frontmatter.root, "files_modified")?.value;
  if (list?.kind !== "list") return undefined;
  const { text } = plan.source;
  const edit = insertion(list, paths.map((path) => pathText(path, list, text)), text);
  const named = paths.length > 3 ? `${paths.length} files` : paths.join(", ");
  return { title: `Add ${named} to files_modified`, edits: [edit] };
}

/** Writes a path as YAML: in double quotes if the first path of the list has them or an escape is needed. */
function pathText(path: string, list: YamlList, text: string): string {
  const [first] = list.items;
  const isQuoted = first !== undefined && text[first.span.start - 1] === '"';
  if (!isQuoted && path.isWellFormed() && !UNPRINTABLE.test(path)) return yamlText(path);
  return quoteYaml(path);
}

// deno-lint-ignore no-control-regex -- YAML does not take them as they are
const UNPRINTABLE = /[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/;

function insertion(list: YamlList, added: readonly string[], text: string): TextEdit {
  const insert = (at: number, inserted: string) => ({ start: at, end: at, text: inserted });
  if (text[list.span.start] === "[") {
    return insert(list.span.start + 1, added.join(", ") + (list.items.length === 0 ? "" : ", "));
  }
  const indent = text.slice(text.lastIndexOf("\n", list.span.start - 1) + 1, list.span.start);
  const between = `${text.includes("\r\n") ? "\r\n" : "\n"}${indent}`;
  return insert(list.span.start, added.map((path) => `- ${path}${between}`).join(""));
}
