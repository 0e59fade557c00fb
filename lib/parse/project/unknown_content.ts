import { phaseNamed } from "./dependencies.ts";
import { parsePhaseNumber, type PhaseNumber, printPhaseNumber } from "../ids/phase_number.ts";
import { type PlanFacts, planIdOfPath } from "../plan_file/plan_file.ts";
import { stemOf } from "../ids/plan_names.ts";
import { planReferences } from "../ids/plan_id.ts";
import type { PhaseFacts, ProjectFacts } from "./model.ts";
import { belowPhases } from "../ids/summary_paths.ts";

/** Returns true for a plan whose frontmatter cannot be read. */
export function isBroken({ frontmatter: { kind } }: PlanFacts): boolean {
  return kind === "unparsable" || kind === "unclosed";
}

/** Returns the IDs of a phase's plans that have no wave because they cannot be read. */
export function leftOutPlans({ plans, unread }: PhaseFacts): readonly string[] {
  return [...plans.filter(isBroken).map(({ id }) => id), ...unread.map(planIdOfPath)];
}

/**
 * Returns true when all plans of a phase could be read. Only then does a missing value mean that it is
 * absent.
 */
export function isWhole({ plans, unread }: PhaseFacts): boolean {
  return unread.length === 0 && !plans.some(isBroken);
}

/**
 * Returns true when a text that names no known plan may name an unread one: one whose number is not in its
 * file name, or one in an unread folder.
 *
 * @param text As in `depends_on`.
 * @param from The phase of the plan that names it.
 */
export function mayNameUnknown(text: string, from: PhaseNumber, project: ProjectFacts): boolean {
  const unnumbered = unnumberedPhases(project);
  if (unnumbered.size === 0) return false;
  const phase = phaseNamed(text);
  const named = phase === undefined
    ? planReferences(text).map((reference) => reference.phase ?? from)
    : [phase];
  return named.some((number) => unnumbered.has(printPhaseNumber(number)));
}

/** Cache, as every unresolved dependency needs the result. */
const KNOWN = new WeakMap<ProjectFacts, ReadonlySet<string>>();

/** Returns the phases in which plans may have other numbers than those in their file names. */
function unnumberedPhases(project: ProjectFacts): ReadonlySet<string> {
  const known = KNOWN.get(project) ?? new Set([...unreadFolders(project), ...phasesWithoutNumbers(project)]);
  KNOWN.set(project, known);
  return known;
}

function* unreadFolders({ unread }: ProjectFacts): Iterable<string> {
  for (const path of unread.keys()) {
    const name = belowPhases(path);
    const number = name === undefined || name.includes("/") ? undefined : parsePhaseNumber(name);
    if (number !== undefined) yield printPhaseNumber(number);
  }
}

function* phasesWithoutNumbers({ phases }: ProjectFacts): Iterable<string> {
  for (const { number, plans, unread } of phases) {
    const stems = [...unread.map(stemOf), ...plans.filter(isBroken).map(({ stem }) => stem)];
    if (stems.some((stem) => planReferences(stem).length === 0)) yield printPhaseNumber(number);
  }
}
