import type { PlanCheckAnswer } from "../../../schemas/agent_answers.ts";
import type { PlanFile } from "../../../schemas/plan_file.ts";
import { planPart } from "../../parse/ids/plan_id.ts";
import { planIdOfPath } from "../../parse/plan_file/plan_file.ts";
import { deliveredRequirements } from "../../parse/plan_file/plan_requirements.ts";
import { writePlan } from "../documents/write_plan.ts";
import { firstFreeNumber, type PlanningFacts, planPath, replaceable } from "./facts.ts";

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
  const path = kept?.source.path ?? planPath(phase, firstFreeNumber(facts));
  return { [path]: writePlan(rehearsedPlan(facts, { id: kept?.id ?? planIdOfPath(path), path, gaps })) };
}

export const REHEARSED_CHECK: PlanCheckAnswer = { findings: [] };

interface RehearsedPlan {
  readonly id: string;
  readonly path: string;
  readonly gaps: boolean;
}

function rehearsedPlan(
  { phase, criteria, requirements, documents }: PlanningFacts,
  { id, path, gaps }: RehearsedPlan,
): PlanFile {
  const plan = planPart(id);
  const file = `rehearsal/${phase.number}-${plan}.md`;
  const check = `test -f ${file}`;
  return {
    id,
    path,
    frontmatter: {
      phase: phase.directory.slice(phase.directory.lastIndexOf("/") + 1),
      plan,
      type: "execute",
      wave: 1,
      depends_on: [],
      files_modified: [file],
      autonomous: true,
      requirements: deliveredRequirements(requirements.map(({ id }) => id)),
      ...(gaps ? { gap_closure: true } : {}),
      must_haves: { truths: criteria.length > 0 ? criteria : [`Phase ${phase.number} is rehearsed`] },
    },
    body: {
      objective: `Rehearse phase ${phase.number}.

Purpose: to see how planning and execution go together before a model does the work.
Output: ${file}`,
      execution_context: "",
      context: documents.map((document) => `@${document}`).join("\n"),
      tasks: [{
        type: "auto",
        number: 1,
        name: `Write ${file}`,
        files: [file],
        action: `Write a note that phase ${phase.number} was rehearsed.`,
        verify: `<automated>${check}</automated>`,
        checks: [check],
        done: `${file} is there`,
        further: [],
      }],
      verification: `Before declaring plan complete:\n- [ ] ${file} is there`,
      success_criteria:
        "- All tasks completed\n- All verification checks pass\n- No errors or warnings introduced",
      output: `After completion, create \`${path.replace(/PLAN\.md$/, "SUMMARY.md")}\``,
      further: [],
    },
  };
}
