/**
 * Counts the tokens of this program's prompts.
 * @module
 */
import { parsePhaseNumber } from "../../lib/parse/ids/phase_number.ts";
import { parseProject } from "../../lib/parse/project/project.ts";
import { phasePlace } from "../../lib/plan/naming/phase_place.ts";
import { planningFacts } from "../../lib/plan/planning/facts.ts";
import type { ProjectDraft } from "../../schemas/project_draft.ts";
import { discussPhasePrompt } from "../../lib/prompts/discuss_phase.ts";
import { executeTaskPrompt } from "../../lib/prompts/execute_task.ts";
import type { PlanBackground } from "../../lib/prompts/plan_background.ts";
import { judgeTruthsPrompt } from "../../lib/prompts/judge_truths.ts";
import { newMilestonePrompt, newProjectPrompt, newRoadmapPrompt } from "../../lib/prompts/new_project.ts";
import {
  checkPlansPrompt,
  planPhasePrompt,
  researchPrompt,
  revisePlansPrompt,
} from "../../lib/prompts/planning.ts";
import { grouped } from "./bench.ts";
import { write } from "./table.ts";

/** The maximum number of tokens of all prompts. */
export const MAX_TOKENS = 4_200;

/** The turns of a phase, and the tokens of each. */
export interface PromptTokens {
  /** The purpose of the turn. */
  readonly what: string;
  /** Upper bound of the number of tokens of its prompt. */
  readonly tokens: number;
}

/**
 * Returns an upper bound of the number of tokens of an English text: counts pieces of words of five letters,
 * numbers of three digits, all other characters and line breaks. The tokenizer of GPT-4 counted a fifth to a
 * third less on all templates of this program.
 */
export function tokenUpperBound(text: string): number {
  return text.match(/\p{L}{1,5}|\d{1,3}|[^\s\p{L}\d]|\n/gu)?.length ?? 0;
}

/** Returns the tokens of the prompts for a phase with one plan of three tasks and minimal content. */
export function promptTokens(): readonly PromptTokens[] {
  const path = ".planning/phases/01-a/01-01-PLAN.md";
  const project = parseProject({
    texts: new Map([[".planning/ROADMAP.md", "### Phase 1: A\n**Goal**: B\n"], [path, PLAN]]),
    paths: [path],
  });
  const phase = phasePlace(project, parsePhaseNumber("1")!)!;
  const facts = planningFacts({ project, phase, isFixed: () => false, documents: [".planning/PROJECT.md"] });
  const input = { facts, coverage: true, searchIgnored: true };
  const plan = project.plans.byId.get("01-01")!.file!;
  const problem = { source: "checker", severity: "blocker", what: "x", todo: "" } as const;
  const prompts: readonly (readonly [string, string])[] = [
    ["research", researchPrompt(input)],
    ["planning", planPhasePrompt(input)],
    ["fixing the plan", revisePlansPrompt(facts, [problem])],
    ["plan check, twice", checkPlansPrompt(input).repeat(2)],
    ...plan.body.tasks.map((task, index) =>
      [
        `task ${task.number}`,
        executeTaskPrompt({ plan, task, begins: index === 0, searchIgnored: true, background: BACKGROUND }),
      ] as const
    ),
    [
      "verification",
      judgeTruthsPrompt({
        number: "01",
        name: "A",
        goal: "G",
        truths: ["T"],
        read: [path],
        checks: [],
        searchIgnored: true,
      }),
    ],
  ];
  return counted(prompts);
}

/** Returns the tokens of the prompts that a project, a milestone or a discussion begins with, with minimal content. */
export function firstPromptTokens(): readonly PromptTokens[] {
  const project = {
    what: "W",
    core_value: "V",
    constraints: [],
    requirements: [],
  } as unknown as ProjectDraft;
  const read = [".planning/PROJECT.md"];
  const phase = { number: "01", name: "A", section: "G", read, decided: "C.md", searchIgnored: true };
  return counted([
    ["discussion", discussPhasePrompt(phase)],
    ["project", newProjectPrompt({ name: "A", description: "D" })],
    ["project, with map", newProjectPrompt({ name: "A", description: "D", map: true })],
    ["roadmap", newRoadmapPrompt({ name: "A", project, phases: "5 phases" })],
    ["milestone", newMilestonePrompt({ title: "v2.0 B", description: "D", first: 3 })],
  ]);
}

function counted(prompts: readonly (readonly [string, string])[]): readonly PromptTokens[] {
  return prompts.map(([what, text]) => ({ what, tokens: tokenUpperBound(text) }));
}

const BACKGROUND: PlanBackground = {
  requirements: [{ id: "A-01", text: "R" }],
  context: { path: "C.md", text: "D" },
  summaries: [{ path: "S.md", text: "S" }],
};

const TASK = `<task type="auto">
<name>Add a</name>
<files>a</files>
<action>Do</action>
<verify><automated>t</automated></verify>
<done>D</done>
</task>
`;

const PLAN = `---
phase: 01-a
plan: "01"
type: execute
wave: 1
depends_on: []
files_modified: [a]
autonomous: true
must_haves:
  truths: ["T"]
---

<objective>
B
</objective>

<tasks>

${TASK.repeat(3)}
</tasks>
`;

/** Prints the token counts, which are the same on every machine. */
export function showTokens(): void {
  const turns = promptTokens();
  const total = turns.reduce((sum, { tokens }) => sum + tokens, 0);
  const table = (rows: readonly PromptTokens[]) =>
    rows.map(({ what, tokens }) => `  ${what.padEnd(18)}  ${String(tokens).padStart(5)}`).join("\n");
  write(
    `\nOur own words for a plan of three tasks\nTokens at most; the goal is ${
      grouped(MAX_TOKENS)
    } together: ${total < MAX_TOKENS ? "met" : "missed"}\n\n${
      table([...turns, { what: "together", tokens: total }])
    }\n\nOthers\n\n${table(firstPromptTokens())}\n`,
  );
}
