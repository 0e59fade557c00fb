import type { PhaseOptions } from "../../../schemas/commands.ts";
import type { PhaseNumber } from "../../parse/ids/phase_number.ts";
import type { Project } from "../../parse/project/model.ts";
import { type PhaseChange, planPhaseChange } from "../../plan/structure/phase_verbs.ts";
import { whole } from "../../plan/structure/phase_numbers.ts";
import { type CommandContext, type Outcome, UsageError } from "../context/command_context.ts";
import { requireNumber } from "../context/open_project.ts";
import { changeStructure } from "./change_structure.ts";
import { requireOne } from "./structure_call.ts";

/** Adds, inserts, removes, renames or moves a phase. */
export async function phase(options: PhaseOptions, context: CommandContext): Promise<Outcome> {
  const { action, subject, value, goal, renumber } = options;
  return await changeStructure({
    options,
    target: subject,
    words: [
      "phase",
      action,
      subject,
      ...value === undefined ? [] : [value],
      ...goal === undefined ? [] : ["--goal", goal],
      ...renumber ? ["--renumber"] : [],
    ],
    plan: (input) => planPhaseChange(readChange(options, input.project), input),
  }, context);
}

function readChange(options: PhaseOptions, project: Project): PhaseChange {
  const { action, subject, value, goal, renumber = false } = options;
  const name = (text: string | undefined) => {
    if (text !== undefined && text.trim() !== "") return text.trim();
    throw new UsageError(
      `A name is missing`,
      `For example: wf phase ${action} ${action === "add" ? "" : `${subject} `}"Sign in"`,
    );
  };
  if (goal !== undefined && action !== "add" && action !== "insert") {
    throw new UsageError("Only a new phase has a --goal", "Leave it out");
  }
  const number = (text: string) => readNumber(text, action, project);
  switch (action) {
    case "add":
      requireOne("phase add", options, "Put the name into quotes");
      return { action, name: name(subject), goal };
    case "insert":
      return { action, after: number(subject), name: name(value), goal, renumber };
    case "remove":
      requireOne("phase remove", options, "Remove one after the other");
      return { action, phase: number(subject), renumber };
    case "rename":
      return { action, phase: number(subject), name: name(value) };
    case "move":
      if (value === undefined) {
        throw new UsageError(
          "The phase that it is to follow is missing",
          `For example: wf phase move ${subject} 3`,
        );
      }
      return { action, phase: number(subject), after: number(value), renumber };
  }
}

function readNumber(text: string, action: string, project: Project): PhaseNumber {
  return /^0+$/.test(text) ? whole(0) : requireNumber(project, { command: `phase ${action}`, phase: text });
}
