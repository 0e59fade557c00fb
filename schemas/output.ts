import type { RoleModel } from "./role_model.ts";
/**
 * The JSON values that commands print with `--json`. Lines and columns count from 1.
 * @module
 */
import type { HostingAgent } from "./commands.ts";
import type { ConfigValue } from "./config.ts";
import type { Severity } from "./diagnostic.ts";
import type { Question } from "./question.ts";
import type { RevertedTask } from "./execution_plan.ts";
import type { PhaseVerdict, VerificationStatus } from "./verification.ts";

/** A position in a text. */
export interface TextPosition {
  /** Line, from 1. */
  readonly line: number;
  /** Column in UTF-16 units, from 1. */
  readonly column: number;
}

/** A replacement in a file. */
export interface ReportedEdit {
  /** Start of the replaced text. */
  readonly start: TextPosition;
  /** End, exclusive. */
  readonly end: TextPosition;
  /** The replacement. */
  readonly text: string;
  /** File to edit; absent when it is the file of the finding. */
  readonly path?: string;
}

/** An unambiguous fix. */
export interface ReportedFix {
  /** Description of the fix. */
  readonly title: string;
  /** The edits, in order. */
  readonly edits: readonly ReportedEdit[];
}

/** A finding. */
export interface ReportedDiagnostic {
  /** Permanent code. */
  readonly code: string;
  /** Severity of the finding. */
  readonly severity: Severity;
  /** The problem and its cause. */
  readonly message: string;
  /** The remedy. */
  readonly hint?: string;
  /** File, relative to the project root. */
  readonly path: string;
  /** Start. */
  readonly start: TextPosition;
  /** End, exclusive. */
  readonly end: TextPosition;
  /** The fix, when it is unambiguous. */
  readonly fix?: ReportedFix;
}

/** Counts of a validation. */
export interface ValidateSummary {
  /** Number of checked files. */
  readonly files: number;
  /** Number of plan files among them. */
  readonly plans: number;
  /** Number of findings with severity `error`. */
  readonly errors: number;
  /** Number of findings with severity `warning`. */
  readonly warnings: number;
  /** Number of findings with severity `hint`. */
  readonly hints: number;
  /** Number of findings that `--fix` can fix. */
  readonly fixable: number;
}

/** A finding that `--fix` fixed, or with `--dry-run` would fix. */
export interface FixedFinding {
  /** Permanent code. */
  readonly code: string;
  /** File of the finding, relative to the project root. */
  readonly path: string;
  /** Description of the fix. */
  readonly title: string;
}

/** A file that could be fixed but was left unchanged. */
export interface KeptFile {
  /** The file, relative to the project root. */
  readonly path: string;
  /** The reason why it was not changed. */
  readonly reason: string;
}

/** Result of `validate`. */
export interface ValidateResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The findings, by path and position. */
  readonly diagnostics: readonly ReportedDiagnostic[];
  /** The counts. */
  readonly summary: ValidateSummary;
  /** With `--fix`: the fixed findings, in the order of the fixes; `diagnostics` has the remaining ones. */
  readonly fixed?: readonly FixedFinding[];
  /** With `--fix`: files that were written, relative to the project root; empty with `--dry-run`. */
  readonly written?: readonly string[];
  /** With `--fix`: files that could be fixed but were left unchanged. */
  readonly kept?: readonly KeptFile[];
  /** With `--fix --dry-run`: the changes as a unified diff. */
  readonly diff?: string;
}

/** A part of a file, in an example. */
export interface RuleBlock {
  /** The file, relative to the project root; empty for a list of files. */
  readonly path: string;
  /** Language of the text. */
  readonly language: "yaml" | "xml" | "json" | "markdown" | "text";
  /** The text. */
  readonly text: string;
}

/** The reference page of a rule. */
export interface RulePage {
  /** Permanent code. */
  readonly code: string;
  /** Default severity of its findings. */
  readonly severity: Severity;
  /** True when `--strict` turns its warnings into errors. */
  readonly strict: boolean;
  /** True when `--fix` can fix some of its findings. */
  readonly fixable: boolean;
  /** The rule, in one sentence without a full stop. */
  readonly summary: string;
  /** Rationale and details. */
  readonly why: string;
  /** An example that breaks the rule. */
  readonly wrong: readonly RuleBlock[];
  /** Message for that example. */
  readonly message: string;
  /** Hint for that example. */
  readonly hint: string;
  /** An example that follows the rule. */
  readonly right: readonly RuleBlock[];
}

