import { comparePhaseNumbers, type PhaseNumber } from "../../parse/ids/phase_number.ts";
import { linesOf } from "../../parse/roadmap/document_lines.ts";
import { type ListedMilestone, listedMilestones, type Milestone } from "../../parse/roadmap/milestone.ts";
import { milestoneTitle } from "../progress/milestone_phases.ts";

/** New lines, and the index of the line that they go before. */
export interface AddedLines {
  readonly at: number;
  readonly list: readonly string[];
}

/**
 * Returns an entry and its place in the roadmap's list of milestones, or with a new list before the sections.
 *
 * @param lines The lines of the roadmap, without line endings.
 */
export function addedMilestone(lines: readonly string[], entry: string): AddedLines {
  const items = listedMilestones(lines.join("\n")).filter(({ kind }) => kind === "item");
  if (items.length > 0) return { at: items.at(-1)!.line + 1, list: [entry] };
  const own = lines.findIndex((line) => /^##[ \t]+Milestones[ \t]*$/i.test(line));
  if (own !== -1) return { at: own + 1, list: ["", entry, ""] };
  const title = lines.findIndex((line) => /^#[ \t]/.test(line));
  const section = lines.findIndex((line, index) => index > title && /^#{1,6}[ \t]/.test(line));
  const at = section !== -1 ? section : title !== -1 ? title + 1 : 0;
  return { at, list: ["", "## Milestones", "", entry, ""] };
}

/** Formats a range: `Phases 1-4`, `Phase 5`. */
export function rangeText(phases: readonly PhaseNumber[]): string {
  const sorted = phases.toSorted(comparePhaseNumbers);
  const text = ({ parts, letter }: PhaseNumber) => parts.join(".") + letter;
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return "no phases";
  return first === last ? `Phase ${text(first)}` : `Phases ${text(first)}-${text(last)}`;
}

/**
 * Marks a milestone as in progress in the roadmap's list of milestones; one that is not listed is added. Every other
 * line stays. Idempotent.
 *
 * @param phases The numbers of its phases, to name for one that is added; may be empty.
 */
export function beginInRoadmap(
  text: string,
  milestone: Milestone,
  phases: readonly PhaseNumber[] = [],
): string {
  const lines = text.split("\n");
  const carriage = /\r\n/.test(text) ? "\r" : "";
  const read = linesOf(text).lines.map((line) => line.replace(/\r$/, ""));
  const listed = listedMilestones(text).filter(({ version }) => version === milestone.version);
  const own = listed.find(({ kind }) => kind === "item") ?? listed[0];
  if (own !== undefined) {
    lines[own.line] = begun(lines[own.line]!.replace(/\r$/, ""), own) + carriage;
    return lines.join("\n");
  }
  const range = phases.length === 0 ? "" : ` - ${rangeText(phases)}`;
  const { at, list } = addedMilestone(read, `- 🚧 **${milestoneTitle(milestone)}**${range} (in progress)`);
  const added = list[0] === "" && lines[at - 1]?.trim() === "" ? list.slice(1) : list;
  lines.splice(at, 0, ...added.map((line) => line + carriage));
  return lines.join("\n");
}

/** Returns the line of a milestone, marked as in progress. */
function begun(line: string, { stage }: ListedMilestone): string {
  if (stage === "under-way") return line;
  if (/📋/u.test(line)) {
    return line.replace("📋", "🚧").replace(/\((?:planned|upcoming|next)\)/i, "(in progress)");
  }
  return line.replace(/^([ \t]*[-*](?:[ \t]+\[ \])?|#{1,4})[ \t]+/, "$&🚧 ");
}
