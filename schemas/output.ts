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

/** A place in a text, counted from 1. */
export interface Position {
  /** Line, from 1. */
  readonly line: number;
  /** Column in UTF-16 units, from 1. */
  readonly column: number;
}

/** A replacement in a file. */
export interface ReportedEdit {
  /** Where the replaced text starts. */
  readonly start: Position;
  /** Where it ends, exclusive. */
  readonly end: Position;
  /** The new text. */
  readonly text: string;
  /** File, where it is not that of the finding. */
  readonly path?: string;
}

/** A mend that is certain. */
export interface ReportedFix {
  /** What the fix does. */
  readonly title: string;
  /** The edits, in order. */
  readonly edits: readonly ReportedEdit[];
}

/** A finding. */
export interface ReportedDiagnostic {
  /** Permanent code. */
  readonly code: string;
  /** How bad it is. */
  readonly severity: Severity;
  /** What is wrong and why. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  /** File, relative to the project root. */
  readonly path: string;
  /** Where it starts. */
  readonly start: Position;
  /** Where it ends, exclusive. */
  readonly end: Position;
  /** The mend, where one is certain. */
  readonly fix?: ReportedFix;
}

/** Counts of a validation. */
export interface ValidateSummary {
  /** Files that were checked. */
  readonly files: number;
  /** Plan files among them. */
  readonly plans: number;
  /** Findings with severity `error`. */
  readonly errors: number;
  /** Findings with severity `warning`. */
  readonly warnings: number;
  /** Findings with severity `hint`. */
  readonly hints: number;
  /** Findings that `--fix` mends. */
  readonly fixable: number;
}

/** A finding that `--fix` has mended, or with `--dry-run` would mend. */
export interface FixedFinding {
  /** Permanent code. */
  readonly code: string;
  /** File of the finding, relative to the project root. */
  readonly path: string;
  /** What was done. */
  readonly title: string;
}

