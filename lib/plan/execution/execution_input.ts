import type { Config } from "../../../schemas/config.ts";
import type { ExecutionPlan } from "../../../schemas/execution_plan.ts";
import type { VerificationStatus } from "../../../schemas/verification.ts";
import type { Phase, Project } from "../../parse/project/model.ts";
import type { RepoSnapshot } from "../history/repo_snapshot.ts";

/** What {@link planExecution} needs. */
export interface ExecutionInput {
  /** The project, free of errors. */
  readonly project: Project;
  /** The phase to execute. */
  readonly phase: Phase;
  /** The configuration of this invocation. */
  readonly config: Config;
  /** The repository. */
  readonly repository: RepoSnapshot;
  /** What an earlier verification of the phase has come to, where there was one. */
  readonly verification?: VerificationStatus;
  /** The repository as other phases see it, by their folders, where it was looked at for them. */
  readonly others?: ReadonlyMap<string, RepoSnapshot>;
}

/** What will be done, or why nothing can be. */
export type ExecutionResult =
  | { readonly kind: "planned"; readonly plan: ExecutionPlan }
  | {
    readonly kind: "refused";
    readonly message: string;
    readonly hint: string;
    /** The other phase that is waited for, where that is why. */
    readonly waitsFor?: Phase;
  };

/** A refusal to execute a phase. */
export type Refused = Extract<ExecutionResult, { readonly kind: "refused" }>;

/** Creates a refusal. */
export function refuse(message: string, hint: string): Refused {
  return { kind: "refused", message, hint };
}
