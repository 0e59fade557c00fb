import type { MilestonePhase } from "../../../schemas/milestone.ts";
import type { Milestone } from "../../parse/roadmap/milestone.ts";
import { milestoneTitle } from "../progress/milestone_phases.ts";
import { isoDate } from "../progress/progress.ts";
import { count } from "../../text/count.ts";

export interface MilestoneEntry {
  readonly milestone: Milestone;
  readonly phases: readonly MilestonePhase[];
  readonly time: Date;
}

/**
 * Adds an entry for a milestone to MILESTONES.md, before the others: newest first. Creates the document if it
 * does not exist; a document with an entry for this version stays as it is.
 */
export function addMilestone(text: string | undefined, entry: MilestoneEntry): string {
  const end = text?.includes("\r\n") ? "\r\n" : "\n";
  const block = entryLines(entry).join(end) + end;
  if (text === undefined || text.trim() === "") return `# Milestones${end}${end}${block}`;
  const version = entry.milestone.version.replaceAll(".", "\\.");
  if (new RegExp(`^##[ \\t]+(?:\\S[ \\t]+)?${version}(?![\\w.-]*\\w)`, "m").test(text)) return text;
  const first = /^##[ \t]/m.exec(text);
  if (first !== null) return `${text.slice(0, first.index)}${block}${end}${text.slice(first.index)}`;
  return `${text.trimEnd()}${end}${end}${block}`;
}

function entryLines({ milestone, phases, time }: MilestoneEntry): readonly string[] {
  const plans = phases.reduce((sum, phase) => sum + phase.plans.total, 0);
  const tasks = phases.reduce((sum, phase) => sum + phase.tasks.total, 0);
  return [
    `## ${milestoneTitle(milestone)} (Shipped: ${isoDate(time)})`,
    "",
    `**Phases completed:** ${count(phases.length, "phase")}, ${count(plans, "plan")}, ${
      count(tasks, "task")
    }`,
    "",
    ...phases.map(phaseLine),
    ...(phases.length > 0 ? [""] : []),
    "---",
  ];
}

/** Formats `- **Phase 1: Base** - 2 plans, 5 tasks`, or the completed part of it. */
function phaseLine({ number, name, plans, tasks, problems, gaps }: MilestonePhase): string {
  const title = `- **Phase ${number.replace(/^0+(?=\d)/, "")}: ${name.replaceAll("*", "")}**`;
  if (problems.length > 0) {
    const done = `${plans.done} of ${count(plans.total, "plan")}`;
    return `${title} - incomplete: ${done}${gaps === undefined ? "" : ", with gaps"}`;
  }
  return `${title} - ${count(plans.total, "plan")}, ${count(tasks.total, "task")}`;
}