/** Result of `validate --explain`. */
export interface RuleExplanation {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The rule. */
  readonly rule: RulePage;
}

/** Result of `waves`. */
export interface WavesResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Phase number as printed, for example `03`. */
  readonly phase: string;
  /** Plan IDs by wave. */
  readonly waves: readonly (readonly string[])[];
  /** Pairs of plans in one wave that share files and never run concurrently. */
  readonly serialized: readonly (readonly string[])[];
  /** With `--explain`: why each plan is in its wave, and which chain of plans is longest. */
  readonly explain?: WavesExplanation;
}

/**
 * Explanation of the waves of a phase. The unit of time is one open task; the tasks of a plan run
 * sequentially.
 */
export interface WavesExplanation {
  /** The plans, by wave. */
  readonly plans: readonly PlanPlacement[];
  /** The pairs of open plans in one wave that share files, ordered by wave, later plan and earlier plan. */
  readonly overlaps: readonly FileOverlap[];
  /** The longest chain of plans that depend on one another. */
  readonly criticalPath: {
    /** Its plans with open tasks, each depending on the previous one. */
    readonly plans: readonly string[];
    /** Their total number of open tasks. */
    readonly tasks: number;
  };
  /** Effect of the configuration. */
  readonly parallelization: ParallelizationExplanation;
}

/** Explanation of a plan's wave. */
export interface PlanPlacement {
  /** Plan ID. */
  readonly plan: string;
  /** Number of its wave, from 1. */
  readonly wave: number;
  /** State. */
  readonly state: PlanState;
  /** Its tasks. */
  readonly tasks: DoneOf;
  /**
   * The chain of dependencies that determines the wave: the plan it depends on in the previous wave, then
   * that plan's own dependency, back to wave 1. Empty in wave 1.
   */
  readonly because: readonly string[];
  /** The plans of other phases that it depends on. They do not affect the waves. */
  readonly elsewhere: readonly OuterDependency[];
}

/** A plan of another phase that a plan depends on. */
export interface OuterDependency {
  /** ID of that plan. */
  readonly plan: string;
  /** True when it is complete; otherwise the phase cannot be executed. */
  readonly complete: boolean;
}

/** Two plans in one wave that share files and therefore run sequentially. */
export interface FileOverlap {
  /** Number of the wave, from 1. */
  readonly wave: number;
  /** ID of the earlier plan. */
  readonly first: string;
  /** ID of the later plan. */
  readonly second: string;
  /** The shared paths; for a folder and a file in it, the file. */
  readonly paths: readonly string[];
  /** A dependency that resolves the overlap; absent when other pairs imply it (1 before 2 and 2 before 3). */
  readonly resolution?: OverlapResolution;
}

/** A dependency that resolves an overlap, and its consequences. */
export interface OverlapResolution {
  /** The plan whose `depends_on` gets another ID. */
  readonly plan: string;
  /** The ID to add. */
  readonly dependsOn: string;
  /** The plans that would move to another wave. */
  readonly moves: readonly WaveMove[];
  /** Length of the critical path, in tasks. */
  readonly criticalPath: BeforeAfter;
}

/** A plan that moves to another wave. */
export interface WaveMove {
  /** Plan ID. */
  readonly plan: string;
  /** Number of its old wave. */
  readonly from: number;
  /** Number of its new wave. */
  readonly to: number;
}

/** A number before and after a change. */
export interface BeforeAfter {
  /** Value before the change. */
  readonly before: number;
  /** Value after the change. */
  readonly after: number;
}

/**
 * Why plans run sequentially: a key of `parallelization` requires it, the phase or the wave has only one
 * plan, the plans of the wave share files, or the repository has no commits yet or has submodules.
 */
export type SequentialReason =
  | "enabled"
  | "plan_level"
  | "max_concurrent_agents"
  | "min_plans_for_parallel"
  | "single-plan-phase"
  | "single-plan-wave"
  | "shared-files"
  | "no-commit"
  | "submodules";

