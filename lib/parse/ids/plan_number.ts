import { comparePhaseNumbers, parsePhaseNumber, type PhaseNumber } from "./phase_number.ts";
import { planKey, planLabel, planReferences, printPlanNumber } from "./plan_id.ts";
import { withoutCode } from "./project_code.ts";

export interface PlanNumberInput {
  /** Name of the folder that contains the file. */
  readonly folder: string;
  /** The file's name without `-PLAN.md`. */
  readonly stem: string;
  readonly phase: PhaseNumber;
  /** The field `plan`, if it is text. */
  readonly plan?: string | undefined;
  /** The field `phase`, if it is text. */
  readonly stated?: string | undefined;
}

/**
 * Returns the number of a plan within its phase: from the field `plan`, else from the file's name, else 01
 * for a phase's only plan. If both have a label instead, such as `GAP-FIX` in `25-GAP-FIX-PLAN.md`, returns
 * the label.
 *
 * In a name that is one number (`383-PLAN.md`) it is the plan's, unless it is the phase's. See
 * docs/decisions/identifiers.md.
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
  const word = planLabel(field);
  const labelInName = /^\d/.test(stem) ? planLabel(stem) : undefined;
  if (word !== undefined) {
    if (labelInName === undefined || !beginsWith(labelInName, word)) {
      return inName.find((reference) => reference.phase !== undefined)?.plan ?? word;
    }
    return labelInName.length === word.length ? word : labelInName;
  }
  const dotted = parsePhaseNumber(stem);
  const isPart = dotted !== undefined && comparePhaseNumbers(dotted, phase) !== 0 &&
    planKey(stem) === planKey(input.stated?.trim() ?? "") && inName.length > 0;
  if (isPart) return printPlanNumber(stem);
  const withPhase = inName.find((reference) => reference.phase !== undefined);
  if (withPhase !== undefined) return withPhase.plan;
  if (labelInName !== undefined && !planKey(folder).startsWith(planKey(stem))) return labelInName;
  const isPhase = dotted !== undefined && comparePhaseNumbers(dotted, phase) === 0;
  return isPhase ? "01" : inName[0]?.plan ?? "01";
}

/**
 * Returns the number in a text, a bare one in preference to one with a phase; undefined when there is none.
 */
function numberIn(text: string): string | undefined {
  const found = planReferences(text);
  return (found.find((reference) => reference.phase === undefined) ?? found[0])?.plan;
}

/**
 * Returns the number in a text after its longest common prefix with the folder's name that ends at a hyphen.
 */
function numberAfter(folder: string, text: string): string | undefined {
  if (!text.includes("-")) return undefined;
  const parts = folder.split("-");
  // Every name may begin with only the phase's number.
  const fewest = parsePhaseNumber(parts[0]!) === undefined ? 1 : 2;
  for (let count = parts.length; count >= fewest; count--) {
    const start = `${parts.slice(0, count).join("-")}-`;
    if (!planKey(text).startsWith(planKey(start))) continue;
    const left = planReferences(text.slice(start.length)).find(({ phase }) => phase === undefined);
    if (left !== undefined) return left.plan;
  }
  return undefined;
}

/** Returns true when a label begins with another one, followed by its end, a hyphen or an underscore. */
function beginsWith(word: string, other: string): boolean {
  return planKey(word).startsWith(planKey(other)) && /^(?:$|[-_])/.test(word.slice(other.length));
}
