import type { Span } from "../../schemas/diagnostic.ts";
import type { SourceText } from "../source.ts";
import { comparePhaseNumbers, parsePhaseNumber, type PhaseNumber } from "./phase_number.ts";

/** Path of the roadmap, relative to the project root. */
export const ROADMAP_PATH = ".planning/ROADMAP.md";

/** A phase as the roadmap lists it. */
export interface RoadmapPhase {
  /** Its number. */
  readonly number: PhaseNumber;
  /** Its name, without remarks such as `(INSERTED)`. */
  readonly name: string;
  /** The line that names it: the heading, else the list item. */
  readonly span: Span;
}

/** The roadmap. */
export interface Roadmap {
  /** The file. */
  readonly source: SourceText;
  /** The phases, each once, in the order of their numbers. */
  readonly phases: readonly RoadmapPhase[];
}

const NUMBER = String.raw`(\d+(?:\.\d+)*[A-Za-z]?)`;
const HEADING = new RegExp(
  `^#{2,4}[ \\t]+(?:\\S{1,3}[ \\t]+)?Phase[ \\t]+${NUMBER}(?::|[ \\t]+[-—–])[ \\t]+(.+)$`,
);
const ITEM = new RegExp(
  `^[ \\t]*[-*][ \\t]+\\[[ xX]\\][ \\t]+\\*\\*Phase[ \\t]+${NUMBER}:[ \\t]+([^*]+)\\*\\*`,
);

/**
 * Reads the phases of a roadmap: headings `### Phase 1: Name` and items `- [ ] **Phase 1: Name**`.
 *
 * Prose that mentions a phase makes none. Of a number that stands twice the last heading counts, as
 * earlier milestones come first. Spec: FIELD, The other documents.
 */
export function parseRoadmap(source: SourceText): Roadmap {
  const headings: RoadmapPhase[] = [];
  const items: RoadmapPhase[] = [];
  let start = 0;
  for (const line of source.text.split("\n")) {
    const heading = HEADING.exec(line.trimEnd());
    const match = heading ?? ITEM.exec(line);
    const number = match === null ? undefined : parsePhaseNumber(match[1]!);
    if (number !== undefined) {
      const phase = {
        number,
        name: cleanName(match![2]!),
        span: { start, end: start + line.trimEnd().length },
      };
      (heading === null ? items : headings).push(phase);
    }
    start += line.length + 1;
  }
  const phases: RoadmapPhase[] = [];
  for (const phase of [...headings.reverse(), ...items.reverse()]) {
    if (!phases.some((known) => comparePhaseNumbers(known.number, phase.number) === 0)) phases.push(phase);
  }
  return { source, phases: phases.sort((a, b) => comparePhaseNumbers(a.number, b.number)) };
}

function cleanName(text: string): string {
  return text.replace(/\s*\((?:INSERTED|completed[^)]*|shipped[^)]*)\)/gi, "").replace(/\*\*/g, "").replace(
    /[✅🚧📋]/gu,
    "",
  )
    .trim();
}
