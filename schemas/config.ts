/**
 * The configuration file `.planning/config.json`.
 *
 * `Config` is complete: every key has its default. A file may omit any key at any depth, see {@link
 * ConfigFile}. Defaults, allowed values and meanings are defined only here; the generator copies them to the
 * JSON Schema, the command line and the reference. See docs/decisions/configuration.md.
 * @module
 */

/** The handling of decision points: ask the user, or decide automatically. */
export type Mode = "interactive" | "yolo";
/** Number of phases in a roadmap. */
export type Granularity = "coarse" | "standard" | "fine";
/** Assignment of model tiers to roles. */
export type ModelProfile = "quality" | "balanced" | "budget";
/** Branches that commits go to. */
export type BranchingStrategy = "none" | "phase" | "milestone";

/** The use of a sandbox. */
export type SandboxMode = "auto" | "off" | "required";
/** The programs in a sandbox that may use the network. */
export type SandboxNetwork = "agent" | "all";

/** The agents that are known by name. */
export type AgentName =
  | "shell"
  | "mock"
  | "claude"
  | "claude-cli"
  | "codex"
  | "opencode"
  | "copilot"
  | "gemini"
  | "custom";

/** The engine that brings plans to the machines that carry them out. */
export type ExecutorName = "local" | "nats" | "slurm" | "github-actions" | "kubernetes" | "batch";

/** The complete configuration of one invocation. */
export interface Config {
  /**
   * `interactive` asks you at each decision point, `yolo` approves all decisions.
   * @default "interactive"
   * @effect Whether gates, checkpoints of type human-verify and decision, and the merge offer ask you or are answered automatically.
   */
  readonly mode: Mode;
  /**
   * Phases in a roadmap: `coarse` 3 to 5, `standard` 5 to 8, `fine` 8 to 12.
   * @default "standard"
   * @effect How many phases a new roadmap should have, and the number that validate expects.
   */
  readonly granularity: Granularity;
  /**
   * Model tiers: `quality` uses the most capable model to plan and execute, `balanced` only to plan, `budget` never.
   * @default "balanced"
   * @effect Which model tier each role gets.
   */
  readonly model_profile: ModelProfile;
  /** Optional steps around planning and execution. */
  readonly workflow: WorkflowConfig;
  /** The treatment of `.planning/` itself. */
  readonly planning: PlanningConfig;
  /** Parallel execution. */
  readonly parallelization: ParallelizationConfig;
  /** Branches. */
  readonly git: GitConfig;
  /** Points at which you are asked to confirm. All are off in `yolo` mode. */
  readonly gates: GatesConfig;
  /** Safety questions, asked in every mode. */
  readonly safety: SafetyConfig;
  /** The agent that does the work. */
  readonly agent: AgentConfig;
  /** Setup of the worktrees that concurrent plans use. */
  readonly worktree: WorktreeConfig;
  /** The logs of runs. */
  readonly log: LogConfig;
  /** The machines that plans run on. */
  readonly executor: ExecutorConfig;
}

/** The object `workflow`. */
export interface WorkflowConfig {
  /**
   * Have plan-phase research the domain, stack and implementation patterns first.
   * @default true
   * @effect Whether plan-phase starts a researcher and writes RESEARCH.
   */
  readonly research: boolean;
  /**
   * Have a plan checker compare the plans with the phase's goals, in at most three rounds.
   * @default true
   * @effect Whether an agent checks the plans of plan-phase before they are accepted.
   */
  readonly plan_check: boolean;
  /**
   * Verify the must-haves after execute-phase.
   * @default true
   * @effect Whether execute-phase ends with a verification of the must-haves.
   */
  readonly verifier: boolean;
  /**
   * Continue from discuss to plan to execute without stopping.
   * @default false
   * @effect Whether discuss-phase continues with plan-phase, and plan-phase with execute-phase.
   */
  readonly auto_advance: boolean;
  /**
   * Map requirements to test commands while planning, in `<phase>-VALIDATION.md`.
   * @default true
   * @effect Whether plan-phase writes VALIDATION.
   */
  readonly nyquist_validation: boolean;
}

