import { findProjectRoot } from "../../apply/files/load_project.ts";
import type { CheckedProject } from "../../check/checker.ts";
import type { EditorDiagnostic, Range } from "../../deps/language_server.ts";
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

/** Milliseconds without a change after which a project is checked. */
const QUIET = 120;

/** A text in the editor. */
interface OpenText {
  readonly uri: string;
  /** Absolute path. */
  readonly path: string;
  readonly text: string;
  readonly version: number;
}

/** A file in its project. */
export interface PlacedFile {
  /** The project. */
  readonly project: EditorProject;
  /** Path relative to its root. */
  readonly path: string;
}

/** A text in the editor, in its project. */
export interface PlacedDocument {
  /** The project. */
  readonly project: EditorProject;
  /** The text, with the project as it is now. */
  readonly document: EditorDocument;
  /** The positions in the text. */
  readonly positions: Positions;
}

/** All findings in a file. */
export interface FileFindings {
  /** Its address. */
  readonly uri: string;
  /** The version of its text that they are of; left out where the file is not open. */
  readonly version?: number;
  /** The findings; empty when there are no more. */
  readonly diagnostics: EditorDiagnostic[];
}

/** What an {@link EditorWorkspace} tells. */
export interface WorkspaceListener {
  /** Shows the findings in a file in the place of those before. */
  readonly publish: (findings: FileFindings) => Promise<void>;
  /** Something went wrong that nobody waits for. */
  readonly fail: (error: unknown) => void;
}

/**
 * The texts that are open in an editor, and the projects that they and the editor's folders lie in.
 *
 * Projects are checked once nothing has changed for a moment, and their findings told, those of files
 * that are not open too.
 */
export class EditorWorkspace {
  readonly #host: Host;
  readonly #listener: WorkspaceListener;
  readonly #texts = new Map<string, OpenText>();
  readonly #projects = new Map<string, EditorProject>();
  /** What was told of each project: by address the findings as sent. */
  readonly #told = new Map<EditorProject, Map<string, string>>();
  readonly #timers = new Map<EditorProject, ReturnType<typeof setTimeout>>();
  #folders: readonly string[] = [];

  /**
   * Opens nothing yet.
   *
   * @param host The machine.
   * @param listener Is told.
   */
  constructor(host: Host, listener: WorkspaceListener) {
    this.#host = host;
    this.#listener = listener;
  }

  /** Stops checking. */
  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  /** Opens the projects that folders lie in, and forgets those that nothing is open of any more. */
  async setFolders(uris: readonly string[]): Promise<void> {
    this.#folders = uris;
    await this.#openFolders();
  }

  /** A text was opened. */
  async open(uri: string, text: string, version: number): Promise<void> {
    this.#setText(uri, text, version);
    await this.refresh(uri);
  }

  /** A text was changed, by one change after the other. */
  async change(uri: string, changes: readonly TextChange[], version: number): Promise<void> {
    this.#setText(uri, changes.reduce(changedText, this.#texts.get(uri)?.text ?? ""), version);
    await this.place(uri);
  }

  /** A text was closed: what was not saved of it is gone. */
  async closeText(uri: string): Promise<void> {
    this.#texts.delete(uri);
    await this.refresh(uri);
    await this.#openFolders();
  }

  /** A file was saved or opened: its project may have changed while nobody told, and is read anew. */
  async refresh(uri: string): Promise<void> {
    const placed = await this.place(uri);
    if (placed === undefined) return;
    placed.project.refresh();
    this.#checkSoon(placed.project);
  }

  /** Files came, went or changed on disk. */
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

  /** The project that a file lies in, if it lies in one, with the file's text as it is open now. */
  async place(uri: string): Promise<PlacedFile | undefined> {
    const path = pathOfUri(uri);
    const root = path === undefined ? undefined : await this.#rootOf(parentPath(path));
    if (path === undefined || root === undefined) return undefined;
    const project = this.#project(root);
    const inside = pathWithin(root, path)!;
    const before = project.version;
    // Of the texts that came while the root was looked for, the last one counts.
    if (isChecked(inside)) project.setText(inside, this.#texts.get(uri)?.text);
    if (project.version !== before) this.#checkSoon(project);
    return { project, path: inside };
  }

  /** A text that is open, if it lies in a project. */
  async placed(uri: string): Promise<PlacedDocument | undefined> {
    const placed = await this.place(uri);
    const text = this.#texts.get(uri)?.text;
    if (placed === undefined || text === undefined) return undefined;
    const document = documentOf(placed.path, text, await placed.project.parsed());
    return { project: placed.project, document, positions: new Positions(text, "counted") };
  }

  /** The files of a project: those that are open as the editor knows them, the others as they are on disk. */
  files({ root }: EditorProject, { sources }: CheckedProject): EditorFiles {
    const open = new Map([...this.#texts.values()].map((text) => [text.path, text]));
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

  /** Opens the projects of the folders; forgets those that neither a folder nor an open text is of. */
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
    for (const uri of this.#told.get(project)?.keys() ?? []) {
      await this.#listener.publish({ uri, diagnostics: [] });
    }
    this.#told.delete(project);
  }

  /** The project with a root; one that is new is checked soon. */
  #project(root: string): EditorProject {
    const known = this.#projects.get(root);
    if (known !== undefined) return known;
    const project = new EditorProject(this.#host, root);
    this.#projects.set(root, project);
    this.#checkSoon(project);
    return project;
  }

  #setText(uri: string, text: string, version: number): void {
    const path = pathOfUri(uri);
    if (path !== undefined) this.#texts.set(uri, { uri, path, text, version });
  }

  /** Folders that are not there, or cannot be read, lie in no project. */
  async #rootOf(folder: string): Promise<string | undefined> {
    try {
      return await findProjectRoot(this.#host, folder);
    } catch (error) {
      if (error instanceof HostError) return undefined;
      throw error;
    }
  }

  #checkSoon(project: EditorProject): void {
    clearTimeout(this.#timers.get(project));
    const check = () => {
      this.#timers.delete(project);
      this.#publish(project).catch(this.#listener.fail);
    };
    this.#timers.set(project, setTimeout(check, QUIET));
  }

  async #publish(project: EditorProject): Promise<void> {
    const { version } = project;
    const checked = await project.checked();
    // What has changed since is checked soon anyway.
    if (project.version !== version || this.#projects.get(project.root) !== project) return;
    const files = this.files(project, checked);
    const sent = this.#told.get(project) ?? new Map<string, string>();
    const now = new Map<string, string>();
    for (const [path, findings] of groupBy(checked.findings, ({ span }) => span.path)) {
      const uri = files.uri(path);
      const diagnostics = findings.map((finding) => editorDiagnostic(finding, files));
      const text = this.#texts.get(uri);
      const params = { uri, diagnostics, ...(text === undefined ? {} : { version: text.version }) };
      now.set(uri, JSON.stringify(params));
      if (sent.get(uri) !== now.get(uri)) await this.#listener.publish(params);
    }
    this.#told.set(project, now);
    for (const uri of sent.keys()) {
      if (!now.has(uri)) await this.#listener.publish({ uri, diagnostics: [] });
    }
  }
}

/** One change of a text: of a range, or of all of it. */
export interface TextChange {
  /** What is replaced; left out for all of it. */
  readonly range?: Range;
  /** What stands there now. */
  readonly text: string;
}

function changedText(text: string, change: TextChange): string {
  if (change.range === undefined) return change.text;
  const { start, end } = new Positions(text, "counted").span(change.range);
  return text.slice(0, start) + change.text + text.slice(end);
}
