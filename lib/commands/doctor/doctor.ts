import type { DoctorOptions } from "../../../schemas/commands.ts";
import type { DoctorResult, HealthCheck } from "../../../schemas/results/doctor.ts";
import { findProjectRoot } from "../../apply/files/load_project.ts";
import { ProjectReader } from "../../apply/files/project_reader.ts";
import { removeLeftScratch } from "../../apply/sandbox/scratch_folder.ts";
import { openRepository } from "../../apply/git/repository.ts";
import { CONFIG_PATH } from "../../parse/config/config.ts";
import { calledFrom, lastingFlags } from "../../plan/command_lines/repeated_flags.ts";
import { healthChecks } from "../../plan/status/health.ts";
import { doctorText } from "../../report/setup/doctor.ts";
import { joinPath } from "../../path/paths.ts";
import type { CommandContext, Outcome } from "../context/command_context.ts";
import { configIn } from "../context/configuration.ts";
import { withLock } from "../context/lock_and_agent.ts";
import { type OpenProject, openProject } from "../context/open_project.ts";
import { readFacts } from "./facts.ts";
import { updateSlashCommands } from "./integrations.ts";

/** Checks the machine and the project, and carries out the safe fixes if requested. */
export async function doctor(options: DoctorOptions, context: CommandContext): Promise<Outcome> {
  const folder = await context.cwd();
  const hasProject = await findProjectRoot(context.host, folder) !== undefined;
  const opened = hasProject ? await openProject(context) : await emptyProject(folder, context);
  const before = healthChecks({ ...await readFacts(opened, context), hasProject });
  const wanted = new Set(before.flatMap(({ automatic }) => automatic ?? []));
  const fixed: string[] = [];
  if (options.fix && !options["dry-run"]) {
    for (const automatic of wanted) fixed.push(...await FIXES[automatic](opened, context));
  }
  const checks = fixed.length === 0 ? before : healthChecks({
    ...await readFacts(hasProject ? await openProject(context) : opened, context),
    hasProject,
  });
  const problems = checks.filter(({ state }) => state === "warning" || state === "error");
  const next = [...new Set(problems.flatMap(({ fix }) => fix ?? []))];
  const result: DoctorResult = {
    formatVersion: 1,
    checks,
    fixed,
    next: calledFrom(
      problems.length === 0 ? [hasProject ? "wf status" : "wf new-project"] : next,
      lastingFlags(options),
    ),
  };
  return { exitCode: problems.length === 0 ? 0 : 1, result, text: doctorText(result, context.style) };
}

async function emptyProject(root: string, { host }: CommandContext): Promise<OpenProject> {
  const reader = new ProjectReader(host, root);
  return { root, project: await reader.read(), reader };
}

type Fix = (opened: OpenProject, context: CommandContext) => Promise<readonly string[]>;

const FIXES: Readonly<Record<Exclude<HealthCheck["automatic"], undefined>, Fix>> = {
  recover,
  hook: async (_, context) => {
    await context.call("hook", { action: "install" });
    return ["Updated the hook that checks commits"];
  },
  config: async ({ root }, context) => {
    await context.call("validate", { paths: [joinPath(root, CONFIG_PATH)], fix: true, quiet: true });
    return [`Updated ${CONFIG_PATH}`];
  },
  install: updateSlashCommands,
};

/** Recovers what earlier runs left, as the next run would. */
async function recover({ root, project }: OpenProject, context: CommandContext): Promise<readonly string[]> {
  const { host } = context;
  const repository = await openRepository(host, root, project.base);
  const config = await configIn(repository, { file: project.config.file }, host);
  await removeLeftScratch(host);
  const found: string[] = [];
  await withLock(repository, "doctor", ({ notices }) => {
    found.push(...notices);
    return Promise.resolve({ exitCode: 0 });
  }, { leavesNothing: true, config, context });
  return found.length === 0 ? ["Removed what earlier runs left"] : found;
}
