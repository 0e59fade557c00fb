import type { PlanFile } from "../../../schemas/plan_file.ts";
import { PHASES, PLANNING } from "../../parse/ids/locations.ts";
import { parsePhaseNumber } from "../../parse/ids/phase_number.ts";
import { findPhase, parseProject, STATE_PATH } from "../../parse/project/project.ts";
import { ROADMAP_PATH } from "../../parse/roadmap/roadmap.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { listPlans } from "../documents/roadmap_plans.ts";
import { planningActivity, updatePlannedState } from "../documents/state_edit.ts";
import { writePlan } from "../documents/write_plan.ts";
import { oneLine } from "../naming/commit_message.ts";
import { phasePlans } from "../planning/phase_plans.ts";
import { measureProgress } from "../progress/progress.ts";

export interface FirstPlan {
  /** The name of the project. */
  readonly name: string;
  /** The file that the plan creates. */
  readonly file: string;
  readonly time: Date;
}

const PATH = `${PHASES}/01-introduction/01-01-PLAN.md`;

/**
 * Adds a plan of the first phase to the documents of a template, and lists it in the roadmap and the state. It
 * creates a file that says what the project is, and any agent can execute it, also `shell`. A project whose name
 * a plan cannot contain, such as `</automated>`, gets none.
 */
export function withFirstPlan(
  documents: ReadonlyMap<string, string>,
  first: FirstPlan,
): ReadonlyMap<string, string> {
  const plan = planText(first);
  if (plan === undefined) return documents;
  const texts = new Map([...documents, [PATH, plan]]);
  const project = parseProject({ texts, paths: [...texts.keys()] });
  const phase = findPhase(project, parsePhaseNumber("1")!)!;
  const progress = {
    ...measureProgress(project, { phase, completed: "", isComplete: () => false, time: first.time }),
    activity: planningActivity("01", 1, false),
  };
  return new Map([
    ...texts,
    [ROADMAP_PATH, listPlans(texts.get(ROADMAP_PATH)!, phasePlans(phase.plans), progress)],
    [STATE_PATH, updatePlannedState(texts.get(STATE_PATH)!, progress)],
  ]);
}

function planText(first: FirstPlan): string | undefined {
  try {
    return writePlan(planOf(first));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}

function planOf({ name, file }: FirstPlan): PlanFile {
  const title = oneLine(name);
  const check = `grep -qxF ${quoteShell(`# ${title}`)} ${file}`;
  return {
    id: "01-01",
    path: PATH,
    frontmatter: {
      phase: "01-introduction",
      plan: "01",
      type: "execute",
      wave: 1,
      depends_on: [],
      files_modified: [file],
      autonomous: true,
      requirements: ["CORE-01"],
      must_haves: {
        truths: [`${file} names the project`],
        artifacts: [{ path: file, provides: "what the project is", contains: title }],
      },
    },
    body: {
      objective: `Introduce ${title} in ${file}.\n\nPurpose: readers learn what it is.\nOutput: ${file}`,
      execution_context: "",
      context: `@${PLANNING}/PROJECT.md`,
      tasks: [{
        number: 1,
        type: "auto",
        name: `Add ${file}: what the project is`,
        files: [file],
        action: [
          "Write the name of the project as a heading, and where to read on. The agent shell runs this block:",
          "```sh",
          ...file.includes("/") ? [`mkdir -p ${file.slice(0, file.lastIndexOf("/"))}`] : [],
          `printf '# %s\\n\\nSee .planning/PROJECT.md for what it does, and for whom.\\n' ${
            quoteShell(title)
          } > ${file}`,
          "```",
        ].join("\n"),
        verify: `<automated>${check}</automated>`,
        checks: [check],
        done: `${file} begins with the name of the project`,
        further: [],
      }],
      verification: `- [ ] ${file} names the project`,
      success_criteria: `- ${file} names the project`,
      output: "Write 01-01-SUMMARY.md in the folder of this plan.",
      further: [],
    },
  };
}
