import type { Span } from "../../../schemas/diagnostic.ts";
import type { SourceText } from "../../text/source_text.ts";
import { documentLines } from "./document_lines.ts";
import type { PhaseRange } from "./milestone.ts";
import { dependenciesBelow, phasesOfRanges } from "./phase_dependencies.ts";
import {
  comparePhaseNumbers,
  parsePhaseNumber,
  type PhaseNumber,
  printPhaseNumber,
} from "../ids/phase_number.ts";
import {
  leadingRequirements,
  type NamedRequirement,
  namedRequirements,
  withoutNotes,
} from "../requirements/requirement_range.ts";

/** Path of the roadmap, relative to the project root. */
export const ROADMAP_PATH = ".planning/ROADMAP.md";

/** A phase in the roadmap. */
export interface RoadmapPhase {
  /** Its number. */
  readonly number: PhaseNumber;
  /** Its name, without notes such as `(INSERTED)` and `(REMOVED)`. */
  readonly name: string;
  /** The line that names it: the heading, else the list item. */
  readonly span: Span;
  /** Its line `**Requirements**: [AUTH-01, AUTH-02]`; undefined when it has none. */
  readonly requirements: RoadmapRequirements | undefined;
  /** The phases in its line `**Depends on**: Phases 1-3 and 5`, in the order of the line; empty when it has none. */
  readonly dependsOn: readonly PhaseNumber[];
}

/** The requirements of a phase in the roadmap. */
export interface RoadmapRequirements {
  /** The named requirements, in order, including those in ranges; empty for `TBD`. */
  readonly references: readonly NamedRequirement[];
  /** The line. */
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

const REQUIREMENTS = /^[ \t]*(?:[-*+][ \t]+)?\*\*Requirements(?::\*\*|\*\*[ \t]*:)/i;

/**
 * Reads the phases of a roadmap: headings `### Phase 1: Name` and items `- [ ] **Phase 1: Name**`.
 *
 * Mentions in prose are ignored, and so are headings in comments and fenced blocks. If a number occurs twice,
 * the last heading counts, as earlier milestones come first. Content of `<details>`, such as shipped
 * milestones, counts only if the number occurs nowhere else. See docs/decisions/field-data.md.
 */
export function parseRoadmap(source: SourceText): Roadmap {
  const headings: Draft[] = [];
  const items: Draft[] = [];
  const shipped: Draft[] = [];
  const { lines, phaseLines, folded } = documentLines(source);
  const starts = startsOf(lines);
  for (const [index, line] of lines.entries()) {
    const read = phaseLines[index]!;
    const heading = HEADING.exec(read.trimEnd());
    const match = heading ?? ITEM.exec(read);
    const number = match === null ? undefined : parsePhaseNumber(match[1]!);
    if (number === undefined) continue;
    const phase: Draft = {
      number,
      name: cleanName(match![2]!),
      span: lineSpan(line, starts[index]!),
      requirements: heading === null ? undefined : requirementsBelow(lines, starts, index),
      dependsOn: heading === null ? [] : dependenciesBelow(lines, index),
    };
    (folded.has(index) ? shipped : heading === null ? items : headings).push(phase);
  }
  const phases = new Map(
    [...shipped, ...items, ...headings].map((phase) => [printPhaseNumber(phase.number), phase]),
  );
  const ordered = [...phases.values()].sort((a, b) => comparePhaseNumbers(a.number, b.number));
  const listed = ordered.map(({ number }) => number);
  return {
    source,
    phases: ordered.map((phase) => ({
      ...phase,
      dependsOn: phasesOfRanges(phase.dependsOn, phase.number, listed),
    })),
  };
}

/** A phase before the numbers in the ranges of its dependencies are known. */
type Draft = Omit<RoadmapPhase, "dependsOn"> & { readonly dependsOn: readonly PhaseRange[] };

function startsOf(lines: readonly string[]): readonly number[] {
  let start = 0;
  return lines.map((line) => (start += line.length + 1) - line.length - 1);
}

function lineSpan(line: string, start: number): Span {
  return { start, end: start + line.trimEnd().length };
}

/** Returns the requirements of a phase below its heading: on one line, or as a list below it. */
function requirementsBelow(
  lines: readonly string[],
  starts: readonly number[],
  heading: number,
): RoadmapRequirements | undefined {
  for (let index = heading + 1; index < lines.length && !/^#{1,6}[ \t]/.test(lines[index]!); index++) {
    const line = lines[index]!;
    if (!REQUIREMENTS.test(line)) continue;
    const own = namedRequirements(withoutNotes(line), starts[index]!);
    const references = own.length > 0 ? [...own] : [...namedRequirements(line, starts[index]!)];
    const listed = line.replace(REQUIREMENTS, "").trim() === "";
    for (let item = index + 1; listed && /^[ \t]*[-*+][ \t]/.test(lines[item] ?? ""); item++) {
      const named = leadingRequirements(lines[item]!, starts[item]!);
      if (named.length === 0) break;
      references.push(...named);
    }
    return { references, span: lineSpan(line, starts[index]!) };
  }
  return undefined;
}

/** Matches the status of a phase after its name, which is not part of it: `Name - COMPLETE`. */
const STATUS =
  /[ \t]+[-–—][ \t]+(?:completed?|in[ -]progress|pending|planned|not started|shipped|done|deferred|superseded\b.*)[ \t]*$/i;

function cleanName(text: string): string {
  return text.replace(STATUS, "").replace(
    /\((?:BACKLOG|PROMOTED|REMOVED|DEPRECATED|CANCELL?ED)\b[^()]*\)/g,
    "",
  )
    .replace(/\((?:INSERTED|completed[^()]*|shipped[^()]*)\)/gi, "").replace(/\*\*|[✅🚧📋]/gu, "")
    .replace(/\s+/g, " ").trim();
}
