import type { PlanCheckAnswer } from "../../../schemas/agent_answers.ts";
import { planPart } from "../../parse/ids/plan_id.ts";
import { firstFreeNumber, type PlanningFacts, planPath, replaceable } from "./facts.ts";
import { quoteYaml } from "../../text/quote_yaml.ts";

/** Returns the document that a researcher writes in a rehearsal. */
export function rehearsedResearch({ phase, research }: PlanningFacts): Readonly<Record<string, string>> {
  const text =
    `# Phase ${phase.number}: ${phase.name} Research\n\nNothing was researched: this is a rehearsal.\n`;
  return { [research]: text };
}

/** Returns the plan that a planner writes in a rehearsal: it is valid, and can be rehearsed too. */
export function rehearsedPlans(facts: PlanningFacts, gaps: boolean): Readonly<Record<string, string>> {
  const { phase } = facts;
  const kept = replaceable(facts, gaps)[0];
  const number = firstFreeNumber(facts);
  const path = kept?.source.path ?? planPath(phase, number);
  const plan = kept === undefined ? String(number).padStart(2, "0") : planPart(kept.id);
  return { [path]: planText(facts, { path, plan, gaps }) };
}

export const REHEARSED_CHECK: PlanCheckAnswer = { findings: [] };

interface RehearsedPlan {
  readonly path: string;
  readonly plan: string;
  readonly gaps: boolean;
}

function planText(
  { phase, criteria, requirements, documents }: PlanningFacts,
  { path, plan, gaps }: RehearsedPlan,
): string {
  const file = `rehearsal/${phase.number}-${plan}.md`;
  const truths = criteria.length > 0 ? criteria : [`Phase ${phase.number} is rehearsed`];
  const context = documents.map((document) => `@${document}`).join("\n");
  return `---
phase: ${quoteYaml(phase.directory.slice(phase.directory.lastIndexOf("/") + 1))}
plan: "${plan}"
type: execute
wave: 1
depends_on: []
files_modified: [${file}]
autonomous: true
requirements: [${requirements.map(({ id }) => quoteYaml(id)).join(", ")}]
${gaps ? "gap_closure: true\n" : ""}must_haves:
  truths:
${truths.map((truth) => `    - ${quoteYaml(truth)}`).join("\n")}
---

<objective>
Rehearse phase ${phase.number}.

Purpose: to see how planning and execution go together before a model does the work.
Output: ${file}
</objective>

<execution_context>
</execution_context>

<context>
${context}
</context>

<tasks>

<task type="auto">
  <name>Write ${file}</name>
  <files>${file}</files>
  <action>Write a note that phase ${phase.number} was rehearsed.</action>
  <verify><automated>test -f ${file}</automated></verify>
  <done>${file} is there</done>
</task>

</tasks>

<verification>
Before declaring plan complete:
- [ ] ${file} is there
</verification>

<success_criteria>
- All tasks completed
- All verification checks pass
- No errors or warnings introduced
</success_criteria>

<output>
After completion, create \`${path.replace(/PLAN\.md$/, "SUMMARY.md")}\`
</output>
`;
}
