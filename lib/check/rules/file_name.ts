import { planReferences, printPlanNumber } from "../../parse/plan_id.ts";
import { comparePhaseNumbers, printPhaseNumber } from "../../parse/phase_number.ts";
import { baseNameOf } from "../../parse/project.ts";
import { spanAt } from "../../parse/plan_frontmatter.ts";
import type { Rule } from "../rule.ts";

/** A file's name and its frontmatter speak of the same plan. The name's other forms are all fine. */
export const fileName: Rule = {
  code: "file-name",
  severity: "warning",
  strict: true,
  summary: "The numbers in a plan file's name are those of its phase and its `plan`",
  why: "The folder and the field `plan` decide which plan it is; people and summaries go by the file's " +
    "name. Where the two differ, one of them is wrong. Names without numbers, and with a plan's number " +
    "alone, are fine.",
  shows: ["files", "phase", "plan"],
  *plan(plan) {
    if (plan.frontmatter.kind !== "parsed") return;
    const inName = planReferences(plan.stem).filter(({ phase }) => phase !== undefined);
    const name = baseNameOf(plan.source.path);
    const own = plan.id.slice(plan.id.lastIndexOf("-") + 1);
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
    } else if (!here.some(({ plan: number }) => printPlanNumber(number) === own)) {
      yield {
        message: `The plan says it is ${own}, and its file is named ${name}`,
        hint: `Write \`plan: ${here[0]!.plan}\`, or rename the file`,
        span,
      };
    }
  },
};
