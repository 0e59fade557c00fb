import { rules } from "../../check/rules/all_rules.ts";
import type {
  CodeAction,
  CompletionItem,
  CompletionList,
  Connection,
  DocumentLink,
  DocumentSymbol,
  EditorConnection,
  Hover,
  InitializeParams,
  InitializeResult,
  Location,
  Position,
  Range,
} from "../../deps/language_server.ts";
import { type Host, HostError } from "../../host/host.ts";
import { joinPath } from "../../path/paths.ts";
import { completeFolder, type Completions, completionsAt } from "../../lsp/completion/completion.ts";
import { type Completion, MAX_PROPOSED } from "../../lsp/completion/item.ts";
import { hoverAt } from "../../lsp/hover.ts";
import { fixesAt, fixFile } from "../../lsp/fixes.ts";
import {
  codeAction,
  completionItems,
  documentSymbol,
  FIX_ALL,
  locationOf,
  QUICK_FIX,
  wantsAction,
} from "../../lsp/messages.ts";
import { definitionAt, filesNamed } from "../../lsp/named.ts";
import { outlineOf } from "../../lsp/outline.ts";
import { uriOfPath } from "../../lsp/place/uri.ts";
import { PLANNING } from "../../parse/project/project.ts";
import type { EditorProject } from "./project.ts";
import { EditorWorkspace } from "./workspace.ts";

/** Characters after which editors request completions. */
const TRIGGERS = ["<", "/", "@", '"', "[", " ", "-", ":"];
/** The message type of errors in the editor's log. */
const ERROR = 1;

type FolderCompletions = Extract<Completions, { readonly kind: "folder" }>;

export class EditorSession {
  readonly #host: Host;
  readonly #connection: Connection;
  readonly #watchFiles: EditorConnection["watchFiles"];
  readonly #workspace: EditorWorkspace;
  #folders: readonly string[] = [];
  #capabilities: InitializeParams["capabilities"] = {};

