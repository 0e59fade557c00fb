import { parsePhaseNumber, printPhaseNumber } from "./phase_number.ts";
import { printPlanNumber } from "./plan_id.ts";
import { byteLength, cutBytes } from "../../text/bytes.ts";
import { withoutCode } from "./project_code.ts";

const LAST = /(?:^|-)PLAN\.md$/i;
/** `01-PLAN-02.md`, or `PLAN-02.md`. */
const BEFORE = /^(?:(\d{1,9}(?:\.\d{1,9})*[A-Za-z]?)-)?PLAN-(\d{1,3}[A-Za-z]?)\.md$/i;

/**
 * Returns true for the file name of a plan: it ends with `PLAN.md`, or with `PLAN-` and the plan's number.
 */
export function isPlanFileName(name: string): boolean {
  return (LAST.test(name) || BEFORE.test(name)) && !/\.pre-bounce\./i.test(name);
}

/**
 * Returns true for a file name that contains PLAN, but is not that of a plan, an outline, a draft or a
 * summary: `01-PLAN-scaffold.md`. The content of the file decides whether it is a plan.
 */
export function isNearlyPlanName(name: string): boolean {
  return /(?:^|[-_.])PLAN[-_.].*\.md$/i.test(name) && !isPlanFileName(name) &&
    !/PLAN-OUTLINE\.md$|\.pre-bounce\.|SUMMARY\.md$/i.test(name);
}

/** Returns true when the number is after PLAN in the file name of a plan: `01-PLAN-02.md`. */
export function isNumberLast(path: string): boolean {
  return BEFORE.test(path.slice(path.lastIndexOf("/") + 1));
}

/** Returns the file name of a plan without `-PLAN.md`; for `01-PLAN-02.md`, `01-02`. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const [, phase, plan] = BEFORE.exec(name) ?? [];
  if (plan === undefined) return name.replace(/-?PLAN\.md$/i, "");
  return phase === undefined ? name.replace(/\.md$/i, "") : `${phase}-${plan}`;
}

/** The maximum length in bytes of what precedes `SUMMARY.md` in the name of a file. */
const MAX_STEM = 255 - "SUMMARY.md".length;

/**
 * Returns the path of a plan's summary: its path with SUMMARY for PLAN, `01-02-SUMMARY.md` for
 * `01-PLAN-02.md`.
 */
export function summaryPath(planPath: string): string {
  const start = planPath.lastIndexOf("/") + 1;
  const [, phase, plan] = BEFORE.exec(planPath.slice(start)) ?? [];
  const folder = planPath.slice(0, start);
  if (plan === undefined) {
    return folder + planPath.slice(start).replace(/^(.*)PLAN(\.md)$/is, (_, stem: string, end: string) => {
      // A character takes at most three bytes, and counting them takes longer than all the rest.
      const isLong = stem.length > MAX_STEM / 3 && byteLength(stem) > MAX_STEM;
      return `${isLong ? `${cutBytes(stem, MAX_STEM - 1)}-` : stem}SUMMARY${end}`;
    });
  }
  const name = folder.split("/").at(-2) ?? "";
  const number = parsePhaseNumber(withoutCode(name, name));
  const before = phase ?? (number === undefined ? undefined : printPhaseNumber(number));
  return `${folder}${before === undefined ? "" : `${before}-`}${printPlanNumber(plan)}-SUMMARY.md`;
}

/**
 * Returns the possible paths of a plan's summary, most likely first: {@link summaryPath},
 * `<folder>-<plan>-SUMMARY.md` and, when PLAN is not the last part of the name, the whole name with
 * `-SUMMARY` appended.
 *
 * @param planPath Path of the plan.
 * @param part Its number within the phase, from the file's name.
 */
export function summaryPaths(planPath: string, part: string): readonly string[] {
  const start = planPath.lastIndexOf("/") + 1;
  const folder = planPath.slice(0, start);
  const name = folder.split("/").at(-2) ?? "";
  const whole = planPath.replace(/\.md$/i, "");
  return [
    summaryPath(planPath),
    `${folder}${name}-${part}-SUMMARY.md`,
    ...(BEFORE.test(planPath.slice(start)) ? [`${whole}-SUMMARY.md`] : []),
  ];
}
