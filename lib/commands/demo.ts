import type { DemoOptions } from "../../schemas/commands.ts";
import type { DemoResult } from "../../schemas/results/setup.ts";
import { ConfinedFiles } from "../apply/files/confined_files.ts";
import type { Git } from "../apply/git/git.ts";
import { commitPaths } from "../apply/git/commit/commit.ts";
import { ProjectReader } from "../apply/files/project_reader.ts";
import { initRepository } from "../apply/git/repository.ts";
import { demoFiles, demoTryOut } from "../demo/files.ts";
import { joinPath } from "../path/paths.ts";
import { verifyPhaseCommand } from "../plan/command_lines/commands.ts";
import { docsMessage } from "../plan/naming/commit_message.ts";
import { quoteShell } from "../text/quote_shell.ts";
import { type CommandContext, type Outcome, UsageError } from "./context/command_context.ts";
import { executePhase } from "./execute_phase/execute_phase.ts";
import { trustOwnProject } from "./trust/renew_trust.ts";
import { count } from "../text/count.ts";

/** Creates a sample project in a new folder and executes its phase with the shell agent. */
export async function demo({ dir }: DemoOptions, context: CommandContext): Promise<Outcome> {
  const { host, json, progress, progressStyle, style } = context;
  const directory = await newFolder(dir, context);
  progress(`${progressStyle.dim(`A sample project in ${directory}`)}\n\n`);
  const git = await initRepository(host, directory);
  const files = new ConfinedFiles(host, directory);
  for (const [path, text] of Object.entries(demoFiles)) await files.write(path, text);
  const first = await commitPaths(git, {
    message: `${docsMessage("initialize project")}\n`,
    paths: Object.keys(demoFiles),
  });
  if (first.kind === "refused") throw new UsageError(`Cannot commit in "${directory}": ${first.output}`);
  const { config } = await new ProjectReader(host, directory).read();
  await trustOwnProject(directory, config.file, context);
  // The command has a single result, so the events of the run are shown as progress.
  const ran = await executePhase({ phase: "1", agent: "shell", yes: true, answer: ["must_haves=later"] }, {
    ...context,
    cwd: () => Promise.resolve(directory),
    json: false,
    ownWork: true,
    // The demo shows the next commands itself.
    stage: { answered: new Set(), commands: [], again: "" },
  });
  if (ran.exitCode !== 0) return ran;
  const commits = (await git.output(["rev-list", "--reverse", "HEAD"])).trim().split("\n");
  const result: DemoResult = { formatVersion: 1, directory, commits };
  const graph = json ? "" : await history(git, style.bold("x") !== "x");
  const tried = await host.run({ argv: ["sh", "-c", demoTryOut], cwd: directory });
  const text = [
    `\n${style.bold("Result:")}\n$ ${demoTryOut}\n${tried.stdout}`,
    `\n${style.bold(`History: ${count(commits.length, "commit")}`)}\n`,
    graph,
    `\n${style.bold("Next:")}\n`,
    ...nextSteps(directory, host.program()).map((command) => `  ${style.cyan(command)}\n`),
  ];
  return { exitCode: 0, result, text: text.join("") };
}

/** Returns the commands to type next, preceded by an alias if the program is not installed as `wf`. */
function nextSteps(directory: string, program: readonly string[]): string[] {
  const words = program.map(quoteShell).join(" ");
  return [
    `cd ${quoteShell(directory)} && ${demoTryOut}`,
    ...(words === "wf" ? [] : [`alias wf=${quoteShell(words)}`]),
    verifyPhaseCommand("1"),
    "wf waves 1 && wf validate && git log --stat",
  ];
}

async function newFolder(dir: string | undefined, { host, cwd }: CommandContext): Promise<string> {
  if (dir === undefined) return await host.makeTemporaryDirectory("wf-demo-");
  const directory = joinPath(await cwd(), dir);
  const info = await host.stat(directory);
  if (info !== undefined && (info.kind !== "directory" || (await host.readDirectory(directory)).length > 0)) {
    throw new UsageError(
      `Cannot create a sample project in "${directory}": the folder is not empty`,
      "Choose a new folder",
    );
  }
  await host.makeDirectory(directory);
  return await host.realPath(directory);
}

async function history(git: Git, color: boolean): Promise<string> {
  const format = "%C(yellow)%h%C(reset) %s";
  return await git.output(["log", "--graph", `--color=${color ? "always" : "never"}`, `--format=${format}`]);
}
