import assert from "node:assert/strict";
import { projectTree, type TreeRow } from "../../../editors/vscode/project_tree.ts";
import type { PhaseStatus, PlanStatus, StatusResult } from "../../../schemas/results/status.ts";

function plan(id: string, more: Partial<PlanStatus> = {}): PlanStatus {
  const path = `.planning/phases/01-base/${id}-PLAN.md`;
  return {
    id,
    path,
    objective: "Build it",
    wave: 1,
    state: "not-started",
    tasks: { done: 0, total: 2 },
    ...more,
  };
}

function phase(plans: readonly PlanStatus[], more: Partial<PhaseStatus> = {}): PhaseStatus {
  return { number: "01", name: "Base", state: "in-progress", done: false, plans, ...more };
}

function status(phases: readonly PhaseStatus[], more: Partial<StatusResult> = {}): StatusResult {
  const none = { done: 0, total: 0 };
  const totals = { phases: none, plans: none, tasks: none };
  return { formatVersion: 1, repository: true, branch: "main", phases, totals, next: [], ...more };
}

function outline(rows: readonly TreeRow[], indent = ""): readonly string[] {
  return rows.flatMap((row) => [
    `${indent}${[row.icon, row.label, row.description].filter(Boolean).join(" | ")}`,
    ...outline(row.rows, `${indent}  `),
  ]);
}

Deno.test("projectTree() groups the plans of a phase by wave, those without one last", () => {
  const plans = [
    plan("01-01", { state: "complete", tasks: { done: 2, total: 2 } }),
    plan("01-02"),
    plan("01-03", { wave: 2, state: "in-progress", tasks: { done: 1, total: 2 } }),
    { id: "01-04", path: "x", objective: "", state: "unreadable", tasks: { done: 0, total: 0 } } as const,
  ];
  assert.deepEqual(outline(projectTree(status([phase(plans)]))), [
    "circle-filled | 01 Base | 1/4 plans",
    "  Wave 1 | at the same time",
    "    pass | 01-01 | 2/2 · Build it",
    "    circle-outline | 01-02 | 0/2 · Build it",
    "  Wave 2",
    "    circle-filled | 01-03 | 1/2 · Build it",
    "  Without a wave",
    "    error | 01-04 | 0/0",
  ]);
});

Deno.test("projectTree() shows the plans of a single wave directly below their phase", () => {
  const rows = outline(projectTree(status([phase([plan("01-01"), plan("01-02")])])));
  assert.deepEqual(rows.slice(1), [
    "  circle-outline | 01-01 | 0/2 · Build it",
    "  circle-outline | 01-02 | 0/2 · Build it",
  ]);
});

Deno.test("projectTree() shows the verdict, and asks for attention where a phase is complete but not done", () => {
  const complete = phase([plan("01-01", { state: "complete" })], { state: "complete" });
  const needs = { ...complete, verdict: { word: "needs a person", count: 3 } } as const;
  const verified = { ...complete, done: true, verdict: { word: "verified" } } as const;
  const unplanned = phase([], { state: "unplanned" });
  const labels = projectTree(status([needs, verified, unplanned])).map(({ icon, description }) =>
    `${icon} | ${description}`
  );
  assert.deepEqual(labels, [
    "question | 1/1 plans · needs a person (3)",
    "pass | 1/1 plans · verified",
    "circle-slash | no plans",
  ]);
});

Deno.test("projectTree() marks the plans that a run works on, only while it runs", () => {
  const plans = [{ id: "01-01", tasks: { done: 0, total: 2 }, working: [] }];
  const run = {
    id: "r",
    command: "execute-phase 1",
    startedAt: "",
    milliseconds: 1,
    reason: "",
    plans,
  };
  const iconIn = (state: "running" | "failed") =>
    projectTree(status([phase([plan("01-01")])], { run: { ...run, state } }))[0]?.rows[0]?.icon;
  assert.equal(iconIn("running"), "sync~spin");
  assert.equal(iconIn("failed"), "circle-outline");
});

Deno.test("projectTree() expands the current phase and leaves excluded ones out", () => {
  const rows = projectTree(
    status([phase([]), phase([], { number: "02" }), phase([], { number: "99", aside: "backlog" })], {
      current: "02",
    }),
  );
  assert.deepEqual(rows.map(({ id, expanded }) => [id, expanded]), [["01", false], ["02", true]]);
});

Deno.test("each row of a tree has an ID of its own", () => {
  const rows = projectTree(status([phase([plan("01-01"), plan("01-02", { wave: 2 })])]));
  const all = (nested: readonly TreeRow[]): readonly string[] =>
    nested.flatMap((row) => [row.id, ...all(row.rows)]);
  assert.equal(new Set(all(rows)).size, all(rows).length);
});