/** The object `planning`. */
export interface PlanningConfig {
  /**
   * Commit the files under `.planning/`. Off when git ignores `.planning/` or new files in it, even if it tracks others.
   * @default true
   * @effect Whether summaries, STATE and ROADMAP are committed after each plan, and whether task commits may contain files under `.planning/`.
   */
  readonly commit_docs: boolean;
  /**
   * Let broad searches include ignored files (`--no-ignore`), so that `.planning/` is found.
   * @default false
   * @effect Whether prompts tell agents to search ignored files too.
   */
  readonly search_gitignored: boolean;
}

/** The object `parallelization`. */
export interface ParallelizationConfig {
  /**
   * Run independent plans concurrently during execute-phase.
   * @default true
   * @effect Whether plans of one wave can run concurrently at all.
   */
  readonly enabled: boolean;
  /**
   * Run the plans of one wave concurrently.
   * @default true
   * @effect Whether plans of one wave run concurrently.
   */
  readonly plan_level: boolean;
  /**
   * Run tasks of one plan concurrently when they share no files. Experimental.
   * @default false
   * @effect Whether tasks of one plan that declare different files run concurrently.
   */
  readonly task_level: boolean;
  /**
   * Defer checkpoints in the middle of a plan while plans run concurrently.
   * @default true
   * @effect Whether a checkpoint in the middle of a plan is deferred to the end of the phase while plans run concurrently.
   */
  readonly skip_checkpoints: boolean;
  /**
   * Maximum number of concurrent executor agents.
   * @default 3
   * @asType integer
   * @minimum 1
   * @effect How many agents work concurrently, across all plans and tasks.
   */
  readonly max_concurrent_agents: number;
  /**
   * Minimum number of plans in a wave to run them concurrently.
   * @default 2
   * @asType integer
   * @minimum 1
   * @effect How many plans a wave must have for them to run concurrently.
   */
  readonly min_plans_for_parallel: number;
}

/** The object `git`. */
export interface GitConfig {
  /**
   * `none` commits to the current branch, `phase` creates a branch for each phase, `milestone` one for each milestone.
   * @default "none"
   * @effect Which branch execute-phase commits to, and whether it offers a merge at the end of the phase.
   */
  readonly branching_strategy: BranchingStrategy;
  /**
   * Name of a phase's branch. Variables: {phase}, {slug}.
   * @default "wf/phase-{phase}-{slug}"
   * @minLength 1
   * @effect The name of the branch that execute-phase creates and that branch-name prints for a phase.
   */
  readonly phase_branch_template: string;
  /**
   * Name of a milestone's branch. Variables: {milestone}, {slug}.
   * @default "wf/{milestone}-{slug}"
   * @minLength 1
   * @effect The name of the branch that execute-phase creates and that branch-name prints for a milestone.
   */
  readonly milestone_branch_template: string;
  /**
   * Timeout of a git command with its hooks and filters, in minutes.
   * @default 30
   * @exclusiveMinimum 0
   * @effect When a commit whose hook does not end is stopped, and its plan with it.
   */
  readonly hook_timeout_minutes: number;
}

/** The object `gates`. */
export interface GatesConfig {
  /**
   * Confirm the project's details before new-project writes them.
   * @default true
   * @effect Whether new-project asks before it writes the project's documents.
   */
  readonly confirm_project: boolean;
  /**
   * Confirm the breakdown into phases.
   * @default true
   * @effect Whether new-project asks about the breakdown into phases.
   */
  readonly confirm_phases: boolean;
  /**
   * Confirm the whole roadmap before continuing.
   * @default true
   * @effect Whether new-project asks about the whole roadmap.
   */
  readonly confirm_roadmap: boolean;
  /**
   * Confirm the breakdown of plans into tasks.
   * @default true
   * @effect Whether plan-phase asks about the tasks of its plans.
   */
  readonly confirm_breakdown: boolean;
  /**
   * Confirm each plan before executing it.
   * @default true
   * @effect Whether execute-phase asks before it starts each plan, and verify-phase before it runs checks that you have not confirmed in this clone.
   */
  readonly confirm_plan: boolean;
  /**
   * Confirm before executing the next plan.
   * @default true
   * @effect Whether execute-phase asks before it continues with another plan.
   */
  readonly execute_next_plan: boolean;
  /**
   * Review the gaps that verification found.
   * @default true
   * @effect Whether you are asked to review the gaps that checks found before they are recorded.
   */
  readonly issues_review: boolean;
  /**
   * Confirm the move from one major stage to the next.
   * @default true
   * @effect Whether complete-milestone asks before it starts. `workflow.auto_advance` never asks in between.
   */
  readonly confirm_transition: boolean;
}

