/**
 * Sample projects of any size, with realistic plans: 11 kB, six tasks, must-haves, code in the actions,
 * characters outside ASCII. They are valid: `validate` finds nothing in them.
 * @module
 */

/** Number of plans in a phase. */
export const PHASE_SIZE = 10;

/** Returns the folder of a phase. `phase` counts from 1. */
export function phaseFolder(phase: number): string {
  return `.planning/phases/${two(phase)}-part-${phase}`;
}

/** Returns the path of a plan, relative to the project. `plan` counts from 1 within its phase. */
export function planPath(phase: number, plan: number): string {
  return `${phaseFolder(phase)}/${two(phase)}-${two(plan)}-PLAN.md`;
}

/** Writes a project with a number of plans into a folder. */
export async function writeProject(folder: string, plans: number): Promise<void> {
  const phases = Math.ceil(plans / PHASE_SIZE);
  await Deno.mkdir(`${folder}/.planning/templates`, { recursive: true });
  await Deno.writeTextFile(`${folder}/.planning/config.json`, `${JSON.stringify({ mode: "yolo" })}\n`);
  await Deno.writeTextFile(`${folder}/.planning/ROADMAP.md`, roadmapText(phases));
  await Deno.writeTextFile(`${folder}/.planning/STATE.md`, stateText(phases));
  for (const name of ["PROJECT", "templates/execute-plan", "templates/summary"]) {
    await Deno.writeTextFile(`${folder}/.planning/${name}.md`, "# To read\n");
  }
  for (let phase = 1; phase <= phases; phase++) {
    await Deno.mkdir(`${folder}/${phaseFolder(phase)}`, { recursive: true });
    const size = Math.min(PHASE_SIZE, plans - (phase - 1) * PHASE_SIZE);
    for (let plan = 1; plan <= size; plan++) {
      await Deno.writeTextFile(`${folder}/${planPath(phase, plan)}`, planText(phase, plan));
    }
  }
}

/**
 * Returns the text of a plan. The first four of a phase are in its first wave. The next four are in the
 * second and depend on two of the first each. The rest depend on those.
 */
export function planText(phase: number, plan: number): string {
  const wave = Math.ceil(plan / 4);
  const before = wave === 1 ? [] : [plan - 4, plan % 4 === 0 ? plan - 5 : plan - 3];
  const files = TASKS.map((_, index) => `src/part_${phase}/plan_${plan}/step_${index + 1}.ts`);
  const list = (items: readonly string[]) => items.map((item) => `\n  - ${item}`).join("");
  return `---
phase: ${two(phase)}-part-${phase}
plan: ${two(plan)}
type: execute
wave: ${wave}
depends_on: [${before.map((other) => `"${two(phase)}-${two(other)}"`).join(", ")}]
files_modified:${list(files)}
autonomous: true
requirements: [PART-${two(phase)}, STEP-${two(plan)}]
must_haves:
  truths:${TRUTHS.map((truth) => `\n    - "${truth} (${phase}.${plan})"`).join("")}
  artifacts:${files.slice(0, 3).map(artifact).join("")}
  key_links:${files.slice(1, 4).map((file, index) => keyLink(files[index]!, file)).join("")}
---

<objective>
Build part ${phase}, step ${plan}: the sources are read, the results are kept and shown — nothing is lost.

Purpose: every later plan of this phase leans on what is made here.
Output: ${files.length} modules with their tests.
</objective>

<execution_context>
@.planning/templates/execute-plan.md
@.planning/templates/summary.md
</execution_context>

<context>
@.planning/PROJECT.md
@.planning/ROADMAP.md
@.planning/STATE.md
</context>

<tasks>

${TASKS.map((task, index) => taskText(task, files[index]!, index + 1)).join("\n\n")}

</tasks>

<verification>
Before declaring the plan complete:
- [ ] \`npm test\` passes
- [ ] \`npm run build\` succeeds without warnings
</verification>

<success_criteria>
- All tasks completed
- All verification checks pass
- No errors or warnings introduced
</success_criteria>

<output>
After completion, create \`${phaseFolder(phase)}/${two(phase)}-${two(plan)}-SUMMARY.md\`
</output>
`;
}

const TRUTHS = [
  "A reader sees the newest entries first",
  "A failed request is tried again, three times at most, and then said so",
  "Settings survive a restart: they are read before the first window opens",
  "Names with umlauts — Müller, Çelik — are found by their plain spelling",
];

const TASKS = [
  "Define the types and their checks",
  "Read the sources from the disk",
  "Keep the results between runs",
  "Show the results to a reader",
  "Handle failures and retries",
  "Wire the parts and test them",
];

const SENTENCES = [
  "Follow the pattern of the neighbouring module: a pure function that takes values, and a thin wrapper that reads them.",
  "Do not add a dependency for this; the standard library has what is needed, and the bundle stays small.",
  "Keep the old signature as an overload until the callers are moved — three of them, all in the views.",
  "Per decision D-07 dates are kept in UTC & shown in the reader's zone, formatted by Intl.DateTimeFormat.",
  "Where a <div> holds more than one action, the first one takes the focus when the panel opens.",
];

function artifact(file: string): string {
  return `
    - path: "${file}"
      provides: "Reading and checking of entries, with their positions"
      contains: "export function"
      min_lines: 40`;
}

function keyLink(from: string, to: string): string {
  return `
    - from: "${from}"
      to: "${to}"
      via: "import of the reader and its types"
      pattern: "import.*step_\\\\d"`;
}

function taskText(name: string, file: string, number: number): string {
  const prose = SENTENCES.map((_, index) => SENTENCES[(index + number) % SENTENCES.length]);
  return `<task type="auto">
  <name>Task ${number}: ${name}</name>
  <files>${file}</files>
  <read_first>src/index.ts, docs/architecture.md</read_first>
  <action>
**1. ${name}** in \`${file}\`:

${prose.slice(0, 3).join(" ")}

\`\`\`ts
export function readEntries<T extends Entry>(source: Source<T>, limit = 100): Result<T[]> {
  const found = new Map<string, T>();
  for (const entry of source.entries()) {
    if (entry.size < limit && !found.has(entry.id)) found.set(entry.id, entry);
  }
  return { kind: "read", entries: [...found.values()].sort((a, b) => a.id < b.id ? -1 : 1) };
}
\`\`\`

**2. Cover it with tests**

${prose.slice(3).join(" ")}
  </action>
  <verify>
    <automated>npm test -- --filter step_${number}</automated>
  </verify>
  <acceptance_criteria>
    - The tests of step ${number} pass, the new ones among them
  </acceptance_criteria>
  <done>${name}: done when the tests pass and the build is clean.</done>
</task>`;
}

function roadmapText(phases: number): string {
  const numbers = Array.from({ length: phases }, (_, index) => index + 1);
  const listed = numbers.map((phase) => `- [ ] **Phase ${phase}: Part ${phase}** - one part of many`);
  const details = numbers.map((phase) =>
    `### Phase ${phase}: Part ${phase}\n**Goal**: Part ${phase} works\n**Depends on**: Nothing\n**Plans**: ${PHASE_SIZE} plans\n`
  );
  return `# Roadmap: Sample\n\n## Phases\n\n${listed.join("\n")}\n\n## Phase Details\n\n${
    details.join("\n")
  }`;
}

function stateText(phases: number): string {
  return `# Project State\n\n## Current Position\n\nPhase: 1 of ${phases} (Part 1)\nPlan: 0 of ${PHASE_SIZE} in current phase\nStatus: Ready to execute\n`;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
