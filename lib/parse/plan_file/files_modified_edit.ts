import type { Fix, TextEdit } from "../../../schemas/diagnostic.ts";
import type { PlanDocument } from "./plan_file.ts";
import { yamlText } from "../../text/quote_yaml.ts";
import { entryOf, type YamlEntry, type YamlList, type YamlNode } from "../yaml/yaml.ts";

/** A change of `files_modified`. */
export interface FilesModifiedChange {
  /** Paths to insert at the front. */
  readonly add: readonly string[];
  /** Indexes of the items to remove. */
  readonly remove: readonly number[];
}

/** Creates the edit that changes `files_modified` in a plan's text. The other items keep their quotes, indentation
 * and comments, and new items get the quotes of the first path.
 *
 * @returns The edit; undefined if there is nothing to change, the field is not a list, or items cannot be
 * removed from the list without changing other text.
 */
export function editFilesModified(plan: PlanDocument, { add, remove }: FilesModifiedChange): Fix | undefined {
  if (plan.frontmatter.kind !== "parsed" || add.length + remove.length === 0) return undefined;
  const entry = entryOf(plan.frontmatter.root, "files_modified");
  if (entry?.value.kind !== "list") return undefined;
  const list = entry.value;
  const { text } = plan.source;
  const added = add.map((path) => pathText(path, list, text));
  const edit = remove.length === 0
    ? insertion(list, added, text)
    : replacement(entry, list, { added, removed: new Set(remove), text });
  return edit === undefined ? undefined : { title: titleOf(list, { add, remove }), edits: [edit] };
}

function titleOf(list: YamlList, { add, remove }: FilesModifiedChange): string {
  const items = remove.map((index) => list.items[index]);
  const removed = named(items.map((item) => item?.kind === "scalar" ? item.text : ""));
  if (add.length === 0) return `Remove ${removed} from files_modified`;
  return `Add ${named(add)} to files_modified${remove.length === 0 ? "" : `, and remove ${removed}`}`;
}

function named(paths: readonly string[]): string {
  return paths.length > 3 ? `${paths.length} files` : paths.join(", ");
}

/** Writes a path as YAML: in double quotes if the first path of the list has them or an escape is needed. */
function pathText(path: string, list: YamlList, text: string): string {
  const [first] = list.items;
  const isQuoted = first !== undefined && text[first.span.start - 1] === '"';
  if (!isQuoted && path.isWellFormed() && !UNPRINTABLE.test(path)) return yamlText(path);
  return JSON.stringify(path).replace(/[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

// deno-lint-ignore no-control-regex -- YAML does not take them as they are
const UNPRINTABLE = /[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/;

function insertion(list: YamlList, added: readonly string[], text: string): TextEdit {
  const insert = (at: number, inserted: string) => ({ start: at, end: at, text: inserted });
  if (isFlow(list, text)) {
    return insert(list.span.start + 1, added.join(", ") + (list.items.length === 0 ? "" : ", "));
  }
  const between = newlineOf(text) + indentOf(list, text);
  return insert(list.span.start, added.map((path) => `- ${path}${between}`).join(""));
}

interface Replacement {
  readonly added: readonly string[];
  readonly removed: ReadonlySet<number>;
  readonly text: string;
}

function replacement(entry: YamlEntry, list: YamlList, change: Replacement): TextEdit | undefined {
  const { added, removed, text } = change;
  const isKept = (_: unknown, index: number) => !removed.has(index);
  if (isFlow(list, text)) {
    const inside = { start: list.span.start + 1, end: list.span.end - 1 };
    // A comment in a list in brackets could belong to either of its neighbours.
    if (text.slice(inside.start, inside.end).includes("#")) return undefined;
    const kept = list.items.map((item) => sourceOf(item, text)).filter(isKept);
    return { ...inside, text: [...added, ...kept].join(", ") };
  }
  const end = endOfLine(text, list.span.end);
  const starts = list.items.map((item) => dashBefore(item, text));
  if (starts.some((start) => start === -1)) return undefined;
  const lines = starts.map((start, index) => text.slice(start, starts[index + 1] ?? end).trimEnd());
  const left = [...added.map((path) => `- ${path}`), ...lines.filter(isKept)];
  if (left.length > 0) {
    return { start: list.span.start, end, text: left.join(newlineOf(text) + indentOf(list, text)) };
  }
  const colon = text.indexOf(":", entry.keySpan.end);
  return { start: colon + 1, end, text: " []" };
}

function isFlow(list: YamlList, text: string): boolean {
  return text[list.span.start] === "[";
}

/** An item as written, including its quotes. */
function sourceOf(item: YamlNode, text: string): string {
  const { start, end } = item.span;
  return item.kind === "scalar" && !item.plain ? text.slice(start - 1, end + 1) : text.slice(start, end);
}

/** The offset of an item's dash on its line; -1 if there is none. */
function dashBefore(item: YamlNode, text: string): number {
  const start = text.lastIndexOf("\n", item.span.start - 1) + 1;
  const before = /^([ \t]*)-[ \t]+["']?$/.exec(text.slice(start, item.span.start));
  return before === null ? -1 : start + before[1]!.length;
}

/** The offset of the end of the line that contains an offset, without its line break. */
function endOfLine(text: string, offset: number): number {
  const newline = text.indexOf("\n", offset);
  if (newline === -1) return text.length;
  return text[newline - 1] === "\r" ? newline - 1 : newline;
}

function newlineOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

function indentOf(list: YamlList, text: string): string {
  return text.slice(text.lastIndexOf("\n", list.span.start - 1) + 1, list.span.start);
}
