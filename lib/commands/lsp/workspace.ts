import { findProjectRoot } from "../../apply/files/load_project.ts";
import type { CheckedProject } from "../../check/checker.ts";
import type { EditorDiagnostic, Range } from "../../deps/language_server.ts";
import { defined } from "../../collections/defined.ts";
import { groupBy } from "../../collections/group_by.ts";
import { type Host, HostError } from "../../host/host.ts";
import { joinPath, parentPath, pathWithin } from "../../path/paths.ts";
import { documentOf, type EditorDocument } from "../../lsp/place/document.ts";
import { editorDiagnostic, type EditorFiles } from "../../lsp/messages.ts";
import { isChecked } from "../../lsp/overlay.ts";
import { Positions } from "../../lsp/place/positions.ts";
import { pathOfUri, uriOfPath } from "../../lsp/place/uri.ts";
import { PLANNING } from "../../parse/project/project.ts";
import { EditorProject } from "./project.ts";

/** Time without a change after which a project is checked, in milliseconds. */
const DEBOUNCE = 120;

interface OpenDocument {
  readonly uri: string;
  /** Absolute path. */
  readonly path: string;
  readonly text: string;
  readonly version: number;
}

export interface PlacedFile {
  readonly project: EditorProject;
  /** Path relative to the project root. */
  readonly path: string;
}

export interface PlacedDocument {
  readonly project: EditorProject;
  readonly document: EditorDocument;
  readonly positions: Positions;
}

export interface FileFindings {
  readonly uri: string;
  /** The version of the open text; absent when the file is not open. */
  readonly version?: number;
  /** The findings; empty removes earlier ones. */
  readonly diagnostics: EditorDiagnostic[];
}

export interface WorkspaceListener {
  /** Replaces the shown findings of a file. */
  readonly publish: (findings: FileFindings) => Promise<void>;
  readonly fail: (error: unknown) => void;
}

/**
 * The open documents of an editor, and the projects of these documents and of the editor's folders.
 *
 * Projects are checked after a short time without changes, and their findings are published, also those of
 * files that are not open.
 */
export class EditorWorkspace {
  readonly #documents = new Map<string, OpenDocument>();
  readonly #projects = new Map<string, EditorProject>();
  /** The published findings of each project, serialized, by URI. */
  readonly #published = new Map<EditorProject, Map<string, string>>();
  readonly #timers = new Map<EditorProject, ReturnType<typeof setTimeout>>();
  #folders: readonly string[] = [];

  constructor(readonly host: Host, readonly listener: WorkspaceListener) {}

  /** Stops checking. */
  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  /** Opens the projects of folders, and closes projects without open documents or folders. */
  async setFolders(uris: readonly string[]): Promise<void> {
    this.#folders = uris;
    await this.#openFolders();
  }

  async open(uri: string, text: string, version: number): Promise<void> {
    this.#setText(uri, text, version);
    await this.refresh(uri);
  }

  /** Applies changes to an open document, in order. */
  async change(uri: string, changes: readonly TextChange[], version: number): Promise<void> {
    this.#setText(uri, changes.reduce(changedText, this.#documents.get(uri)?.text ?? ""), version);
    await this.place(uri);
  }

  /** Handles a closed document: unsaved changes are discarded. */
  async closeDocument(uri: string): Promise<void> {
    this.#documents.delete(uri);
    await this.refresh(uri);
    await this.#openFolders();
  }

  /** Reads the project of a saved or opened file again, as it may have changed without a notification. */
  async refresh(uri: string): Promise<void> {
    const placed = await this.place(uri);
    if (placed === undefined) return;
    placed.project.refresh();
    this.#checkSoon(placed.project);
  }

