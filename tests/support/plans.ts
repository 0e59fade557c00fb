/**
 * Texts of small plans, for tests.
 * @module
 */

/** A task: an auto task with a script and checks, or the text of a whole element. */
export type TaskText = string | {
  readonly name: string;
  readonly files?: string;
  readonly script: string;
  readonly check?: string;
};

/** What {@link planText} needs. */
export interface PlanText {
  readonly phase?: string;
  readonly plan: string;
  readonly wave?: number;
  readonly type?: string;
  readonly dependsOn?: readonly string[];
  readonly files?: readonly string[];
  readonly autonomous?: boolean;
  readonly tasks: readonly TaskText[];
}

/** The text of a valid plan file. */
export function planText(plan: PlanText): string {
  const {
    phase = "01-base",
    type = "execute",
    wave = 1,
    dependsOn = [],
    files = [],
    autonomous = true,
    tasks,
  } = plan;
  const list = (items: readonly string[]) => `[${items.map((item) => JSON.stringify(item)).join(", ")}]`;
  return `---
phase: ${phase}
plan: ${plan.plan}
type: ${type}
wave: ${wave}
depends_on: ${list(dependsOn)}
files_modified: ${list(files)}
autonomous: ${autonomous}
must_haves:
  truths: ["It works"]
---

<objective>
Build part ${plan.plan}.

Purpose: to test.
Output: files.
</objective>

<tasks>

${tasks.map(taskText).join("\n\n")}

</tasks>

<verification>
- [ ] It works
</verification>

<success_criteria>
- All tasks completed
</success_criteria>

<output>
Write ${phase.split("-", 1)[0]}-${plan.plan}-SUMMARY.md.
</output>
`;
}

function taskText(task: TaskText): string {
  if (typeof task === "string") return task;
  const { name, files = "", script, check } = task;
  const verify = check === undefined ? "Look at it." : `<automated>${check}</automated>`;
  return `<task type="auto">
  <name>${name}</name>
  <files>${files}</files>
  <action>
  Do it:
  \`\`\`sh
  ${script.split("\n").join("\n  ")}
  \`\`\`
  </action>
  <verify>${verify}</verify>
  <done>Its files are there</done>
</task>`;
}

/** A task that writes its name into a file. */
export function writes(file: string): TaskText {
  return { name: `Add ${file}`, files: file, script: `echo ${file} > ${file}`, check: `test -f ${file}` };
}

/** Files of a project with one phase of two plans in two waves, of two tasks each; all by itself. */
export function smallProject(config: object = { mode: "yolo" }): Record<string, string> {
  // Verification ends a run with a commit of its own; tests about it turn it on.
  const whole = { workflow: { verifier: false }, ...config };
  return {
    ".planning/config.json": `${JSON.stringify(whole, null, 2)}\n`,
    ".planning/ROADMAP.md": ROADMAP,
    ".planning/STATE.md": STATE,
    ".planning/phases/01-base/01-01-PLAN.md": planText({
      plan: "01",
      files: ["a.txt", "b.txt"],
      tasks: [writes("a.txt"), writes("b.txt")],
    }),
    ".planning/phases/01-base/01-02-PLAN.md": planText({
      plan: "02",
      wave: 2,
      dependsOn: ["01-01"],
      files: ["c.txt", "d.txt"],
      tasks: [writes("c.txt"), writes("d.txt")],
    }),
  };
}

const ROADMAP = `# Roadmap

- [ ] **Phase 1: Base** - the beginning
- [ ] **Phase 2: More** - the rest

### Phase 1: Base
**Plans**: 2 plans

- [ ] 01-01-PLAN.md — first
- [ ] 01-02-PLAN.md — second

## Progress

| Phase | Plans | Status | Completed |
|-------|-------|--------|-----------|
| 1. Base | 0/2 | Not started | - |
`;

const STATE = `---
status: planning
last_updated: "2026-01-01T00:00:00.000Z"
progress:
  total_plans: 2
  completed_plans: 0
  percent: 0
---

# State

## Current Position

Phase: 1 of 2 (Base)
Plan: 0 of 2 in current phase
Status: Ready
Last activity: 2026-01-01 — nothing

Progress: [░░░░░░░░░░] 0%
`;
