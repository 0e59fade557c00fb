import assert from "node:assert/strict";
import { taskGroups } from "../../../lib/plan/execution/task_groups.ts";
import { planText, type TaskText } from "../../support/plans.ts";
import { configOf, phaseOf, projectOf } from "../../support/project.ts";

const CHECKPOINT = '<task type="checkpoint:human-verify"><name>Look</name></task>';

/** A task that names files. */
function task(files: string): TaskText {
  return { name: "Do it", files, script: "true" };
}

interface Given {
  readonly type?: string;
  readonly left?: readonly number[];
  readonly agents?: number;
  readonly enabled?: boolean;
  readonly taskLevel?: boolean;
}

/** Formats the groups: `1 | 2+3 | 4`; a single task in its own worktree is `(4)`. */
function groups(tasks: readonly TaskText[], given: Given = {}): string {
  const { type = "execute", left = [], agents = 3, enabled = true, taskLevel = true } = given;
  const text = planText({ plan: "01", type, tasks });
  const { file } = phaseOf(projectOf({ "phases/01-base/01-01-PLAN.md": text }), "1").plans[0]!;
  const config = configOf({
    "parallelization.enabled": enabled,
    "parallelization.task_level": taskLevel,
    "parallelization.max_concurrent_agents": agents,
  });
  const input = { type: file!.frontmatter.type, tasks: file!.body.tasks, left: new Set(left) };
  return taskGroups(input, config).map(({ tasks, isolated }) => {
    const numbers = tasks.map(({ number }) => number).join("+");
    return isolated && tasks.length === 1 ? `(${numbers})` : numbers;
  }).join(" | ");
}

const APART = [task("a.ts"), task("b.ts"), task("c.ts")];

const CASES:
  readonly (readonly [what: string, expected: string, tasks: readonly TaskText[], given?: Given])[] = [
    ["tasks that name different files", "1+2+3", APART],
    ["a task that names a file of the one before", "1 | 2+3", [
      task("a.ts"),
      task("a.ts, b.ts"),
      task("c.ts"),
    ]],
    ["a task that names a file of one further before", "1+2 | 3", [task("a.ts"), task("b.ts"), task("a.ts")]],
    ["a task without files", "1 | 2 | 3", [task("a.ts"), task(""), task("c.ts")]],
    ["tasks on both sides of a checkpoint", "1 | 2 | 3", [task("a.ts"), CHECKPOINT, task("c.ts")]],
    ["a file spelled with ./", "1 | 2", [task("a.ts"), task("./a.ts")]],
    ["a file spelled with doubled slashes", "1 | 2", [task("src/a.ts"), task("src//a.ts")]],
    ["a file spelled with backslashes", "1 | 2", [task("src/a.ts"), task("src\\a.ts")]],
    ["a folder and a file in it", "1 | 2", [task("src/"), task("src/a.ts")]],
    ["a file and the folder it lies in", "1 | 2", [task("src/a.ts"), task("src")]],
    ["a pattern and a file it may match", "1 | 2", [task("src/*.ts"), task("src/a.ts")]],
    ["a folder and another that begins like it", "1+2", [task("src/"), task("src2/a.ts")]],
    ["the tasks of a tdd plan", "1 | 2 | 3", APART, { type: "tdd" }],
    ["tasks while task_level is off", "1 | 2 | 3", APART, { taskLevel: false }],
    ["tasks while parallelization is off", "1 | 2 | 3", APART, { enabled: false }],
    ["tasks for one agent", "1 | 2 | 3", APART, { agents: 1 }],
    ["tasks left in worktrees while task_level is off", "1+2 | 3", APART, { taskLevel: false, left: [1, 2] }],
    ["a task left in a worktree alone", "1 | (2) | 3", APART, { taskLevel: false, left: [2] }],
    ["tasks left in worktrees that now name the same file", "(1) | (2)", [task("a"), task("a")], {
      left: [1, 2],
    }],
    ["no tasks", "", []],
  ];

for (const [what, expected, tasks, given] of CASES) {
  Deno.test(`taskGroups() of ${what} are ${expected || "none"}`, () => {
    assert.equal(groups(tasks, given), expected);
  });
}
