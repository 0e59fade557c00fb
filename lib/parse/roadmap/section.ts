import { documentLines } from "./document_lines.ts";
import { isUnfinished } from "../documents/placeholders.ts";
import { comparePhaseNumbers, type PhaseNumber } from "../ids/phase_number.ts";
import type { Roadmap } from "./roadmap.ts";

export interface RoadmapSection {
  /** The goal of the phase; empty if there is none, or it is still to be written. */
  readonly goal: string;
  /** The success criteria, in order, without those that are still to be written. */
  readonly criteria: readonly string[];
  /** The lines, from 1, of a goal and criteria that still have the words of a template. */
  readonly unwritten: readonly number[];
  /** The open points: its questions, and fields with `TBD`. */
  readonly openPoints: readonly string[];
  /** The whole section without its heading. */
  readonly text: string;
}

const FIELD = /^[ \t]*(?:[-*+][ \t]+)?\*\*([^*:]+?)(?::\*\*|\*\*(?:[ \t]*\([^)]*\))?[ \t]*:)[ \t]*(.*)$/;
const ITEM = /^[ \t]*(?:\d+[.)]|[-*+])[ \t]+(?:\[[ xX]\][ \t]+)?(.+)$/;
/** Matches a value that is an open question. */
const OPEN = /^(?:TBD|TBA|\?+)$/i;
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
  const goal = fieldOf(within, /^goal$/i);
  const criteria = criteriaOf(within);
  const isTemplate = ({ text }: SectionLine) => isUnfinished(text) && !OPEN.test(text);
  return {
    goal: goal === undefined || isUnfinished(goal.text) ? "" : goal.text,
    criteria: criteria.map(({ text }) => text).filter((text) => !isUnfinished(text)),
    unwritten: [...goal === undefined ? [] : [goal], ...criteria].filter(isTemplate)
      .map(({ index }) => heading + 2 + index),
    openPoints: openPointsOf(within),
    text: within.join("\n").trim(),
  };
}

interface SectionLine {
  readonly text: string;
  /** The index of its line in the section, from 0. */
  readonly index: number;
}

function fieldOf(lines: readonly string[], name: RegExp): SectionLine | undefined {
  for (const [index, line] of lines.entries()) {
    const field = FIELD.exec(line);
    if (field !== null && name.test(field[1]!.trim())) return { text: field[2]!.trim(), index };
  }
  return undefined;
}

function criteriaOf(lines: readonly string[]): readonly SectionLine[] {
  const start = lines.findIndex((line) => /^success criteria$/i.test(FIELD.exec(line)?.[1]?.trim() ?? ""));
  if (start === -1) return [];
  const criteria: SectionLine[] = [];
  for (const [index, line] of lines.entries()) {
    if (index <= start) continue;
    if (line.trim() === "" && criteria.length === 0) continue;
    const item = FIELD.test(line) ? null : ITEM.exec(line);
    if (item === null) break;
    criteria.push({ text: item[1]!.trim(), index });
  }
  return criteria;
}

function openPointsOf(lines: readonly string[]): readonly string[] {
  const points: string[] = [];
  for (const line of lines) {
    const [, name = "", value = ""] = FIELD.exec(line) ?? [];
    if (OPEN.test(value) && !FILLED_LATER.test(name.trim())) {
      points.push(`${name.trim()}?`);
      continue;
    }
    const text = name === "" ? ITEM.exec(line)?.[1] ?? line.trim() : value;
    points.push(...(text.match(/[^.?!]+\?(?=\s|$)/g) ?? []).map((question) => question.trim()));
  }
  return [...new Set(points.filter((point) => point.length > 3))];
}
