import type { ExclusionReason } from "../../../schemas/results/status.ts";
import { documentLines } from "./document_lines.ts";
import { isInRange, type ListedMilestone, milestonesOf } from "./milestone.ts";
import { roadmapItems } from "./checklist.ts";
import {
  comparePhaseNumbers,
  parsePhaseNumber,
  type PhaseNumber,
  printPhaseNumber,
} from "../ids/phase_number.ts";
import type { Roadmap } from "./roadmap.ts";

/**
 * The standing of a phase in the roadmap, regardless of its folder: open, ticked off, part of a shipped
 * milestone, or excluded.
 */
export type PhaseStanding =
  | { readonly kind: "open" | "done" | "shipped" }
  | { readonly kind: "excluded"; readonly reason: ExclusionReason };

const OPEN: PhaseStanding = { kind: "open" };

const NUMBER = String.raw`(\d+(?:\.\d+)*[A-Za-z]?)`;
const LINE = new RegExp(
  String
    .raw`^(?:(#{2,4})[ \t]+(?:\S{1,3}[ \t]+)?|[ \t]*[-*][ \t]+\[([ xX])\][ \t]+(?:\*\*)?)Phase[ \t]+${NUMBER}` +
    String.raw`(?::|[ \t]+[-—–][ \t])(.*)$`,
);
const NOTE = /\((BACKLOG|PROMOTED|REMOVED|DEPRECATED|CANCELL?ED)\b[^()]*\)/;
/** Matches lower-case notes only on their own, as `(deprecated API)` may be part of a name. */
const LOWER_NOTE = /\((backlog|promoted|removed|deprecated|cancell?ed)\)/i;
/** Matches a status after a dash: `— SUPERSEDED by v7`. */
const STATUS = /[ \t][-–—][ \t]+(superseded|removed|deprecated|cancell?ed)\b/i;
const COMPLETE = /✅|\((?:completed|shipped)\b|[ \t][-–—][ \t]+(?:completed?|shipped|done)[ \t\r]*$/i;
/** Matches the header of a table of phases. */
const TABLE = /^\|(?:[ \t]*#[ \t]*\|)?[ \t]*Phase\b/i;
/** Matches the row of a phase that is complete: `| 1. Name | 3/3 | Complete | 2026-01-01 |`. */
const COMPLETE_ROW = new RegExp(
  String.raw`^\|[ \t]*(?:Phase[ \t]+)?${NUMBER}(?:[.:][ \t]|[ \t]*\||[ \t]+[-—–][ \t])` +
    String.raw`.*\|[ \t]*(?:✅[ \t]*)?(?:completed?|shipped|done)[ \t]*\|`,
  "i",
);
/** The number that other tools give to backlog phases: 999.1, 999.2. */
const PARKED = 999;

/** The content of a roadmap about its phases, by printed number. */
interface RoadmapFacts {
  /** Phases outside of `<details>`. */
  readonly unfolded: ReadonlySet<string>;
  /** Phases inside `<details>`. */
  readonly folded: ReadonlySet<string>;
  /** Phases with a ticked box, or a heading with a note of completion. */
  readonly ticked: ReadonlySet<string>;
  /** Phases that the table of progress lists as complete. */
  readonly complete: ReadonlySet<string>;
  /** Phases inside `<details>` that also have a box outside: numbers that were given again. */
  readonly reused: ReadonlySet<string>;
  /** Phases with an unticked box. */
  readonly unticked: ReadonlySet<string>;
  /** Excluded phases with the reason. */
  readonly excluded: ReadonlyMap<string, ExclusionReason>;
  readonly milestones: readonly ListedMilestone[];
}

/** Cache, as the result is needed for every phase. */
const KNOWN = new WeakMap<Roadmap, RoadmapFacts>();

/**
 * Returns the standing of a phase in the roadmap; open without a roadmap, or when it does not name the phase.
 *
 * @param roadmap The roadmap, if there is one.
 */
export function phaseStanding(number: PhaseNumber, roadmap: Roadmap | undefined): PhaseStanding {
  const facts = roadmap && (KNOWN.get(roadmap) ?? read(roadmap));
  if (roadmap !== undefined && facts !== undefined) KNOWN.set(roadmap, facts);
  const printed = printPhaseNumber(number);
  const isParked = number.parts[0] === PARKED && number.parts.length > 1;
  const reason = facts?.excluded.get(printed) ??
    (isParked ? "backlog" : roadmap !== undefined && isOlder(number, roadmap) ? "older" : undefined);
  if (reason !== undefined) return { kind: "excluded", reason };
  if (facts === undefined) return OPEN;
  const isDone = facts.ticked.has(printed) || facts.complete.has(printed);
  if (facts.unticked.has(printed)) return facts.complete.has(printed) ? { kind: "done" } : OPEN;
  if (isShipped(number, facts)) return { kind: "shipped" };
  return isDone ? { kind: "done" } : OPEN;
}

/** Returns true for the standing of a phase that is ticked off or part of a shipped milestone. */
export function isTicked({ kind }: PhaseStanding): boolean {
  return kind === "done" || kind === "shipped";
}

/** Returns true for a phase that is excluded from the work to do. */
export function isExcluded(number: PhaseNumber, roadmap: Roadmap | undefined): boolean {
  return phaseStanding(number, roadmap).kind === "excluded";
}

/** Returns true for a phase that the roadmap lists as done, shipped or excluded. */
export function isSettled(number: PhaseNumber, roadmap: Roadmap | undefined): boolean {
  return phaseStanding(number, roadmap).kind !== "open";
}

/** Reports whether the roadmap no longer names a phase, and a later one belongs to a shipped milestone. */
function isOlder(number: PhaseNumber, roadmap: Roadmap): boolean {
  return !roadmapItems(roadmap).mentioned.has(printPhaseNumber(number)) &&
    milestonesOf(roadmap.source).some(({ stage, phases }) => {
      return stage === "shipped" && phases.some(({ last }) => comparePhaseNumbers(number, last) < 0);
    });
}

function isShipped(number: PhaseNumber, facts: RoadmapFacts): boolean {
  const { unfolded, folded, ticked, reused, milestones } = facts;
  const printed = printPhaseNumber(number);
  if (folded.has(printed) && !unfolded.has(printed)) return true;
  const holding = milestones.filter(({ phases }) => phases.some((range) => isInRange(number, range)));
  if (holding.length === 0 || holding.some(({ stage }) => stage !== "shipped")) return false;
  // The number may be used again in a milestone that does not name its phases.
  const mayComeAgain = milestones.some(({ stage, phases }) => stage !== "shipped" && phases.length === 0);
  return !(mayComeAgain && unfolded.has(printed) && (!ticked.has(printed) || reused.has(printed)));
}

function read(roadmap: Roadmap): RoadmapFacts {
  const { source } = roadmap;
  const { phaseLines: lines, folded: isFolded } = documentLines(source);
  const [unfolded, folded] = [new Set<string>(), new Set<string>()];
  const [ticked, unticked, boxed] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const excluded = new Map<string, ExclusionReason>();
  const complete = new Set<string>();
  let backlog: number | undefined;
  let isTable = false;
  for (const [index, line] of lines.entries()) {
    isTable = TABLE.test(line) || (isTable && line.startsWith("|"));
    const row = isTable ? parsePhaseNumber(COMPLETE_ROW.exec(line)?.[1] ?? "") : undefined;
    if (row !== undefined) complete.add(printPhaseNumber(row));
    const heading = /^(#{1,6})[ \t]/.exec(line)?.[1]?.length;
    if (heading !== undefined && heading <= (backlog ?? heading)) {
      backlog = /^#{1,3}[ \t]+(?:\S{1,3}[ \t]+)?Backlog\b/i.test(line) ? heading : undefined;
    }
    const [, , box, text, rest = ""] = LINE.exec(line.trimEnd()) ?? [];
    const number = text === undefined ? undefined : parsePhaseNumber(text);
    if (number === undefined) continue;
    const printed = printPhaseNumber(number);
    (isFolded.has(index) ? folded : unfolded).add(printed);
    if (box !== undefined && !isFolded.has(index)) boxed.add(printed);
    if (box === undefined ? COMPLETE.test(line) : box !== " ") ticked.add(printed);
    else if (box !== undefined) unticked.add(printed);
    const note = (NOTE.exec(rest) ?? LOWER_NOTE.exec(rest) ?? STATUS.exec(rest))?.[1];
    if (note !== undefined) excluded.set(printed, exclusionReason(note));
    else if (backlog !== undefined) excluded.set(printed, "backlog");
    // The last heading with a number counts.
    else if (box === undefined) excluded.delete(printed);
  }
  const reused = new Set([...folded].filter((printed) => boxed.has(printed)));
  return { unfolded, folded, reused, ticked, unticked, complete, excluded, milestones: milestonesOf(source) };
}

function exclusionReason(note: string): ExclusionReason {
  const word = note.toLowerCase();
  if (word === "superseded") return "deprecated";
  return word === "canceled" ? "cancelled" : word as ExclusionReason;
}
