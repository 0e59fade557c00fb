/**
 * The extension for VS Code: it starts the language server, shows the waves, and runs commands in terminals.
 * @module
 */
import * as vscode from "vscode";
import { LanguageClient } from "npm:vscode-languageclient@10.1.2/node";
import { type ProgramCommand, requireProgram } from "./program.ts";
import { type ProjectRow, WavesView } from "./waves_view.ts";

let client: LanguageClient | undefined;

/** Starts everything. VS Code calls it when a folder with `.planning/` is open. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const view = new WavesView(programCommand);
  const register = (name: string, run: (row?: ProjectRow) => unknown) =>
    context.subscriptions.push(vscode.commands.registerCommand(`wf.${name}`, run));
  const onPhase = (verb: string) => async (row?: ProjectRow) => {
    const chosen = row ?? await view.choosePhase();
    if (chosen !== undefined) await runInTerminal(chosen.folder, [`${verb}-phase`, chosen.row.phase]);
  };
  register("execute", onPhase("execute"));
  register("plan", onPhase("plan"));
  register("verify", onPhase("verify"));
  register("next", () => typeNext(view));
  register("view", async () => {
    const folder = await view.chooseFolder();
    if (folder !== undefined) await runInTerminal(folder, ["view"]);
  });
  register("refresh", () => view.refresh());
  register("showLog", () => client?.outputChannel.show());
  context.subscriptions.push(
    view,
    vscode.window.createTreeView("wf.waves", { treeDataProvider: view, showCollapseAll: true }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => view.refresh()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("wf.command")) void restart().then(() => view.refresh());
    }),
  );
  await vscode.commands.executeCommand("setContext", "wf.active", true);
  view.refresh();
  await start();
}

/** Ends the language server. */
export function deactivate(): Promise<void> | undefined {
  return client?.stop();
}

async function start(): Promise<void> {
  try {
    // The client would report a missing program in its own words.
    await requireProgram(programCommand());
    const [command, ...args] = programCommand();
    client = new LanguageClient("wf", "wf", { command, args: [...args, "lsp"] }, {
      documentSelector: [{ scheme: "file", pattern: "**/.planning/**" }],
    });
    await client.start();
  } catch (error) {
    const set = "Open settings";
    const message = error instanceof Error ? error.message : String(error);
    if (await vscode.window.showErrorMessage(message, set) === set) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "wf.command");
    }
  }
}

async function restart(): Promise<void> {
  await client?.stop().catch(() => {});
  client = undefined;
  await start();
}

/** Returns the configured program. Its setting has the scope `machine`: a workspace cannot name a program. */
function programCommand(): ProgramCommand {
  const [program = "wf", ...args] = vscode.workspace.getConfiguration("wf").get<string[]>("command", ["wf"]);
  return [program, ...args];
}

/** Runs a command as a task: without a shell, in a terminal in which its questions can be answered. */
async function runInTerminal(folder: string, args: readonly string[]): Promise<void> {
  const [program, ...first] = programCommand();
  const task = new vscode.Task(
    { type: "wf", args },
    vscode.TaskScope.Workspace,
    `wf ${args.join(" ")}`,
    "wf",
    new vscode.ProcessExecution(program, [...first, ...args], { cwd: folder }),
  );
  task.presentationOptions = { focus: true, panel: vscode.TaskPanelKind.Dedicated, clear: true };
  await vscode.tasks.executeTask(task);
}

/** Types the suggested command into a terminal. Only the user's Enter starts it. */
async function typeNext(view: WavesView): Promise<void> {
  const folder = await view.chooseFolder();
  const commands = folder === undefined ? [] : await view.nextCommands(folder);
  const chosen = commands.length > 1 ? await vscode.window.showQuickPick(commands) : commands[0];
  if (chosen === undefined) return;
  const terminal = vscode.window.createTerminal({ name: "wf", cwd: folder! });
  terminal.show();
  terminal.sendText(chosen, false);
}
