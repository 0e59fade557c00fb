import { isPlanFileName } from "../../parse/ids/plan_names.ts";
import { planKey, planPart, planReferences, planWord, printPlanNumber } from "../../parse/ids/plan_id.ts";
import { type PlanDocument, planIdOfPath } from "../../parse/plan_file/plan_file.ts";
import { comparePhaseNumbers, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { baseNameOf } from "../../parse/ids/summary_paths.ts";
import { spanAt } from "../../parse/plan_file/plan_frontmatter.ts";
import type { Finding, Rule } from "../rule.ts";

/** A file's name and its frontmatter speak of the same plan. The name's other forms are all fine. */
export const fileName: Rule = {
  code: "file-name",
  severity: "warning",
  strict: true,
  summary: "The numbers in a plan file's name are those of its phase and its `plan`",
  why: "The folder and the field `plan` decide which plan it is; people and summaries go by the file's " +
    "name. Where the two differ, one of them is wrong. Names without numbers, and with a plan's number " +
    "alone, are fine. A file with a plan in it that is named in another way (`01-PLAN-setup.md`) is never executed.",
  shows: ["files", "phase", "plan"],
  *plan(plan): Iterable<Finding> {
    if (plan.frontmatter.kind !== "parsed") return;
    const inName = planReferences(plan.stem).filter(({ phase }) => phase !== undefined);
    const name = baseNameOf(plan.source.path);
    const own = planPart(plan.id);
    if (inName.length === 0) return;
    const here = inName.filter(({ phase }) => comparePhaseNumbers(phase!, plan.phase) === 0);
    const span = spanAt(plan.frontmatter.root, here.length === 0 ? "/phase" : "/plan");
    if (here.length === 0) {
      yield {
        message: `The file ${name} is by its name a plan of phase ${
          printPhaseNumber(inName[0]!.phase!)
        }, and lies in the folder of phase ${printPhaseNumber(plan.phase)}, which counts`,
        hint: "Move the file to the folder of its phase, or rename it",
        span,
      };
    } else if (
      typeof plan.fields["plan"] === "string" && !isNamed(plan, own) &&
      !here.some(({ plan: number }) => planKey(printPlanNumber(number)) === planKey(own))
    ) {
      yield {
        message: `The plan says it is ${own}, and its file is named ${name}`,
        hint: `Write \`plan: ${here[0]!.plan}\`, or rename the file`,
        span,
      };
    }
  },
  *phase({ misnamed, plans }): Iterable<Finding & { readonly path: string }> {
    for (const { path } of misnamed) {
      const same = isPlanFileName(baseNameOf(path))
        ? plans.find(({ id }) => planKey(id) === planKey(planIdOfPath(path)))
        : undefined;
      yield {
        message: same === undefined
          ? `The file ${baseNameOf(path)} holds a plan and is not named as one, so it is never executed`
          : `The file ${baseNameOf(path)} is a second one of plan ${same.id}, so it is never executed`,
        hint: same === undefined
          ? "Name it as <phase>-<plan>-PLAN.md, for example 01-02-PLAN.md"
          : `Remove it if ${baseNameOf(same.source.path)} has taken its place, else give it another number`,
        path,
        span: { start: 0, end: 0 },
      };
    }
  },
};

/** Whether the file's name alone, with the folder's before it, gives the same number or word. */
function isNamed({ source, stem }: PlanDocument, own: string): boolean {
  const word = planWord(stem);
  return planKey(planPart(planIdOfPath(source.path))) === planKey(own) ||
    (word !== undefined && planKey(word) === planKey(own));
}
