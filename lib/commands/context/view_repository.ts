import type { Config } from "../../../schemas/config.ts";
import { openingCommand } from "../../apply/git/git.ts";
import { GitError } from "../../apply/git/process.ts";
import { unmergedMilestone } from "../../apply/milestone/facts.ts";
import { waitingMerge } from "../../apply/merge/pending_merge.ts";
import { openRepository, type Repository } from "../../apply/git/repository.ts";
import { readStopped } from "../../apply/session/stopped_record.ts";
import { readHeads, takeSnapshot } from "../../apply/history/take_snapshot.ts";
import { readVerificationOn } from "../../apply/verify/verification_status.ts";
import { defined } from "../../collections/defined.ts";
import { groupBy } from "../../collections/group_by.ts";
import type { Host } from "../../host/host.ts";
import type { Phase, Project } from "../../parse/project/model.ts";
import { phaseVerifications, type VerificationRecord } from "../../parse/documents/verification.ts";
import type { ConfigOverride } from "../../plan/config/resolve.ts";
import { targetBranch, targetBranches } from "../../plan/naming/target_branch.ts";
import type { RepoSnapshot } from "../../plan/history/repo_snapshot.ts";
import type { StatusInput } from "../../plan/status/status_input.ts";
import type { OpenProject } from "./open_project.ts";
import { configIn, resolveWithPolicy } from "./configuration.ts";

/** Maximum number of branches that are read concurrently: each starts several processes. */
const MAX_CONCURRENT = 8;

/** A project and where it is. */
type ProjectView = Pick<OpenProject, "root" | "project">;

export interface View {
  readonly input: StatusInput;
  /** Undefined if none could be opened. */
  readonly opened?: Repository;
  /** The reason why no repository could be opened, if so. */
  readonly problem?: string;
}

export interface ViewOptions {
  readonly overrides?: readonly ConfigOverride[];
  /** The phases to read; all when omitted. */
  readonly phases?: readonly Phase[];
}

/** Reads the repository as an execution of the phases would see it. Changes nothing. */
export async function viewRepository(
  host: Host,
  { root, project }: ProjectView,
  { overrides = [], phases = project.phases }: ViewOptions = {},
): Promise<View> {
  const { file } = project.config;
  let repository: Repository;
  try {
    repository = await openRepository(host, root, project.base);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const { config } = await resolveWithPolicy(host, { file, overrides });
    return {
      input: {
        project,
        config,
        repository: {
          shared: undefined,
          own: new Map(),
          unopened: { message: error.message, command: openingCommand(error) },
        },
      },
      problem: error.message,
    };
  }
  const config = await configIn(repository, { file, overrides }, host);
  const view = await snapshots(repository, { project, config, phases });
  return { input: { project, config, repository: view }, opened: repository };
}

interface SnapshotInput {
  readonly project: Project;
  readonly config: Config;
  readonly phases: readonly Phase[];
}

/** Takes a snapshot for each existing phase branch, and one for all other phases. */
async function snapshots(
  repository: Repository,
  { project, config, phases }: SnapshotInput,
): Promise<StatusInput["repository"]> {
  const heads = await readHeads(repository, targetBranches(project, config));
  const targetOf = (phase: Phase): string | undefined => {
    const target = targetBranch(project, phase, config);
    return target?.kind === "name" ? target.branch : undefined;
  };
  const take = (target: string | undefined) => {
    return takeSnapshot(repository, { project, target, commitDocs: config.planning.commit_docs, heads });
  };
  const withBranch = groupBy(phases, (phase) => {
    const target = targetOf(phase);
    return target !== undefined && heads.bases.has(target) ? target : undefined;
  });
  const shared = await take((withBranch.get(undefined) ?? []).map(targetOf)[0]);
  withBranch.delete(undefined);
  const own = new Map<string, RepoSnapshot>();
  const groups = [...withBranch];
  for (let index = 0; index < groups.length; index += MAX_CONCURRENT) {
    await Promise.all(
      groups.slice(index, index + MAX_CONCURRENT).map(async ([target, members]) => {
        const snapshot = await take(target);
        for (const { directory } of members) own.set(directory, snapshot);
      }),
    );
  }
  const merge = await waitingMerge(repository.git);
  const stopped = (await readStopped(repository))?.plan;
  const unmerged = await unmergedMilestone(repository, { project, config }, heads);
  return { shared, own, ...defined({ stopped, merge, unmergedMilestone: unmerged }) };
}

/**
 * Returns the last verifications by phase folder. For a phase whose own branch is neither merged nor checked
 * out, reads that branch.
 */
export async function verificationsOf(
  host: Host,
  { root, project }: ProjectView,
  { config, repository: { own, shared } }: StatusInput,
): Promise<ReadonlyMap<string, VerificationRecord>> {
  const found = new Map(phaseVerifications(project.phases));
  for (const phase of config.planning.commit_docs ? project.phases : []) {
    const snapshot = own.get(phase.directory);
    const target = targetBranch(project, phase, config);
    if (snapshot === undefined || !snapshot.targetExists || snapshot.targetMerged) continue;
    if (target?.kind !== "name" || target.branch === shared?.branch) continue;
    const record = await readVerificationOn(
      target.branch,
      phase,
      await openRepository(host, root, project.base),
    );
    if (record === undefined) found.delete(phase.directory);
    else found.set(phase.directory, record);
  }
  return found;
}
