import { comparePhaseNumbers, parsePhaseNumber, type PhaseNumber } from "./phase_number.ts";
import { planKey, planReferences, planWord, printPlanNumber } from "./plan_id.ts";
import { withoutCode } from "./project_code.ts";

/** What tells a plan's number. */
export interface PlanNumberInput {
  /** Name of the folder that the file lies in. */
  readonly folder: string;
  /** The file's name without `-PLAN.md`. */
  readonly stem: string;
  /** The phase. */
  readonly phase: PhaseNumber;
  /** The field `plan`, as far as it is text. */
  readonly plan?: string | undefined;
  /** The field `phase`, as far as it is text. */
  readonly stated?: string | undefined;
}

/**
 * The number of a plan within its phase: that in the field `plan`, else in the file's name, else 01, a
 * phase's only plan. Where both give a word instead, as `GAP-FIX` in `25-GAP-FIX-PLAN.md`, it is that word.
 *
 * In a name that is one number (`383-PLAN.md`) it is the plan's, unless it is the phase's.
 * See docs/decisions/identifiers.md.
 */
export function readPlanNumber(input: PlanNumberInput): string {
  const { plan = "", phase } = input;
  const folder = withoutCode(input.folder, input.folder);
  const stem = withoutCode(input.stem, input.folder);
  const field = withoutCode(plan.trim(), input.folder);
  const stated = numberAfter(folder, field) ?? numberIn(field);
  if (stated !== undefined) return stated;
  const inName = planReferences(stem);
  const named = numberAfter(folder, stem) ?? (/^[^-]*-\d/.test(stem) ? numberIn(stem) : undefined);
  if (named !== undefined) return named;
  const word = planWord(field);
  const wordInName = /^\d/.test(stem) ? planWord(stem) : undefined;
  if (word !== undefined) {
    if (wordInName === undefined || !beginsWith(wordInName, word)) {
      return inName.find((reference) => reference.phase !== undefined)?.plan ?? word;
    }
    return wordInName.length === word.length ? word : wordInName;
  }
  const dotted = parsePhaseNumber(stem);
  const isPart = dotted !== undefined && comparePhaseNumbers(dotted, phase) !== 0 &&
    planKey(stem) === planKey(input.stated?.trim() ?? "") && inName.length > 0;
  if (isPart) return printPlanNumber(stem);
  const withPhase = inName.find((reference) => reference.phase !== undefined);
  if (withPhase !== undefined) return withPhase.plan;
  if (wordInName !== undefined && !planKey(folder).startsWith(planKey(stem))) return wordInName;
  const isPhase = dotted !== undefined && comparePhaseNumbers(dotted, phase) === 0;
  return isPhase ? "01" : inName[0]?.plan ?? "01";
}

/** The number that a text gives, a bare one before one with a phase; undefined when it gives none. */
function numberIn(text: string): string | undefined {
  const found = planReferences(text);
  return (found.find((reference) => reference.phase === undefined) ?? found[0])?.plan;
}

/** The number left in a text behind as much of the folder's name as it begins with, up to a hyphen. */
function numberAfter(folder: string, text: string): string | undefined {
  const parts = folder.split("-");
  // The phase's number alone is what every name may begin with.
  const fewest = parsePhaseNumber(parts[0]!) === undefined ? 1 : 2;
  for (let count = parts.length; count >= fewest; count--) {
    const start = `${parts.slice(0, count).join("-")}-`;
    if (!planKey(text).startsWith(planKey(start))) continue;
    const left = planReferences(text.slice(start.length)).find(({ phase }) => phase === undefined);
    if (left !== undefined) return left.plan;
  }
  return undefined;
}

/** Whether a word begins with another that ends there, or before a hyphen or underscore. */
function beginsWith(word: string, other: string): boolean {
  return planKey(word).startsWith(planKey(other)) && /^(?:$|[-_])/.test(word.slice(other.length));
}
