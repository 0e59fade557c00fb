import type { Span } from "../../../schemas/diagnostic.ts";
import { documentLines } from "./document_lines.ts";
import { parsePhaseNumber, type PhaseNumber, printPhaseNumber } from "../ids/phase_number.ts";
import type { Roadmap } from "./roadmap.ts";
import type { SourceText } from "../../text/source_text.ts";

/** A phase with a checkbox: `- [x] **Phase 1: Name**`. */
export interface RoadmapTick {
  readonly number: PhaseNumber;
  /** True when the box is ticked. */
  readonly done: boolean;
  readonly span: Span;
}

/** A plan with a checkbox: `- [ ] 01-01-PLAN.md — text`, `- [x] 01-01: text`. */
export interface RoadmapPlan {
  /** The plan as named, for example `01-01-PLAN.md`. */
  readonly text: string;
  /** True when its box is ticked. */
  readonly done: boolean;
  /** Number of the phase whose section it is in; undefined before the first. */
  readonly section: PhaseNumber | undefined;
  /** The name. */
  readonly span: Span;
}

/** The phases and plans in the roadmap. Content of `<details>` is shipped and omitted. */
export interface RoadmapItems {
  /** The phases with checkboxes, in order. */
  readonly ticks: readonly RoadmapTick[];
  /** The plans with checkboxes, in order. */
  readonly plans: readonly RoadmapPlan[];
  /** Printed numbers of the phases with their own heading or checkbox. */
  readonly current: ReadonlySet<string>;
  /** Printed numbers of all mentioned phases, including ranges: `Phases 1-4`. */
  readonly mentioned: ReadonlySet<string>;
}

const TICK = /^[ \t]*[-*][ \t]+\[([ xX])\][ \t]+\*\*Phase[ \t]+(\d+(?:\.\d+)*[A-Za-z]?)\b/;
const SECTION = /^#{2,4}[ \t]+(?:\S{1,3}[ \t]+)?Phase[ \t]+(\d+(?:\.\d+)*[A-Za-z]?)\b/;
const PLAN =
  /^([ \t]*[-*][ \t]+\[([ xX])\][ \t]+(?:\*\*|`|\[)*)([^\s`*\]]*-PLAN(?:-\d+)?\.md|PLAN(?:-\d+)?\.md|\d+(?:\.\d+)*[A-Za-z]?-\d+(?:\.\d+)?(?=[:\s`*\]]|$))/;
const MENTION = /\bPhases?[ \t]+(\d+(?:\.\d+)*[A-Za-z]?)(?:[ \t]*(?:[-–—]|to|through)[ \t]*(\d+)\b)?/gi;
const ROW = /^\|[ \t]*(?:Phase[ \t]+)?(\d+(?:\.\d+)*[A-Za-z]?)(?:[.:][ \t]|[ \t]*\||[ \t]+[-—–][ \t])/i;
/** Maximum size of a range of phases: `Phases 1-2026` is not a range. */
const MAX_RANGE = 200;

/** Cache, as several rules need the same result. */
const KNOWN = new WeakMap<SourceText, RoadmapItems>();

/** Reads the phases and plans in the roadmap. See docs/decisions/field-data.md. */
export function roadmapItems({ source }: Roadmap): RoadmapItems {
  const items = KNOWN.get(source) ?? readItems(source);
  KNOWN.set(source, items);
  return items;
}

function readItems(source: SourceText): RoadmapItems {
  const ticks: RoadmapTick[] = [];
  const plans: RoadmapPlan[] = [];
  const current = new Set<string>();
  const mentioned = new Set<string>();
  const { lines, phaseLines, folded } = documentLines(source);
  let section: PhaseNumber | undefined;
  let start = 0;
  for (const [index, line] of lines.entries()) {
    const read = phaseLines[index]!;
    addMentions(read, mentioned);
    if (!folded.has(index)) {
      const heading = SECTION.exec(read);
      if (heading !== null) {
        section = parsePhaseNumber(heading[1]!);
        if (section !== undefined) current.add(printPhaseNumber(section));
      } else if (/^#{1,2}[ \t]/.test(line)) section = undefined;
      const tick = TICK.exec(read);
      const number = tick === null ? undefined : parsePhaseNumber(tick[2]!);
      if (number !== undefined) {
        const span = { start: start + line.search(/\S/), end: start + line.trimEnd().length };
        current.add(printPhaseNumber(number));
        ticks.push({ number, done: tick![1] !== " ", span });
      }
      const plan = PLAN.exec(line);
      if (plan !== null) {
        const at = start + plan[1]!.length;
        const [, , box, text] = plan;
        plans.push({ text: text!, done: box !== " ", section, span: { start: at, end: at + text!.length } });
      }
    }
    start += line.length + 1;
  }
  return { ticks, plans, current, mentioned };
}

function addMentions(line: string, mentioned: Set<string>): void {
  const row = ROW.exec(line);
  const add = (text: string) => {
    const number = parsePhaseNumber(text);
    if (number !== undefined) mentioned.add(printPhaseNumber(number));
  };
  if (row !== null) add(row[1]!);
  for (const [, first, last] of line.matchAll(MENTION)) {
    add(first!);
    const [from, to] = [Number(first), Number(last)];
    if (last === undefined || !(to > from && to - from < MAX_RANGE)) continue;
    for (let number = from + 1; number <= to; number++) add(String(number));
  }
}
