import type { PlanOptions } from "../../../schemas/commands.ts";
import { parsePhaseNumber } from "../../parse/ids/phase_number.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import type { Project } from "../../parse/project/model.ts";
import { type PlanChange, planPlanChange } from "../../plan/structure/plan_verbs.ts";
import { type CommandContext, type Outcome, UsageError } from "../context/command_context.ts";
import { requireNumber } from "../context/open_project.ts";
import { changeStructure } from "./change_structure.ts";
import { requireOne } from "./structure_call.ts";

/** Creates, inserts, removes or renames a plan. */
export async function plan(options: PlanOptions, context: CommandContext): Promise<Outcome> {
  const { action, subject, value, type, wave, renumber } = options;
  return await changeStructure({
    options,
    target: subject,
    words: [
      "plan",
      action,
      subject,
      ...value === undefined ? [] : [value],
      ...type === undefined || type === "execute" ? [] : ["--type", type],
      ...(options["depends-on"] ?? []).flatMap((plan) => ["--depends-on", plan]),
      ...wave === undefined ? [] : ["--wave", wave],
      ...renumber ? ["--renumber"] : [],
    ],
    plan: (input) => planPlanChange(readChange(options, input.project), input),
  }, context);
}

function readChange(options: PlanOptions, project: Project): PlanChange {
  const { action, subject, value, type, renumber = false } = options;
  const fresh = { name: value, type, dependsOn: options["depends-on"] ?? [], wave: readWave(options.wave) };
  switch (action) {
    case "new":
      return { action, phase: requireNumber(project, { command: "plan new", phase: subject }), ...fresh };
    case "insert":
      return { action, after: requirePlan(subject, project), ...fresh, renumber };
    case "remove":
      requireOne("plan remove", options, "Remove one after the other");
      return { action, plan: requirePlan(subject, project), renumber };
    case "rename":
      if (value === undefined || value.trim() === "") {
        throw new UsageError(
          "The new name or ID is missing",
          `For example: wf plan rename ${subject} "Sign in"`,
        );
      }
      return { action, plan: requirePlan(subject, project), to: value };
  }
}

function readWave(wave: string | undefined): number | undefined {
  if (wave === undefined || /^[1-9]\d{0,3}$/.test(wave)) return wave === undefined ? undefined : Number(wave);
  throw new UsageError(
    `"${wave}" is not the number of a wave`,
    "Give a whole number from 1, or leave out --wave",
  );
}

function requirePlan(text: string, project: Project): PlanDocument {
  const number = parsePhaseNumber(text);
  const id = number === undefined || /^\d+(?:\.\d+)*[A-Za-z]?$/.test(text)
    ? undefined
    : project.plans.resolve(text, number);
  const found = id === undefined ? undefined : project.plans.byId.get(id);
  if (found !== undefined) return found;
  throw new UsageError(`Cannot find plan "${text}"`, "Name a plan such as 03-01; wf status lists them");
}
