/**
 * Random scenarios of the soak: configurations of a small project, and the commands that are run on it.
 * @module
 */
import type { MockRule } from "../../schemas/mock_script.ts";
import type { Scenario } from "../../tests/support/kills.ts";
import { type PlanText, planText, type TaskText } from "../../tests/support/plans.ts";

const ROADMAP = `# Roadmap: Shop

## Milestones

- 🚧 **v1.0 MVP** - Phase 1
- 📋 **v1.1 More** - Phase 2

## Phases

- [ ] **Phase 1: Base** - the beginning
- [ ] **Phase 2: More** - the rest

### Phase 1: Base
**Requirements**: [CORE-01]
**Plans**: 3 plans

## Progress

| Phase | Plans | Status | Completed |
|-------|-------|--------|-----------|
| 1. Base | 0/3 | Not started | - |
`;
const REQUIREMENTS = "# Requirements\n\n- [ ] **CORE-01**: It begins\n- [ ] **MORE-01**: It goes on\n";
const STATE = `---
status: planning
progress:
  total_plans: 3
  completed_plans: 0
  percent: 0
---

# State

## Current Position

Phase: 1 of 2 (Base)
Plan: 0 of 3 in current phase
Status: Ready
Last activity: 2026-01-01 — nothing
`;

const STRATEGIES = ["none", "phase", "milestone"] as const;
const MERGES = ["squash", "history", "skip"] as const;
const PLACES = ["in place", "worktrees", "concurrent tasks"] as const;
const DOCUMENTS = ["committed", "tracked", "ignored"] as const;
const AGENTS = ["shell", "mock"] as const;
const CHECKPOINTS = ["none", "human-verify", "decision"] as const;
const VERDICTS = ["unverified", "approved", "later"] as const;
const HOOKS = ["none", "formats", "formats without staging"] as const;
const ENDINGS = ["none", "complete-milestone", "undo", "skip"] as const;

/** A hook that formats the files of tasks. */
const FORMAT = `for f in $(git diff --cached --name-only --diff-filter=AM -- '*.txt'); do
  grep -q formatted "$f" || { echo formatted >> "$f"; STAGE; }
done`;

/**
 * Returns a random scenario.
 *
 * @param random Returns a number from 0 to 1.
 */
export function anyScenario(random: () => number): Scenario {
  const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  /** The first value in two of three cases. */
  const mostly = <T>(values: readonly T[]): T => random() < 0.6 ? values[0]! : one(values);
  const strategy = one(STRATEGIES);
  const place = one(PLACES);
  const documents = mostly(DOCUMENTS);
  const agent = one(AGENTS);
  const checkpoint = mostly(CHECKPOINTS);
  const verdict = mostly(VERDICTS);
  const hook = mostly(HOOKS);
  const ending = mostly(ENDINGS);
  const isMerged = strategy === "phase" && ending === "complete-milestone";
  const merge = strategy === "none" ? "skip" : one(MERGES.slice(0, isMerged ? 2 : 3));
  const prefix = random() < 0.15 ? "apps/shop/" : "";
  const plans = [twoTasks("01"), twoTasks("02", checkpoint), last()];
  const config = {
    mode: checkpoint === "none" ? "yolo" : "interactive",
    parallelization: place === "in place" ? false : place === "worktrees" ? true : { task_level: true },
    git: { branching_strategy: strategy },
    planning: { commit_docs: documents !== "tracked" },
    workflow: { verifier: verdict !== "unverified" },
    agent: { name: agent, ...agent === "mock" ? { command: "script.json" } : {} },
  };
  const files = {
    ".planning/config.json": `${JSON.stringify(config, null, 2)}\n`,
    ".planning/ROADMAP.md": ROADMAP,
    ".planning/REQUIREMENTS.md": REQUIREMENTS,
    ".planning/STATE.md": STATE,
    "README.md": "# Shop\n",
    ...agent === "mock" ? { "script.json": JSON.stringify({ rules: plans.flatMap(rulesOf) }) } : {},
    ...Object.fromEntries(
      plans.map((plan) => [`.planning/phases/01-base/01-${plan.plan}-PLAN.md`, planText(plan)]),
    ),
    ...documents === "ignored" ? { ".gitignore": ".planning/*\n!.planning/config.json\n" } : {},
  };
  const answers = (...named: readonly string[]) => named.flatMap((answer) => ["--answer", answer]);
  const execute = [
    "execute-phase",
    "1",
    "--yes",
    ...strategy === "phase" ? answers(`merge=${merge}`) : [],
    ...checkpoint === "none" ? [] : answers(`01-02/3=${checkpoint === "decision" ? "without" : "approved"}`),
    ...verdict === "unverified" ? [] : answers(`must_haves=${verdict}`),
  ];
  const complete = [
    "complete-milestone",
    "v1.0",
    "--allow-incomplete",
    "--yes",
    ...answers("unverified=accept"),
    ...strategy === "milestone" ? answers(`merge=${merge}`) : [],
  ];
  const more = {
    "none": [],
    "complete-milestone": [complete],
    "undo": [["undo", strategy === "phase" && merge === "squash" ? "1" : "01-03", "--yes"]],
    "skip": [["skip", "01-03", "--why", "not needed", "--yes"]],
  }[ending];
  const before = ending === "skip";
  return {
    name: [
      `strategy ${strategy}`,
      ...strategy === "none" ? [] : [`merge ${merge}`],
      place,
      `documents ${documents}`,
      agent,
      ...checkpoint === "none" ? [] : [checkpoint],
      verdict,
      ...hook === "none" ? [] : [`a hook that ${hook}`],
      ...ending === "none" ? [] : [ending],
      ...prefix === "" ? [] : ["below the root"],
    ].join(", "),
    files: Object.fromEntries(Object.entries(files).map(([path, text]) => [`${prefix}${path}`, text])),
    prefix,
    commands: before ? [...more, execute] : [execute, ...more],
    ...hook === "none" ? {} : { hook: FORMAT.replace("STAGE", hook === "formats" ? 'git add -- "$f"' : ":") },
  };
}

