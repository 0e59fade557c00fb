import { parsePhaseNumber, printPhaseNumber } from "./phase_number.ts";
import { printPlanNumber } from "./plan_id.ts";
import { withoutCode } from "./project_code.ts";

const LAST = /(?:^|-)PLAN\.md$/i;
/** `01-PLAN-02.md`, or `PLAN-02.md`. */
const BEFORE = /^(?:(\d{1,9}(?:\.\d{1,9})*[A-Za-z]?)-)?PLAN-(\d{1,3}[A-Za-z]?)\.md$/i;

/** Whether a file's name is that of a plan: it ends in `PLAN.md`, or in `PLAN-` and the plan's number. */
export function isPlanFileName(name: string): boolean {
  return (LAST.test(name) || BEFORE.test(name)) && !/\.pre-bounce\./i.test(name);
}

/**
 * Whether a file's name has the word PLAN in it and is not that of a plan, a plan's outline, draft or
 * summary: `01-PLAN-scaffold.md`. What is in it tells whether a plan was meant.
 */
export function isNearlyPlanName(name: string): boolean {
  return /(?:^|[-_.])PLAN[-_.].*\.md$/i.test(name) && !isPlanFileName(name) &&
    !/PLAN-OUTLINE\.md$|\.pre-bounce\.|SUMMARY\.md$/i.test(name);
}

/** Whether the number stands behind the word in the name of a plan's file: `01-PLAN-02.md`. */
export function isNumberLast(path: string): boolean {
  return BEFORE.test(path.slice(path.lastIndexOf("/") + 1));
}

/** The name of a plan's file without `-PLAN.md`; of `01-PLAN-02.md` it is `01-02`. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const [, phase, plan] = BEFORE.exec(name) ?? [];
  if (plan === undefined) return name.replace(/-?PLAN\.md$/i, "");
  return phase === undefined ? name.replace(/\.md$/i, "") : `${phase}-${plan}`;
}

/** Path of a plan's summary: its own with SUMMARY for PLAN, `01-02-SUMMARY.md` for `01-PLAN-02.md`. */
export function summaryPath(planPath: string): string {
  const start = planPath.lastIndexOf("/") + 1;
  const [, phase, plan] = BEFORE.exec(planPath.slice(start)) ?? [];
  if (plan === undefined) return planPath.replace(/PLAN(\.md)$/i, "SUMMARY$1");
  const folder = planPath.slice(0, start);
  const name = folder.split("/").at(-2) ?? "";
  const number = parsePhaseNumber(withoutCode(name, name));
  const before = phase ?? (number === undefined ? undefined : printPhaseNumber(number));
  return `${folder}${before === undefined ? "" : `${before}-`}${printPlanNumber(plan)}-SUMMARY.md`;
}

/**
 * The paths where a plan's summary may lie, likeliest first: {@link summaryPath},
 * `<folder>-<plan>-SUMMARY.md` and, where the word PLAN is not the last one, the plan's whole name with
 * `-SUMMARY` behind.
 *
 * @param planPath Path of the plan.
 * @param part Its number within the phase, as the file's name tells.
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
