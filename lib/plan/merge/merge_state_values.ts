import { changeStateValues, progressBar } from "../documents/state_edit.ts";
import { mergeCounts, mergeValues, type Values, type Versions } from "./merge_values.ts";

const DATE = String.raw`\d{4}-\d{2}-\d{2}`;
const ACTIVITY = String.raw`(?:Completed \d[\w.]*-\d+|Planned (?:gap closure of )?phase \S+: \d+ plans?|` +
  String
    .raw`(?:Undid|Reopened|Skipped) (?:phase|plan|task) \S+|(?:Began|Completed) milestone .*|Project initialized)`;
const STATUS = /^(?:verifying|executing|planned|planning|executed|in progress|ready to (?:execute|plan))$/i;

/** The form in which wf writes each field. Other text is the user's. */
const FORMS: Readonly<Record<string, RegExp>> = {
  "status": STATUS,
  "last_updated": new RegExp(`^${DATE}T[\\d:.]+Z$`),
  "last_activity": new RegExp(`^${DATE} — ${ACTIVITY}$`),
  "stopped_at": new RegExp(`^${ACTIVITY}$`),
  "progress.total_phases": /^\d+$/,
  "progress.completed_phases": /^\d+$/,
  "progress.total_plans": /^\d+$/,
  "progress.completed_plans": /^\d+$/,
  "progress.percent": /^\d+$/,
  "current position/phase": /^\S+ of \S+ \(.*\)$/,
  "current position/plan": /^\d+ of (?:\d+|\?) in current phase$/,
  "current position/status": STATUS,
  "current position/last activity": new RegExp(`^${DATE} — ${ACTIVITY}$`),
  "current position/progress": /^\[[█░]+\] \d+%$/,
  "session continuity/last session": new RegExp(`^${DATE}$`),
  "session continuity/stopped at": new RegExp(`^${ACTIVITY}$`),
};

