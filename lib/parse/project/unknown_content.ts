import { phaseNamed } from "./dependencies.ts";
import { parsePhaseNumber, type PhaseNumber, printPhaseNumber } from "../ids/phase_number.ts";
import { type PlanDocument, planIdOfPath } from "../plan_file/plan_file.ts";
import { stemOf } from "../ids/plan_names.ts";
import { planReferences } from "../ids/plan_id.ts";
import type { Phase, Project } from "./model.ts";
import { PHASES } from "./project.ts";

/** Whether a plan has frontmatter that cannot be read, so that what it says is not known. */
export function isBroken({ frontmatter: { kind } }: PlanDocument): boolean {
  return kind === "unparsable" || kind === "unclosed";
}

/** IDs of a phase's plans that have no wave, as they cannot be read. */
export function leftOutPlans({ plans, unread }: Phase): readonly string[] {
  return [...plans.filter(isBroken).map(({ id }) => id), ...unread.map(planIdOfPath)];
}

/** Whether all plans of a phase could be read: only then is what none of them says not said. */
export function isWhole({ plans, unread }: Phase): boolean {
  return unread.length === 0 && !plans.some(isBroken);
}

/**
 * Whether a text that names no known plan may name one that could not be read: one whose file's name
 * does not tell its number, or one in a folder that was not read.
 *
 * @param text As in `depends_on`.
 * @param from The phase of the plan that names it.
 */
export function mayNameUnknown(text: string, from: PhaseNumber, project: Project): boolean {
  const unnumbered = unnumberedPhases(project);
  if (unnumbered.size === 0) return false;
  const phase = phaseNamed(text);
  const named = phase === undefined
    ? planReferences(text).map((reference) => reference.phase ?? from)
    : [phase];
  return named.some((number) => unnumbered.has(printPhaseNumber(number)));
}

/** What was looked up before; every dependency that names nothing asks for it. */
const KNOWN = new WeakMap<Project, ReadonlySet<string>>();

/** Numbers of the phases in which plans may have other numbers than their files' names let think. */
function unnumberedPhases(project: Project): ReadonlySet<string> {
  const known = KNOWN.get(project) ?? new Set([...unreadFolders(project), ...phasesWithoutNumbers(project)]);
  KNOWN.set(project, known);
  return known;
}

function* unreadFolders({ unread }: Project): Iterable<string> {
  for (const path of unread.keys()) {
    const number = path.startsWith(`${PHASES}/`) && parsePhaseNumber(path.slice(PHASES.length + 1));
    if (number && !path.includes("/", PHASES.length + 1)) yield printPhaseNumber(number);
  }
}

function* phasesWithoutNumbers({ phases }: Project): Iterable<string> {
  for (const { number, plans, unread } of phases) {
    const stems = [...unread.map(stemOf), ...plans.filter(isBroken).map(({ stem }) => stem)];
    if (stems.some((stem) => planReferences(stem).length === 0)) yield printPhaseNumber(number);
  }
}
