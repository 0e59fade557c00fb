import { planKey } from "../../parse/ids/plan_id.ts";
import { planIdOfPath } from "../../parse/plan_file/plan_file.ts";
import { PLANNING } from "../../parse/project/project.ts";
import { projectOfDocument } from "../../plan/history/project_commits.ts";
import type { Git } from "../git/git.ts";

export interface SummedPlanFile {
  /** The name of its project in commits. */
  readonly project: string;
  /** Its key. */
  readonly plan: string;
}

/**
 * Returns the plans whose summaries one commit has and another does not.
 *
 * @param to The commit that has them.
 */
export async function addedSummaries(git: Git, from: string, to: string): Promise<readonly SummedPlanFile[]> {
  const shown = ["--name-only", "--no-renames", "--diff-filter=A", "-z"];
  const path = `:(top,glob,icase)**/${PLANNING}/**/*SUMMARY.md`;
  const output = await git.output(["diff", ...shown, from, to, "--", path]);
  return output.split("\0").filter((path) => path !== "").map((path) => ({
    project: projectOfDocument(path) ?? "",
    plan: planKey(planIdOfPath(path.replace(/SUMMARY\.md$/i, "PLAN.md"))),
  }));
}
