import type { PlanType } from "../../../schemas/plan_file.ts";
import { oneTaskPlan } from "../documents/one_task_plan.ts";
import { writePlan } from "../documents/write_plan.ts";

export interface PlanScaffoldInput {
  readonly id: string;
  /** The path of its file, relative to the project root. */
  readonly path: string;
  /** The field `plan`. */
  readonly number: string;
  readonly type: PlanType;
  readonly name: string;
  /** True if the name is that of a template, and does not tell what has to hold. */
  readonly unnamed?: boolean;
  /** The goal of its phase; empty if it is unknown. */
  readonly goal: string;
  readonly wave: number;
  readonly dependsOn: readonly string[];
  /** True if an agent without a model executes it, which needs commands. */
  readonly scripted: boolean;
}

/** The end of the action for the agent shell. Until it is filled in, the task fails instead of changing nothing. */
const SCRIPT = ` The agent shell runs this block:
\`\`\`sh
# Write the commands of this task here, instead of these lines
echo 'the commands of this task are not written yet' >&2
exit 1
\`\`\``;

/** The place for a check, with a note that there is none yet. */
const NO_CHECK = "<automated>MISSING: the command that runs these tests</automated>";

/** The criteria of every plan, before its own. */
const USUAL_CRITERIA = `- All tasks completed
- All verification checks pass
- No errors or warnings introduced
`;

/** Returns the text of a plan with one task, which `wf validate` accepts as it is. */
export function planScaffold(input: PlanScaffoldInput): string {
  const { id, path, number, type, name, goal, wave, dependsOn, scripted, unnamed = false } = input;
  const sentence = /[.!?。]$/u.test(name) ? name : `${name}.`;
  const plan = oneTaskPlan({
    id,
    path,
    name,
    ...(unnamed ? { truth: "[What is true when this is done]" } : {}),
    phase: path.split("/").at(-2)!,
    plan: number,
    type,
    wave,
    depends_on: dependsOn,
    objective: `${name}\n\nPurpose: ${goal === "" ? name : goal}\nOutput: the changed files and their tests.`,
    action: `${sentence} Keep to the conventions of the surrounding code, and cover the change with tests.${
      scripted ? SCRIPT : ""
    }`,
    verify: "The tests of the changed files pass, and they fail without the change.",
    checks: [],
    done: `A user can observe: ${name}`,
    verification: "Before declaring plan complete:\n- [ ] The tests of the project pass",
  });
  const { body } = plan;
  const criteria = `${USUAL_CRITERIA}${body.success_criteria}`;
  return writePlan({ ...plan, body: { ...body, success_criteria: criteria } })
    .replace(/^ {2}<action>/m, "  <files></files>\n$&")
    .replace("</verify>", ` ${NO_CHECK}$&`);
}
