/**
 * Checks all `.planning/` trees in a folder, shows the findings by code, and plans the execution of all
 * phases that can be planned. Fails on a crash, never on a finding.
 *
 * deno task corpus <dir> [--show <code>]
 * @module
 */
import { loadProject } from "../lib/apply/files/load_project.ts";
import { checkProject } from "../lib/check/rule.ts";
import { rules } from "../lib/check/rules/all_rules.ts";
import { sourcesOf } from "../lib/parse/project/sources_of.ts";
import { DenoHost } from "../lib/host/deno.ts";
import { joinPath } from "../lib/path/paths.ts";
import type { Phase, Project } from "../lib/parse/project/model.ts";
import { resolveConfig } from "../lib/plan/config/resolve.ts";
import { planExecution } from "../lib/plan/execution/execution_plan.ts";
import { assumedSnapshot } from "../lib/plan/history/repo_snapshot.ts";
import { diagnosticsText } from "../lib/report/findings/diagnostics.ts";
import { makeStyle } from "../lib/report/terminal/style.ts";

const host = new DenoHost();
const style = makeStyle(Deno.stdout.isTerminal());
const [folder, option, shown] = Deno.args;
if (folder === undefined || (option !== undefined && (option !== "--show" || shown === undefined))) {
  print("Usage: deno task corpus <dir> [--show <code>]");
  Deno.exit(2);
}

const codes = new Map<string, number>();
const refusals = new Map<string, number>();
let crashes = 0;
for await (const root of projectRoots(joinPath(host.cwd(), folder))) {
  try {
    const project = await loadProject(host, root);
    checkTree(root, project);
    for (const phase of project.phases) planPhase(project, phase);
  } catch (error) {
    crashes++;
    print(`${style.red("crash")} ${root}: ${error instanceof Error ? error.stack : error}`);
  }
}
print(`\n${style.bold("Findings by code")}`);
for (const [code, number] of [...codes].sort((a, b) => b[1] - a[1])) {
  print(`${String(number).padStart(6)}  ${code}`);
}
print(`\n${style.bold("Phases")}`);
for (const [reason, number] of [...refusals].sort((a, b) => b[1] - a[1])) {
  print(`${String(number).padStart(6)}  ${reason}`);
}
Deno.exit(crashes === 0 ? 0 : 1);

async function* projectRoots(directory: string): AsyncGenerator<string> {
  const entries = (await host.readDirectory(directory)).filter(({ kind }) => kind === "directory");
  if (entries.some(({ name }) => name === ".planning")) yield directory;
  for (const { name } of entries) {
    if (name !== ".git" && name !== "node_modules") yield* projectRoots(joinPath(directory, name));
  }
}

function checkTree(root: string, project: Project): void {
  const found = checkProject(project, rules);
  print(
    `${
      style.cyan(root)
    }: ${project.phases.length} phases, ${project.plans.all.length} plans, ${found.length} findings`,
  );
  for (const { code, severity } of found) count(codes, `${code} (${severity})`);
  print(diagnosticsText(found.filter(({ code }) => code === shown), sourcesOf(project), style).trimEnd());
}

function planPhase(project: Project, phase: Phase): void {
  const { config } = resolveConfig({ file: project.config.file });
  const repository = assumedSnapshot(project.phases.flatMap(({ summaries }) => [...summaries]));
  const result = planExecution({ project, phase, config, repository });
  if (result.kind === "refused") count(refusals, `refused: ${result.message}`);
  else count(refusals, result.plan.steps.length === 0 ? "complete" : "planned");
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function print(line: string): void {
  if (line !== "") host.write("stdout", `${line}\n`);
}
