/**
 * What the turns of agents used, as far as the agents report it. Nothing is estimated.
 *
 * `wf/usage.jsonl` in git's common folder has a {@link UsageRecord} on each line, of all runs, also of those whose
 * logs were removed.
 * @module
 */
import type { AgentRole } from "./agent_answers.ts";

/** Numbers of tokens. */
export interface Tokens {
  /**
   * Tokens sent to the model, those from its cache included.
   * @asType integer
   */
  readonly input: number;
  /**
   * Those of them that came from the cache; absent if the agent does not report them.
   * @asType integer
   */
  readonly cached?: number;
  /**
   * Tokens that the model returned.
   * @asType integer
   */
  readonly output: number;
}

/** An amount that an agent reports as its cost. */
export interface Cost {
  /** The amount. */
  readonly amount: number;
  /** The currency, such as `USD`, or another unit that the agent names. */
  readonly currency: string;
}

/** How full the context of a session is. */
export interface ContextFill {
  /**
   * Tokens in the context.
   * @asType integer
   */
  readonly used: number;
  /**
   * Tokens that fit.
   * @asType integer
   */
  readonly size: number;
}

/** What a turn used. What an agent does not report is absent. */
export interface Usage {
  /** The tokens of the turn. */
  readonly tokens?: Tokens;
  /** The cost of the turn. */
  readonly cost?: Cost;
  /** The context at the end of the turn. */
  readonly context?: ContextFill;
}

/** The turn that something was used for. */
export interface UsedBy {
  /** The agent's name. */
  readonly agent: string;
  /** Its model; absent if the agent chooses. */
  readonly model?: string;
  /** Its role. */
  readonly role: AgentRole;
  /** Plan ID; absent for work that belongs to no plan. */
  readonly plan?: string;
  /** Task number; absent for work that belongs to no task. */
  readonly task?: number;
}

/** What a turn of an agent used, and when. */
export interface UsageRecord extends UsedBy, Usage {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The end of the turn, ISO 8601. */
  readonly at: string;
  /** The ID of the run; absent for a command that has no log. */
  readonly run?: string;
  /** The path of the project within the repository; empty if they are the same. */
  readonly project: string;
  /** The number of the phase, as printed; absent for work that belongs to no phase. */
  readonly phase?: string;
}

/** What a run will use, if its plans are like earlier ones. */
export interface UsageEstimate {
  /**
   * Tokens, sent and returned.
   * @asType integer
   */
  readonly tokens: number;
  /** The cost; absent unless all turns of the earlier plans have one. */
  readonly cost?: Cost;
  /**
   * The number of earlier plans that it is the average of.
   * @asType integer
   */
  readonly plans: number;
}

/** The sum of what the turns of a phase used. */
export interface PhaseUsage extends UsageTotal {
  /** The number of the phase, as printed. */
  readonly phase: string;
}

/** The sum of what the turns of a role used. */
export interface RoleUsage extends UsageTotal {
  /** The role. */
  readonly role: AgentRole;
}

/** What turns used, by phase and by role. What belongs to no phase is only in its role. */
export interface UsageSums {
  /** All turns; absent if no agent reported what it used. */
  readonly usage?: UsageTotal;
  /** The phases in the order of their numbers; absent without `usage`. */
  readonly phaseUsage?: readonly PhaseUsage[];
  /** The roles, the first that was used first; absent without `usage`. */
  readonly roleUsage?: readonly RoleUsage[];
}

/** The sum of what several turns used. */
export interface UsageTotal {
  /** The number of turns whose tokens or cost are known. */
  readonly turns: number;
  /** The sum of their tokens. */
  readonly tokens: Required<Tokens>;
  /** The sum of their costs, by currency; empty if no agent reported one. */
  readonly costs: readonly Cost[];
  /** The number of turns whose cost is unknown. */
  readonly unpriced: number;
  /** The number of further turns whose agent reported neither tokens nor a cost; absent if there are none. */
  readonly unreported?: number;
}