  /** Handles created, deleted or changed files. */
  async changedOnDisk(uris: readonly string[]): Promise<void> {
    const roots = new Set<string>();
    for (const uri of uris) {
      const path = pathOfUri(uri);
      const known = [...this.#projects.keys()].filter((root) => pathWithin(root, path ?? "") !== undefined);
      for (const root of known) roots.add(root);
      const inside = path?.lastIndexOf(`/${PLANNING}/`) ?? -1;
      const root = inside > 0 ? await this.#rootOf(path!.slice(0, inside)) : undefined;
      if (root !== undefined) roots.add(root);
    }
    for (const root of roots) {
      const project = this.#project(root);
      project.refresh();
      this.#checkSoon(project);
    }
  }

  /** Returns the project that contains a file, if any, with the file's open text. */
  async place(uri: string): Promise<PlacedFile | undefined> {
    const path = pathOfUri(uri);
    const root = path === undefined ? undefined : await this.#rootOf(parentPath(path));
    if (path === undefined || root === undefined) return undefined;
    const project = this.#project(root);
    const inside = pathWithin(root, path)!;
    const before = project.version;
    // The text may have changed while the root was being found: use the latest.
    if (isChecked(inside)) project.setText(inside, this.#documents.get(uri)?.text);
    if (project.version !== before) this.#checkSoon(project);
    return { project, path: inside };
  }

  /** Returns an open document, if it is in a project. */
  async placed(uri: string): Promise<PlacedDocument | undefined> {
    const placed = await this.place(uri);
    const text = this.#documents.get(uri)?.text;
    if (placed === undefined || text === undefined) return undefined;
    const document = documentOf(placed.path, text, await placed.project.parsed());
    return { project: placed.project, document, positions: new Positions(text, "counted") };
  }

  /** Returns the files of a project: open documents, and the content on disk of the others. */
  files({ root }: EditorProject, { sources }: CheckedProject): EditorFiles {
    const open = new Map([...this.#documents.values()].map((text) => [text.path, text]));
    const known = new Map<string, Positions>();
    const read = (path: string) => {
      const text = open.get(joinPath(root, path));
      return text === undefined
        ? new Positions(sources.texts.get(path) ?? "", "hidden")
        : new Positions(text.text, "counted");
    };
    return {
      uri: (path) => open.get(joinPath(root, path))?.uri ?? uriOfPath(joinPath(root, path)),
      positions: (path) => {
        const positions = known.get(path) ?? read(path);
        known.set(path, positions);
        return positions;
      },
    };
  }

  /** Opens the projects of the folders; closes those without a folder or an open document. */
  async #openFolders(): Promise<void> {
    const roots = new Set<string>();
    for (const uri of this.#folders) {
      const folder = pathOfUri(uri);
      const root = folder === undefined ? undefined : await this.#rootOf(folder);
      if (root !== undefined) roots.add(root);
    }
    for (const root of roots) this.#project(root);
    for (const project of this.#projects.values()) {
      if (!roots.has(project.root) && !project.isOpen) await this.#forget(project);
    }
  }

  async #forget(project: EditorProject): Promise<void> {
    this.#projects.delete(project.root);
    clearTimeout(this.#timers.get(project));
    this.#timers.delete(project);
    for (const uri of this.#published.get(project)?.keys() ?? []) {
      await this.listener.publish({ uri, diagnostics: [] });
    }
    this.#published.delete(project);
  }

  /** Returns the project with a root. A new one is scheduled for a check. */
  #project(root: string): EditorProject {
    const known = this.#projects.get(root);
    if (known !== undefined) return known;
    const project = new EditorProject(this.host, root);
    this.#projects.set(root, project);
    this.#checkSoon(project);
    return project;
  }

  #setText(uri: string, text: string, version: number): void {
    const path = pathOfUri(uri);
    if (path !== undefined) this.#documents.set(uri, { uri, path, text, version });
  }

  /** Returns the project root of a folder; undefined when the folder cannot be read. */
  async #rootOf(folder: string): Promise<string | undefined> {
    try {
      return await findProjectRoot(this.host, folder);
    } catch (error) {
      if (error instanceof HostError) return undefined;
      throw error;
    }
  }

  #checkSoon(project: EditorProject): void {
    clearTimeout(this.#timers.get(project));
    const check = () => {
      this.#timers.delete(project);
      this.#publish(project).catch(this.listener.fail);
    };
    this.#timers.set(project, setTimeout(check, DEBOUNCE));
  }

  async #publish(project: EditorProject): Promise<void> {
    const { version } = project;
    const checked = await project.checkedUnlessChanged();
    // A later change has scheduled another check.
    if (!checked || project.version !== version || this.#projects.get(project.root) !== project) return;
    const files = this.files(project, checked);
    const sent = this.#published.get(project) ?? new Map<string, string>();
    const now = new Map<string, string>();
    for (const [path, findings] of groupBy(checked.findings, ({ span }) => span.path)) {
      const uri = files.uri(path);
      const diagnostics = findings.map((finding) => editorDiagnostic(finding, files));
      const text = this.#documents.get(uri);
      const params = { uri, diagnostics, ...defined({ version: text?.version }) };
      now.set(uri, JSON.stringify(params));
      if (sent.get(uri) !== now.get(uri)) await this.listener.publish(params);
    }
    this.#published.set(project, now);
    for (const uri of sent.keys()) {
      if (!now.has(uri)) await this.listener.publish({ uri, diagnostics: [] });
    }
  }
}

export interface TextChange {
  /** The range to replace; the whole text when omitted. */
  readonly range?: Range;
  readonly text: string;
}

function changedText(text: string, change: TextChange): string {
  if (change.range === undefined) return change.text;
  const { start, end } = new Positions(text, "counted").span(change.range);
  return text.slice(0, start) + change.text + text.slice(end);
}
