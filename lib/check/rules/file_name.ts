import { isPlanFileName } from "../../parse/ids/plan_names.ts";
import { planKey, planLabel, planPart, planReferences, printPlanNumber } from "../../parse/ids/plan_id.ts";
import { type PlanDocument, planIdOfPath } from "../../parse/plan_file/plan_file.ts";
import { comparePhaseNumbers, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { spanAt } from "../../parse/plan_file/plan_frontmatter.ts";
import type { Finding, Rule } from "../rule.ts";
import { baseName } from "../../path/paths.ts";

/** Checks that a file's name and its frontmatter identify the same plan. */
export const fileName: Rule = {
  code: "file-name",
  severity: "warning",
  lasting: "referenced",
  strict: true,
  summary: "The numbers in a plan file's name match its phase and its `plan`",
  why: "The folder and the field `plan` identify the plan; readers and summaries go by the file's name. If " +
    "the two differ, one of them is wrong. Names without numbers, or with only a plan's number, are fine. A " +
    "file that contains a plan but has another name (`01-PLAN-setup.md`) is never executed.",
  shows: ["files", "phase", "plan"],
  *plan(plan): Iterable<Finding> {
    if (plan.frontmatter.kind !== "parsed") return;
    const inName = planReferences(plan.stem).filter(({ phase }) => phase !== undefined);
    const name = baseName(plan.source.path);
    const own = planPart(plan.id);
    if (inName.length === 0) return;
    const here = inName.filter(({ phase }) => comparePhaseNumbers(phase!, plan.phase) === 0);
    const { root } = plan.frontmatter;
    if (here.length === 0) {
      yield {
        message: `The name of ${name} is that of a plan of phase ${
          printPhaseNumber(inName[0]!.phase!)
        }, but its folder decides, and that is the folder of phase ${printPhaseNumber(plan.phase)}`,
        hint: "Move the file to the folder of its phase, or rename it",
        span: spanAt(root, "/phase"),
      };
    } else if (
      typeof plan.fields["plan"] === "string" &&
      !here.some(({ plan: number }) => planKey(printPlanNumber(number)) === planKey(own)) &&
      !isNamed(plan, own)
    ) {
      yield {
        message: `The plan number is ${own}, but the file is named ${name}`,
        hint: `Write \`plan: ${here[0]!.plan}\`, or rename the file`,
        span: spanAt(root, "/plan"),
      };
    }
  },
  *phase({ misnamed, plans }): Iterable<Finding & { readonly path: string }> {
    for (const { path } of misnamed) {
      const same = isPlanFileName(baseName(path))
        ? plans.find(({ id }) => planKey(id) === planKey(planIdOfPath(path)))
        : undefined;
      yield {
        message: same === undefined
          ? `The file ${baseName(path)} contains a plan but is not named like one, so it is never executed`
          : `The file ${baseName(path)} is a second file of plan ${same.id}, so it is never executed`,
        hint: same === undefined
          ? "Rename it to <phase>-<plan>-PLAN.md, for example 01-02-PLAN.md"
          : `Remove it if ${baseName(same.source.path)} replaces it, otherwise give it another number`,
        path,
        span: { start: 0, end: 0 },
      };
    }
  },
};

/** Reports whether the name of the file, within its folder, gives the same number or word. */
function isNamed({ source, stem }: PlanDocument, own: string): boolean {
  const word = planLabel(stem);
  return planKey(planPart(planIdOfPath(source.path))) === planKey(own) ||
    (word !== undefined && planKey(word) === planKey(own));
}
