import { parsePhaseNumber, type PhaseNumber, printPhaseNumber } from "./phase_number.ts";

/** A plan as something names it: in `depends_on`, in a file's name, on the command line. */
export interface PlanReference {
  /** The phase; undefined for a bare number, which means a plan of the same phase. */
  readonly phase: PhaseNumber | undefined;
  /** Number within the phase, its whole part padded to two digits. */
  readonly plan: string;
}

const PHASE = String.raw`\d{1,9}(?:\.\d{1,9})*[A-Za-z]?`;
const PLAN = String.raw`\d{1,9}(?:\.\d{1,9})?[A-Za-z]?`;
const WITH_PHASE = new RegExp(`^(${PHASE})-(${PLAN})(?:-.*)?$`);
const WITH_NAME = new RegExp(`^(${PHASE})-.*-(${PLAN})$`);
const DOTTED = /^(\d{1,9})\.(\d{1,9})$/;
const BARE = new RegExp(`^(${PLAN})$`);
const WORD = /^\p{L}[\p{L}\p{N}]*(?:[-_][\p{L}\p{N}]+)*$/u;
const WITH_WORD = new RegExp(`^(?:${PHASE})-(.+)$`);
/** Longest word that stands for a plan's number, in UTF-16 units: it becomes part of commits' first lines. */
const MAX_WORD = 40;

/** Builds a plan ID, `<phase number>-<plan number>`. See docs/decisions/identifiers.md. */
export function planId(phase: PhaseNumber, plan: string): string {
  return `${printPhaseNumber(phase)}-${plan}`;
}

/** What stands behind the phase in a plan ID: `01`, or the word that a plan has for a number. */
export function planPart(id: string): string {
  return id.slice(id.indexOf("-") + 1);
}

/** The phase in a plan ID, as printed; empty when the text is no ID. */
export function phasePart(id: string): string {
  return id.slice(0, Math.max(0, id.indexOf("-")));
}

/** A plan ID, or a part of one, as it is compared: capitals do not tell two plans apart. */
export function planKey(id: string): string {
  return id.toUpperCase();
}

/** Orders the IDs of one phase: numbers, then words by their letters; below 0 when `a` comes first. */
export function comparePlanIds(a: string, b: string): number {
  const [first, second] = [planPart(a), planPart(b)].map(Number.parseFloat) as [number, number];
  if (Number.isNaN(first) !== Number.isNaN(second)) return Number.isNaN(first) ? 1 : -1;
  return (first - second) || (a < b ? -1 : a > b ? 1 : 0);
}

/** Prints a plan number, its whole part padded to two digits: "1" is "01". */
export function printPlanNumber(text: string): string {
  const match = /^0*(\d+)(.*)$/.exec(text);
  return match === null ? text : match[1]!.padStart(2, "0") + match[2]!;
}

/**
 * The word that a text has where others have a plan's number: `GAP-FIX` alone, or behind a phase's number
 * as in `25-GAP-FIX`; undefined when it has none.
 */
export function planWord(text: string): string | undefined {
  const word = WITH_WORD.exec(text)?.[1] ?? text;
  // Most are numbers, which is told sooner than by the classes of all letters.
  const isWord = !/^\d/.test(word) && word.length <= MAX_WORD && WORD.test(word);
  return isWord ? word : undefined;
}

/**
 * Reads what a text may name, likeliest first: `03-01`, a file's stem (`03-01-auth`),
 * `<phase>-<name>-<plan>`, a bare number, with or without `Plan` before and `-PLAN.md` behind, and
 * `<phase>-PLAN-<plan>`.
 *
 * Whether such a plan exists is for the caller to see. See docs/decisions/identifiers.md.
 */
export function planReferences(text: string): readonly PlanReference[] {
  const stem = text.trim().replace(/^.*\//, "").replace(/^plan(?:\s+|-(?=\d))/i, "")
    .replace(/[-_.]?PLAN\.md$/i, "").replace(/[-_]PLAN$/i, "").replace(/\.md$/i, "")
    .replace(/-PLAN-(?=\d)/i, "-");
  const found: PlanReference[] = [];
  const add = (phase: string | undefined, plan: string) => {
    found.push({
      phase: phase === undefined ? undefined : parsePhaseNumber(phase),
      plan: printPlanNumber(plan),
    });
  };
  const withPhase = WITH_PHASE.exec(stem);
  if (withPhase) add(withPhase[1], withPhase[2]!);
  const withName = WITH_NAME.exec(stem);
  if (withName) add(withName[1], withName[2]!);
  const dotted = DOTTED.exec(stem);
  if (dotted) add(dotted[1], dotted[2]!);
  const bare = BARE.exec(stem);
  if (bare) add(undefined, bare[1]!);
  return found;
}

/**
 * Reads a plan ID with its phase, as a person gives it: `3-1`, `03-01-auth` and `03-auth-01` are 03-01,
 * `25-GAP-FIX` is an ID with a word; undefined for other texts.
 */
export function readPlanId(text: string): string | undefined {
  const reference = planReferences(text).find((candidate) => candidate.phase !== undefined);
  if (reference?.phase !== undefined) return planId(reference.phase, reference.plan);
  const stem = text.trim().replace(/^.*\//, "").replace(/-PLAN\.md$/i, "");
  const phase = parsePhaseNumber(stem);
  const word = planWord(stem);
  return phase === undefined || word === undefined ? undefined : planId(phase, word);
}
