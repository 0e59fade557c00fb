import type {
  ArtifactResult,
  CheckName,
  LinkResult,
  MustHaveCheck,
  MustHaveOutcome,
  RepeatedCheck,
  TruthResult,
  VerificationGap,
} from "../../../schemas/verification.ts";
import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { ROADMAP } from "./statements.ts";
import { executePhaseCommand, validatePlanCommand } from "../command_lines/commands.ts";

export function planGaps(plans: readonly PlanDocument[], complete: ReadonlySet<string>): VerificationGap[] {
  if (plans.length === 0) return [{ what: "The phase has no plans", todo: "Plan it" }];
  return plans.flatMap(({ id: plan, file, source, phase }) => {
    if (file === undefined) {
      return [{
        plan,
        what: `Plan ${plan} cannot be read`,
        todo: `Fix it: ${validatePlanCommand(source.path)}`,
      }];
    }
    return complete.has(plan) ? [] : [{
      plan,
      what: `Plan ${plan} is not complete`,
      todo: `Execute it: ${executePhaseCommand(printPhaseNumber(phase))}`,
    }];
  });
}

/** Returns the first command that a gap names: it comes before a plan for the others. */
export function gapCommand(gaps: readonly VerificationGap[]): string | undefined {
  const commands = gaps.flatMap(({ todo }) => /^(?:Execute|Fix) it: (wf .*)$/.exec(todo)?.[1] ?? []);
  return commands[0];
}

/** Returns the must-haves with an outcome that prevents passing, and what to do about them. */
export function mustHaveGaps(
  outcome: "failed" | "unverified",
  artifacts: readonly ArtifactResult[],
  links: readonly LinkResult[],
  truths: readonly TruthResult[],
): VerificationGap[] {
  // A missing file is reported once, even if several must-haves name it.
  const reported = new Set<string>();
  const ofChecks = (plan: string, name: string, checks: readonly MustHaveCheck[]) =>
    checks.filter((check) => check.outcome === outcome && isNew(check, reported))
      .map(({ check, found, todo }) => ({
        plan,
        what: PLACES.has(check) ? found : `${name}: ${found}`,
        todo,
      }));
  const concerns = (result: { readonly outcome: MustHaveOutcome }) => result.outcome === outcome;
  return [
    ...artifacts.filter(concerns).flatMap(({ plan, path, checks }) => ofChecks(plan, path, checks)),
    ...links.filter(concerns).flatMap(({ plan, from, to, checks }) =>
      ofChecks(plan, `${from} → ${to}`, checks)
    ),
    ...truths.filter(concerns).map(({ plan, truth, note }) => {
      const seen = note === undefined ? "" : ` (${note})`;
      return outcome === "failed"
        ? { ...placeOf(plan), what: `Does not hold: ${truth}${seen}`, todo: "Fix it" }
        : { ...placeOf(plan), what: `${truth}${seen}`, todo: "Check whether it holds" };
    }),
  ];
}

/** Begins the report of a person in a list of gaps. */
export const REPORTED = "A person reports: ";
/** What to do about the report of a person. */
export const REPORT_GAP = "Fix it";
/** What to do about an earlier report, if the work has changed since. */
export const REPORT_OPEN = "Check whether it is fixed";

/** Returns the reports of a person, each once, as gaps or as open points. */
export function reportGaps(notes: readonly string[], todo: string): VerificationGap[] {
  return [...new Set(notes)].map((note) => ({ what: `${REPORTED}${note}`, todo }));
}

/** Returns the checks of tasks that no longer pass, and which commit broke them. */
export function checkGaps(checks: readonly RepeatedCheck[]): VerificationGap[] {
  return checks.filter(({ outcome }) => outcome !== "verified").map(({ plan, task, command, found }) => ({
    plan,
    what: `Task ${plan}/${task} passed its check, which fails now: ${command}. ${found.split("\n", 1)[0]}`,
    todo: "Fix it, or confirm that it no longer has to pass",
  }));
}

/** Returns the truths that nothing but the verdict of an agent verifies. */
export function unprovedGaps(truths: readonly TruthResult[]): VerificationGap[] {
  return truths.filter(({ outcome, by }) => outcome === "verified" && by === "agent")
    .map(({ plan, truth }) => ({
      ...placeOf(plan),
      what: truth,
      todo: "Confirm it: only an agent has judged it",
    }));
}

/** A success criterion concerns the phase and not a plan. */
function placeOf(plan: string): Pick<VerificationGap, "plan"> {
  return plan === ROADMAP ? {} : { plan };
}

/** The checks whose results name their path. */
const PLACES: ReadonlySet<CheckName> = new Set(["exists", "from", "to"]);

function isNew({ check, found }: MustHaveCheck, reported: Set<string>): boolean {
  const known = PLACES.has(check) && reported.has(found);
  reported.add(found);
  return !known;
}
