/**
 * The commands that connect other programs.
 * @module
 */
import type { ConfigOverrides, GlobalOptions } from "./shared.ts";

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
   * Register wf mcp as a server in the agent's own configuration instead. Nothing else in it changes.
   * @default false
   */
  readonly mcp?: boolean;
  /**
   * Show what would be written without writing it.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Remove the slash commands that install wrote, and nothing else. */
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
   * Remove the MCP server from the agent's own configuration instead.
   * @default false
   */
  readonly mcp?: boolean;
  /**
   * Show what would be removed without removing it.
   * @default false
   */
  readonly "dry-run"?: boolean;
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
   * Set up the merge driver for STATE.md and ROADMAP.md in this clone, instead of the hook.
   * @default false
   */
  readonly "merge-driver"?: boolean;
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

/** Prepare the merge of STATE.md or ROADMAP.md for git, so that only lines that users wrote can conflict. */
export interface MergeDriverOptions extends GlobalOptions {
  /**
   * File with the common ancestor: %O. All three files are rewritten, with equal values where wf writes them.
   * @positional
   * @placeholder base
   */
  readonly base: string;
  /**
   * File with the current version: %A.
   * @positional
   * @placeholder ours
   */
  readonly ours: string;
  /**
   * File with the other version: %B.
   * @positional
   * @placeholder theirs
   */
  readonly theirs: string;
  /**
   * Path of the document: %P. Only its name counts.
   * @positional
   * @placeholder document
   */
  readonly path: string;
}

/** Start a Model Context Protocol (MCP) server: it uses standard input and output. */
export interface McpOptions extends GlobalOptions {
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

/** Run a command for a coding agent that hosts it: up to the next task or question, which it prints. */
export interface NextOptions extends ConfigOverrides {
  /**
   * Command to run.
   * @positional
   * @placeholder command
   */
  readonly command: HostedCommand;
  /**
   * Phase number, for example 3 or 2.1; for new-project and new-milestone the name; for quick the task in words, or its ID.
   * @positional
   * @placeholder phase
   */
  readonly phase?: string;
  /**
   * For execute-phase: execute only this plan; the phase is verified and merged once all its plans are complete.
   * @placeholder id
   */
  readonly plan?: string;
  /**
   * For plan-phase: research first, even if there is a research document.
   * @default false
   */
  readonly research?: boolean;
  /**
   * For plan-phase: plan without research.
   * @default false
   */
  readonly "skip-research"?: boolean;
  /**
   * For plan-phase: skip the check of the plans.
   * @default false
   */
  readonly "skip-verify"?: boolean;
  /**
   * For plan-phase: only add plans that close the gaps that verification found.
   * @default false
   */
  readonly gaps?: boolean;
  /**
   * For new-project and new-milestone: file that describes what to build, or - for standard input.
   * @placeholder file
   */
  readonly from?: string;
  /**
   * For new-project: describe the existing code in PROJECT.md.
   * @default false
   */
  readonly map?: boolean;
  /**
   * For new-milestone: version of the milestone, for example v2.0.
   * @placeholder version
   */
  readonly milestone?: string;
  /**
   * For quick: command that must succeed before the task is committed, for example "npm test".
   * @placeholder command
   */
  readonly check?: readonly string[];
  /**
   * Answer a question by its ID: confirm_plan=yes, 03-01/2=approved (a checkpoint), merge=squash.
   * @placeholder id=value
   */
  readonly answer?: readonly string[];
  /**
   * Confirm every gate. Checkpoints, merges and safety questions are still asked.
   * @default false
   */
  readonly yes?: boolean;
  /**
   * For execute-phase: hand out tasks of several plans at the same time, for a host that can start other agents.
   * @default false
   */
  readonly parallel?: boolean;
}

/** The commands that a coding agent can host. */
export type HostedCommand =
  | "new-project"
  | "new-milestone"
  | "discuss-phase"
  | "plan-phase"
  | "execute-phase"
  | "verify-phase"
  | "quick";

/** The result of a task that a hosting agent carried out. */
export type ReportedResult = "done" | "blocked" | "needs-person" | "failed";

/** Report the result of a task from wf next: prints the next instruction. For coding agents that host a run. */
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
   * The reason, or what the user has to do; for done, the closing message, or the answer that the task asks for.
   * @positional
   * @placeholder words
   */
  readonly words?: string;
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

/** Print a JSON Schema. */
export interface SchemaOptions extends GlobalOptions {
  /**
   * Name of the schema. Default: list the names.
   * @positional
   * @placeholder schema
   */
  readonly name?: string;
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

/** Types of a commit. */
export type CommitType = "feat" | "fix" | "refactor" | "test" | "docs" | "chore";

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