const CHECKPOINT = {
  "human-verify": `<task type="checkpoint:human-verify" gate="blocking">
  <what-built>A page</what-built>
  <how-to-verify>Look at it</how-to-verify>
  <resume-signal>approved</resume-signal>
</task>`,
  "decision": `<task type="checkpoint:decision" gate="blocking">
  <decision>With tax?</decision>
  <options>
    <option id="with"><name>With tax</name></option>
    <option id="without"><name>Without tax</name></option>
  </options>
  <resume-signal>with or without</resume-signal>
</task>`,
};

/** Two tasks: the second appends to the file of the first, so that a repeated task is detected. */
function twoTasks(plan: string, checkpoint: keyof typeof CHECKPOINT | "none" = "none"): PlanText {
  const check = `test -f ${plan}b.txt`;
  const tasks: TaskText[] = [
    {
      name: `Add ${plan}`,
      files: `${plan}.txt`,
      script: `echo ${plan} > ${plan}.txt`,
      check: `test -f ${plan}.txt`,
    },
    {
      name: `Extend ${plan}`,
      files: `${plan}.txt, ${plan}b.txt`,
      script: `echo more >> ${plan}.txt; sleep 0.02; echo ${plan} > ${plan}b.txt`,
      check,
    },
  ];
  const autonomous = checkpoint === "none";
  return {
    plan,
    files: [`${plan}.txt`, `${plan}b.txt`],
    autonomous,
    tasks: checkpoint === "none" ? tasks : [...tasks, CHECKPOINT[checkpoint]],
  };
}

/** A plan that uses what two others made. */
function last(): PlanText {
  const script = "cat 01b.txt 02b.txt > 03.txt";
  return {
    plan: "03",
    wave: 2,
    dependsOn: ["01-01", "01-02"],
    files: ["03.txt"],
    tasks: [{ name: "Use both", files: "03.txt", script }],
  };
}

/** Rules of the mock agent that do the tasks of a plan; after a kill it continues what is there. */
function rulesOf({ plan, tasks }: PlanText): readonly MockRule[] {
  return tasks.flatMap((task, index) => {
    if (typeof task === "string") return [];
    const script = task.script.replace("echo more >>", "grep -q more 0?.txt || echo more >>")
      .replace(/grep -q more \S+/, `grep -q more ${plan}.txt`);
    return [{ plan: `01-${plan}`, task: index + 1, steps: [{ do: "run" as const, command: script }] }];
  });
}
