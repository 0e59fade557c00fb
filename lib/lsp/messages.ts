/**
 * What the floors below find, in the protocol's terms.
 * @module
 */
import type { Diagnostic, FileSpan, TextEdit } from "../../schemas/diagnostic.ts";
import type {
  CodeAction,
  CompletionItem,
  CompletionItemKind,
  DiagnosticSeverity,
  DiagnosticTag,
  DocumentSymbol,
  EditorDiagnostic,
  Location,
  SymbolKind,
  WorkspaceEdit,
} from "../deps/language_server.ts";
import { rulePageAddress } from "../release/release.ts";
import type { Completion } from "./completion/item.ts";
import type { Mend } from "./mends.ts";
import type { OutlinePart } from "./outline.ts";
import type { Positions } from "./place/positions.ts";

/** The files of a project as an editor knows them. */
export interface EditorFiles {
  /** The address of a file, by its path relative to the project's root. */
  readonly uri: (path: string) => string;
  /** The positions in a file, by its path. */
  readonly positions: (path: string) => Positions;
}

/** Advice is information: editors hide what the protocol calls hints from their lists. */
const SEVERITIES: Readonly<Record<Diagnostic["severity"], DiagnosticSeverity>> = {
  error: 1,
  warning: 2,
  hint: 3,
};
const UNNECESSARY: DiagnosticTag = 1;
const DEPRECATED: DiagnosticTag = 2;
/** Rules whose findings are about what has no effect, or was the form of another time. */
const TAGS: Readonly<Record<string, readonly DiagnosticTag[]>> = {
  "config-duplicate-key": [UNNECESSARY],
  "config-legacy": [DEPRECATED],
  "config-unknown-key": [UNNECESSARY],
  "duplicate-item": [UNNECESSARY],
  "stray-tag": [UNNECESSARY],
};

/** A finding, with what to do below its message, and the page of its rule. */
export function editorDiagnostic(finding: Diagnostic, files: EditorFiles): EditorDiagnostic {
  const { code, severity, message, hint, span, related = [] } = finding;
  const tags = TAGS[code];
  return {
    range: files.positions(span.path).range(span),
    severity: SEVERITIES[severity],
    code,
    codeDescription: { href: rulePageAddress(code) },
    source: "wf",
    message: hint === undefined ? message : `${message}\n→ ${hint}`,
    ...(tags === undefined ? {} : { tags: [...tags] }),
    ...(related.length === 0 ? {} : {
      relatedInformation: related.map((place) => ({
        location: locationOf(place.span, files),
        message: place.message,
      })),
    }),
  };
}

/** Where a span of a file is. */
export function locationOf(span: FileSpan, { uri, positions }: EditorFiles): Location {
  return { uri: uri(span.path), range: positions(span.path).range(span) };
}

/** A mend as an action that an editor offers, or makes when a file is saved. */
export function codeAction({ title, finding, edits }: Mend, files: EditorFiles): CodeAction {
  const edit = workspaceEdit(edits, files);
  return finding === undefined
    ? { title, kind: FIX_ALL, edit }
    : { title, kind: QUICK_FIX, isPreferred: true, diagnostics: [editorDiagnostic(finding, files)], edit };
}

/** Kind of the action that mends a finding. */
export const QUICK_FIX = "quickfix";
/** Kind of the action that mends a file. */
export const FIX_ALL = "source.fixAll.wf";

/** Whether an editor that asks for some kinds of actions wants one kind; `source` stands for all below it. */
export function wantsAction(only: readonly string[] | undefined, kind: string): boolean {
  return only === undefined || only.some((wanted) => kind === wanted || kind.startsWith(`${wanted}.`));
}

function workspaceEdit(
  edits: ReadonlyMap<string, readonly TextEdit[]>,
  { uri, positions }: EditorFiles,
): WorkspaceEdit {
  const changes = [...edits].map(([path, list]) => [
    uri(path),
    list.map((edit) => ({ range: positions(path).range(edit), newText: edit.text })),
  ]);
  return { changes: Object.fromEntries(changes) };
}

const COMPLETION_KINDS: Readonly<Record<Completion["kind"], CompletionItemKind>> = {
  key: 10,
  value: 12,
  plan: 18,
  requirement: 18,
  element: 7,
  attribute: 10,
  file: 17,
  folder: 19,
};
const SNIPPET = 2;
const MARKDOWN = "markdown";

/**
 * Completions in the order given.
 *
 * @param snippets Whether the editor knows places to go to in a text; else they are left out of it.
 */
export function completionItems(
  completions: readonly Completion[],
  positions: Positions,
  snippets: boolean,
): CompletionItem[] {
  return completions.map((
    { label, kind, text, isSnippet = false, detail, markdown, span, filter },
    index,
  ) => ({
    label,
    kind: COMPLETION_KINDS[kind],
    sortText: String(index).padStart(5, "0"),
    textEdit: {
      range: positions.range(span),
      newText: isSnippet && !snippets ? withoutPlaces(text) : text,
    },
    ...(isSnippet && snippets ? { insertTextFormat: SNIPPET } : {}),
    ...(filter === undefined ? {} : { filterText: filter }),
    ...(detail === undefined || detail === "" ? {} : { detail }),
    ...(markdown === undefined || markdown === ""
      ? {}
      : { documentation: { kind: MARKDOWN, value: markdown } }),
  }));
}

/** A snippet as plain text: `${1:auto}` is `auto`, `$0` is nothing. */
function withoutPlaces(snippet: string): string {
  return snippet.replace(
    /\\([\\$}])|\$\{\d+:([^}]*)\}|\$\d+/g,
    (_, character = "", text = "") => character + text,
  );
}

const SYMBOL_KINDS: Readonly<Record<OutlinePart["kind"], SymbolKind>> = {
  frontmatter: 3,
  section: 15,
  task: 6,
};

/** A part of a plan, as a symbol. */
export function documentSymbol(part: OutlinePart, positions: Positions): DocumentSymbol {
  const { name, detail, kind, span, selection, children } = part;
  return {
    name,
    detail,
    kind: SYMBOL_KINDS[kind],
    range: positions.range(span),
    selectionRange: positions.range(selection),
    children: children.map((child) => documentSymbol(child, positions)),
  };
}
