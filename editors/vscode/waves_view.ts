/**
 * The view of phases, waves and plans in the explorer.
 * @module
 */
import * as vscode from "vscode";
import { type ProgramCommand, readStatus } from "./program.ts";
import { projectTree, type TreeRow } from "./project_tree.ts";

/** A row, and the folder of its project. */
export interface ProjectRow {
  readonly folder: string;
  readonly row: TreeRow;
}

/** A project of the workspace: the only one is not shown as a row. */
interface ProjectNode {
  readonly folder: string;
  readonly row?: undefined;
}

/** Time without changes before a refresh, in milliseconds. */
const QUIET = 400;
/** Files that change when plans or their progress do. */
const WATCHED = ["**/.planning/**", "**/.git/logs/HEAD"];
const NOT_SEARCHED = "**/{node_modules,.git,.wf}/**";

/** Provides the rows, from `wf status`. It asks nothing of a workspace that is not trusted. */
export class WavesView implements vscode.TreeDataProvider<ProjectRow | ProjectNode>, vscode.Disposable {
  readonly #command: () => ProgramCommand;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #watchers: readonly vscode.FileSystemWatcher[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly onDidChangeTreeData: vscode.Event<undefined> = this.#changed.event;

  /** @param command Returns the program. */
  constructor(command: () => ProgramCommand) {
    this.#command = command;
    this.#watchers = WATCHED.map((pattern) => vscode.workspace.createFileSystemWatcher(pattern));
    for (const watcher of this.#watchers) {
      for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete]) {
        event(() => this.#refreshSoon());
      }
    }
  }

  /** Reads the status again. */
  refresh(): void {
    this.#changed.fire(undefined);
  }

  /** Stops watching. */
  dispose(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers) watcher.dispose();
    this.#changed.dispose();
  }

  /** Returns the rows below a row; those of the only project, or the projects, without one. */
  async getChildren(node?: ProjectRow | ProjectNode): Promise<(ProjectRow | ProjectNode)[]> {
    if (!vscode.workspace.isTrusted) return [];
    if (node?.row !== undefined) return node.row.rows.map((row) => ({ folder: node.folder, row }));
    const folders = node === undefined ? await projectFolders() : [node.folder];
    if (folders.length !== 1) return folders.map((folder) => ({ folder }));
    const [folder] = folders as [string];
    try {
      return projectTree(await readStatus(this.#command(), folder)).map((row) => ({ folder, row }));
    } catch (error) {
      return [{ folder, row: failureRow(error) }];
    }
  }

  /** Returns a row as VS Code draws it. */
  getTreeItem({ folder, row }: ProjectRow | ProjectNode): vscode.TreeItem {
    const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    if (row === undefined) return new vscode.TreeItem(vscode.workspace.asRelativePath(folder), Collapsed);
    const state = row.rows.length === 0 ? None : row.expanded ? Expanded : Collapsed;
    const item = new vscode.TreeItem(row.label, state);
    item.id = `${folder}\0${row.id}`;
    item.description = row.description;
    item.tooltip = row.tooltip;
    item.contextValue = row.kind;
    if (row.icon !== undefined) item.iconPath = new vscode.ThemeIcon(row.icon);
    if (row.path !== undefined) {
      const file = vscode.Uri.joinPath(vscode.Uri.file(folder), row.path);
      item.command = { command: "vscode.open", title: "Open", arguments: [file] };
    }
    return item;
  }

  /** Has the user choose a phase; undefined when there is none or the user cancels. */
  async choosePhase(): Promise<ProjectRow | undefined> {
    const folder = await this.chooseFolder();
    if (folder === undefined) return undefined;
    const rows = projectTree(await readStatus(this.#command(), folder));
    const items = rows.map((row) => ({ label: row.label, description: row.description, row }));
    const chosen = await vscode.window.showQuickPick(items, { placeHolder: "Phase" });
    return chosen && { folder, row: chosen.row };
  }

  /** Returns the folder of the only project, or has the user choose. */
  async chooseFolder(): Promise<string | undefined> {
    const folders = await projectFolders();
    return folders.length > 1 ? await vscode.window.showQuickPick(folders) : folders[0];
  }

  /** Returns the commands that `wf status` suggests, the most likely first. */
  async nextCommands(folder: string): Promise<string[]> {
    const { next } = await readStatus(this.#command(), folder);
    return [...next];
  }

  #refreshSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.refresh(), QUIET);
  }
}

/** Returns the folders with a `.planning/`, in order. */
async function projectFolders(): Promise<string[]> {
  const files = await vscode.workspace.findFiles("**/.planning/{ROADMAP.md,config.json}", NOT_SEARCHED);
  const folders = files.map((file) => vscode.Uri.joinPath(file, "..", "..").fsPath);
  return [...new Set(folders)].sort();
}

function failureRow(error: unknown): TreeRow {
  const message = error instanceof Error ? error.message : String(error);
  const [label = ""] = message.split("\n");
  return {
    id: "failure",
    kind: "wave",
    label,
    description: "",
    tooltip: message,
    icon: "warning",
    phase: "",
    expanded: false,
    rows: [],
  };
}