/** A file that was left as it is although it could be mended. */
export interface KeptFile {
  /** The file, relative to the project root. */
  readonly path: string;
  /** Why. */
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
  /** With `--fix`: the findings that are mended, in the order of the mends; `diagnostics` are those that remain. */
  readonly fixed?: readonly FixedFinding[];
  /** With `--fix`: files that were written, relative to the project root; none with `--dry-run`. */
  readonly written?: readonly string[];
  /** With `--fix`: files that could be mended and were left as they are. */
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

/** What the reference says of a rule. */
export interface RulePage {
  /** Permanent code. */
  readonly code: string;
  /** Severity of its findings, unless a finding says otherwise. */
  readonly severity: Severity;
  /** True when `--strict` makes errors of its warnings. */
  readonly strict: boolean;
  /** True when findings bring a mend that is certain. */
  readonly fixable: boolean;
  /** What is right, in a sentence without full stop. */
  readonly summary: string;
  /** Why it matters and what counts. */
  readonly why: string;
  /** An example of what is wrong. */
  readonly wrong: readonly RuleBlock[];
  /** What is said of the wrong example. */
  readonly message: string;
  /** What to do about it. */
  readonly hint: string;
  /** An example of what is right. */
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
  /** Pairs of plans of one wave that share files and never run at the same time. */
  readonly serialized: readonly (readonly string[])[];
  /** Why the waves are as they are and what they cost; with `--explain`. */
  readonly explain?: WavesExplanation;
}

/**
 * Why the waves of a phase are as they are, and how long they take. Times are counted in open tasks, those
 * of a plan one after the other.
 */
export interface WavesExplanation {
  /** The plans, by wave. */
  readonly plans: readonly PlanPlacement[];
  /** The pairs of open plans of one wave that share files, by wave, the later plan and the earlier. */
  readonly overlaps: readonly FileOverlap[];
  /** The longest chain of plans that depend on one another. */
  readonly criticalPath: {
    /** The plans with open tasks on it, each depending on the one before. */
    readonly plans: readonly string[];
    /** What they take together. */
    readonly tasks: number;
  };
  /** How long a run takes with so many agents, if the configuration lets them all work. */
  readonly makespan: readonly Makespan[];
  /** What the configuration makes of it. */
  readonly parallelization: ParallelizationExplanation;
}

/** Why a plan lies in its wave. */
export interface PlanPlacement {
  /** Plan ID. */
  readonly plan: string;
  /** Number of its wave, from 1. */
  readonly wave: number;
  /** How far it is. */
  readonly state: PlanState;
  /** Its tasks. */
  readonly tasks: DoneOf;
  /**
   * The chain of dependencies that puts it there: the plan it depends on in the wave before its own,
   * then what that one depends on, back to wave 1. Empty in wave 1.
   */
  readonly because: readonly string[];
  /** The plans of other phases it depends on. They do not count for the waves. */
  readonly elsewhere: readonly OuterDependency[];
}

/** A plan of another phase that a plan depends on. */
export interface OuterDependency {
  /** Its ID. */
  readonly plan: string;
  /** Whether it is complete; if not, the phase cannot be executed. */
  readonly complete: boolean;
}

/** Two plans of one wave that share files, so that the later one runs after the earlier. */
export interface FileOverlap {
  /** Number of the wave, from 1. */
  readonly wave: number;
  /** ID of the earlier plan. */
  readonly first: string;
  /** ID of the later plan. */
  readonly second: string;
  /** The paths they share; of a folder and a file in it the file. */
  readonly paths: readonly string[];
  /** What would resolve it; absent where that follows from other pairs: 1 before 2 and 2 before 3. */
  readonly resolution?: OverlapResolution;
}

/** A dependency that resolves an overlap, and what it changes. */
export interface OverlapResolution {
  /** The plan whose `depends_on` gets a further ID. */
  readonly plan: string;
  /** That ID. */
  readonly dependsOn: string;
  /** The plans that move to another wave. */
  readonly moves: readonly WaveMove[];
  /** Length of the critical path, in tasks. */
  readonly criticalPath: BeforeAfter;
  /** Length of a run as configured, in tasks. */
  readonly makespan: BeforeAfter;
}

/** A plan that moves to another wave. */
export interface WaveMove {
  /** Plan ID. */
  readonly plan: string;
  /** Number of its wave before. */
  readonly from: number;
  /** Number of its wave after. */
  readonly to: number;
}

/** A number before and after a change. */
export interface BeforeAfter {
  /** Before it. */
  readonly before: number;
  /** After it. */
  readonly after: number;
}

/** How long a run takes. */
export interface Makespan {
  /** How many agents work at most at the same time. */
  readonly agents: number;
  /** The time, in tasks that come one after the other. */
  readonly tasks: number;
}

/**
 * Why plans run one after the other: a key of `parallelization` says so, the phase or the wave has one
 * plan only, the plans of the wave share files, or the repository has no commit yet or has submodules.
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

/** What the configuration makes of the waves. */
export interface ParallelizationExplanation {
  /** The waves with plans that have tasks left. */
  readonly waves: readonly WaveConcurrency[];
  /** How long the run takes, in tasks. */
  readonly makespan: number;
}

/** How many plans of a wave run at the same time. */
export interface WaveConcurrency {
  /** Number of the wave, from 1. */
  readonly wave: number;
  /** Its plans that have tasks left. */
  readonly plans: number;
  /** How many of them run at the same time at most. */
  readonly atOnce: number;
  /** Why it is one at a time; absent where plans run at the same time. */
  readonly sequential?: SequentialReason;
}

/** A number of things, and how many of them are done. */
export interface DoneOf {
  /** How many are done. */
  readonly done: number;
  /** How many there are. */
  readonly total: number;
}

/** How far a plan is: complete with its summary, in progress once a task is committed. */
export type PlanState = "complete" | "in-progress" | "not-started" | "unreadable";

/** How far a phase is; `unplanned` when it has no plans. */
export type PhaseState = "complete" | "in-progress" | "not-started" | "unplanned";

/** Why a phase takes no part: the roadmap parks it, or gave it up. */
export type PhaseAside = "backlog" | "promoted" | "removed" | "deprecated" | "cancelled";

/** How far a plan is. */
export interface PlanStatus {
  /** Plan ID. */
  readonly id: string;
  /** Path of the plan file, relative to the project root. */
  readonly path: string;
  /** The one-line objective; may be empty. */
  readonly objective: string;
  /** Number of its wave, from 1; absent when a cycle or a plan that cannot be read keeps it from having one. */
  readonly wave?: number;
  /** How far it is. */
  readonly state: PlanState;
  /** Its tasks; all of a complete plan count as done. */
  readonly tasks: DoneOf;
  /** Tasks that count as done although a later commit reverts theirs; absent when there are none. */
  readonly reverted?: readonly RevertedTask[];
}

/** How far a phase is. */
export interface PhaseStatus {
  /** Number as printed, for example `03`. */
  readonly number: string;
  /** Its name. */
  readonly name: string;
  /** How far it is; one without plans that the roadmap ticks off, or whose milestone is shipped, is complete. */
  readonly state: PhaseState;
  /** Why it takes no part, and does not count among the phases; absent for a phase that does. */
  readonly aside?: PhaseAside;
  /** What its last verification came to; left out where there was none. */
  readonly verification?: VerificationStatus;
  /** The verdict on a phase whose plans are all complete; absent for other phases. */
  readonly verdict?: PhaseVerdict;
  /**
   * Whether it counts as done: complete, and verified or ticked in the roadmap. With `workflow.verifier` off
   * an executed phase is done.
   */
  readonly done: boolean;
  /** Its plans, in the order of their IDs. */
  readonly plans: readonly PlanStatus[];
}

/** Counts of a whole project. */
export interface StatusTotals {
  /** Its phases. */
  readonly phases: DoneOf;
  /** Its plans. */
  readonly plans: DoneOf;
  /** The tasks of its plans. */
  readonly tasks: DoneOf;
}

/** Result of `status`. */
export interface StatusResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** False outside of a git repository, where summaries alone tell what is done. */
  readonly repository: boolean;
  /** The branch checked out; null when HEAD is detached, or outside of a repository. */
  readonly branch: string | null;
  /** The milestone under way, if the roadmap or the state document names it. */
  readonly milestone?: {
    /** Version identifier, for example `v1.0`. */
    readonly version: string;
    /** Name; may be empty. */
    readonly name: string;
  };
  /** A merge that was begun and waits for a person; absent when there is none. */
  readonly merge?: {
    /** Branch that is merged. */
    readonly branch: string;
    /** Branch that receives the merge. */
    readonly base: string;
    /** Paths that are not resolved yet, relative to the root of the repository. */
    readonly unresolved: readonly string[];
  };
  /** The phases, in the order of their numbers. */
  readonly phases: readonly PhaseStatus[];
  /** Number of the phase under way; absent when no phase has open plans. */
  readonly current?: string;
  /** The counts. */
  readonly totals: StatusTotals;
  /** Commands that make sense now, the likeliest first. Each can be pasted. */
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
  /** Pairs of plans of one wave that share files and never run at the same time. */
  readonly serialized: readonly (readonly string[])[];
  /** The plans of the waves, in the order of their IDs. */
  readonly plans: readonly PlanStatus[];
}

