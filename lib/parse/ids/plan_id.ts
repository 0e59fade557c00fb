import { parsePhaseNumber, type PhaseNumber, printPhaseNumber } from "./phase_number.ts";

/** A reference to a plan: in `depends_on`, in a file's name, on the command line. */
export interface PlanReference {
  /** The phase; undefined for a bare number, which means a plan of the same phase. */
  readonly phase: PhaseNumber | undefined;
  /** Number within the phase, with its whole part padded to two digits. */
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
/** Maximum length of a label, in UTF-16 units: it becomes part of the first lines of commit messages. */
const MAX_LABEL = 40;

/** Builds a plan ID, `<phase number>-<plan number>`. See docs/decisions/identifiers.md. */
export function planId(phase: PhaseNumber, plan: string): string {
  return `${printPhaseNumber(phase)}-${plan}`;
}

/** Returns the part of a plan ID after the phase: `01`, or the label of a plan without a number. */
export function planPart(id: string): string {
  return id.slice(id.indexOf("-") + 1);
}

/** Returns the printed phase in a plan ID; empty when the text is not an ID. */
export function phasePart(id: string): string {
  return id.slice(0, Math.max(0, id.indexOf("-")));
}

/** Normalizes a plan ID, or a part of one, for comparison, which ignores case. */
export function planKey(id: string): string {
  return id.toUpperCase();
}

/** Compares IDs of one phase: numbers first, then labels alphabetically; negative when `a` comes first. */
export function comparePlanIds(a: string, b: string): number {
  const [first, second] = [planPart(a), planPart(b)].map(Number.parseFloat) as [number, number];
  if (Number.isNaN(first) !== Number.isNaN(second)) return Number.isNaN(first) ? 1 : -1;
  return (first - second) || (a < b ? -1 : a > b ? 1 : 0);
}

/** Prints a plan number with its whole part padded to two digits: "1" becomes "01". */
export function printPlanNumber(text: string): string {
  const match = /^0*(\d+)(.*)$/.exec(text);
  return match === null ? text : match[1]!.padStart(2, "0") + match[2]!;
}

/**
 * Returns the label that a text has in place of a plan's number: `GAP-FIX` alone, or after a phase's number
 * as in `25-GAP-FIX`; undefined when it has none.
 */
export function planLabel(text: string): string | undefined {
  const word = WITH_WORD.exec(text)?.[1] ?? text;
  // Most texts are numbers. This check is faster than the pattern with Unicode classes.
  const isWord = !/^\d/.test(word) && word.length <= MAX_LABEL && WORD.test(word);
  return isWord ? word : undefined;
}

/**
 * Returns the plans that a text may refer to, most likely first: `03-01`, a file's stem (`03-01-auth`),
 * `<phase>-<name>-<plan>`, a bare number, with or without a leading `Plan` and a trailing `-PLAN.md`, and
 * `<phase>-PLAN-<plan>`.
 *
 * The caller checks that such a plan exists. See docs/decisions/identifiers.md.
 */
export function planReferences(text: string): readonly PlanReference[] {
  if (/^\d{1,9}$/.test(text)) return [{ phase: undefined, plan: printPlanNumber(text) }];
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
 * Parses a plan ID as users type it: `3-1`, `03-01-auth` and `03-auth-01` are 03-01, `25-GAP-FIX` is an ID
 * with a label; undefined for other texts.
 */
export function readPlanId(text: string): string | undefined {
  const reference = planReferences(text).find((candidate) => candidate.phase !== undefined);
  if (reference?.phase !== undefined) return planId(reference.phase, reference.plan);
  const stem = text.trim().replace(/^.*\//, "").replace(/-PLAN\.md$/i, "");
  const phase = parsePhaseNumber(stem);
  const word = planLabel(stem);
  return phase === undefined || word === undefined ? undefined : planId(phase, word);
}
