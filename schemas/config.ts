/**
 * The configuration file `.planning/config.json`.
 *
 * `Config` is complete: every key has its default. A file may leave out any key at any depth, see
 * {@link ConfigFile}. Defaults, allowed values and meanings are written here only; the generator
 * carries them to the JSON Schema, the command line and the reference. See docs/decisions/configuration.md.
 * @module
 */

/** When the run stops to ask. */
export type Mode = "interactive" | "yolo";
/** How finely the roadmap is cut into phases. */
export type Granularity = "coarse" | "standard" | "fine";
/** Which model tiers the roles get. */
export type ModelProfile = "quality" | "balanced" | "budget";
/** Where commits go. */
export type BranchingStrategy = "none" | "phase" | "milestone";

/** The complete configuration of one invocation. */
export interface Config {
  /**
   * `interactive` confirms at each decision point, `yolo` approves all decisions itself.
   * @default "interactive"
   * @effect Whether gates, checkpoints of type human-verify and decision, and the merge offer ask a person or are answered by the tool.
   */
  readonly mode: Mode;
  /**
   * Phases in a roadmap: `coarse` 3 to 5, `standard` 5 to 8, `fine` 8 to 12.
   * @default "standard"
   * @effect How many phases a new roadmap is asked to have, and the number that validate expects.
   */
  readonly granularity: Granularity;
  /**
   * Model tiers: `quality` plans and executes with the most capable, `balanced` only plans with it, `budget` does without it.
   * @default "balanced"
   * @effect Which model tier each role gets.
   */
  readonly model_profile: ModelProfile;
  /** Optional steps around planning and execution. */
  readonly workflow: WorkflowConfig;
  /** How `.planning/` itself is treated. */
  readonly planning: PlanningConfig;
  /** What may run at the same time. */
  readonly parallelization: ParallelizationConfig;
  /** Branches. */
  readonly git: GitConfig;
  /** Points at which a person confirms. All are off in `yolo` mode. */
  readonly gates: GatesConfig;
  /** Questions that are asked in every mode. */
  readonly safety: SafetyConfig;
  /** Which agent does the work. An addition of this tool. */
  readonly agent: AgentConfig;
  /** What the worktree of a plan gets, where plans run at the same time. An addition of this tool. */
  readonly worktree: WorktreeConfig;
}

/** The object `workflow`. */
export interface WorkflowConfig {
  /**
   * Start a researcher in plan-phase to look into domain, stack and implementation patterns.
   * @default true
   * @effect Whether plan-phase starts a researcher and writes RESEARCH.
   */
  readonly research: boolean;
  /**
   * Start a plan checker that verifies plans against the phase's goals, three rounds at most.
   * @default true
   * @effect Whether plan-phase has its plans checked by an agent before they are accepted.
   */
  readonly plan_check: boolean;
  /**
   * Start a verifier after execute-phase that confirms the must-haves.
   * @default true
   * @effect Whether execute-phase ends with a verification of the must-haves.
   */
  readonly verifier: boolean;
  /**
   * Go on from discuss to plan to execute without stopping.
   * @default false
   * @effect Whether discuss-phase goes on to plan-phase, and plan-phase to execute-phase.
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
   * Commit the files under `.planning/`. Off by itself when git ignores `.planning/`, also where files in it are tracked.
   * @default true
   * @effect Whether summaries, STATE and ROADMAP are committed after each plan, and whether task commits may hold files under `.planning/`.
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
   * Run independent plans at the same time during execute-phase.
   * @default true
   * @effect Whether plans of one wave run at the same time at all.
   */
  readonly enabled: boolean;
  /**
   * Run the plans of one wave at the same time.
   * @default true
   * @effect Whether plans of one wave run at the same time.
   */
  readonly plan_level: boolean;
  /**
   * Run tasks of one plan at the same time when they share no files. Experimental.
   * @default false
   * @effect Whether tasks of one plan that declare different files run at the same time.
   */
  readonly task_level: boolean;
  /**
   * Put off checkpoints in the middle of a plan while plans run at the same time.
   * @default true
   * @effect Whether a checkpoint in the middle of a plan is put off to the end of the phase while plans run at the same time.
   */
  readonly skip_checkpoints: boolean;
  /**
   * Most executor agents at the same time.
   * @default 3
   * @asType integer
   * @minimum 1
   * @effect How many agents work at the same time, over all plans and tasks.
   */
  readonly max_concurrent_agents: number;
  /**
   * Fewest plans in a wave that are worth running at the same time.
   * @default 2
   * @asType integer
   * @minimum 1
   * @effect From how many plans in a wave on they run at the same time.
   */
  readonly min_plans_for_parallel: number;
}

/** The object `git`. */
export interface GitConfig {
  /**
   * `none` commits to the current branch, `phase` makes a branch for each phase, `milestone` one for each milestone.
   * @default "none"
   * @effect Which branch execute-phase commits to, and whether it offers a merge at the end of the phase.
   */
  readonly branching_strategy: BranchingStrategy;
  /**
   * Name of a phase's branch. Variables: {phase}, {slug}.
   * @default "wf/phase-{phase}-{slug}"
   * @minLength 1
   * @effect The name of the branch that execute-phase makes and that branch-name prints for a phase.
   */
  readonly phase_branch_template: string;
  /**
   * Name of a milestone's branch. Variables: {milestone}, {slug}.
   * @default "wf/{milestone}-{slug}"
   * @minLength 1
   * @effect The name of the branch that execute-phase makes and that branch-name prints for a milestone.
   */
  readonly milestone_branch_template: string;
}