/** Result of `branch-name`. */
export interface BranchNameResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The name, which git accepts. */
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
  /** Commit that holds them; null when none was made. */
  readonly commit: string | null;
  /** The gate that waits for a person. */
  readonly question?: Question;
  /** What to type next. */
  readonly next: readonly string[];
}

/** A key of the configuration with the value that holds for it. */
export interface ConfigEntry {
  /** Dotted key. */
  readonly key: string;
  /** The value that holds. */
  readonly value: ConfigValue;
  /** The built-in default. */
  readonly default: ConfigValue;
  /** Where the value comes from: `mode` is yolo, which lowers gates; `gitignore` is git ignoring `.planning/`. */
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
  /** The key, its value and where that comes from. */
  readonly value: ConfigEntry;
  /** What the key means. */
  readonly description: string;
  /** What changes when the value changes. */
  readonly effect: string;
  /** Type of the value; a `list` is an array of texts. */
  readonly type: "string" | "boolean" | "integer" | "number" | "list";
  /** The only values that are possible, where there are such. */
  readonly allowed?: readonly string[];
  /** The model of each role, for the keys that decide on it. */
  readonly models?: readonly RoleModel[];
}

/** A value of the configuration that changes. */
export interface ConfigChange {
  /** Dotted key. */
  readonly key: string;
  /** The value before; null when the file did not hold the key. */
  readonly before: ConfigValue | null;
  /** The value after; null when the key is removed. */
  readonly after: ConfigValue | null;
}

/** Result of `config set`, `config unset`, `set-profile` and `settings`. */
export interface ConfigChanges {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** What changed, or with `--dry-run` would change. */
  readonly changes: readonly ConfigChange[];
  /** Files that were written, absolute or relative to the project root. */
  readonly written: readonly string[];
}

/** A word that completion offers. */
export interface CompletionCandidate {
  /** The whole word. One that ends in `=` is to be typed on. */
  readonly value: string;
  /** What it is; may be empty. */
  readonly description: string;
}

/** Result of `completions`: the script, or with words what the last of them can become. */
export interface CompletionsResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The shell. */
  readonly shell: "bash" | "zsh" | "fish";
  /** The script to be sourced. */
  readonly script?: string;
  /** What the last word can become. */
  readonly candidates?: readonly CompletionCandidate[];
  /** Whether the shell is to complete files or folders. */
  readonly paths?: "files" | "dirs" | "none";
}

