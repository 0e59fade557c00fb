import { documentLines } from "./document_lines.ts";
import { comparePhaseNumbers, type PhaseNumber } from "../ids/phase_number.ts";
import type { Roadmap } from "./roadmap.ts";

export interface RoadmapSection {
  /** The goal of the phase; may be empty. */
  readonly goal: string;
  /** The success criteria, in order. */
  readonly criteria: readonly string[];
  /** The open points: its questions, and fields with `TBD`. */
  readonly openPoints: readonly string[];
  /** The whole section without its heading. */
  readonly text: string;
}

const FIELD = /^[ \t]*(?:[-*+][ \t]+)?\*\*([^*:]+?)(?::\*\*|\*\*(?:[ \t]*\([^)]*\))?[ \t]*:)[ \t]*(.*)$/;
const ITEM = /^[ \t]*(?:\d+[.)]|[-*+])[ \t]+(?:\[[ xX]\][ \t]+)?(.+)$/;
/** Matches fields that planning fills in. */
const FILLED_LATER = /^(?:plans?|requirements|completed|status)$/i;

/**
 * Reads the section of a phase, from its heading to the next one.
 *
 * @returns Undefined when the roadmap has no heading for the phase.
 */
export function roadmapSection({ source, phases }: Roadmap, number: PhaseNumber): RoadmapSection | undefined {
  const phase = phases.find((candidate) => comparePhaseNumbers(candidate.number, number) === 0);
  if (phase === undefined) return undefined;
  const { lines: read, folded } = documentLines(source);
  const lines = read.map((line) => line.trimEnd());
  const heading = source.position(phase.span.start).line - 1;
  if (!lines[heading]!.startsWith("#")) return undefined;
  const rest = lines.slice(heading + 1);
  const length = rest.findIndex((line, index) => {
    return /^#{1,6}[ \t]/.test(line) || folded.has(heading + 1 + index) !== folded.has(heading);
  });
  const within = length === -1 ? rest : rest.slice(0, length);
  return {
    goal: fieldOf(within, /^goal$/i),
    criteria: criteriaOf(within),
    openPoints: openPointsOf(within),
    text: within.join("\n").trim(),
  };
}

function fieldOf(lines: readonly string[], name: RegExp): string {
  for (const line of lines) {
    const field = FIELD.exec(line);
    if (field !== null && name.test(field[1]!.trim())) return field[2]!.trim();
  }
  return "";
}

function criteriaOf(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => /^success criteria$/i.test(FIELD.exec(line)?.[1]?.trim() ?? ""));
  if (start === -1) return [];
  const criteria: string[] = [];
  for (const line of lines.slice(start + 1)) {
    if (line.trim() === "" && criteria.length === 0) continue;
    const item = FIELD.test(line) ? null : ITEM.exec(line);
    if (item === null) break;
    criteria.push(item[1]!.trim());
  }
  return criteria;
}

function openPointsOf(lines: readonly string[]): readonly string[] {
  const points: string[] = [];
  for (const line of lines) {
    const [, name = "", value = ""] = FIELD.exec(line) ?? [];
    if (/^(?:TBD|TBA|\?+)$/i.test(value) && !FILLED_LATER.test(name.trim())) {
      points.push(`${name.trim()}?`);
      continue;
    }
    const text = name === "" ? ITEM.exec(line)?.[1] ?? line.trim() : value;
    points.push(...(text.match(/[^.?!]+\?(?=\s|$)/g) ?? []).map((question) => question.trim()));
  }
  return [...new Set(points.filter((point) => point.length > 3))];
}
