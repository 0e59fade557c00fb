/**
 * Phases made by chance whose plans and tasks may run at the same time.
 * @module
 */
import type { ConfigValue } from "../../schemas/config.ts";
import { planText, type TaskText } from "../support/plans.ts";
import { fc } from "../deps/fast_check.ts";

/** A file that plans may share, by an index that is the same for all its spellings. */
export type FileIndex = number;

/** The kind of a task. */
export type WideTaskKind = "checked" | "unchecked" | "human-verify" | "decision" | "human-action";

/** A task of a phase made by chance. */
export interface WideTask {
  readonly kind: WideTaskKind;
  readonly files: readonly FileIndex[];
}

/** A plan of a phase made by chance. */
export interface WidePlan {
  readonly id: string;
  readonly type: "execute" | "tdd";
  readonly dependsOn: readonly string[];
  readonly files: readonly FileIndex[];
  readonly tasks: readonly WideTask[];
}

/** A phase made by chance, and how it is executed. */
export interface WidePhase {
  readonly plans: readonly WidePlan[];
  readonly config: Readonly<Record<string, ConfigValue>>;
}

/** Ways to write the same file, by index. The last ones are a folder and a file in it. */
const SPELLINGS: readonly (readonly string[])[] = [
  ["a.txt", "./a.txt", "a.txt "],
  ["src/b.txt", "./src/b.txt", "src//b.txt", "src\\b.txt"],
  ["lib/", "lib", "./lib/"],
  ["lib/c.txt", "./lib/c.txt"],
];
/** Files from this index on are a task's own. */
const OWN = SPELLINGS.length;

/** Whether two files are the same, or one is a folder that the other lies in. */
export function isShared(a: FileIndex, b: FileIndex): boolean {
  return a === b || (Math.min(a, b) === 2 && Math.max(a, b) === 3);
}

/** All files that a plan declares. */
export function filesOf({ files, tasks }: WidePlan): readonly FileIndex[] {
  return [...files, ...tasks.flatMap((task) => task.files)];
}

const anyTask = fc.record({
  kind: fc.constantFrom<WideTaskKind>(
    "checked",
    "checked",
    "unchecked",
    "unchecked",
    "human-verify",
    "decision",
    "human-action",
  ),
  shared: fc.option(fc.nat(OWN - 1), { freq: 4, nil: undefined }),
  named: fc.constantFrom(true, true, true, false),
});

const anyPlan = fc.record({
  type: fc.constantFrom<WidePlan["type"]>("execute", "execute", "execute", "tdd"),
  tasks: fc.array(anyTask, { minLength: 1, maxLength: 4 }),
  files: fc.array(fc.nat(OWN - 1), { maxLength: 1 }),
  wanted: fc.array(fc.nat(4), { maxLength: 2 }),
  depends: fc.boolean(),
});

/** Phases of up to five plans, many of them in one wave. */
const anyPlans: fc.Arbitrary<readonly WidePlan[]> = fc.array(anyPlan, { minLength: 1, maxLength: 5 }).map(
  (plans) => {
    let own = OWN;
    const id = (index: number) => `01-0${index + 1}`;
    return plans.map(({ type, tasks, files, wanted, depends }, index): WidePlan => ({
      id: id(index),
      type,
      files,
      dependsOn: depends ? [...new Set(wanted.filter((other) => other < index).map(id))] : [],
      tasks: tasks.map(({ kind, shared, named }): WideTask => {
        const isAuto = kind === "checked" || kind === "unchecked";
        const found = !isAuto || !named ? [] : shared === undefined ? [own++] : [own++, shared];
        return { kind, files: found };
      }),
    }));
  },
);

const PARALLELIZATION = {
  "parallelization.enabled": fc.constantFrom(true, true, true, true, false),
  "parallelization.plan_level": fc.constantFrom(true, true, true, false),
  "parallelization.task_level": fc.boolean(),
  "parallelization.skip_checkpoints": fc.boolean(),
  "parallelization.max_concurrent_agents": fc.integer({ min: 1, max: 4 }),
  "parallelization.min_plans_for_parallel": fc.constantFrom(1, 2, 2, 3),
};

const anyConfig: fc.Arbitrary<WidePhase["config"]> = fc.record({
  mode: fc.constantFrom("interactive", "yolo"),
  "git.branching_strategy": fc.constantFrom("none", "phase"),
  "planning.commit_docs": fc.constantFrom(true, true, false),
  "gates.confirm_plan": fc.boolean(),
  "gates.execute_next_plan": fc.boolean(),
  "workflow.verifier": fc.constant(false),
  "worktree.setup": fc.constantFrom<readonly string[]>([], ["npm ci"]),
  ...PARALLELIZATION,
}) as fc.Arbitrary<WidePhase["config"]>;

/** The keys of `parallelization` alone. */
export const anyParallelization: fc.Arbitrary<WidePhase["config"]> = fc.record(PARALLELIZATION);

/** Phases and configurations. */
export const anyWidePhase: fc.Arbitrary<WidePhase> = fc.record({ plans: anyPlans, config: anyConfig });

/** The plan files, by path below `.planning/`. Each mention of a file is spelled in another way. */
export function textsOf(plans: readonly WidePlan[]): Readonly<Record<string, string>> {
  let mention = 0;
  const spell = (file: FileIndex) => {
    const ways = SPELLINGS[file];
    return ways === undefined ? `own-${file}.txt` : ways[mention++ % ways.length]!;
  };
  return Object.fromEntries(plans.map(({ id, type, dependsOn, files, tasks }) => [
    `phases/01-base/${id}-PLAN.md`,
    planText({
      plan: id.slice(3),
      type,
      dependsOn,
      files: files.map(spell),
      tasks: tasks.map((task, index) => taskText(task, index, task.files.map(spell))),
    }),
  ]));
}

function taskText({ kind }: WideTask, index: number, files: readonly string[]): TaskText {
  const auto = { name: `Do ${index}`, files: files.join(", "), script: "true" };
  if (kind === "checked") return { ...auto, check: "true" };
  if (kind === "unchecked") return auto;
  const options = kind === "decision" ? '<options><option id="a"/><option id="b"/></options>' : "";
  return `<task type="checkpoint:${kind}">\n<name>Ask ${index}</name>\n${options}\n</task>`;
}
