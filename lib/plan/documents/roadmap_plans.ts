import { foldedLines } from "../../text/lines.ts";
import { comparePhaseNumbers, parsePhaseNumber } from "../../parse/ids/phase_number.ts";
import { planReferences } from "../../parse/ids/plan_id.ts";
import { stemOf } from "../../parse/ids/plan_names.ts";
import type { PhasePlan } from "../../../schemas/plan_phase.ts";
import type { Progress } from "../progress/progress.ts";
import { updateRoadmap } from "./roadmap_edit.ts";
import { phaseLines } from "../../parse/roadmap/phase_words.ts";
import { isPhase, PHASE_HEADING } from "./roadmap_rows.ts";

const ITEM = /^[ \t]*[-*][ \t]+\[([ xX])\][ \t]+[*`[]*([^\s:*`[\]]+)/;
const COUNT = /^(\*\*Plans(?::\*\*|\*\*:)[ \t]*)/;

/**
 * Lists the plans of a phase below its heading in the roadmap, and updates their counts.
 *
 * Existing items keep their text. Missing ones are added after the last item, otherwise after the line
 * `**Plans**`, otherwise at the end of the section. Items of plans that no longer exist are removed unless
 * they are ticked. A roadmap without a heading for the phase gets only the counts.
 *
 * @param plans All plans of the phase, in order.
 */
export function listPlans(text: string, plans: readonly PhasePlan[], progress: Progress): string {
  const number = parsePhaseNumber(progress.phase.number)!;
  const lines = text.split("\n");
  const folded = foldedLines(lines);
  const read = phaseLines(lines);
  const heading = read.findLastIndex((line, index) =>
    !folded.has(index) && isPhase(PHASE_HEADING.exec(line)?.[2], number)
  );
  if (heading === -1) return updateRoadmap(text, progress);
  const level = PHASE_HEADING.exec(read[heading]!)![1]!.length;
  const next = lines.findIndex((line, index) => {
    return index > heading && (/^(#{1,6})[ \t]/.exec(line)?.[1] ?? "#######").length <= level;
  });
  const end = next === -1 ? lines.length : next;
  // New lines have the line ending of the heading.
  const added = (line: string) => lines[heading]!.endsWith("\r") ? `${line}\r` : line;
  const section = withItems(lines.slice(heading + 1, end), plans, { phase: progress.phase.number, added });
  const listed = [...lines.slice(0, heading + 1), ...section, ...lines.slice(end)];
  return updateRoadmap(listed.join("\n"), progress);
}

interface Addition {
  /** The number of the phase, as printed. */
  readonly phase: string;
  /** Returns a new line with the ending of the others. */
  readonly added: (line: string) => string;
}

function withItems(
  section: readonly string[],
  plans: readonly PhasePlan[],
  { phase, added }: Addition,
): readonly string[] {
  const ids = new Set(plans.map(({ id }) => id));
  const byFile = new Map(plans.map(({ id, path }) => [stemOf(path), id]));
  const idOf = (line: string) => {
    const stem = stemOf(ITEM.exec(line)?.[2] ?? "");
    return (stem === "" ? undefined : byFile.get(stem)) ?? planOfItem(line, phase);
  };
  const kept = section.filter((line) => {
    const id = idOf(line);
    return id === undefined || ids.has(id) || /^[ \t]*[-*][ \t]+\[[xX]\]/.test(line);
  });
  const there = new Set(kept.map(idOf));
  const items = plans.filter(({ id }) => !there.has(id)).map(({ path, objective }) => {
    const file = path.slice(path.lastIndexOf("/") + 1);
    return added(`- [ ] ${file}${objective === "" ? "" : ` — ${objective}`}`);
  });
  if (items.length === 0) return kept;
  const last = kept.findLastIndex((line) => idOf(line) !== undefined);
  if (last !== -1) return [...kept.slice(0, last + 1), ...items, ...kept.slice(last + 1)];
  const count = kept.findIndex((line) => COUNT.test(line));
  if (count !== -1) {
    const after = kept.slice(count + 1);
    const gap = after.length > 0 && after[0]!.trim() !== "" ? [added("")] : [];
    return [...kept.slice(0, count + 1), added(""), ...items, ...gap, ...after];
  }
  const end = kept.findLastIndex((line) => line.trim() !== "") + 1;
  const own = [added(""), added(`**Plans**: ${plans.length} plans`), added(""), ...items];
  return [...kept.slice(0, end), ...own, ...kept.slice(end)];
}

/** Returns the ID of the plan of this phase that an item of a list is about. */
function planOfItem(line: string, phase: string): string | undefined {
  const item = ITEM.exec(line);
  if (item === null) return undefined;
  const number = parsePhaseNumber(phase)!;
  const own = planReferences(item[2]!.replace(/-PLAN\.md$/i, "")).find((reference) => {
    return reference.phase !== undefined && comparePhaseNumbers(reference.phase, number) === 0;
  });
  return own === undefined ? undefined : `${phase}-${own.plan}`;
}