/** The object `safety`. */
export interface SafetyConfig {
  /**
   * Always ask before destructive operations (delete, force push, hard reset), in every mode.
   * @default true
   * @effect Whether you are asked before an agent's destructive operations, in every mode.
   */
  readonly always_confirm_destructive: boolean;
  /**
   * Always ask before operations on external services (API calls, deployments), in every mode.
   * @default true
   * @effect Whether you are asked before an agent's calls to external services, in every mode.
   */
  readonly always_confirm_external_services: boolean;
}

/** The object `agent`. */
export interface AgentConfig {
  /**
   * The agent that carries out tasks; `wf agents` lists them. `shell` runs the `sh` blocks of a task's action without a model.
   * @default "shell"
   * @effect Which agent execute-phase starts; --agent overrides it.
   */
  readonly name: AgentName;
  /**
   * Command that starts the agent instead of the preset's, split into words as in a shell. For `custom`: any program that speaks ACP. For `mock`: a script file.
   * @default ""
   * @effect Which program is started for the agent, or which script mock plays.
   */
  readonly command: string;
  /**
   * Timeout of an agent's turn, in minutes.
   * @default 60
   * @exclusiveMinimum 0
   * @effect When a turn of the agent, or a check, is stopped, and its plan with it.
   */
  readonly turn_timeout_minutes: number;
  /**
   * Minutes without output after which an agent counts as hung.
   * @default 10
   * @exclusiveMinimum 0
   * @effect When an agent without output or open questions is stopped.
   */
  readonly stall_minutes: number;
  /**
   * How often a task is retried after its agent crashed, hung, lost its connection or ran out of context. Waiting for a rate limit does not count.
   * @default 2
   * @asType integer
   * @minimum 0
   * @effect How many failed turns of a task are retried before the run stops.
   */
  readonly retries: number;
  /**
   * Run agents, checks and shell tasks in a sandbox: `auto` in mode `yolo` if the system has one; `required` always, and nothing runs if the system has none; `off` never.
   * @default "auto"
   * @effect Whether what agents, checks and shell tasks can write, read and reach is limited by the system.
   */
  readonly sandbox: SandboxMode;
  /**
   * The programs in the sandbox that may use the network: `agent`, or `all`, checks and shell tasks included.
   * @default "agent"
   * @effect Whether checks and shell tasks in the sandbox can reach the network and services of the machine.
   */
  readonly sandbox_network: SandboxNetwork;
  /**
   * Additional paths that programs in the sandbox may write to, or see if the sandbox hides them: absolute, with `~/`, or relative to the project.
   * @default []
   * @minLength 1
   * @effect Which files outside the working tree programs in the sandbox may write.
   */
  readonly sandbox_writable: readonly string[];
  /**
   * Environment variables that the agent gets although they look like secrets; a `*` at the end stands for any characters. It gets those of its own login anyway.
   * @default []
   * @minLength 1
   * @effect Which secrets in the environment are not removed from the agent's environment.
   */
  readonly keep_variables: readonly string[];
  /**
   * Agents to try next, in order, if one has reached a limit, cannot pay, is not installed, is not logged in or fails repeatedly. Written as in `agent.roles`.
   * @default []
   * @minLength 1
   * @pattern ^(?:shell|mock|claude|claude-cli|codex|opencode|copilot|gemini|custom)(?: model=[^\s-]\S*)?(?: effort=[^\s-]\S*)?$
   * @effect Which agents take over when one is unavailable.
   */
  readonly fallbacks: readonly string[];
  /** Models by tier. When a value is empty, the agent's preset applies. */
  readonly models: AgentModels;
  /**
   * Agents for individual roles, such as `codex` or `codex model=gpt-5 effort=high`. An empty value means `agent.name` with the model of the role's tier. `--agent` replaces all of them.
   */
  readonly roles: AgentRoles;
  /** What agents may use before you are asked. 0 sets no limit. */
  readonly budget: BudgetConfig;
}

