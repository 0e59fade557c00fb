/**
 * The commands that plan.
 * @module
 */
import type { BudgetOverrides, ConfigOverrides, GlobalOptions } from "./shared.ts";

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
   * File that describes the milestone, or - for standard input: an agent drafts requirements and phases.
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

/** Answer the open questions of a phase and record the decisions. */
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
export interface PlanPhaseOptions extends BudgetOverrides {
  /**
   * Phase number, for example 3 or 2.1.
   * @positional
   * @placeholder phase
   */
  readonly phase: string;
  /**
   * Research the phase first, even if the configuration disables it or the research exists.
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
   * Only add plans that close the gaps that verification found.
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

/** Output formats for findings. */
export type FindingsFormat = "text" | "json" | "sarif" | "github";

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
   * Treat warnings about the documented format of plan files as errors. The list of rules marks them.
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
