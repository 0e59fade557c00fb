import { version } from "../../../generated/version.ts";
import type { AgentsResult } from "../../../schemas/results/agents.ts";
import { ConfinedFiles } from "../../apply/files/confined_files.ts";
import { hasIdentity } from "../../apply/git/commit/commit.ts";
import { findHook } from "../../apply/git/commit/hooks.ts";
import { findInProgress } from "../../apply/git/repair/in_progress.ts";
import { markedConflicts } from "../../apply/git/merge/marked_conflicts.ts";
import { unmerged } from "../../apply/git/merge/merge.ts";
import { findSettledLocks } from "../../apply/git/repair/left_locks.ts";
import type { Repository } from "../../apply/git/repository.ts";
import { workBranches } from "../../apply/git/work_branches.ts";
import { planOfWorktree } from "../../plan/naming/work_branch_names.ts";
import { leftScratch } from "../../apply/sandbox/scratch_folder.ts";
import { findSandbox } from "../../apply/sandbox/find_sandbox.ts";
import { findLock } from "../../apply/session/lock.ts";
import { readStopped } from "../../apply/session/stopped_record.ts";
import { leftTemporaryWorktrees } from "../../apply/worktrees/temporary_worktree.ts";
import { repositoryAt } from "../../apply/worktrees/workspace.ts";
import { checkProject } from "../../check/rule.ts";
import { rules } from "../../check/rules/all_rules.ts";
import { defined } from "../../collections/defined.ts";
import { type Host, HostError } from "../../host/host.ts";
import { CONFIG_PATH } from "../../parse/config/config.ts";
import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { phasePart } from "../../parse/ids/plan_id.ts";
import { baseName, joinPath, pathWithin } from "../../path/paths.ts";
import { configError } from "../../plan/config/blocking_error.ts";
import { addToHook, hookBlock, runsCheck } from "../../plan/integrations/hook_text.ts";
import { conflictedDocuments } from "../../plan/merge/align_documents.ts";
import type { HealthFacts, RepositoryFacts } from "../../plan/status/health.ts";
import { updatedDocuments } from "../../plan/status/stale_documents.ts";
import { projectStatus } from "../../plan/status/status.ts";
import type { CommandContext } from "../context/command_context.ts";
import type { OpenProject } from "../context/open_project.ts";
import { branchHere, plannedExecution } from "../context/first_commands.ts";
import { verificationsOf, viewRepository } from "../context/view_repository.ts";
import { readIntegrations, searched } from "./integrations.ts";

/** Reads the state of the machine and of a project. Changes nothing. */
export async function readFacts(
  opened: OpenProject,
  context: CommandContext,
): Promise<Omit<HealthFacts, "hasProject">> {
  const { host } = context;
  const { project } = opened;
  const { input, opened: repository } = await viewRepository(host, opened);
  const agents = (await context.call("agents", {})).result as AgentsResult;
  const diagnostics = checkProject(project, rules);
  const sandbox = await findSandbox(host);
  const withVerifications = { ...input, verifications: await verificationsOf(host, opened, input) };
  const status = projectStatus(withVerifications);
  const current = project.phases.find(({ number }) => printPhaseNumber(number) === status.current);
  const planned = current && plannedExecution(current, input);
  return {
    version,
    programs: await programsNamed("wf", host),
    integrations: await readIntegrations(host, opened.root),
    ...defined({
      exposed: await exposedFolder(host),
      configError: configError(project.config, [])?.message,
      refused: planned?.kind === "refused" ? `${planned.message}. ${planned.hint}` : undefined,
      unconfined: sandbox.kind === "none" ? sandbox.reason : undefined,
      hook: repository && await hookState(repository),
      unopened: input.repository.unopened,
      repository: repository && await repositoryFacts(repository, input.repository.merge !== undefined),
    }),
    agents,
    findings: {
      errors: diagnostics.filter(({ severity }) => severity === "error").length,
      outdated: diagnostics.filter(({ span, fix }) => span.path === CONFIG_PATH && fix !== undefined).length,
    },
    phases: status.phases,
    conflicted: conflictedDocuments(project),
    stale: [...updatedDocuments(withVerifications, status.phases, new Date(host.now())).keys()],
  };
}

