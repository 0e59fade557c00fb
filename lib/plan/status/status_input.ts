import type { HostedStatus, RunStatus } from "../../../schemas/results/status.ts";
import type { Config } from "../../../schemas/config.ts";
import type { ConflictPath } from "../../../schemas/event.ts";
import type { VerificationRecord } from "../../parse/documents/verification.ts";
import type { Project } from "../../parse/project/model.ts";
import type { BehindBranch, RepoSnapshot } from "../history/repo_snapshot.ts";

/** The input of the status of a project. */
export interface StatusInput {
  readonly project: Project;
  /** The configuration of this invocation. */
  readonly config: Config;
  readonly repository: RepositoryView;
  /** The last run, if it is in progress or has stopped before its end. */
  readonly run?: RunStatus;
  /** The command that a coding agent hosts, between two of its calls. */
  readonly hosted?: HostedStatus;
  /** The last verifications, by the folder of their phase. */
  readonly verifications?: ReadonlyMap<string, VerificationRecord>;
}

/** The repository from the perspective of executions of the phases. */
export interface RepositoryView {
  /** The repository for a phase without a branch of its own; undefined outside of a repository. */
  readonly shared: RepoSnapshot | undefined;
  /** The reason why no repository could be opened, and the command to run first. */
  readonly unopened?: { readonly message: string; readonly command: string };
  /** The repository for each phase whose branch exists, by the phase's folder. */
  readonly own: ReadonlyMap<string, RepoSnapshot>;
  /** The ID of the plan whose task has uncommitted work in the working tree. */
  readonly stopped?: string;
  /** A merge that waits for the user. */
  readonly merge?: WaitingMerge;
  /** The shipped milestone whose branch is checked out and not merged yet. */
  readonly unmergedMilestone?: UnmergedMilestone;
}

export interface UnmergedMilestone {
  readonly version: string;
  /** The base without the commits of its upstream, which the branch is merged into. */
  readonly behind?: BehindBranch;
}

/** A merge that was started for the user to resolve, and is not committed yet. */
export interface WaitingMerge {
  /** The branch that is merged. */
  readonly branch: string;
  /** The branch that receives the merge. */
  readonly base: string;
  /** The unresolved paths. */
  readonly conflicts: readonly ConflictPath[];
}