/** Effect of the configuration on the waves. */
export interface ParallelizationExplanation {
  /** The waves that have open tasks. */
  readonly waves: readonly WaveConcurrency[];
}

/** Concurrency of a wave. */
export interface WaveConcurrency {
  /** Number of the wave, from 1. */
  readonly wave: number;
  /** Number of its plans with open tasks. */
  readonly plans: number;
  /** Maximum number of them that run concurrently, if each takes the same time. */
  readonly atOnce: number;
  /** The reason why they run sequentially; absent when they run concurrently. */
  readonly sequential?: SequentialReason;
}

/** A count of items and of those that are done. */
export interface DoneOf {
  /** Number of items that are done. */
  readonly done: number;
  /** Number of all items. */
  readonly total: number;
}

/** State of a plan: `complete` with its summary, `in-progress` once a task is committed. */
export type PlanState = "complete" | "in-progress" | "not-started" | "unreadable";

/** State of a phase; `unplanned` when it has no plans. */
export type PhaseState = "complete" | "in-progress" | "not-started" | "unplanned";

/** The reason why a phase is excluded: the roadmap defers it or has dropped it. */
export type ExclusionReason = "backlog" | "promoted" | "removed" | "deprecated" | "cancelled";

/** Progress of a plan. */
export interface PlanStatus {
  /** Plan ID. */
  readonly id: string;
  /** Path of the plan file, relative to the project root. */
  readonly path: string;
  /** The one-line objective; may be empty. */
  readonly objective: string;
  /** Number of its wave, from 1; absent when a cycle or an unreadable plan prevents it. */
  readonly wave?: number;
  /** State. */
  readonly state: PlanState;
  /** Its tasks; those of a complete plan all count as done. */
  readonly tasks: DoneOf;
  /** Tasks that count as done even though a later commit reverts them; absent when there are none. */
  readonly reverted?: readonly RevertedTask[];
}

/** Progress of a phase. */
export interface PhaseStatus {
  /** Number as printed, for example `03`. */
  readonly number: string;
  /** Its name. */
  readonly name: string;
  /** State; a phase without plans is complete if the roadmap ticks it off or its milestone is shipped. */
  readonly state: PhaseState;
  /** The reason why it is excluded and not counted; absent for all other phases. */
  readonly aside?: ExclusionReason;
  /** Status of its last verification; absent when there was none. */
  readonly verification?: VerificationStatus;
  /** The verdict on a phase whose plans are all complete; absent for other phases. */
  readonly verdict?: PhaseVerdict;
  /**
   * True when it counts as done: complete, and verified or ticked in the roadmap. With `workflow.verifier` off,
   * an executed phase is done.
   */
  readonly done: boolean;
  /** Its plans, in the order of their IDs. */
  readonly plans: readonly PlanStatus[];
}

/** Counts of a whole project. */
export interface StatusTotals {
  /** The phases. */
  readonly phases: DoneOf;
  /** The plans. */
  readonly plans: DoneOf;
  /** The tasks of all plans. */
  readonly tasks: DoneOf;
}

/** Result of `status`. */
export interface StatusResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** False outside a git repository, where only summaries show what is done. */
  readonly repository: boolean;
  /** The current branch; null when HEAD is detached, or outside a repository. */
  readonly branch: string | null;
  /** The current milestone, if the roadmap or the state document names it. */
  readonly milestone?: {
    /** Version identifier, for example `v1.0`. */
    readonly version: string;
    /** Name; may be empty. */
    readonly name: string;
  };
  /** A merge in progress that the user has to resolve; absent when there is none. */
  readonly merge?: {
    /** Branch that is merged. */
    readonly branch: string;
    /** Branch that receives the merge. */
    readonly base: string;
    /** Unresolved paths, relative to the root of the repository. */
    readonly unresolved: readonly string[];
  };
  /** The phases, in the order of their numbers. */
  readonly phases: readonly PhaseStatus[];
  /** Number of the current phase; absent when no phase has open plans. */
  readonly current?: string;
  /** The counts. */
  readonly totals: StatusTotals;
  /** Suggested next commands, the most likely first. Each can be pasted into a shell. */
  readonly next: readonly string[];
}

/** A dependency between two plans. */
export interface GraphEdge {
  /** ID of the plan that comes first. */
  readonly from: string;
  /** ID of the plan that depends on it. */
  readonly to: string;
}

