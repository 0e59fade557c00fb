import type { PlanIndex } from "./model.ts";
import { groupBy } from "../../collections/group_by.ts";
import {
  comparePhaseNumbers,
  parsePhaseNumber,
  type PhaseNumber,
  printPhaseNumber,
} from "../ids/phase_number.ts";
import { type PlanFacts, planIdOfPath } from "../plan_file/plan_file.ts";
import { comparePlanIds, phasePart, planId, planKey, planLabel, planReferences } from "../ids/plan_id.ts";
import { isPlanFileName, stemOf } from "../ids/plan_names.ts";
import type { PhaseFacts } from "./model.ts";
import { withoutCode } from "../ids/project_code.ts";
import { baseName } from "../../path/paths.ts";

/** Unread plans, identified by their file names. */
interface UnreadPlans {
  /** IDs by their {@link planKey}. */
  readonly ids: ReadonlyMap<string, string>;
  readonly byStem: ReadonlyMap<string, string>;
}

function readNames(phases: readonly PhaseFacts[]): UnreadPlans {
  const plans = phases.flatMap(({ unread }) => unread).map((path) =>
    [stemOf(path), planIdOfPath(path)] as const
  );
  return {
    ids: new Map(plans.map(([, id]) => [planKey(id), id])),
    byStem: new Map(plans.filter(([stem]) => !/^\d*$/.test(stem))),
  };
}

/** The folder of archived milestones, of the project or of a workstream. */
const ARCHIVED = /^\.planning\/(?:workstreams\/[^/]+\/)?milestones\//;

function archivedIds(paths: readonly string[]): ReadonlyMap<string, string> {
  const archived = new Map<string, string>();
  for (const path of paths) {
    if (
      !ARCHIVED.test(path) || !isPlanFileName(path.slice(path.lastIndexOf("/") + 1))
    ) continue;
    const reference = planReferences(path).find((candidate) => candidate.phase !== undefined);
    const id = reference?.phase === undefined ? planIdOfPath(path) : planId(reference.phase, reference.plan);
    archived.set(planKey(id), id);
  }
  return archived;
}

/** Several IDs in one text, such as `01-01, 01-02`, `01-01 and 01-03` or `01-01..01-03`. */
const SEVERAL =
  /\d-\d[^\s,;]*(?:\s*[,;&+]\s*|\.\.+|\s+(?:(?:and|or|to|through|[-–—])\s+)?)(?:plan\s+)?\d+(?:\.\d+)*[A-Za-z]?-\d/i;

/** Reports whether a text contains several plan IDs, so that it names no plan. */
export function namesSeveral(text: string): boolean {
  return SEVERAL.test(text.slice(0, 200));
}

/** Returns the keys of the IDs that a text may name, most likely first; see {@link planKey}. */
function keysNamed(text: string, from: PhaseNumber): readonly string[] {
  if (namesSeveral(text)) return [];
  const stem = stemOf(text.trim());
  const word = planLabel(stem);
  const ids = planReferences(text).map(({ phase, plan }) => planId(phase ?? from, plan));
  return (word === undefined ? ids : [planId(parsePhaseNumber(stem) ?? from, word), ...ids]).map(planKey);
}

export interface IndexInput {
  /** All files below the phases' folders and the archived ones. */
  readonly paths: readonly string[];
  /** The project's code before phase numbers, if there is one. */
  readonly projectCode: string | undefined;
}

export function indexPlans(
  phases: readonly PhaseFacts[],
  { paths, projectCode }: IndexInput,
): PlanIndex<PlanFacts> {
  const all = phases.flatMap((phase) => phase.plans);
  const ids = new Map(all.toReversed().map(({ id }) => [planKey(id), id]));
  const archived = archivedIds(paths);
  const byStem = groupBy(all.filter((plan) => !/^\d*$/.test(plan.stem)), (plan) => plan.stem);
  let unread: UnreadPlans | undefined;
  return {
    all,
    byId: new Map(all.toReversed().map((plan) => [plan.id, plan])),
    resolve(written, from) {
      const named = byStem.get(written.trim());
      if (named !== undefined) {
        const near = named.find((plan) => comparePhaseNumbers(plan.phase, from) === 0);
        return (near ?? named[0]!).id;
      }
      const text = projectCode === undefined ? written : withoutCode(written.trim(), `${projectCode}-0`);
      const keys = keysNamed(text, from);
      const find = (ids: ReadonlyMap<string, string>) => {
        const key = keys.find((key) => ids.has(key));
        return key === undefined ? undefined : ids.get(key);
      };
      const known = find(ids) ?? onlyPlanIn(written.trim(), phases);
      if (known !== undefined) return known;
      unread ??= readNames(phases);
      return unread.byStem.get(written.trim()) ?? find(unread.ids) ?? find(archived);
    },
    ofPhase(number) {
      const here = phases.filter((phase) => comparePhaseNumbers(phase.number, number) === 0);
      const named = here.flatMap((phase) => [
        ...phase.plans.map(({ id }) => id),
        ...phase.unread.map(planIdOfPath),
      ]);
      const printed = printPhaseNumber(number);
      const found = named.length > 0
        ? named
        : [...archived.values()].filter((id) => phasePart(id) === printed);
      return [...new Set(found)].sort(comparePlanIds);
    },
  };
}

/** Returns the ID of the only plan of the phase whose folder a text names; undefined when there are more. */
function onlyPlanIn(folder: string, phases: readonly PhaseFacts[]): string | undefined {
  const phase = phases.find(({ directory }) => baseName(directory) === folder);
  const ids = phase === undefined
    ? []
    : [...phase.plans.map(({ id }) => id), ...phase.unread.map(planIdOfPath)];
  return ids.length === 1 ? ids[0] : undefined;
}
