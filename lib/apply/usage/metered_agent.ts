import type { BudgetConfig } from "../../../schemas/config.ts";
import type { Question } from "../../../schemas/question.ts";
import type { Usage, UsageRecord, UsedBy } from "../../../schemas/usage.ts";
import { defined } from "../../collections/defined.ts";
import { budgetQuestion, raisedLimit, SPEND_MORE, spentBudget, unlimited } from "../../plan/usage/budget.ts";
import { totalUsage } from "../../plan/usage/total.ts";
import type { Agent, AgentFailure, AgentSession, Turn } from "../agent/core/port.ts";
import { steerable } from "../agent/core/steerable.ts";
import type { Repository } from "../git/repository.ts";
import type { Asker, EventDraft } from "../interaction/interaction.ts";
import { addUsage, prepareUsage, readUsage } from "./usage_file.ts";

/** Options for {@link UsageMeter.open}. */
export interface MeterOptions {
  readonly repository: Repository;
  /** `agent.budget`. */
  readonly budget: BudgetConfig;
  /** The number of the phase, as printed; absent for work that belongs to no phase. */
  readonly phase?: string;
  /** The ID of the run; absent for a command without a log. */
  readonly run?: string;
  /** Asks the user to continue when a budget is used up. */
  readonly ask: Asker;
  /** What the run has used so far, to which this adds: its stages share it. */
  readonly used: Usage[];
  /** The budgets of the user's policy, which only the user exceeds, at a terminal. */
  readonly ceilings: Partial<BudgetConfig>;
  readonly report: (event: EventDraft) => void;
}

/** The limits that the user has raised, by what their run has used, which its stages share. */
const raisedLimits = new WeakMap<Usage[], ReadonlyMap<string, number>>();

/** Records what the turns of a run use, and stops them when a budget is used up. Concurrent plans share it. */
export class UsageMeter {
  readonly #records: UsageRecord[];
  readonly #limits: Map<string, number>;
  #asking: Promise<Question | undefined> | undefined;
  readonly #noticed = new Set<string>();

  private constructor(readonly options: MeterOptions, records: readonly UsageRecord[]) {
    this.#records = [...records];
    this.#limits = new Map(raisedLimits.get(options.used));
  }

  /** Reads what was used before. */
  static async open(options: MeterOptions): Promise<UsageMeter> {
    await prepareUsage(options.repository.git);
    return new UsageMeter(options, await readUsage(options.repository));
  }

  /** Records and reports what a turn used. */
  used(by: UsedBy, usage: Usage): void {
    const { repository: { git, project }, phase, run, report, budget } = this.options;
    const at = new Date(git.host.now()).toISOString();
    const place = defined({ run, phase });
    const record: UsageRecord = { formatVersion: 1, at, ...place, project, ...by, ...usage };
    this.options.used.push(usage);
    this.#records.push(record);
    addUsage(git, record);
    const isReported = usage.tokens !== undefined || usage.cost !== undefined;
    if (isReported || usage.context !== undefined) report({ kind: "usage", ...by, ...usage });
    const message = unlimited(by.agent, usage, budget);
    if (message === undefined || this.#noticed.has(message)) return;
    this.#noticed.add(message);
    report({ kind: "notice", message });
  }

  /** Asks the user about a budget that is used up; returns the question if no further turn may begin. */
  async spent(): Promise<Question | undefined> {
    return await (this.#asking ??= this.#ask().finally(() => this.#asking = undefined));
  }

  async #ask(): Promise<Question | undefined> {
    const { budget, ceilings, phase, repository: { git }, ask } = this.options;
    const today = new Date(git.host.now()).toISOString().slice(0, 10);
    const used = () => ({
      run: totalUsage(this.options.used),
      phase: totalUsage(this.#records.filter((record) => phase !== undefined && record.phase === phase)),
      day: totalUsage(this.#records.filter(({ at }) => at.startsWith(today))),
    });
    for (;;) {
      const spent = spentBudget(budget, used(), this.#limits);
      if (spent === undefined) return undefined;
      const question = budgetQuestion(spent, ceilings);
      if ((await ask(question))?.value !== SPEND_MORE) return question;
      this.#limits.set(spent.key, raisedLimit(spent, { budget, ceilings }));
      // A later stage may be about another phase.
      const lasting = [...this.#limits].filter(([key]) => !key.startsWith("phase_"));
      raisedLimits.set(this.options.used, new Map(lasting));
    }
  }
}

/** Returns an agent whose turns are metered, and which is the given one otherwise. */
export function meteredAgent(agent: Agent, meter: UsageMeter): Agent {
  return {
    name: agent.name,
    probe: () => agent.probe(),
    open: async (options) => {
      const spent = await meter.spent();
      if (spent !== undefined) return overBudget(spent);
      const opened = await agent.open(options);
      if (opened.kind === "failed") return opened;
      const model = opened.model ?? options.model;
      const of = { agent: agent.name, role: options.role, ...defined({ model }) };
      return { ...opened, session: meteredSession(opened.session, meter, of) };
    },
  };
}

function meteredSession(
  session: AgentSession,
  meter: UsageMeter,
  of: Pick<UsedBy, "agent" | "role" | "model">,
): AgentSession {
  return {
    turn: async (turn: Turn) => {
      const spent = await meter.spent();
      if (spent !== undefined) return overBudget(spent);
      const result = await session.turn(turn);
      const place = { plan: turn.plan === "" ? undefined : turn.plan, task: turn.task?.number };
      const by = { ...of, ...defined(place) };
      if (result.usage !== undefined) meter.used(by, result.usage);
      else if (result.kind === "finished" && of.agent !== "shell") meter.used(by, {});
      return result;
    },
    ...steerable(session),
    close: () => session.close(),
  };
}

function overBudget(question: Question): { readonly kind: "failed" } & AgentFailure {
  const { title: message, details: hint } = question;
  return { kind: "failed", reason: "budget", message, hint, output: "", question };
}
