/**
 * Converts findings, fixes and completions into messages of the protocol.
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
import { defined } from "../collections/defined.ts";
import { rulePageAddress } from "../release/release.ts";
import type { Completion } from "./completion/item.ts";
import type { EditorFix } from "./fixes.ts";
import type { OutlinePart } from "./outline.ts";
import type { Positions } from "./place/positions.ts";

export interface EditorFiles {
  /** Returns the address of a file, by its path relative to the project's root. */
  readonly uri: (path: string) => string;
  readonly positions: (path: string) => Positions;
}

/** Hints are sent as information: editors do not list what the protocol calls hints. */
const SEVERITIES: Readonly<Record<Diagnostic["severity"], DiagnosticSeverity>> = {
  error: 1,
  warning: 2,
  hint: 3,
};
const UNNECESSARY: DiagnosticTag = 1;
const DEPRECATED: DiagnosticTag = 2;
/** Tags for rules about content that has no effect or an outdated form. */
const TAGS: Readonly<Record<string, readonly DiagnosticTag[]>> = {
  "config-duplicate-key": [UNNECESSARY],
  "config-legacy": [DEPRECATED],
  "config-unknown-key": [UNNECESSARY],
  "duplicate-item": [UNNECESSARY],
  "stray-tag": [UNNECESSARY],
};

/** Converts a finding; adds its hint below the message, and the page of its rule. */
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

export function locationOf(span: FileSpan, { uri, positions }: EditorFiles): Location {
  return { uri: uri(span.path), range: positions(span.path).range(span) };
}

/** Converts a fix into an action that an editor offers, or runs when a file is saved. */
export function codeAction({ title, finding, edits }: EditorFix, files: EditorFiles): CodeAction {
  const edit = workspaceEdit(edits, files);
  return finding === undefined
    ? { title, kind: FIX_ALL, edit }
    : { title, kind: QUICK_FIX, isPreferred: true, diagnostics: [editorDiagnostic(finding, files)], edit };
}

export const QUICK_FIX = "quickfix";
export const FIX_ALL = "source.fixAll.wf";

/** Reports whether a kind of action was requested; `source` includes all kinds below it. */
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
 * Converts completions, in the order given.
 *
 * @param snippets True if the editor supports snippets; otherwise tab stops are removed.
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
    ...defined({ filterText: filter }),
    ...(detail === undefined || detail === "" ? {} : { detail }),
    ...(markdown === undefined || markdown === ""
      ? {}
      : { documentation: { kind: MARKDOWN, value: markdown } }),
  }));
}

/** Converts a snippet into plain text: `${1:auto}` becomes `auto`, `$0` becomes empty. */
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
