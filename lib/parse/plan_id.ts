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

/** Builds a plan ID, `<phase number>-<plan number>`. Spec: DECISIONS, Plan files. */
export function planId(phase: PhaseNumber, plan: string): string {
  return `${printPhaseNumber(phase)}-${plan}`;
}

/** Prints a plan number, its whole part padded to two digits: "1" is "01". */
export function printPlanNumber(text: string): string {
  const match = /^0*(\d+)(.*)$/.exec(text);
  return match === null ? text : match[1]!.padStart(2, "0") + match[2]!.toLowerCase();
}

/**
 * Reads what a text may name, likeliest first: `03-01`, a file's stem (`03-01-auth`),
 * `<phase>-<name>-<plan>`, a bare number, with or without `Plan` before and `-PLAN.md` behind.
 *
 * Whether such a plan exists is for the caller to see. Spec: DECISIONS, Plan files.
 */
export function planReferences(text: string): readonly PlanReference[] {
  const stem = text.trim().replace(/^.*\//, "").replace(/^plan\s+/i, "").replace(/[-_.]?PLAN\.md$/i, "")
    .replace(/[-_]PLAN$/i, "");
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