/** The object `agent.models`. */
export interface AgentModels {
  /**
   * Model of tier A, the most capable, as the agent names it.
   * @default ""
   * @pattern ^(?!\s*-)
   * @effect The model that roles of tier A use.
   */
  readonly A: string;
  /**
   * Model of tier B, the middle tier, as the agent names it.
   * @default ""
   * @pattern ^(?!\s*-)
   * @effect The model that roles of tier B use.
   */
  readonly B: string;
  /**
   * Model of tier C, the least capable, as the agent names it.
   * @default ""
   * @pattern ^(?!\s*-)
   * @effect The model that roles of tier C use.
   */
  readonly C: string;
}

/** The object `agent.roles`. */
export interface AgentRoles {
  /**
   * The agent that researches the phase for plan-phase.
   * @default ""
   * @pattern ^(?:(?:shell|mock|claude|claude-cli|codex|opencode|copilot|gemini|custom)(?: model=[^\s-]\S*)?(?: effort=[^\s-]\S*)?)?$
   * @effect Which agent and model has the role research.
   */
  readonly research: string;
  /**
   * The agent that writes plans, discusses phases and drafts projects.
   * @default ""
   * @pattern ^(?:(?:shell|mock|claude|claude-cli|codex|opencode|copilot|gemini|custom)(?: model=[^\s-]\S*)?(?: effort=[^\s-]\S*)?)?$
   * @effect Which agent and model has the role planning.
   */
  readonly planning: string;
  /**
   * The agent that checks the plans of plan-phase.
   * @default ""
   * @pattern ^(?:(?:shell|mock|claude|claude-cli|codex|opencode|copilot|gemini|custom)(?: model=[^\s-]\S*)?(?: effort=[^\s-]\S*)?)?$
   * @effect Which agent and model has the role plan check.
   */
  readonly plan_check: string;
  /**
   * The agent that carries out tasks.
   * @default ""
   * @pattern ^(?:(?:shell|mock|claude|claude-cli|codex|opencode|copilot|gemini|custom)(?: model=[^\s-]\S*)?(?: effort=[^\s-]\S*)?)?$
   * @effect Which agent and model has the role execution.
   */
  readonly execution: string;
  /**
   * The agent that judges the truths of a phase.
   * @default ""
   * @pattern ^(?:(?:shell|mock|claude|claude-cli|codex|opencode|copilot|gemini|custom)(?: model=[^\s-]\S*)?(?: effort=[^\s-]\S*)?)?$
   * @effect Which agent and model has the role verification.
   */
  readonly verification: string;
}

/** The object `agent.budget`. */
export interface BudgetConfig {
  /**
   * Cost of a run, in the currency that the agent reports: of one call with all its stages; the next call begins at 0.
   * @default 0
   * @minimum 0
   * @effect At which cost of one call no further turn of an agent begins before you agree.
   */
  readonly run_cost: number;
  /**
   * Tokens of a run, sent and returned: of one call with all its stages; the next call begins at 0.
   * @default 0
   * @asType integer
   * @minimum 0
   * @effect After how many tokens of one call no further turn of an agent begins before you agree.
   */
  readonly run_tokens: number;
  /**
   * Cost of a phase over all runs, in the currency that the agent reports.
   * @default 0
   * @minimum 0
   * @effect At which cost of a phase no further turn of an agent begins before you agree.
   */
  readonly phase_cost: number;
  /**
   * Tokens of a phase over all runs, sent and returned.
   * @default 0
   * @asType integer
   * @minimum 0
   * @effect After how many tokens of a phase no further turn of an agent begins before you agree.
   */
  readonly phase_tokens: number;
  /**
   * Cost of a day (UTC) in this project, in the currency that the agent reports.
   * @default 0
   * @minimum 0
   * @effect At which cost of a day no further turn of an agent begins before you agree.
   */
  readonly day_cost: number;
  /**
   * Tokens of a day (UTC) in this project, sent and returned.
   * @default 0
   * @asType integer
   * @minimum 0
   * @effect After how many tokens of a day no further turn of an agent begins before you agree.
   */
  readonly day_tokens: number;
}

