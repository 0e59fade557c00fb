import type { Completion } from "./item.ts";
import type { Span } from "../../../schemas/diagnostic.ts";
import { CONFIG_PATH } from "../../parse/config/config.ts";
import { tooDeepBracket } from "../../parse/json/tree.ts";
import { placeOf } from "../../parse/plan_file/references.ts";
import { bodyPlace } from "../place/body.ts";
import { completeBody } from "./body.ts";
import { completeConfig } from "./config.ts";
import { completeFrontmatter } from "./frontmatter.ts";
import type { EditorDocument } from "../place/document.ts";
import { frontmatterSpan } from "../hover.ts";
import { yamlPlace } from "../place/yaml.ts";

export type Completions =
  | { readonly kind: "items"; readonly items: readonly Completion[] }
  /** Entries of a folder below the project's root, `""` for the root itself. */
  | { readonly kind: "folder"; readonly folder: string; readonly span: Span };

export function completionsAt(document: EditorDocument, offset: number): Completions {
  const { path, text, plan } = document;
  if (path === CONFIG_PATH) {
    return items(tooDeepBracket(text) === undefined ? completeConfig(text, offset) : []);
  }
  if (plan === undefined) return items([]);
  const yaml = frontmatterSpan(plan);
  if (yaml !== undefined && offset >= yaml.start && offset <= yaml.end) {
    const place = yamlPlace(text, offset, yaml);
    if (isPathField(place.path) && !place.isKey) return folderOf(text, place.span, offset) ?? items([]);
    return items(completeFrontmatter(document, plan, place));
  }
  const place = bodyPlace(plan, offset);
  if (place.kind === "reference" || place.kind === "file") {
    return folderOf(text, place.span, offset) ?? items([]);
  }
  return items(completeBody(plan, place, offset));
}

export interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** Proposes the entries of a folder, without those of git and package managers. */
export function completeFolder(entries: readonly FolderEntry[], span: Span): readonly Completion[] {
  return entries.filter(({ name }) => name !== ".git" && name !== "node_modules").map((
    { name, isFolder },
  ) => ({
    label: isFolder ? `${name}/` : name,
    kind: isFolder ? "folder" : "file",
    text: isFolder ? `${name}/` : name,
    span,
  }));
}

function items(list: readonly Completion[]): Completions {
  return { kind: "items", items: list };
}

/** Returns the folder of the path that was typed up to the place. */
function folderOf(text: string, { start, end }: Span, offset: number): Completions | undefined {
  const typed = text.slice(start, offset);
  const slash = typed.lastIndexOf("/") + 1;
  const place = placeOf(typed.slice(0, slash));
  if (place.kind !== "inside") return undefined;
  const next = text.slice(offset, end).indexOf("/");
  return {
    kind: "folder",
    folder: place.path.replace(/\/$/, ""),
    span: { start: start + slash, end: next === -1 ? end : offset + next },
  };
}

/** Reports whether a value of the frontmatter is a path in the project. */
function isPathField(path: readonly string[]): boolean {
  const field = path.join("/");
  return ["files_modified/[]", "must_haves/artifacts/[]/path", "must_haves/key_links/[]/from"].includes(
    field,
  );
}