  /** Sets the handlers of a connection that is not listening yet. */
  constructor(host: Host, { connection, watchFiles }: EditorConnection) {
    this.#host = host;
    this.#connection = connection;
    this.#watchFiles = watchFiles;
    const workspace = this.#workspace = new EditorWorkspace(host, {
      publish: (findings) => connection.sendDiagnostics(findings),
      fail: (error) => this.#fail(error),
    });
    const quietly = (work: Promise<void>) => void work.catch((error) => this.#fail(error));
    connection.onInitialize((params) => this.#initialize(params));
    connection.onInitialized(() => quietly(this.#begin()));
    connection.onDidOpenTextDocument(({ textDocument: { uri, text, version } }) =>
      quietly(workspace.open(uri, text, version))
    );
    connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) =>
      quietly(workspace.change(uri, contentChanges, version))
    );
    connection.onDidSaveTextDocument(({ textDocument: { uri } }) => quietly(workspace.refresh(uri)));
    connection.onDidCloseTextDocument(({ textDocument: { uri } }) => quietly(workspace.closeDocument(uri)));
    connection.onDidChangeWatchedFiles(({ changes }) =>
      quietly(workspace.changedOnDisk(changes.map(({ uri }) => uri)))
    );
    connection.onHover(({ textDocument, position }) => this.#hover(textDocument.uri, position));
    connection.onCompletion(({ textDocument, position }) => this.#complete(textDocument.uri, position));
    connection.onDefinition(({ textDocument, position }) => this.#definition(textDocument.uri, position));
    connection.onDocumentLinks(({ textDocument }) => this.#links(textDocument.uri));
    connection.onDocumentSymbol(({ textDocument }) => this.#symbols(textDocument.uri));
    connection.onCodeAction(({ textDocument, range, context }) =>
      this.#actions(textDocument.uri, range, context.only)
    );
  }

  /** Cancels pending work. */
  close(): void {
    this.#workspace.close();
  }

  #initialize(params: InitializeParams): InitializeResult {
    const { capabilities, workspaceFolders } = params;
    this.#capabilities = capabilities;
    const root = "rootUri" in params && typeof params.rootUri === "string" ? [params.rootUri] : [];
    this.#folders = workspaceFolders?.map(({ uri }) => uri) ?? root;
    return {
      serverInfo: { name: "wf" },
      capabilities: {
        textDocumentSync: { openClose: true, change: 2, save: true },
        hoverProvider: true,
        completionProvider: { triggerCharacters: TRIGGERS },
        definitionProvider: true,
        documentLinkProvider: {},
        documentSymbolProvider: true,
        codeActionProvider: { codeActionKinds: [QUICK_FIX, FIX_ALL] },
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
    };
  }

  async #begin(): Promise<void> {
    const { workspace } = this.#capabilities;
    if (workspace?.workspaceFolders) {
      this.#connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const gone = new Set(removed.map(({ uri }) => uri));
        this.#folders = [...this.#folders.filter((uri) => !gone.has(uri)), ...added.map(({ uri }) => uri)];
        this.#workspace.setFolders(this.#folders).catch((error) => this.#fail(error));
      });
    }
    await this.#workspace.setFolders(this.#folders);
    if (workspace?.didChangeWatchedFiles?.dynamicRegistration) {
      const watchers = [{ globPattern: `**/${PLANNING}/**` }];
      await this.#connection.client.register(this.#watchFiles, { watchers });
    }
  }

  async #hover(uri: string, position: Position): Promise<Hover | null> {
    const placed = await this.#workspace.placed(uri);
    const hover = placed && hoverAt(placed.document, placed.positions.offset(position));
    if (placed === undefined || hover === undefined) return null;
    const { markdown, span } = hover;
    return { contents: { kind: "markdown", value: markdown }, range: placed.positions.range(span) };
  }

  async #complete(uri: string, position: Position): Promise<CompletionItem[] | CompletionList> {
    const placed = await this.#workspace.placed(uri);
    if (placed === undefined) return [];
    const { document, positions, project } = placed;
    const completions = completionsAt(document, positions.offset(position));
    const items = completions.kind === "items"
      ? completions.items
      : await this.#entries(project, completions);
    const { snippetSupport = false } = this.#capabilities.textDocument?.completion?.completionItem ?? {};
    const found = completionItems(items, positions, snippetSupport);
    return found.length < MAX_PROPOSED ? found : { isIncomplete: true, items: found };
  }

  async #entries({ root }: EditorProject, wanted: FolderCompletions): Promise<readonly Completion[]> {
    const path = joinPath(root, wanted.folder === "" ? "." : wanted.folder);
    try {
      const entries = await this.#host.readDirectory(path);
      return completeFolder(
        entries.map(({ name, kind }) => ({ name, isFolder: kind === "directory" })),
        wanted.span,
      );
    } catch (error) {
      if (error instanceof HostError) return [];
      throw error;
    }
  }

  async #definition(uri: string, position: Position): Promise<Location | null> {
    const placed = await this.#workspace.placed(uri);
    const found = placed && definitionAt(placed.document, placed.positions.offset(position));
    if (placed === undefined || found === undefined) return null;
    const { project } = placed;
    if (!await this.#isFile(joinPath(project.root, found.path))) return null;
    return locationOf(found, this.#workspace.files(project, await project.checked()));
  }

  async #links(uri: string): Promise<DocumentLink[]> {
    const placed = await this.#workspace.placed(uri);
    if (placed?.document.plan === undefined) return [];
    const links: DocumentLink[] = [];
    for (const { path, span } of filesNamed(placed.document.plan)) {
      const target = joinPath(placed.project.root, path);
      if (!await this.#isFile(target)) continue;
      links.push({ range: placed.positions.range(span), target: uriOfPath(target) });
    }
    return links;
  }

  async #isFile(path: string): Promise<boolean> {
    return (await this.#host.stat(path).catch(() => undefined))?.kind === "file";
  }

  async #symbols(uri: string): Promise<DocumentSymbol[]> {
    const placed = await this.#workspace.placed(uri);
    if (placed?.document.plan === undefined) return [];
    return outlineOf(placed.document.plan).map((part) => documentSymbol(part, placed.positions));
  }

  async #actions(uri: string, range: Range, only: readonly string[] | undefined): Promise<CodeAction[]> {
    const placed = await this.#workspace.place(uri);
    if (placed === undefined) return [];
    const { project, path } = placed;
    const checked = await project.checked();
    const files = this.#workspace.files(project, checked);
    const fixes = fixesAt(path, files.positions(path).span(range), checked.findings);
    const single = wantsAction(only, QUICK_FIX) ? fixes : [];
    // Unrequested, "fix all" is offered only where a fix exists, because it takes longer to compute.
    const isWanted = only === undefined ? fixes.length > 0 : wantsAction(only, FIX_ALL);
    const all = isWanted ? fixFile(path, checked.sources, rules) : undefined;
    return [...single, ...(all === undefined ? [] : [all])].map((action) => codeAction(action, files));
  }

  /** Writes an error to the editor's log. */
  #fail(error: unknown): void {
    const message = error instanceof HostError
      ? error.message
      : String(error instanceof Error ? error.stack : error);
    this.#connection.sendNotification("window/logMessage", { type: ERROR, message }).catch(() => {});
  }
}
