/**
 * The tree of phases, waves and plans that the view shows.
 * @module
 */
import type { PhaseStatus, PlanStatus, StatusResult } from "../../schemas/results/status.ts";

/** A row of the view. */
export interface TreeRow {
  /** Unique in the tree, and the same after a refresh, so that a row stays expanded. */
  readonly id: string;
  readonly kind: "phase" | "wave" | "plan";
  readonly label: string;
  /** Shown dimmed after the label. */
  readonly description: string;
  readonly tooltip: string;
  /** Name of one of the editor's icons; absent for a wave. */
  readonly icon?: string;
  /** Number of the phase that it is in, as `wf` prints it. */
  readonly phase: string;
  /** Path of the plan file, relative to the project; absent for other rows. */
  readonly path?: string;
  /** True for the phase in progress, which is shown expanded. */
  readonly expanded: boolean;
  readonly rows: readonly TreeRow[];
}

const PHASE_ICONS: Readonly<Record<PhaseStatus["state"], string>> = {
  complete: "pass",
  "in-progress": "circle-filled",
  "not-started": "circle-outline",
  unplanned: "circle-slash",
};
const PLAN_ICONS: Readonly<Record<PlanStatus["state"], string>> = {
  complete: "pass",
  "in-progress": "circle-filled",
  "not-started": "circle-outline",
  unreadable: "error",
};

/**
 * Returns the rows of a project, phases in their order. Excluded phases are left out.
 *
 * @param status The result of `wf status --json`.
 */
export function projectTree({ phases, current, run }: StatusResult): readonly TreeRow[] {
  const working = new Set(run?.state === "running" ? run.plans.map(({ id }) => id) : []);
  return phases.filter(({ aside }) => aside === undefined).map((phase) =>
    phaseRow(phase, phase.number === current, working)
  );
}

function phaseRow(phase: PhaseStatus, expanded: boolean, working: ReadonlySet<string>): TreeRow {
  const { number, name, state, plans, verdict, done } = phase;
  const complete = plans.filter((plan) => plan.state === "complete").length;
  const count = plans.length === 0 ? "no plans" : `${complete}/${plans.length} plans`;
  const result = verdict === undefined ? [] : [verdictText(verdict)];
  const needsAttention = state === "complete" && !done;
  return {
    id: number,
    kind: "phase",
    label: `${number} ${name}`,
    description: [count, ...result].join(" · "),
    tooltip: `Phase ${number}: ${name}`,
    icon: needsAttention ? "question" : PHASE_ICONS[state],
    phase: number,
    expanded,
    rows: waveRows(phase, working),
  };
}

function verdictText(verdict: NonNullable<PhaseStatus["verdict"]>): string {
  return "count" in verdict ? `${verdict.word} (${verdict.count})` : verdict.word;
}

/** Groups plans by wave; those without one come last. A single wave is not a row of its own. */
function waveRows({ number, plans }: PhaseStatus, working: ReadonlySet<string>): readonly TreeRow[] {
  const waves = new Map<number, TreeRow[]>();
  for (const plan of plans) {
    const wave = plan.wave ?? Infinity;
    if (!waves.has(wave)) waves.set(wave, []);
    waves.get(wave)!.push(planRow(plan, number, working.has(plan.id)));
  }
  const ordered = [...waves].sort(([one], [other]) => one - other);
  if (ordered.length === 1) return ordered[0]![1];
  return ordered.map(([wave, rows]) => ({
    id: `${number}/${wave}`,
    kind: "wave",
    label: wave === Infinity ? "Without a wave" : `Wave ${wave}`,
    description: rows.length === 1 ? "" : "at the same time",
    tooltip: "",
    phase: number,
    expanded: true,
    rows,
  }));
}

function planRow(
  { id, objective, path, state, tasks }: PlanStatus,
  phase: string,
  working: boolean,
): TreeRow {
  return {
    id,
    kind: "plan",
    label: id,
    description: [`${tasks.done}/${tasks.total}`, objective].filter(Boolean).join(" · "),
    tooltip: objective,
    icon: working ? "sync~spin" : PLAN_ICONS[state],
    phase,
    path,
    expanded: false,
    rows: [],
  };
}