/** Result of `graph`. */
export interface GraphResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Phase number as printed, for example `03`. */
  readonly phase: string;
  /** Name of the phase. */
  readonly name: string;
  /** Plan IDs by wave. */
  readonly waves: readonly (readonly string[])[];
  /** The dependencies between plans of the phase, each once. */
  readonly edges: readonly GraphEdge[];
  /** Pairs of plans in one wave that share files and never run concurrently. */
  readonly serialized: readonly (readonly string[])[];
  /** The plans of the waves, in the order of their IDs. */
  readonly plans: readonly PlanStatus[];
}

/** Result of `branch-name`. */
export interface BranchNameResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The name, a valid git branch name. */
  readonly branch: string;
}

/** Result of `commit-message`. */
export interface CommitMessageResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The message. */
  readonly message: string;
}

/** Result of `new-project`. */
export interface NewProjectResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Files that were written, or with `--dry-run` would be, relative to the project root. */
  readonly written: readonly string[];
  /** Commit that contains them; null when none was made. */
  readonly commit: string | null;
  /** The gate to confirm. */
  readonly question?: Question;
  /** Suggested next commands. */
  readonly next: readonly string[];
}

/** A key of the configuration and its effective value. */
export interface ConfigEntry {
  /** Dotted key. */
  readonly key: string;
  /** The effective value. */
  readonly value: ConfigValue;
  /** The built-in default. */
  readonly default: ConfigValue;
  /** Source of the value. `mode`: yolo turns gates off. `gitignore`: git ignores `.planning/`. */
  readonly origin: "default" | "file" | "flag" | "mode" | "gitignore";
}

/** Result of `config list` and `config get`. */
export interface ConfigResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The keys, in the order of the reference. */
  readonly values: readonly ConfigEntry[];
}

/** Result of `config explain`. */
export interface ConfigExplanation {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The key, its value and the source of the value. */
  readonly value: ConfigEntry;
  /** Meaning of the key. */
  readonly description: string;
  /** The behaviour that the value changes. */
  readonly effect: string;
  /** Type of the value; a `list` is an array of strings. */
  readonly type: "string" | "boolean" | "integer" | "number" | "list";
  /** The allowed values; absent when there is no fixed set. */
  readonly allowed?: readonly string[];
  /** The model of each role, for the keys that determine it. */
  readonly models?: readonly RoleModel[];
}

/** A change to a value of the configuration. */
export interface ConfigChange {
  /** Dotted key. */
  readonly key: string;
  /** Old value; null when the key was not in the file. */
  readonly before: ConfigValue | null;
  /** New value; null when the key is removed. */
  readonly after: ConfigValue | null;
}

/** Result of `config set`, `config unset`, `set-profile` and `settings`. */
export interface ConfigChanges {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Changes that were made, or with `--dry-run` would be. */
  readonly changes: readonly ConfigChange[];
  /** Files that were written, absolute or relative to the project root. */
  readonly written: readonly string[];
}

/** A completion candidate. */
export interface CompletionCandidate {
  /** The complete word. If it ends in `=`, a value has to follow. */
  readonly value: string;
  /** Description; may be empty. */
  readonly description: string;
}

/** Result of `completions`: the script, or candidates for the last of the given words. */
export interface CompletionsResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The shell. */
  readonly shell: "bash" | "zsh" | "fish";
  /** The script to source. */
  readonly script?: string;
  /** Candidates for the last word. */
  readonly candidates?: readonly CompletionCandidate[];
  /** Paths that the shell should complete too. */
  readonly paths?: "files" | "dirs" | "none";
}

/** Lines that the user has to add to a file, or remove from it. */
export interface LinesByHand {
  /** The file. */
  readonly path: string;
  /** The lines. */
  readonly text: string;
}

/** Result of `hook install`. */
export interface HookResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Path of the hook, or of the configuration of the tool that runs hooks. */
  readonly hook: string;
  /** Files that were written. */
  readonly written: readonly string[];
  /** Files that were removed. */
  readonly removed: readonly string[];
  /** True when anything changed, or with `--dry-run` would change. */
  readonly changed: boolean;
  /** With `--dry-run`: the change as a unified diff. */
  readonly diff?: string;
  /** Remaining manual step, when a tool's configuration is not edited. */
  readonly byHand?: LinesByHand;
}