/** Changes the values of a state document that are in the form in which wf writes them. */
export function changeOwnStateValues(text: string, change: (name: string, value: string) => string): string {
  return changeStateValues(text, (name, value) => {
    return FORMS[name]?.test(value.replace(/^(["'])(.*)\1$/, "$2")) === true
      ? change(name, value)
      : undefined;
  });
}

/**
 * Merges the values of a state document. Counts are added up; what describes the last activity comes from the side
 * that was active last.
 */
export function mergeStateValues(versions: Versions<Values>): Values {
  const isLater = latest(versions.theirs) > latest(versions.ours);
  const summed = new Set<string>();
  const merged = new Map(mergeValues(versions, (name, { base, ours, theirs }) => {
    if (!isCount(name)) return isLater ? theirs : ours;
    summed.add(name);
    const count = (value: string | undefined) => value === undefined ? undefined : Number(/\d+/.exec(value));
    const sum = mergeCounts({ base: count(base), ours: count(ours)!, theirs: count(theirs)! });
    if (!/percent|\//.test(name)) return String(sum);
    return /\//.test(name) ? progressBar(Math.min(sum, 100)) : String(Math.min(sum, 100));
  }));
  // The fields about one activity belong together.
  const activity = [...merged.keys()].filter((name) => !isCount(name));
  const changed = (side: Values) => activity.some((name) => side.get(name) !== versions.base.get(name));
  if (changed(versions.ours) && changed(versions.theirs)) {
    for (const name of activity) merged.set(name, (isLater ? versions.theirs : versions.ours).get(name)!);
  }
  return withPercent(withPosition(merged, versions), summed, versions);
}

const PHASE = "current position/phase";
const PLAN = "current position/plan";

/**
 * Merges the parts of the position: the last phase, which the other side may have added or removed, and the plans of
 * the phase if both sides have worked on the same one, which may be complete only together.
 */
function withPosition(merged: Values, { base, ours, theirs }: Versions<Values>): Values {
  const result = new Map(merged);
  const phases = [base, ours, theirs].map((side) => /^(\S+) of (\S+)/.exec(side.get(PHASE) ?? ""));
  const [before, left, right] = phases.map((found) => found?.[2]);
  const last = right === before ? left : left === before ? right : undefined;
  const phase = result.get(PHASE);
  if (phase !== undefined && last !== undefined) {
    result.set(PHASE, phase.replace(/^(\S+ of )\S+/, (_, start) => start + last));
  }
  const [old, one, other] = phases.map((found) => found?.[1]);
  if (one === undefined || one !== other) return result;
  const sides = { base: old === one ? base : undefined, ours, theirs };
  const part = (index: number) => {
    const read = (side: Values | undefined) => {
      const text = side?.get(PLAN)?.match(/\d+/g)?.[index];
      return text === undefined ? undefined : Number(text);
    };
    return { base: read(sides.base), ours: read(ours) ?? 0, theirs: read(theirs) ?? 0 };
  };
  const [plans, totals] = [part(0), part(1)];
  const total = mergeCounts(totals);
  const done = Math.min(mergeCounts({ ...plans, base: plans.base ?? 0 }), total);
  if (done <= Math.max(plans.ours, plans.theirs)) return result;
  const set = (name: string, value: string) => result.has(name) && result.set(name, value);
  set(PLAN, `${done} of ${total} in current phase`);
  if (done < total) return result;
  set("status", "verifying");
  set("current position/status", "Executed");
  const phasesDone = result.get(PHASES_DONE);
  if (phasesDone !== undefined) set(PHASES_DONE, String(Number(phasesDone) + 1));
  return result;
}

const PHASES_DONE = "progress.completed_phases";

function isCount(name: string): boolean {
  return /^progress\.|\/progress$/.test(name);
}

/** Returns the last time that the values name, in a form that sorts. */
function latest(values: Values): string {
  return [...values.values()].flatMap((value) => /\d{4}-\d{2}-\d{2}\S*/.exec(value)?.[0] ?? []).sort().at(
    -1,
  ) ?? "";
}

/**
 * Computes those of some values that are percentages from the counts, if these are there. Phases without plans count,
 * so that the number of those with plans is computed from the percentages of the versions, and merged as they are.
 */
function withPercent(
  values: Values,
  summed: ReadonlySet<string>,
  { base, ours, theirs }: Versions<Values>,
): Values {
  const { total, done, phases } = readCounts(values);
  if (!(total > 0 && done <= total)) return values;
  const [before, one, other] = [base, ours, theirs].map(readCounts);
  const isNew = [one!, other!].every((side) =>
    side.total !== total || side.done !== done || !Object.is(side.phases, phases)
  );
  const percent = Math.round(
    100 * done / total * plannedShare(phases, { base: before!, ours: one!, theirs: other! }),
  );
  return new Map([...values].map(([name, value]) => {
    if (!isNew && !summed.has(name)) return [name, value];
    if (name === "progress.percent") return [name, String(percent)];
    return [name, name === "current position/progress" ? progressBar(percent) : value];
  }));
}

interface Counts {
  readonly total: number;
  readonly done: number;
  readonly phases: number;
  readonly percent: number;
}

function readCounts(values: Values): Counts {
  const [total, done, phases, percent] = ["total_plans", "completed_plans", "total_phases", "percent"]
    .map((name) => Number(values.get(`progress.${name}`) ?? NaN));
  return { total: total!, done: done!, phases: phases!, percent: percent! };
}

/** Returns the merged share of phases with plans; 1 if it is unknown. */
function plannedShare(phases: number, versions: Versions<Counts>): number {
  const planned = ({ total, done, phases, percent }: Counts) => {
    const count = Math.round(percent * total * phases / (100 * done));
    return Number.isNaN(count) ? undefined : Math.min(count, phases);
  };
  const { base, ours, theirs } = versions;
  const [one, other] = [planned(ours), planned(theirs)];
  // Without a completed plan, the percentage is zero; who planned no phase has as many as before.
  const before = planned(base) ??
    (base.total === ours.total ? one : base.total === theirs.total ? other : undefined);
  const known = [one, other].filter((count) => count !== undefined);
  if (known.length === 0) return 1;
  const count = mergeCounts({ base: before, ours: known[0]!, theirs: known.at(-1)! });
  return count < phases ? count / phases : 1;
}
