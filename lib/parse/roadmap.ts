import { foldedLines } from "../lines.ts";
import type { Span } from "../../schemas/diagnostic.ts";
import type { SourceText } from "../source.ts";
import { comparePhaseNumbers, parsePhaseNumber, type PhaseNumber, printPhaseNumber } from "./phase_number.ts";

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
 * Prose that mentions a phase makes none, nor does a heading in a comment or a fenced block. Of a
 * number that stands twice the last heading counts, as earlier milestones come first; what is folded
 * away in `<details>`, as shipped milestones are, counts only where nothing else does.
 * Spec: FIELD, The other documents.
 */
export function parseRoadmap(source: SourceText): Roadmap {
  const headings: RoadmapPhase[] = [];
  const items: RoadmapPhase[] = [];
  const shipped: RoadmapPhase[] = [];
  const lines = withoutQuotations(source.text).split("\n");
  const folded = foldedLines(lines);
  let start = 0;
  for (const [index, line] of lines.entries()) {
    const heading = HEADING.exec(line.trimEnd());
    const match = heading ?? ITEM.exec(line);
    const number = match === null ? undefined : parsePhaseNumber(match[1]!);
    if (number !== undefined) {
      const phase = {
        number,
        name: cleanName(match![2]!),
        span: { start, end: start + line.trimEnd().length },
      };
      (folded.has(index) ? shipped : heading === null ? items : headings).push(phase);
    }
    start += line.length + 1;
  }
  const phases = new Map(
    [...shipped, ...items, ...headings].map((phase) => [printPhaseNumber(phase.number), phase]),
  );
  return { source, phases: [...phases.values()].sort((a, b) => comparePhaseNumbers(a.number, b.number)) };
}

/** The text with blanks in place of comments and fenced blocks, so that offsets stay as they are. */
function withoutQuotations(text: string): string {
  return blankOut(blankOut(text, /<!--/g, "-->"), /^```/gm, "\n```");
}

/** Blanks out what lies between an opening and its closing; an opening without one is left alone. */
function blankOut(text: string, opening: RegExp, closing: string): string {
  const parts: string[] = [];
  let done = 0;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const end = text.indexOf(closing, opening.lastIndex);
    if (end === -1) break;
    parts.push(text.slice(done, match.index), text.slice(match.index, end).replace(/[^\n]/g, " "));
    done = end;
    opening.lastIndex = end + closing.length;
  }
  return parts.join("") + text.slice(done);
}

function cleanName(text: string): string {
  return text.replace(/\((?:INSERTED|completed[^()]*|shipped[^()]*)\)/gi, "").replace(/\*\*|[✅🚧📋]/gu, "")
    .replace(/\s+/g, " ").trim();
}