/** A file of the slash commands, and the action taken. */
export interface InstalledFile {
  /** Path relative to the root. */
  readonly path: string;
  /** Agents that use the file. */
  readonly agents: readonly HostingAgent[];
  /** Action taken. `kept`: left unchanged for the given `reason`. */
  readonly action: "create" | "update" | "unchanged" | "remove" | "kept";
  /** The reason why it is kept: it was changed after it was written, or this program did not write it. */
  readonly reason?: "changed" | "foreign";
}

/** Result of `install` and `uninstall`. */
export interface InstallResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Absolute path of the folder that paths are relative to. */
  readonly root: string;
  /** The files, by path. */
  readonly files: readonly InstalledFile[];
  /** Paths of files that were written. */
  readonly written: readonly string[];
  /** Paths of files that were removed. */
  readonly removed: readonly string[];
  /** With `--dry-run`: the changes as a unified diff. */
  readonly diff?: string;
}

/** A known agent. */
export interface AgentInfo {
  /** Name, as in `agent.name` and `--agent`. */
  readonly name: string;
  /** Display name. */
  readonly title: string;
  /** Command that starts it; empty for an agent that is built in or not configured. */
  readonly command: string;
  /** True when it can be started. */
  readonly found: boolean;
  /** Its version, if it reports one. */
  readonly version?: string;
  /** `asks`: it asks before acting. `scripted`: it does only what the plan's author wrote. `none`: it cannot ask. */
  readonly permissions: "asks" | "scripted" | "none";
  /** Tool uses that it never asks about, as a clause that follows its name. */
  readonly unasked?: string;
  /** Its models by tier; for a missing tier the agent chooses. */
  readonly models: { readonly A?: string; readonly B?: string; readonly C?: string };
  /** The way to install it, when it is not found. */
  readonly hint?: string;
}

/** Result of `agents`. */
export interface AgentsResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Name of the configured agent. */
  readonly configured: string;
  /** The agents. */
  readonly agents: readonly AgentInfo[];
}

/** A configured value that requires trust, for example a command. */
export interface ConfiguredRun {
  /** Its key. */
  readonly key: string;
  /** Its value: a complete command, the agent it belongs to, or a setting that removes questions. */
  readonly value: string;
}

/** Result of `trust`. */
export interface TrustResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Folder that is trusted: the real path of the project, in the main working tree. */
  readonly project: string;
  /** The configured values that require trust. */
  readonly runs: readonly ConfiguredRun[];
  /** State of trust. `nothing`: nothing requires it. `changed`: the values changed after they were trusted. */
  readonly state: "nothing" | "trusted" | "changed" | "untrusted";
}

/** Result of `demo`. */
export interface DemoResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Folder of the sample project. */
  readonly directory: string;
  /** Commits that the run made, oldest first. */
  readonly commits: readonly string[];
}

/** Kind of installation: a checkout, a bundle of one file, sources from a URL, an npm package, or a standalone binary. */
export type InstallationKind = "checkout" | "bundle" | "url" | "npm" | "binary";

/** Result of `--version`. */
export interface VersionResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Version of the program. */
  readonly version: string;
  /** The commit it was built from, followed by `-dirty` if there were uncommitted changes; `unknown` if it was not built. */
  readonly commit: string;
  /** The JavaScript runtime. */
  readonly runtime: {
    /** Name: `deno`, `node` or `bun`. */
    readonly name: string;
    /** Its version. */
    readonly version: string;
  };
  /** Kind of installation. */
  readonly installed: InstallationKind;
}

/** Result of `upgrade`. */
export interface UpgradeResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Version of the program. */
  readonly version: string;
  /** Kind of installation. */
  readonly installed: InstallationKind;
  /** URL or path of the program. */
  readonly location: string;
  /** The commands that install the newest version. */
  readonly commands: readonly string[];
}

/** Printed instead of a result when a command could not be carried out. */
export interface ErrorResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The error. */
  readonly error: {
    /** The message. */
    readonly message: string;
    /** The remedy. */
    readonly hint?: string;
    /** Exit code of the program. */
    readonly exitCode: number;
  };
}
