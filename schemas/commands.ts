/**
 * The commands and their options. The command line, its help and its completions are generated
 * from these types; each interface is one command, named `<Verb>Options`.
 *
 * `@positional` marks an argument without a flag, in source order. `@placeholder` names a value in
 * help. An option with an array type can be repeated. The descriptions are the help texts.
 * @module
 */

import type { ModelProfile } from "./config.ts";

/** Options of every command. */
export interface GlobalOptions {
  /**
   * Run as if started in this folder.
   * @placeholder dir
   */
  readonly cwd?: string;
  /**
   * Print only JSON: one value, or one event per line.
   * @default false
   */
  readonly json?: boolean;
  /**
   * Print results without progress.
   * @default false
   */
  readonly quiet?: boolean;
  /**
   * Print without colour, as with NO_COLOR.
   * @default false
   */
  readonly "no-color"?: boolean;
  /**
   * Read more arguments from standard input: "| " starts a line of several arguments, "> " a line of one.
   * @default false
   */
  readonly "arguments-from-stdin"?: boolean;
}

/** Options of every command that reads the configuration. */
export interface ConfigOverrides extends GlobalOptions {
  /**
   * Override a configuration key for this invocation.
   * @placeholder key=value
   */
  readonly set?: readonly string[];
}

/** Output formats for findings. */
export type FindingsFormat = "text" | "json" | "sarif" | "github";

/** Types of a commit. */
export type CommitType = "feat" | "fix" | "refactor" | "test" | "docs" | "chore";

/** Check plan files, the roadmap and the configuration. */
export interface ValidateOptions extends ConfigOverrides {
  /**
   * Files or folders to check. Default: the whole project.
   * @positional
   * @placeholder path
   */
  readonly paths?: readonly string[];
  /**
   * Output format of the findings.
   * @default "text"
   */
  readonly format?: FindingsFormat;
  /**
   * Treat warnings based on the specification as errors.
   * @default false
   */
  readonly strict?: boolean;
  /**
   * Also show findings in finished plans, with the severities of open plans.
   * @default false
   */
  readonly history?: boolean;
  /**
   * Fix unambiguous mistakes, such as wave numbers, lists and quotes. Changes files, never git's index.
   * @default false
   */
  readonly fix?: boolean;
  /**
   * With --fix: show the changes and write nothing.
   * @default false
   */
  readonly "dry-run"?: boolean;
  /**
   * Check what is staged for the next commit, in every .planning folder it touches, and the given files as they
   * are in git's index.
   * @default false
   */
  readonly staged?: boolean;
  /**
   * Explain a finding's code, with examples, without checking anything.
   * @placeholder code
   */
  readonly explain?: string;
}

/** Show the execution waves of a phase. */
export interface WavesOptions extends ConfigOverrides {
  /**
   * Phase number, for example 3 or 2.1.
   * @positional
   * @placeholder phase
   */
  readonly phase: string;
  /**
   * Explain why each plan is in its wave, which plans share files, and which chain is longest.
   * @default false
   */
  readonly explain?: boolean;
}

/** Output formats for the waves of a phase. */
export type GraphFormat = "text" | "mermaid" | "dot" | "svg";

/** Show the progress of phases and plans, and what to run next. */
export interface StatusOptions extends ConfigOverrides {
  // No options of its own.
}

/** Draw the waves of a phase and the dependencies between its plans. */
export interface GraphOptions extends GlobalOptions {
  /**
   * Phase number, for example 3 or 2.1.
   * @positional
   * @placeholder phase
   */
  readonly phase: string;
  /**
   * Output format.
   * @default "text"
   */
  readonly format?: GraphFormat;
}

