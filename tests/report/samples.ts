/**
 * Results of `status` and `graph`, made up for tests.
 * @module
 */
import type {
  GraphResult,
  PhaseStatus,
  PlanState,
  PlanStatus,
  StatusResult,
} from "../../schemas/results/status.ts";

/** Texts that mean something to a terminal, to XML, Mermaid or Graphviz, or are wide or run to the left. */
export const HOSTILE: readonly string[] = [
  'Say "hi" & <b>bold</b> it\'s `code` #1 %% style: x#y; end',
  "認証画面を作って、すべての失敗に役立つメッセージを表示する。それからドキュメントも書く。",
  "👩‍👩‍👧‍👦 and 🇩🇪🇯🇵 and 🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉",
  "بناء صفحة التسجيل مع التحقق من صحة الإدخال",
  "W".repeat(200),
  "\\N \\G back\\slash ]]> --> <!-- {curly} | pipe [x]",
  "\u202eturned \x1b[31mred\x07\ttab \ud800 half\ufffe",
  "`**markdown**`",
];

/** A plan that has not started, with what is different about it. */
export function planStatus(id: string, values: Partial<PlanStatus> = {}): PlanStatus {
  return {
    id,
    path: `.planning/phases/x/${id}-PLAN.md`,
    objective: "Build it.",
    wave: 1,
    state: "not-started",
    tasks: { done: 0, total: 2 },
    ...values,
  };
}

/** A plan whose tasks fit its state. */
export function planIn(id: string, state: PlanState, wave = 1): PlanStatus {
  const done = state === "complete" ? 2 : state === "in-progress" ? 1 : 0;
  return planStatus(id, { state, wave, tasks: { done, total: 2 } });
}

/** A status of phases, counted. */
export function statusOf(phases: readonly PhaseStatus[], values: Partial<StatusResult> = {}): StatusResult {
  const plans = phases.flatMap((phase) => phase.plans);
  const complete = (items: readonly { readonly state: string }[]) => ({
    done: items.filter(({ state }) => state === "complete").length,
    total: items.length,
  });
  return {
    formatVersion: 1,
    repository: true,
    branch: "main",
    phases,
    totals: {
      phases: complete(phases),
      plans: complete(plans),
      tasks: {
        done: plans.reduce((sum, { tasks }) => sum + tasks.done, 0),
        total: plans.reduce((sum, { tasks }) => sum + tasks.total, 0),
      },
    },
    next: [],
    ...values,
  };
}

/** A graph of plans whose waves are given: `{ "01-02": ["01-01"] }` are the dependencies. */
export function graphOf(
  plans: readonly PlanStatus[],
  dependsOn: Readonly<Record<string, readonly string[]>> = {},
  values: Partial<GraphResult> = {},
): GraphResult {
  const waves = Map.groupBy(plans, ({ wave }) => wave ?? 1);
  return {
    formatVersion: 1,
    phase: "01",
    name: "Base",
    waves: [...waves].sort(([a], [b]) => a - b).map(([, found]) => found.map(({ id }) => id)),
    edges: Object.entries(dependsOn).flatMap(([to, found]) => found.map((from) => ({ from, to }))),
    serialized: [],
    plans,
    ...values,
  };
}

/** A graph with all states, an edge over two waves and plans that share files. */
export function smallGraph(): GraphResult {
  return graphOf(
    [
      planIn("01-01", "complete"),
      planIn("01-02", "complete"),
      planIn("01-03", "in-progress", 2),
      planIn("01-04", "not-started", 2),
      planIn("01-05", "not-started", 3),
    ],
    { "01-03": ["01-01"], "01-04": ["01-01", "01-02"], "01-05": ["01-02", "01-03", "01-04"] },
    { serialized: [["01-03", "01-04"]] },
  );
}

/** A graph whose names are hostile. */
export function hostileGraph(): GraphResult {
  const plans = HOSTILE.map((objective, index) =>
    planStatus(`01-0${index + 1}`, { objective, wave: 1 + Math.floor(index / 4) })
  );
  return graphOf(plans, { "01-05": ["01-01"], "01-06": ["01-01", "01-02"] }, { name: HOSTILE[0]! });
}

/** A graph of 60 plans in eight waves, each depending on two of the wave before and some on the first. */
export function largeGraph(): GraphResult {
  const id = (index: number) => `01-${String(index + 1).padStart(2, "0")}`;
  const waveOf = (index: number) => Math.floor(index / 8);
  const plans = Array.from(
    { length: 60 },
    (_, index) => planIn(id(index), index < 19 ? "complete" : "not-started", waveOf(index) + 1),
  );
  const dependsOn = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => index).filter((index) => waveOf(index) > 0).map((index) => {
      const above = (waveOf(index) - 1) * 8;
      const far = index % 7 === 0 && above > 0 ? [index % 8] : [];
      return [id(index), [...new Set([above + index % 8, above + index * 3 % 8, ...far])].map(id)];
    }),
  );
  return graphOf(plans, dependsOn, { serialized: [[id(0), id(1)], [id(1), id(2)], [id(0), id(2)]] });
}