/** The object `gates`. */
export interface GatesConfig {
  /**
   * Confirm the project's details when it is made.
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
   * Confirm the whole roadmap before going on.
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
   * Confirm each plan before it is executed.
   * @default true
   * @effect Whether execute-phase asks before each plan it begins.
   */
  readonly confirm_plan: boolean;
  /**
   * Confirm before the next plan in the sequence is executed.
   * @default true
   * @effect Whether execute-phase asks before it goes on to a further plan.
   */
  readonly execute_next_plan: boolean;
  /**
   * Review the issues that verification found.
   * @default true
   * @effect Whether a person who is there reviews the gaps that checks found before they are recorded.
   */
  readonly issues_review: boolean;
  /**
   * Confirm the move from one major stage to the next.
   * @default true
   * @effect Whether complete-milestone, or the next command of a chain, asks before it begins.
   */
  readonly confirm_transition: boolean;
}

/** The object `safety`. */
export interface SafetyConfig {
  /**
   * Always ask before destructive operations (delete, force push, hard reset), in every mode.
   * @default true
   * @effect Whether an agent's destructive operations are asked about, in every mode.
   */
  readonly always_confirm_destructive: boolean;
  /**
   * Always ask before operations on external services (API calls, deployments), in every mode.
   * @default true
   * @effect Whether an agent's calls to external services are asked about, in every mode.
   */
  readonly always_confirm_external_services: boolean;
}

/** The object `agent`. */
export interface AgentConfig {
  /**
   * The agent that carries out tasks; `wf agents` lists them. `shell` needs no model: it runs the `sh` blocks of a task's action.
   * @default "shell"
   * @minLength 1
   * @effect Which agent execute-phase starts; --agent wins over it.
   */
  readonly name: string;
  /**
   * The command that starts the agent, split at blanks as a shell would, instead of the preset's own; for `custom` any program that speaks ACP, for `mock` a script file.
   * @default ""
   * @effect Which program is started for the agent, or which script mock plays.
   */
  readonly command: string;
  /**
   * Minutes after which a turn of the agent is ended.
   * @default 60
   * @exclusiveMinimum 0
   * @effect When a turn of the agent, or a check, is ended and the run stops.
   */
  readonly turn_timeout_minutes: number;
  /**
   * Minutes of silence after which an agent is taken to hang.
   * @default 10
   * @exclusiveMinimum 0
   * @effect When an agent that says nothing and asks nothing is ended.
   */
  readonly stall_minutes: number;
  /**
   * How often a task is tried again after its agent crashed, hung, lost its connection or ran out of context. Waiting for a rate limit does not count.
   * @default 2
   * @asType integer
   * @minimum 0
   * @effect How many failed turns of a task are tried again before the run stops.
   */
  readonly retries: number;
  /** Models by tier; one that is empty leaves it to the agent's preset. */
  readonly models: AgentModels;
}

/** The object `agent.models`. */
export interface AgentModels {
  /**
   * Model of tier A, the most capable, in the agent's own words.
   * @default ""
   * @pattern ^(?!\s*-)
   * @effect The model that roles of tier A use.
   */
  readonly A: string;
  /**
   * Model of tier B, in the middle.
   * @default ""
   * @pattern ^(?!\s*-)
   * @effect The model that roles of tier B use.
   */
  readonly B: string;
  /**
   * Model of tier C, the least.
   * @default ""
   * @pattern ^(?!\s*-)
   * @effect The model that roles of tier C use.
   */
  readonly C: string;
}

/** The object `worktree`. */
export interface WorktreeConfig {
  /**
   * Commands that run once in each new worktree, for example `npm ci`.
   * @default []
   * @minLength 1
   * @effect Which commands run in a worktree before its plan begins.
   */
  readonly setup: readonly string[];
  /**
   * Paths that git ignores and that each new worktree gets too, for example `.env`; `link:node_modules` links instead of copying.
   * @default []
   * @minLength 1
   * @effect Which ignored files a worktree gets.
   */
  readonly copy: readonly string[];
}

/** A value that a key of the configuration may have; a list is of texts. */
export type ConfigValue = string | number | boolean | readonly string[];

/** A value in which every key may be missing, at any depth. A list is there as a whole or not at all. */
export type DeepPartial<T> = {
  readonly [K in keyof T]?: T[K] extends readonly unknown[] ? T[K]
    : T[K] extends object ? DeepPartial<T[K]>
    : T[K];
};

/** The configuration of a project. Any key may be left out and then has its default. */
export interface PublishedConfig extends Config {
  /** Path or address of the schema of this file, for editors. Nothing else reads it. */
  readonly $schema?: string;
}

/** `config.json` as written: any key may be missing and then has its default. */
export type ConfigFile = DeepPartial<Config>;
