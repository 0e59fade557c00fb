/**
 * The commands and their options. The command line, its help and its completions are made from
 * these types; each interface is one command, named `<Verb>Options`.
 *
 * `@positional` marks an argument without a flag, in the order written; `@placeholder` names a
 * value in help; an array type may be given more
 * than once. Descriptions are the help texts.
 * @module
 */

import type { ModelProfile } from "./config.ts";

/** Options of every command. */
export interface GlobalOptions {
  /**
   * Work as if started in this folder.
   * @placeholder dir
   */
  readonly cwd?: string;
  /**
   * Print one JSON value, or one event a line, and nothing else.
   * @default false
   */
  readonly json?: boolean;
  /**
   * Print results only, no progress.
   * @default false
   */
  readonly quiet?: boolean;
  /**
   * Print without colour, as NO_COLOR does.
   * @default false
   */
  readonly "no-color"?: boolean;
  /**
   * Read more arguments from standard input: lines of words begin with "| ", lines of one text with "> ".
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

/** Forms in which findings are printed. */
export type FindingsFormat = "text" | "json" | "sarif" | "github";

/** Types of a commit. */
export type CommitType = "feat" | "fix" | "refactor" | "test" | "docs" | "chore";

/** Check plan files, the roadmap and the configuration. */
export interface ValidateOptions extends ConfigOverrides {
  /**
   * Files or folders to check; the whole project when none is given.
   * @positional
   * @placeholder path
   */
  readonly paths?: readonly string[];
  /**
   * Form of the findings.
   * @default "text"
   */
  readonly format?: FindingsFormat;
  /**
   * Treat warnings that the specification itself supports as errors.
   * @default false
   */
  readonly strict?: boolean;
  /**
   * Mend what is certain: wave numbers, lists, quotes and the like. Changes files, never git's index.
   * @default false
   */
  readonly fix?: boolean;
  /**
   * With --fix: show the changes and write nothing.
   * @default false
   */
  readonly "dry-run"?: boolean;
  /**
   * Check what is staged for the next commit, in every .planning folder that it touches.
   * @default false
   */
  readonly staged?: boolean;
  /**
   * Print what a code means, with examples, and check nothing.
   * @placeholder code
   */
  readonly explain?: string;
}

/** Show the execution waves of a phase. */
export interface WavesOptions extends ConfigOverrides {
  /**
   * Number of the phase, for example 3 or 2.1.
   * @positional
   * @placeholder phase
   */
  readonly phase: string;
  /**
   * Say why each plan is in its wave, which plans share files, and how long a run takes.
   * @default false
   */
  readonly explain?: boolean;
}

/** Forms in which the waves of a phase are drawn. */
export type GraphFormat = "text" | "mermaid" | "dot" | "svg";

/** Show how far the phases and plans are, and what to run next. */
export interface StatusOptions extends ConfigOverrides {
  // None of its own.
}

/** Draw the waves of a phase and the dependencies between its plans. */
export interface GraphOptions extends GlobalOptions {
  /**
   * Number of the phase, for example 3 or 2.1.
   * @positional
   * @placeholder phase
   */
  readonly phase: string;
  /**
   * Form of the drawing.
   * @default "text"
   */
  readonly format?: GraphFormat;
}

/** Ask what a phase leaves open, and record what is decided. */
export interface DiscussPhaseOptions extends ConfigOverrides {
  /**
   * Number of the phase, for example 3 or 2.1.
   * @positional
   * @placeholder phase
   */
  readonly phase: string;
  /**
   * Agent that thinks of the questions, instead of the configured one; shell takes them from the roadmap.
   * @placeholder name
   */
  readonly agent?: string;
  /**
   * Answer a question: D-01=yes. Of its own words any answer may consist; leave leaves it to the planner.
   * @placeholder id=value
   */
  readonly answer?: readonly string[];
  /**
   * Confirm every gate. Questions are still asked.
   * @default false
   */
  readonly yes?: boolean;
  /**
   * Show what would be asked and write nothing.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Plan a phase: research, plans, checks of the plans. */
export interface PlanPhaseOptions extends ConfigOverrides {
  /**
   * Number of the phase, for example 3 or 2.1.
   * @positional
   * @placeholder phase
   */
  readonly phase: string;
  /**
   * Look into the phase first, whatever the configuration says and although it was done before.
   * @default false
   */
  readonly research?: boolean;
  /**
   * Plan without research.
   * @default false
   */
  readonly "skip-research"?: boolean;
  /**
   * Plan without the checker agent. The rules of validate are always applied.
   * @default false
   */
  readonly "skip-verify"?: boolean;
  /**
   * Plan what verification found missing.
   * @default false
   */
  readonly gaps?: boolean;
  /**
   * Agent instead of the configured one.
   * @placeholder name
   */
  readonly agent?: string;
  /**
   * Answer a question before it is asked: confirm_breakdown=yes, replan=keep, findings=accept.
   * @placeholder id=value
   */
  readonly answer?: readonly string[];
  /**
   * Confirm every gate. What becomes of plans that are there, and of findings, is still asked.
   * @default false
   */
  readonly yes?: boolean;
  /**
   * Show the roles, their models and the documents, and do nothing.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Execute the plans of a phase. */
export interface ExecutePhaseOptions extends ConfigOverrides {
  /**
   * Number of the phase, for example 3 or 2.1.
   * @positional
   * @placeholder phase
   */
  readonly phase: string;
  /**
   * Print what would be done and stop before the first effect.
   * @default false
   */
  readonly "dry-run"?: boolean;
  /**
   * Agent for this invocation, instead of the configured one.
   * @placeholder name
   */
  readonly agent?: string;
  /**
   * Answer a question before it is asked: a gate by its key, a checkpoint by plan/task, the merge offer by merge,
   * what only a person can judge by must_haves: approved, later, or what is wrong.
   * @placeholder id=value
   */
  readonly answer?: readonly string[];
  /**
   * Confirm every gate. Checkpoints, must-haves, merges and safety questions are still asked.
   * @default false
   */
  readonly yes?: boolean;
}

/** Verify the must-haves of a phase and record what came of it. */
export interface VerifyPhaseOptions extends ConfigOverrides {
  /**
   * Number of the phase, for example 3 or 2.1.
   * @positional
   * @placeholder phase
   */
  readonly phase: string;
  /**
   * Agent that judges the truths, instead of the configured one; shell leaves them to a person.
   * @placeholder name
   */
  readonly agent?: string;
  /**
   * Look only: ask nothing and write nothing.
   * @default false
   */
  readonly "dry-run"?: boolean;
  /**
   * Answer a question before it is asked: must_haves=approved, later, or what is wrong; issues_review=yes.
   * @placeholder id=value
   */
  readonly answer?: readonly string[];
  /**
   * Confirm every gate. What could not be checked is still asked.
   * @default false
   */
  readonly yes?: boolean;
}

/** Complete a milestone: archive it, offer the merge of its branch, and tag it. */
export interface CompleteMilestoneOptions extends ConfigOverrides {
  /**
   * Version of the milestone, for example v1.0; the one under way when it is left out.
   * @positional
   * @placeholder version
   */
  readonly version?: string;
  /**
   * Complete it although phases of it are not complete; the archive keeps them as they are.
   * @default false
   */
  readonly "allow-incomplete"?: boolean;
  /**
   * Print what would be done and change nothing.
   * @default false
   */
  readonly "dry-run"?: boolean;
  /**
   * Answer a question before it is asked: unverified=accept, confirm_transition=yes, merge=squash,
   * conflict=manual.
   * @placeholder id=value
   */
  readonly answer?: readonly string[];
  /**
   * Confirm the gate. Phases that are not verified and the merge are still asked, and incomplete phases still stop it.
   * @default false
   */
  readonly yes?: boolean;
}

/** For a hosting agent: give the one thing to do next of a command, and do all that needs no agent. */
export interface NextOptions extends ConfigOverrides {
  /**
   * The command that is led through: execute-phase.
   * @positional
   * @placeholder command
   */
  readonly command: string;
  /**
   * Number of the phase, for example 3 or 2.1.
   * @positional
   * @placeholder phase
   */
  readonly phase: string;
  /**
   * Answer a question: a gate by its key, a checkpoint by plan/task, the merge offer by merge.
   * @placeholder id=value
   */
  readonly answer?: readonly string[];
  /**
   * Confirm every gate. Checkpoints, merges and safety questions are still asked.
   * @default false
   */
  readonly yes?: boolean;
  /**
   * Give out tasks of several plans at the same time, for a host that can start other agents.
   * @default false
   */
  readonly parallel?: boolean;
}

/** What came of a task that a hosting agent was given. */
export type ReportedResult = "done" | "failed";

/** For a hosting agent: report a task that wf next has given, and get what is next. */
export interface ReportOptions extends GlobalOptions {
  /**
   * The task's token, as wf next gave it.
   * @positional
   * @placeholder token
   */
  readonly token: string;
  /**
   * What came of it.
   * @positional
   * @placeholder result
   */
  readonly result: ReportedResult;
  /**
   * Why, for failed.
   * @positional
   * @placeholder reason
   */
  readonly reason?: string;
}

/** Print the branch name of a phase or a milestone. */
export interface BranchNameOptions extends ConfigOverrides {
  /**
   * What the branch is for.
   * @positional
   * @placeholder kind
   */
  readonly of: "phase" | "milestone";
  /**
   * Number of the phase, or version of the milestone.
   * @positional
   * @placeholder phase-or-version
   */
  readonly subject: string;
  /**
   * Name; read from the roadmap when it is left out for a phase.
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
   * Name of the schema; without it the names are listed.
   * @positional
   * @placeholder schema
   */
  readonly name?: string;
}

/** Make .planning/ for a project: by an agent from a description, or from templates to fill in. */
export interface NewProjectOptions extends ConfigOverrides {
  /**
   * Name of the project; that of the folder when it is left out.
   * @positional
   * @placeholder name
   */
  readonly name?: string;
  /**
   * File that says what is being built, or - for standard input; without it a person at the terminal is asked.
   * @placeholder file
   */
  readonly from?: string;
  /**
   * Agent that writes the project from the description; with shell there are templates to fill in.
   * @placeholder name
   */
  readonly agent?: string;
  /**
   * Answer a gate: confirm_project=yes, confirm_phases=no, or what has to be changed.
   * @placeholder id=value
   */
  readonly answer?: readonly string[];
  /**
   * Confirm every gate.
   * @default false
   */
  readonly yes?: boolean;
  /**
   * Show what would be written and write nothing.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** What the command `config` does. */
export type ConfigAction = "list" | "get" | "set" | "unset" | "explain";

/** Read, explain and change the configuration. */
export interface ConfigOptions extends ConfigOverrides {
  /**
   * What to do.
   * @positional
   * @placeholder action
   */
  readonly action: ConfigAction;
  /**
   * Dotted key, for example git.branching_strategy; list needs none.
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
   * Show what would be written and write nothing.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Switch the model profile. */
export interface SetProfileOptions extends GlobalOptions {
  /**
   * The profile.
   * @positional
   * @placeholder profile
   */
  readonly profile: ModelProfile;
  /**
   * Show what would be written and write nothing.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Ask for the major settings, or take them from flags, and write them. */
export interface SettingsOptions extends GlobalOptions {
  /**
   * Write the settings to ~/.wf/defaults.json too, from where new projects take them.
   * @default false
   */
  readonly "save-as-defaults"?: boolean;
  /**
   * Show what would be written and write nothing.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Shells that can complete this program. */
export type Shell = "bash" | "zsh" | "fish";

/** Print the completions of a shell, for eval "$(wf completions bash)" or wf completions fish | source. */
export interface CompletionsOptions extends GlobalOptions {
  /**
   * The shell.
   * @positional
   * @placeholder shell
   */
  readonly shell: Shell;
  /**
   * Words typed so far, behind a --; prints what the last of them can become. For the scripts themselves.
   * @positional
   * @placeholder word
   */
  readonly words?: readonly string[];
}

/** Let git check each commit: wf hook install adds wf validate --staged to the hook pre-commit. */
export interface HookOptions extends GlobalOptions {
  /**
   * What to do.
   * @positional
   * @placeholder action
   */
  readonly action: "install";
  /**
   * Remove what install has added, and nothing else.
   * @default false
   */
  readonly uninstall?: boolean;
  /**
   * Show what would be written and write nothing.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Coding agents that can host the slash commands. */
export type HostingAgent = "claude" | "codex" | "opencode" | "copilot" | "gemini" | "cursor";

/** Whom the slash commands are for. */
export type InstallTarget = "claude" | "codex" | "opencode" | "copilot" | "gemini" | "cursor" | "all";

/** Put the slash commands where a coding agent looks for them. */
export interface InstallOptions extends GlobalOptions {
  /**
   * The agent.
   * @positional
   * @placeholder agent
   */
  readonly agent: InstallTarget;
  /**
   * For the user, in all projects, instead of for this project.
   * @default false
   */
  readonly global?: boolean;
  /**
   * Make a plugin of Claude Code in this folder instead.
   * @placeholder dir
   */
  readonly plugin?: string;
  /**
   * Show what would be written and write nothing.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Remove the slash commands that install has put there, and nothing else. */
export interface UninstallOptions extends GlobalOptions {
  /**
   * The agent.
   * @positional
   * @placeholder agent
   */
  readonly agent: InstallTarget;
  /**
   * Those of the user instead of those of this project.
   * @default false
   */
  readonly global?: boolean;
  /**
   * The plugin of Claude Code in this folder instead.
   * @placeholder dir
   */
  readonly plugin?: string;
  /**
   * Show what would be removed and remove nothing.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Serve the tools by the Model Context Protocol, on standard input and output. */
export interface McpOptions extends GlobalOptions {
  // None of its own.
}

/** Show what this project's configuration makes run, and trust it. */
export interface TrustOptions extends GlobalOptions {
  /**
   * Show what is run and whether you trust it, and ask nothing.
   * @default false
   */
  readonly show?: boolean;
  /**
   * Forget that you trust it.
   * @default false
   */
  readonly revoke?: boolean;
}

/** List the agents: which are installed, their versions, and whether they ask before they act. */
export interface AgentsOptions extends ConfigOverrides {
  // None of its own.
}

/** Serve an editor by the Language Server Protocol: what validate finds as you type, completion, hover, mends. */
export interface LspOptions extends GlobalOptions {
  /**
   * Speak on standard input and output, as it does anyway: some editors say so.
   * @default false
   */
  readonly stdio?: boolean;
}

/** Make a sample project and execute it with the shell agent. */
export interface DemoOptions extends GlobalOptions {
  /**
   * New or empty folder for the project; a temporary one when it is left out.
   * @positional
   * @placeholder dir
   */
  readonly dir?: string;
}

/** Say how a newer version is installed. Nothing is fetched. */
export interface UpgradeOptions extends GlobalOptions {
  // None of its own.
}