/** Lines that a person is to put into a file, or to take out of it. */
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
  /** The hook, or the configuration of the tool that runs the hooks. */
  readonly hook: string;
  /** Files that were written. */
  readonly written: readonly string[];
  /** Files that were removed. */
  readonly removed: readonly string[];
  /** Whether anything changes, or with `--dry-run` would change. */
  readonly changed: boolean;
  /** With `--dry-run`: the change as a unified diff. */
  readonly diff?: string;
  /** What is left for a person to do, where a tool's configuration is not edited. */
  readonly byHand?: LinesByHand;
}

/** A file of the slash commands, and what becomes of it. */
export interface InstalledFile {
  /** Path relative to the root. */
  readonly path: string;
  /** Agents that it is there for. */
  readonly agents: readonly HostingAgent[];
  /** `kept`: left as it is although the command is about it, for the reason that is given. */
  readonly action: "create" | "update" | "unchanged" | "remove" | "kept";
  /** Why it is kept: somebody changed it, or it was never made by this program. */
  readonly reason?: "changed" | "foreign";
}

/** Result of `install` and `uninstall`. */
export interface InstallResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The folder that paths are relative to, absolute. */
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

/** An agent that is known by name. */
export interface AgentInfo {
  /** Name, as `agent.name` and `--agent` give it. */
  readonly name: string;
  /** What it is. */
  readonly title: string;
  /** The command that starts it; empty for one that is part of this program or not configured. */
  readonly command: string;
  /** Whether it can be started. */
  readonly found: boolean;
  /** Its version, where it tells one. */
  readonly version?: string;
  /** Whether it asks before it acts, does only what the plan's author wrote, or has no way to ask. */
  readonly permissions: "asks" | "scripted" | "none";
  /** Uses of tools for which it cannot be made to ask, in a clause that follows its name. */
  readonly unasked?: string;
  /** Its models by tier; a tier that is missing leaves the choice to the agent. */
  readonly models: { readonly A?: string; readonly B?: string; readonly C?: string };
  /** How it is installed, where it is not found. */
  readonly hint?: string;
}

/** Result of `agents`. */
export interface AgentsResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Name of the agent that the configuration names. */
  readonly configured: string;
  /** The agents. */
  readonly agents: readonly AgentInfo[];
}

/** Something that the configuration of a project makes run. */
export interface ConfiguredRun {
  /** The key that names it. */
  readonly key: string;
  /** Its value: a command in full, the agent it is for, or what takes a question away. */
  readonly value: string;
}

/** Result of `trust`. */
export interface TrustResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The folder that trust is recorded for: the project's real path, in the main working tree. */
  readonly project: string;
  /** What its configuration makes run. */
  readonly runs: readonly ConfiguredRun[];
  /** Whether the user trusts it: there is nothing to trust; trusted; changed since; never trusted. */
  readonly state: "nothing" | "trusted" | "changed" | "untrusted";
}

/** Result of `demo`. */
export interface DemoResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Folder of the sample project. */
  readonly directory: string;
  /** Commits the run made, oldest first. */
  readonly commits: readonly string[];
}

/** How the program was installed: a checkout, one file, the sources by URL, an npm package, a standalone program. */
export type InstallationKind = "checkout" | "bundle" | "url" | "npm" | "binary";

/** Result of `--version`. */
export interface VersionResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Version of the program. */
  readonly version: string;
  /** The commit it was built from, with `-dirty` behind it where more was in it; `unknown` where it was not built. */
  readonly commit: string;
  /** What runs it. */
  readonly runtime: {
    /** Name: `deno`, `node` or `bun`. */
    readonly name: string;
    /** Its version. */
    readonly version: string;
  };
  /** How it was installed. */
  readonly installed: InstallationKind;
}

/** Result of `upgrade`. */
export interface UpgradeResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Version of the program. */
  readonly version: string;
  /** How it was installed. */
  readonly installed: InstallationKind;
  /** URL or path of the program. */
  readonly location: string;
  /** The commands that install the newest version. */
  readonly commands: readonly string[];
}

/** What is printed in place of a result when a command could not be carried out. */
export interface ErrorResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** What went wrong. */
  readonly error: {
    /** The message. */
    readonly message: string;
    /** What to do about it. */
    readonly hint?: string;
    /** Exit code of the program. */
    readonly exitCode: number;
  };
}