/** Returns the programs of a name in the order of the search path, links resolved. */
async function programsNamed(name: string, host: Host): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const path of searched(name, host)) {
    if ((await host.stat(path))?.kind === "file") found.add(await host.realPath(path));
  }
  return [...found];
}

/** Returns the user's folder of wf if other users may write to it or to a file in it. */
async function exposedFolder(host: Host): Promise<string | undefined> {
  const home = host.home();
  if (home === undefined) return undefined;
  const folder = joinPath(home, ".wf");
  if (await host.stat(folder) === undefined) return undefined;
  const words = [folder, "-maxdepth", "1", "(", "-perm", "-020", "-o", "-perm", "-002", ")"];
  try {
    const { code, stdout } = await host.run({ argv: ["find", ...words], cwd: "/" });
    return code === 0 && stdout !== "" ? folder : undefined;
  } catch (error) {
    // A system without this program has no such permissions.
    if (error instanceof HostError) return undefined;
    throw error;
  }
}

/** Returns the state of the hook; undefined if another tool runs the hooks. */
async function hookState({ git }: Repository): Promise<HealthFacts["hook"]> {
  const { host } = git;
  const place = await findHook(host, git);
  if (place.kind === "outside") return undefined;
  if (place.kind === "tool") return runsCheck(place.text) ? "current" : undefined;
  const folder = pathWithin(git.commonDirectory, place.path) === undefined ? git.root : git.commonDirectory;
  const text = await new ConfinedFiles(host, folder).read(pathWithin(folder, place.path)!) ?? "";
  if (!runsCheck(text)) return "missing";
  const edit = addToHook(text, hookBlock(place.shared ? undefined : host.program()), !place.husky);
  return edit.kind === "write" ? "outdated" : "current";
}

async function repositoryFacts(repository: Repository, merging: boolean): Promise<RepositoryFacts> {
  const { git } = repository;
  const [branch, known, operation, lock, gitLocks, work, worktrees, scratch, stashes, gitVersion] =
    await Promise.all([
      git.currentBranch(),
      hasIdentity(git),
      findInProgress(git),
      findLock(git),
      findSettledLocks(git),
      workBranches(repository),
      leftTemporaryWorktrees(git),
      leftScratch(git.host),
      git.run(["stash", "list", "--format=%gs"]),
      git.output(["--version"]),
    ]);
  const left = await Promise.all(work.map(async ({ branch, onto, directory }) => {
    const count = await git.run(["rev-list", "--count", `refs/heads/${onto}..refs/heads/${branch}`, "--"]);
    const plan = planOfWorktree(baseName(branch));
    const stopped = directory === undefined || await git.host.stat(directory) === undefined
      ? undefined
      : await readStopped(repositoryAt(repository, git.at(directory)));
    return {
      branch,
      phase: phasePart(plan),
      commits: Number(count.stdout),
      ...defined({ stopped: stopped && `${stopped.plan}/${stopped.task}` }),
    };
  }));
  const kept = joinPath(git.commonDirectory, "wf/kept");
  return {
    gitVersion: gitVersion.trim().replace(/^git version /, ""),
    branch,
    hasIdentity: known,
    merging,
    gitLocks,
    left,
    temporary: [...worktrees, ...scratch.flatMap(({ folder }) => folder ?? [])],
    stashes: stashes.stdout.split("\n").filter((line) => /(?:^|: )wf: /.test(line)).length,
    ...defined({
      branchHere: branch === undefined ? await branchHere(git) : undefined,
      operation: operation && {
        ...operation,
        conflicts: (await unmerged(git)).map(({ path }) => path),
        marked: (await markedConflicts(git)).map(({ path }) => path),
      },
      lock: lock && { command: lock.info.command, alive: lock.alive },
      kept: await git.host.stat(kept) === undefined ? undefined : kept,
    }),
  };
}
