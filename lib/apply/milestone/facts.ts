import { defined } from "../../collections/defined.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import type { Config } from "../../../schemas/config.ts";
import type { Milestone } from "../../parse/roadmap/milestone.ts";
import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import type { Phase, Project } from "../../parse/project/model.ts";
import { milestoneBranch, targetBranch, targetBranches } from "../../plan/naming/target_branch.ts";
import type { CompletionFacts, OwnBranch } from "../../plan/milestone/input.ts";
import { taggedBranch } from "../../plan/milestone/completion.ts";
import type { RepoSnapshot } from "../../plan/history/repo_snapshot.ts";
import type { Host } from "../../host/host.ts";
import { isReachable } from "../git/merge/merge.ts";
import { isMerged, mergedInto } from "../merge/is_merged.ts";
import { recallMergeMode } from "../git/merge/merge_mode.ts";
import { behindBranches } from "../history/behind.ts";
import { knownBranches } from "../history/branch_bases.ts";
import { branchOwner, milestoneCommit, milestoneOwner } from "../history/project_history.ts";
import type { Repository } from "../git/repository.ts";
import { readHeads } from "../history/take_snapshot.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { knownMilestones } from "../../plan/progress/milestone_phases.ts";
import type { UnmergedMilestone } from "../../plan/status/status_input.ts";
import { shippedName } from "../../plan/naming/work_branch_names.ts";
import { listWorktrees } from "../worktrees/worktree_entries.ts";

export interface FactsInput {
  readonly project: Project;
  readonly config: Config;
  readonly milestone: Milestone;
  readonly phases: readonly Phase[];
  /** The repository as each phase with its own branch sees it, by the phase's folder. */
  readonly own: ReadonlyMap<string, RepoSnapshot>;
}

/** Gathers the facts for completing a milestone. Changes nothing. */
export async function completionFacts(repository: Repository, input: FactsInput): Promise<CompletionFacts> {
  const { git } = repository;
  const { project, config, milestone, phases } = input;
  const name = milestoneBranch(project, milestone, config);
  const names = name.kind === "name" ? [name.branch] : [];
  const { branch, bases } = await readHeads(repository, [...names, ...targetBranches(project, config)]);
  const found = await ownBranch(repository, bases, input);
  const base = found === undefined ? undefined : bases.get(found.branch);
  const owner = base === undefined ? undefined : await branchOwner(repository, found!.branch, base);
  const own = owner === undefined ? found : undefined;
  const tagged = await git.tagged(milestone.version);
  const taggedFor = tagged === undefined ? undefined : await milestoneOwner(repository, tagged);
  const tagBranch = branch === undefined ? undefined : taggedBranch({ branch, bases, own }, config);
  const find = (ref: string) => milestoneCommit(repository, milestone.version, ref);
  const archived = (own === undefined ? undefined : await find(`refs/heads/${own.branch}`)) ??
    await find("HEAD");
  const unmerged = new Map<string, string>();
  for (const phase of config.git.branching_strategy === "phase" ? phases : []) {
    const snapshot = input.own.get(phase.directory);
    const target = targetBranch(project, phase, config);
    if (snapshot === undefined || target?.kind !== "name") continue;
    if (snapshot.targetExists && (!snapshot.targetMerged || snapshot.behind?.some(({ merges }) => merges))) {
      unmerged.set(printPhaseNumber(phase.number), target.branch);
    }
  }
  return {
    branch,
    bases,
    prefix: repository.project,
    own,
    ...(owner === undefined ? {} : { foreign: { branch: found!.branch, owner } }),
    archived,
    tagged,
    ...defined({ taggedFor }),
    taggable: tagBranch === undefined ? undefined : (await find(`refs/heads/${tagBranch}`))?.commit,
    unmerged,
  };
}

/** Returns the shipped milestone whose branch is checked out, if that waits for its merge. */
export async function unmergedMilestone(
  repository: Repository,
  { project, config }: Pick<FactsInput, "project" | "config">,
  { branch, bases }: Pick<RepoSnapshot, "branch" | "bases">,
): Promise<UnmergedMilestone | undefined> {
  const milestone = knownMilestones(project).find((each) => {
    const name = milestoneBranch(project, each, config);
    return each.shipped && name.kind === "name" && name.branch === branch;
  });
  const own = milestone && await ownBranch(repository, bases, { project, config, milestone });
  if (own === undefined || own.merged || !bases.has(own.branch)) return undefined;
  return { version: milestone!.version, ...defined({ behind: own.behind }) };
}

async function ownBranch(
  repository: Repository,
  bases: ReadonlyMap<string, string>,
  { project, config, milestone }: Pick<FactsInput, "project" | "config" | "milestone">,
): Promise<OwnBranch | undefined> {
  if (config.git.branching_strategy !== "milestone") return undefined;
  const name = milestoneBranch(project, milestone, config);
  if (name.kind !== "name") return undefined;
  const { branch } = name;
  const { git } = repository;
  const head = await git.commitOf(`refs/heads/${branch}`);
  if (head === undefined) return undefined;
  const base = bases.get(branch);
  const into = base === undefined ? undefined : await mergedInto(git, base, head);
  const merged = into !== undefined && into === `refs/heads/${base}`;
  const behind = into === undefined || merged
    ? undefined
    : (await behindBranches(repository, { branch, base, mergedInto: into })).find(({ merges }) => merges);
  return { branch, merged, mode: await recallMergeMode(git, branch), ...defined({ behind }) };
}

/** Returns the paths in a folder of archives, relative to the project root; of phases their folders. */
export async function archivePaths(host: Host, root: string, archive: string): Promise<ReadonlySet<string>> {
  const paths = new Set<string>();
  const files = new ConfinedFiles(host, root);
  for (const { name, kind } of await files.list(archive)) {
    paths.add(`${archive}/${name}`);
    if (kind !== "directory") continue;
    for (const phase of await files.list(`${archive}/${name}`)) paths.add(`${archive}/${name}/${phase.name}`);
  }
  return paths;
}

/**
 * Returns the commands that remove those branches that wf created, that are merged into their bases, and that are
 * not checked out anywhere.
 */
export async function removalCommands(
  repository: Repository,
  candidates: readonly string[],
): Promise<readonly string[]> {
  if (candidates.length === 0) return [];
  const { git } = repository;
  const { bases } = await knownBranches(git, candidates);
  const worktrees = await listWorktrees(git);
  const commands: string[] = [];
  const baseOfShipped = new Map([...bases].map(([branch, base]) => [shippedName(branch), base]));
  for (const branch of new Set(candidates)) {
    const base = bases.get(branch) ?? baseOfShipped.get(branch);
    const head = await git.commitOf(`refs/heads/${branch}`);
    if (base === undefined || head === undefined) continue;
    if (worktrees.some((worktree) => worktree.branch === branch)) continue;
    if (!await isMerged(git, base, head)) continue;
    if (await branchOwner(repository, branch, base) !== undefined) continue;
    // Git removes a branch with -d only if it is merged into its upstream, or into HEAD if it has none.
    const isSeen = await isReachable(git, head, await git.upstreamOf(branch) ?? "HEAD");
    commands.push(`git branch ${isSeen ? "-d" : "-D"} ${quoteShell(branch)}`);
  }
  return commands;
}
