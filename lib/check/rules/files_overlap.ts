import { computedWaves, plansOf } from "../../parse/dependencies.ts";
import type { PlanDocument } from "../../parse/plan_file.ts";
import { spanAt } from "../../parse/plan_frontmatter.ts";
import { overlaps } from "../../parse/overlaps.ts";
import type { Rule } from "../rule.ts";

/** Plans of one wave that change the same file cannot run at the same time. */
export const filesOverlap: Rule = {
  code: "files-overlap",
  severity: "warning",
  summary: "Plans of one wave change different files",
  why: "Plans of one wave run at the same time, each in a working tree of its own. Where two of them " +
    "change one file the later one is made to wait, which costs time; a dependency says the same " +
    "openly.",
  shows: ["wave", "files_modified"],
  *phase(phase, project) {
    const plans = new Map<string, PlanDocument>(plansOf(phase).map((plan) => [plan.id, plan]));
    for (const overlap of overlaps([...plans.values()], computedWaves(phase, project))) {
      const { first, second, paths, index } = overlap;
      const plan = plans.get(second)!;
      if (plan.frontmatter.kind !== "parsed") continue;
      yield {
        message: `${second} and ${first} are in one wave and both change ${
          paths[0]
        }, so they run one after the other`,
        hint: `Add ${first} to depends_on, or move the file to one of the two plans`,
        path: plan.source.path,
        span: spanAt(
          plan.frontmatter.root,
          index === undefined ? "/files_modified" : `/files_modified/${index}`,
        ),
      };
    }
  },
};
