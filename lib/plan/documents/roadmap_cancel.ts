import { comparePhaseNumbers, type PhaseNumber } from "../../parse/ids/phase_number.ts";
import { oneLine } from "../naming/commit_message.ts";
import { roadmapLayout } from "./roadmap_layout.ts";

/**
 * Marks a phase as cancelled in its item and its heading, with the reason. Other lines stay.
 *
 * @returns The text as it is if it has neither.
 */
export function cancelPhase(text: string, number: PhaseNumber, why: string): string {
  const { raw, items, sections } = roadmapLayout(text);
  const lines = [...raw];
  const reason = oneLine(why).replaceAll("(", "[").replaceAll(")", "]");
  for (const { number: other, from } of [...items, ...sections]) {
    if (comparePhaseNumbers(other, number) !== 0) continue;
    lines[from] = lines[from]!.replace(/[ \t]*(?=\r?$)/, ` (CANCELLED: ${reason})`);
  }
  return lines.join("\n");
}
