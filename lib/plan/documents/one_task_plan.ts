import type { PlanBody, PlanFile, PlanFrontmatter } from "../../../schemas/plan_file.ts";
import { summaryPath } from "../../parse/ids/plan_names.ts";

export interface OneTaskPlan
  extends Pick<PlanFrontmatter, "phase" | "plan" | "type" | "wave" | "depends_on"> {
  readonly id: string;
  /** The path of its file, relative to the project root. */
  readonly path: string;
  readonly name: string;
  /** What has to hold; by default the name of the task. */
  readonly truth?: string;
  readonly objective: string;
  readonly action: string;
  readonly verify: string;
  /** The commands in `verify`. */
  readonly checks: readonly string[];
  readonly done: string;
  readonly verification: PlanBody["verification"];
}

/** Returns a plan with one task that names no files. */
export function oneTaskPlan({ id, path, name, truth = name, ...plan }: OneTaskPlan): PlanFile {
  const { objective, action, verify, checks, done, verification, ...frontmatter } = plan;
  return {
    id,
    path,
    frontmatter: {
      ...frontmatter,
      files_modified: [],
      autonomous: true,
      must_haves: { truths: [truth] },
    },
    body: {
      objective,
      execution_context: "",
      context: "",
      tasks: [{ number: 1, type: "auto", name, files: [], action, verify, checks, done, further: [] }],
      verification,
      success_criteria: `- ${name}`,
      output: `After completion, write \`${summaryPath(path)}\``,
      further: [],
    },
  };
}
