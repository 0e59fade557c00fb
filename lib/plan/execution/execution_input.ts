import type { Config } from "../../../schemas/config.ts";
import type { ExecutionPlan } from "../../../schemas/execution_plan.ts";
import type { VerificationStatus } from "../../../schemas/verification.ts";
import type { Phase, Project } from "../../parse/project/model.ts";
import type { RepoSnapshot } from "../history/repo_snapshot.ts";

/** The input of {@link planExecution}. */
export interface ExecutionInput {
  /** The project, free of errors. */
  readonly project: Project;
  /** The phase to execute. */
  readonly phase: Phase;
  /** ID of the only plan to execute; by default all that are left. */
  readonly only?: string;
  /** The configuration of this invocation. */
  readonly config: Config;
  /** The repository. */
  readonly repository: RepoSnapshot;
  /** The result of an earlier verification of the phase, if there was one. */
  readonly verification?: VerificationStatus;
  /** The repository from the perspective of other phases, by their folders, if it was inspected for them. */
  readonly others?: ReadonlyMap<string, RepoSnapshot>;
}

/** The execution plan, or the reason why there is none. */
export type ExecutionResult =
  | { readonly kind: "planned"; readonly plan: ExecutionPlan }
  | {
    readonly kind: "refused";
    readonly message: string;
    readonly hint: string;
    /** The other phase that is waited for, if that is the reason. */
    readonly waitsFor?: Phase;
  };