/** The object `worktree`. */
export interface WorktreeConfig {
  /**
   * Commands to run once in each new worktree, for example `npm ci`.
   * @default []
   * @minLength 1
   * @effect Which commands run in a worktree before its plan starts.
   */
  readonly setup: readonly string[];
  /**
   * Timeout of each of these commands, in minutes.
   * @default 60
   * @exclusiveMinimum 0
   * @effect When a setup command that does not end is stopped, and its plan with it.
   */
  readonly setup_timeout_minutes: number;
  /**
   * Ignored paths to copy to each new worktree, for example `.env`; `link:node_modules` links instead of copying.
   * @default []
   * @minLength 1
   * @effect Which ignored files a worktree gets.
   */
  readonly copy: readonly string[];
}

/** The object `log`. */
export interface LogConfig {
  /**
   * Number of runs whose logs are kept in git's folder; older logs are removed.
   * @default 50
   * @asType integer
   * @minimum 1
   * @effect How many logs `wf runs` lists.
   */
  readonly keep_runs: number;
}

/** The object `executor`. */
export interface ExecutorConfig {
  /**
   * The machines that carry out plans: `local` is this one, `nats` the workers that take them from a queue, and the others are batch systems, which start a job for each plan. `batch` is one that the next keys describe.
   * @default "local"
   * @effect Whether plans run in worktrees of this machine, on workers or as jobs; --executor overrides it.
   */
  readonly name: ExecutorName;
  /**
   * Address of the NATS server with the queue, such as `nats://build-1:4222`, or `tls://` for an encrypted connection. Empty for one on this machine, which wf starts.
   * @default ""
   * @effect Which server workers get plans from.
   */
  readonly server: string;
  /**
   * Name of the git remote over which commits come from the workers, in refs below `refs/wf/`.
   * @default "origin"
   * @minLength 1
   * @effect Where wf pushes while plans run on workers, and where workers push to.
   */
  readonly remote: string;
  /**
   * Program that submits a job to a batch system, and its arguments. Empty for the one that belongs to the name. In arguments, `{job}` is the name of the job, `{plan}` that of all jobs of the plan in the run, and `{log}` a file for its output.
   * @default []
   * @minLength 1
   * @effect What starts the job of a plan.
   */
  readonly submit: readonly string[];
  /**
   * Program that prints the jobs that wait or run, one a line: its name, and after a space its ID if it has one.
   * @default []
   * @minLength 1
   * @effect When wf takes a job for gone and submits another.
   */
  readonly list: readonly string[];
  /**
   * Program that ends a job. In arguments, `{job}` is its name and `{id}` its ID.
   * @default []
   * @minLength 1
   * @effect What ends the job of a plan when the run is interrupted or its task skipped.
   */
  readonly cancel: readonly string[];
}

/** A value of a configuration key; a list contains strings. */
export type ConfigValue = string | number | boolean | readonly string[];

/** An object in which every key is optional, at any depth. A list is either complete or missing. */
export type DeepPartial<T> = {
  readonly [K in keyof T]?: T[K] extends readonly unknown[] ? T[K]
    : T[K] extends object ? DeepPartial<T[K]>
    : T[K];
};

/** The configuration of a project. A missing key has its default. */
export interface PublishedConfig extends Config {
  /** Path or URL of this file's JSON Schema. Only editors read it. */
  readonly $schema?: string;
}

/** `config.json` as written. A missing key has its default. */
export type ConfigFile = DeepPartial<Config>;