/** Ask the open questions of a phase and record the decisions. */
export interface DiscussPhaseOptions extends ConfigOverrides {
  /**
   * Phase number, for example 3 or 2.1.
   * @positional
   * @placeholder phase
   */
  readonly phase: string;
  /**
   * Agent that finds the questions, instead of the configured one. shell takes them from the roadmap.
   * @placeholder name
   */
  readonly agent?: string;
  /**
   * Answer a question: D-01=yes. Free text is accepted; leave lets the planner decide.
   * @placeholder id=value
   */
  readonly answer?: readonly string[];
  /**
   * Confirm every gate. Questions are still asked.
   * @default false
   */
  readonly yes?: boolean;
  /**
   * Show what would be asked without writing anything.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Plan a phase: research it, write its plans, check them. */
export interface PlanPhaseOptions extends ConfigOverrides {
  /**
   * Phase number, for example 3 or 2.1.
   * @positional
   * @placeholder phase
   */
  readonly phase: string;
  /**
   * Research the phase first, even if the configuration disables it or it was done before.
   * @default false
   */
  readonly research?: boolean;
  /**
   * Plan without research.
   * @default false
   */
  readonly "skip-research"?: boolean;
  /**
   * Plan without the checker agent. The rules of validate always apply.
   * @default false
   */
  readonly "skip-verify"?: boolean;
  /**
   * Plan the gaps that verification found.
   * @default false
   */
  readonly gaps?: boolean;
  /**
   * Agent to use instead of the configured one.
   * @placeholder name
   */
  readonly agent?: string;
  /**
   * Answer a question in advance: confirm_breakdown=yes, replan=keep, findings=accept.
   * @placeholder id=value
   */
  readonly answer?: readonly string[];
  /**
   * Confirm every gate. You are still asked about existing plans and about findings.
   * @default false
   */
  readonly yes?: boolean;
  /**
   * Show the roles, their models and the documents without doing anything.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Execute the plans of a phase. */
export interface ExecutePhaseOptions extends ConfigOverrides {
  /**
   * Phase number, for example 3 or 2.1.
   * @positional
   * @placeholder phase
   */
  readonly phase: string;
  /**
   * Execute only this plan; the phase is verified and merged once all its plans are complete.
   * @placeholder plan-id
   */
  readonly plan?: string;
  /**
   * Show what would be done without doing it.
   * @default false
   */
  readonly "dry-run"?: boolean;
  /**
   * Agent to use instead of the configured one.
   * @placeholder name
   */
  readonly agent?: string;
  /**
   * Answer a question in advance: a gate by its key, a checkpoint by plan/task, the merge by merge, must-haves
   * that need a person by must_haves: approved, later, or what is wrong.
   * @placeholder id=value
   */
  readonly answer?: readonly string[];
  /**
   * Confirm every gate. Checkpoints, must-haves, merges and safety questions are still asked.
   * @default false
   */
  readonly yes?: boolean;
  /**
   * Stash the uncommitted work of stopped tasks, and begin them again.
   * @default false
   */
  readonly restart?: boolean;
}

/** Verify the must-haves of a phase and record the result. */
export interface VerifyPhaseOptions extends ConfigOverrides {
  /**
   * Phase number, for example 3 or 2.1.
   * @positional
   * @placeholder phase
   */
  readonly phase: string;
  /**
   * Agent that judges the truths, instead of the configured one. shell leaves them to you.
   * @placeholder name
   */
  readonly agent?: string;
  /**
   * Verify without asking or writing anything.
   * @default false
   */
  readonly "dry-run"?: boolean;
  /**
   * Answer a question in advance: must_haves=approved, later, or what is wrong; issues_review=yes.
   * @placeholder id=value
   */
  readonly answer?: readonly string[];
  /**
   * Confirm every gate. You are still asked about what could not be checked.
   * @default false
   */
  readonly yes?: boolean;
}

/** Complete a milestone: archive it, offer the merge of its branch, and tag it. */
export interface CompleteMilestoneOptions extends ConfigOverrides {
  /**
   * Version of the milestone, for example v1.0. Default: the current one.
   * @positional
   * @placeholder version
   */
  readonly version?: string;
  /**
   * Complete it even though some phases are not complete; they are archived as they are.
   * @default false
   */
  readonly "allow-incomplete"?: boolean;
  /**
   * Show what would be done without changing anything.
   * @default false
   */
  readonly "dry-run"?: boolean;
  /**
   * Answer a question in advance: unverified=accept, confirm_transition=yes, merge=squash,
   * conflict=manual.
   * @placeholder id=value
   */
  readonly answer?: readonly string[];
  /**
   * Confirm the gate. You are still asked about unverified phases and the merge; incomplete phases still stop it.
   * @default false
   */
  readonly yes?: boolean;
}

/** Run a command for a hosting agent: up to the next task or question, which it prints as an instruction. */
export interface NextOptions extends ConfigOverrides {
  /**
   * Command to run: execute-phase.
   * @positional
   * @placeholder command
   */
  readonly command: string;
  /**
   * Phase number, for example 3 or 2.1.
   * @positional
   * @placeholder phase
   */
  readonly phase: string;
  /**
   * Execute only this plan; the phase is verified and merged once all its plans are complete.
   * @placeholder id
   */
  readonly plan?: string;
  /**
   * Answer a question: a gate by its key, a checkpoint by plan/task, the merge by merge.
   * @placeholder id=value
   */
  readonly answer?: readonly string[];
  /**
   * Confirm every gate. Checkpoints, merges and safety questions are still asked.
   * @default false
   */
  readonly yes?: boolean;
  /**
   * Hand out tasks of several plans at the same time, for a host that can start other agents.
   * @default false
   */
  readonly parallel?: boolean;
}

/** The result of a task that a hosting agent carried out. */
export type ReportedResult = "done" | "failed";

/** Report the result of a task of a hosting agent: print the next instruction of wf next. */
export interface ReportOptions extends GlobalOptions {
  /**
   * Token of the task, from wf next.
   * @positional
   * @placeholder token
   */
  readonly token: string;
  /**
   * Result of the task.
   * @positional
   * @placeholder result
   */
  readonly result: ReportedResult;
  /**
   * Reason, for failed.
   * @positional
   * @placeholder reason
   */
  readonly reason?: string;
}

/** Print the branch name of a phase or a milestone. */
export interface BranchNameOptions extends ConfigOverrides {
  /**
   * Kind of branch.
   * @positional
   * @placeholder kind
   */
  readonly of: "phase" | "milestone";
  /**
   * Phase number, or version of the milestone.
   * @positional
   * @placeholder phase-or-version
   */
  readonly subject: string;
  /**
   * Name of the phase or milestone. Default for a phase: its name in the roadmap.
   * @positional
   * @placeholder name
   */
  readonly name?: string;
}

/** Print the commit message of a task. */
export interface CommitMessageOptions extends GlobalOptions {
  /**
   * ID of the plan, for example 03-01.
   * @positional
   * @placeholder plan-id
   */
  readonly plan: string;
  /**
   * Type of the commit.
   * @positional
   * @placeholder type
   */
  readonly type: CommitType;
  /**
   * What the commit does, in a few words.
   * @positional
   * @placeholder description
   */
  readonly description: string;
}

/** Print a JSON Schema. */
export interface SchemaOptions extends GlobalOptions {
  /**
   * Name of the schema. Default: list the names.
   * @positional
   * @placeholder schema
   */
  readonly name?: string;
}

/** Create .planning/ for a project: an agent writes it from a description, or you fill in templates. */
export interface NewProjectOptions extends ConfigOverrides {
  /**
   * Name of the project. Default: the name of the folder.
   * @positional
   * @placeholder name
   */
  readonly name?: string;
  /**
   * File that describes what to build, or - for standard input. Default: ask at the terminal.
   * @placeholder file
   */
  readonly from?: string;
  /**
   * Agent that writes the project from the description. With shell you get templates to fill in.
   * @placeholder name
   */
  readonly agent?: string;
  /**
   * Answer a gate: confirm_project=yes, confirm_phases=no, or what has to change.
   * @placeholder id=value
   */
  readonly answer?: readonly string[];
  /**
   * Confirm every gate.
   * @default false
   */
  readonly yes?: boolean;
  /**
   * Show what would be written without writing it.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Actions of the command `config`. */
export type ConfigAction = "list" | "get" | "set" | "unset" | "explain";

/** Read, explain and change the configuration. */
export interface ConfigOptions extends ConfigOverrides {
  /**
   * Action to take.
   * @positional
   * @placeholder action
   */
  readonly action: ConfigAction;
  /**
   * Dotted key, for example git.branching_strategy. Not needed for list.
   * @positional
   * @placeholder key
   */
  readonly key?: string;
  /**
   * New value, for set; of a list one item, or all of them as JSON. A coding agent may not set what decides
   * what runs, is asked, is checked or leaves the project.
   * @positional
   * @placeholder value
   */
  readonly value?: string;
  /**
   * Use your own policy, ~/.wf/policy.json, instead: what no project may lower. Only you can change it, at a
   * terminal.
   * @default false
   */
  readonly user?: boolean;
  /**
   * Show what would be written without writing it.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Switch the model profile. */
export interface SetProfileOptions extends GlobalOptions {
  /**
   * Profile to switch to.
   * @positional
   * @placeholder profile
   */
  readonly profile: ModelProfile;
  /**
   * Show what would be written without writing it.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Set the most important keys of the configuration, asked for at the terminal or given as flags. */
export interface SettingsOptions extends GlobalOptions {
  /**
   * Also write the settings to ~/.wf/defaults.json, the defaults of new projects.
   * @default false
   */
  readonly "save-as-defaults"?: boolean;
  /**
   * Show what would be written without writing it.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Shells with completions. */
export type Shell = "bash" | "zsh" | "fish";

/** Print completions for a shell. Load them with eval "$(wf completions bash)" or wf completions fish | source. */
export interface CompletionsOptions extends GlobalOptions {
  /**
   * Shell to print completions for.
   * @positional
   * @placeholder shell
   */
  readonly shell: Shell;
  /**
   * For the scripts: words typed so far, after --. Prints candidates for the last one.
   * @positional
   * @placeholder word
   */
  readonly words?: readonly string[];
}

/** Check every commit: wf hook install adds wf validate --staged to the pre-commit hook. */
export interface HookOptions extends GlobalOptions {
  /**
   * Action to take.
   * @positional
   * @placeholder action
   */
  readonly action: "install";
  /**
   * Remove only what install added.
   * @default false
   */
  readonly uninstall?: boolean;
  /**
   * Show what would be written without writing it.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Coding agents that can host the slash commands. */
export type HostingAgent = "claude" | "codex" | "opencode" | "copilot" | "gemini" | "cursor";

/** Agents that `install` and `uninstall` accept. */
export type InstallTarget = "claude" | "codex" | "opencode" | "copilot" | "gemini" | "cursor" | "all";

/** Install slash commands for a coding agent. */
export interface InstallOptions extends GlobalOptions {
  /**
   * Coding agent, or all.
   * @positional
   * @placeholder agent
   */
  readonly agent: InstallTarget;
  /**
   * Install for all your projects instead of this one.
   * @default false
   */
  readonly global?: boolean;
  /**
   * Create a Claude Code plugin in this folder instead.
   * @placeholder dir
   */
  readonly plugin?: string;
  /**
   * Show what would be written without writing it.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Remove only the slash commands that install wrote. */
export interface UninstallOptions extends GlobalOptions {
  /**
   * Coding agent, or all.
   * @positional
   * @placeholder agent
   */
  readonly agent: InstallTarget;
  /**
   * Remove those for all your projects instead of those of this one.
   * @default false
   */
  readonly global?: boolean;
  /**
   * Remove the Claude Code plugin in this folder instead.
   * @placeholder dir
   */
  readonly plugin?: string;
  /**
   * Show what would be removed without removing it.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Start a Model Context Protocol (MCP) server: it uses standard input and output. */
export interface McpOptions extends GlobalOptions {
  // No options of its own.
}

/** Show what this project runs, and trust it: commands of its configuration, and settings of agents. */
export interface TrustOptions extends GlobalOptions {
  /** Agent whose settings in the project are shown. Defaults to agent.name. */
  readonly agent?: string;
  /**
   * Show the commands and whether you trust them, without asking.
   * @default false
   */
  readonly show?: boolean;
  /**
   * Stop trusting this project.
   * @default false
   */
  readonly revoke?: boolean;
}

/** The actions of `policy`. */
export type PolicyAction = "list" | "forget";

/** Show your policy, and what agents may always do in this project since you answered so. */
export interface PolicyOptions extends GlobalOptions {
  /**
   * Action to take.
   * @positional
   * @placeholder action
   * @default "list"
   */
  readonly action?: PolicyAction;
  /**
   * ID of a request to be asked about again, for forget.
   * @positional
   * @placeholder id
   */
  readonly id?: string;
  /**
   * Forget all of them.
   * @default false
   */
  readonly all?: boolean;
  /**
   * Show what would be forgotten without writing it.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** List the agents: which ones are installed, their versions, and whether they ask before acting. */
export interface AgentsOptions extends ConfigOverrides {
  // No options of its own.
}

/** Start a Language Server Protocol (LSP) server for editors: findings, completion, hover and fixes. */
export interface LspOptions extends GlobalOptions {
  /**
   * Use standard input and output. Always the case; accepted because some editors pass it.
   * @default false
   */
  readonly stdio?: boolean;
}

/** Create a sample project and execute it with the shell agent. */
export interface DemoOptions extends GlobalOptions {
  /**
   * New or empty folder for the project. Default: a temporary folder.
   * @positional
   * @placeholder dir
   */
  readonly dir?: string;
}

/** Show how to install a newer version. Downloads nothing. */
export interface UpgradeOptions extends GlobalOptions {
  // No options of its own.
}

/** List the logged runs of this repository: outcome, duration and reason, newest first. */
export interface RunsOptions extends GlobalOptions {
  // No options of its own.
}

/** Show the log of a run: its events, those of one plan, or a task with the agent's turns. */
export interface LogOptions extends GlobalOptions {
  /**
   * Plan (01-02), task (01-02/3), or role of the agent (planning, verification) to show. Default: the whole run.
   * @positional
   * @placeholder work
   */
  readonly target?: string;
  /**
   * ID of the run, or its beginning; wf runs lists them. Default: the last run that has the target.
   * @placeholder id
   */
  readonly run?: string;
  /**
   * Keep showing new entries until the run ends.
   * @default false
   */
  readonly follow?: boolean;
}

/** Show a phase, plan or task: its commits, changed files, checks, answers, verdict and duration. */
export interface ShowOptions extends ConfigOverrides {
  /**
   * Phase (1), plan (01-02) or task (01-02/3) to show.
   * @positional
   * @placeholder work
   */
  readonly target: string;
}

/** Check the environment, the agent and the project, and what earlier runs left; show how to solve problems. */
export interface DoctorOptions extends GlobalOptions {
  /**
   * Carry out the safe fixes: recover an interrupted run, update the hook, the slash commands and the configuration.
   * @default false
   */
  readonly fix?: boolean;
  /**
   * With --fix: show what it would do without changing anything.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Undo a phase, plan or task: revert its commits, so that the next run executes it again. */
export interface UndoOptions extends ConfigOverrides {
  /**
   * Phase (1), plan (01-02) or task (01-02/3) to undo.
   * @positional
   * @placeholder work
   */
  readonly target: string;
  /**
   * Show the commits and tasks without changing anything.
   * @default false
   */
  readonly "dry-run"?: boolean;
  /**
   * Undo it without asking.
   * @default false
   */
  readonly yes?: boolean;
}

/** Redo a phase, plan or task: the next run executes it again, on top of its changes. */
export interface RedoOptions extends ConfigOverrides {
  /**
   * Phase (1), plan (01-02) or task (01-02/3) to redo.
   * @positional
   * @placeholder work
   */
  readonly target: string;
  /**
   * Revert its commits first, like wf undo. Otherwise its changes stay, and the agent continues from them.
   * @default false
   */
  readonly undo?: boolean;
  /**
   * Show the commits and tasks without changing anything.
   * @default false
   */
  readonly "dry-run"?: boolean;
  /**
   * Redo it without asking.
   * @default false
   */
  readonly yes?: boolean;
}

/** Skip a task, or the open tasks of a plan: they are not executed, and never count as done. */
export interface SkipOptions extends ConfigOverrides {
  /**
   * Plan (01-02) or task (01-02/3) to skip.
   * @positional
   * @placeholder work
   */
  readonly target: string;
  /**
   * The reason. It is recorded in the history, and in the summary of the plan. Required.
   * @placeholder reason
   */
  readonly why?: string;
  /**
   * Show the tasks without changing anything.
   * @default false
   */
  readonly "dry-run"?: boolean;
  /**
   * Skip it without asking.
   * @default false
   */
  readonly yes?: boolean;
}

/** Plan, execute and verify the phases in order, up to the end of the milestone or the first question. */
export interface RunOptions extends ConfigOverrides {
  /**
   * Number of the last phase to work on. Default: all phases of the milestone.
   * @placeholder phase
   */
  readonly until?: string;
  /**
   * Agent to use instead of the configured one.
   * @placeholder name
   */
  readonly agent?: string;
  /**
   * Answer a question of any phase in advance, as plan-phase, execute-phase and verify-phase take it.
   * @placeholder id=value
   */
  readonly answer?: readonly string[];
  /**
   * Confirm every gate of every phase. Checkpoints, must-haves, merges and safety questions are still asked.
   * @default false
   */
  readonly yes?: boolean;
  /**
   * Show the first stage without doing anything.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Begin the next milestone: name it in the roadmap, and let an agent draft its phases from a description. */
export interface NewMilestoneOptions extends ConfigOverrides {
  /**
   * Name of the milestone. Default: the name in the roadmap.
   * @positional
   * @placeholder name
   */
  readonly name?: string;
  /**
   * Version of the milestone, for example v2.0. Default: the next one planned in the roadmap, else the next minor one.
   * @placeholder version
   */
  readonly milestone?: string;
  /**
   * File with a description of what it has to do, or - for standard input: an agent drafts requirements and phases.
   * @placeholder file
   */
  readonly from?: string;
  /**
   * Agent to use instead of the configured one. shell leaves the phases to you.
   * @placeholder name
   */
  readonly agent?: string;
  /**
   * Answer a question in advance: confirm_roadmap=yes, or what to change.
   * @placeholder id=value
   */
  readonly answer?: readonly string[];
  /**
   * Confirm the gate.
   * @default false
   */
  readonly yes?: boolean;
  /**
   * Show the changes without writing anything or asking an agent.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Write the pull request of a phase or milestone: its title and text, and with --push the request itself. */
export interface ShipOptions extends ConfigOverrides {
  /**
   * Phase to ship. Default: the work on the current branch.
   * @positional
   */
  readonly phase?: string;
  /**
   * Request a review of work that is not complete.
   * @default false
   */
  readonly draft?: boolean;
  /**
   * Title of the pull request. Default: the subject of the merge.
   * @placeholder text
   */
  readonly title?: string;
  /**
   * Ship a branch without the changes in .planning, named after the branch with -ship.
   * @default false
   */
  readonly "without-planning"?: boolean;
  /**
   * Write the text into this file.
   * @placeholder file
   */
  readonly out?: string;
  /**
   * Push the branch, never with force, and open the pull request with gh or glab.
   * @default false
   */
  readonly push?: boolean;
  /**
   * Show the pull request without writing a file, creating a branch or pushing.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Do a small task without a phase, with the same checks, commits, summary and undo. */
export interface QuickOptions extends ConfigOverrides {
  /**
   * The task, in your words; or the ID of a quick task that stopped, to go on with it.
   * @positional
   * @placeholder task
   */
  readonly task: string;
  /**
   * Command that has to succeed before the task is committed, for example "npm test".
   * @placeholder command
   */
  readonly check?: readonly string[];
  /**
   * Agent to use instead of the configured one.
   * @placeholder name
   */
  readonly agent?: string;
  /**
   * Answer a question in advance, for example confirm_plan=yes.
   * @placeholder id=value
   */
  readonly answer?: readonly string[];
  /**
   * Confirm every gate. Safety questions are still asked.
   * @default false
   */
  readonly yes?: boolean;
  /**
   * Show the plan without writing or doing anything.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Actions of the command `phase`. */
export type PhaseAction = "add" | "insert" | "remove" | "rename" | "move";

/** Add, insert, remove, rename or move a phase: its folder, plans and numbers, and the documents that name it. */
export interface PhaseOptions extends ConfigOverrides {
  /**
   * Action to take.
   * @positional
   * @placeholder action
   */
  readonly action: PhaseAction;
  /**
   * Phase number, for example 3 or 2.1; for add, the name of the new phase; for insert, the phase that the new
   * one follows (0 for none).
   * @positional
   * @placeholder phase-or-name
   */
  readonly subject: string;
  /**
   * Name, for insert and rename; for move, the phase that it follows (0 for none).
   * @positional
   * @placeholder name-or-phase
   */
  readonly value?: string;
  /**
   * Goal of a new phase, in one sentence.
   * @placeholder text
   */
  readonly goal?: string;
  /**
   * Use whole numbers, and change those of later phases. Default: a number such as 3.1, so that no other changes.
   * @default false
   */
  readonly renumber?: boolean;
  /**
   * Show the files and the differences without changing anything.
   * @default false
   */
  readonly "dry-run"?: boolean;
  /**
   * Change it without asking.
   * @default false
   */
  readonly yes?: boolean;
}

/** Actions of the command `plan`. */
export type PlanAction = "new" | "insert" | "remove" | "rename";

/** Types of a new plan. */
export type NewPlanType = "execute" | "tdd";

/** Create, insert, remove or rename a plan: its file, number and dependencies, and the documents that name it. */
export interface PlanOptions extends ConfigOverrides {
  /**
   * Action to take.
   * @positional
   * @placeholder action
   */
  readonly action: PlanAction;
  /**
   * Phase of the new plan, for new; otherwise the ID of a plan, for example 03-01. insert puts the new plan after it.
   * @positional
   * @placeholder phase-or-plan
   */
  readonly subject: string;
  /**
   * Name of the new plan, or the new name; for rename also a new ID, for example 03-04 or 04-01.
   * @positional
   * @placeholder name
   */
  readonly value?: string;
  /**
   * Type of a new plan.
   * @default "execute"
   */
  readonly type?: NewPlanType;
  /**
   * Plan or phase that a new plan depends on: 03-01, "Phase 2". Default for insert: the plan before it.
   * @placeholder plan-id
   */
  readonly "depends-on"?: readonly string[];
  /**
   * Wave of a new plan. It follows from the dependencies; another number is refused.
   * @placeholder number
   */
  readonly wave?: string;
  /**
   * Use whole numbers, and change those of later plans. Default: a number such as 03-01.1, so that no other changes.
   * @default false
   */
  readonly renumber?: boolean;
  /**
   * Show the files and the differences without changing anything.
   * @default false
   */
  readonly "dry-run"?: boolean;
  /**
   * Change it without asking.
   * @default false
   */
  readonly yes?: boolean;
}
