import type { PlanType } from "../../../schemas/plan_file.ts";
import { defined } from "../../collections/defined.ts";
import {
  comparePhaseNumbers,
  parsePhaseNumber,
  type PhaseNumber,
  printPhaseNumber,
} from "../../parse/ids/phase_number.ts";
import { phasePart, planId, planPart } from "../../parse/ids/plan_id.ts";
import { dependenciesOf } from "../../parse/project/dependencies.ts";
import type { Phase } from "../../parse/project/model.ts";
import { findPhase, roadmapPath } from "../../parse/project/project.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { phaseStanding } from "../../parse/roadmap/phase_state.ts";
import { roadmapSection } from "../../parse/roadmap/section.ts";
import { refuseArchived } from "../command_lines/phase_argument.ts";
import { bareNumber } from "../command_lines/commands.ts";
import {
  addPlanItem,
  type ListedPlan,
  recountPlans,
  removePlanItem,
  renamePlanItem,
  renumberPlanItems,
} from "../documents/roadmap_plan_items.ts";
import { refuse, type Refused } from "../execution/refused.ts";
import { oneLine } from "../naming/commit_message.ts";
import { isStep } from "../project/undescribed_phase.ts";
import { phasePlace } from "../naming/phase_place.ts";
import { preventsNumbers, refuseBegun, workOfPlan } from "./open_work.ts";
import { findDuplicate, type StructureInput, type StructureResult } from "./structure_change.ts";
import { type MovedPlan, moves, newPath, nextPart, prefixOf, resolved, waveOf } from "./plan_places.ts";
import { planScaffold } from "./plan_scaffold.ts";
import { NO_CHANGES, restructure, type Restructuring } from "./restructure.ts";

/** A plan to create. */
export interface NewPlan {
  /** What it does, in a few words; by default the name of its phase. */
  readonly name?: string | undefined;
  readonly type?: PlanType | undefined;
  /** The plans or phases that it depends on. */
  readonly dependsOn: readonly string[];
  /** Its wave, which has to follow from its dependencies. */
  readonly wave?: number | undefined;
}

/** A change of the plans of a project. IDs are those before the change. */
export type PlanChange =
  | NewPlan & { readonly action: "new"; readonly phase: PhaseNumber }
  | NewPlan & { readonly action: "insert"; readonly after: PlanDocument; readonly renumber: boolean }
  | { readonly action: "remove"; readonly plan: PlanDocument; readonly renumber: boolean }
  /** `to` is a plan ID for a new number, or another phase; otherwise a name. */
  | { readonly action: "rename"; readonly plan: PlanDocument; readonly to: string };

/** Plans a change of the plans of a project. */
export function planPlanChange(change: PlanChange, input: StructureInput): StructureResult {
  const duplicate = findDuplicate(input.project);
  if (duplicate !== undefined) return duplicate;
  switch (change.action) {
    case "new":
      return create(change, change.phase, input);
    case "insert":
      return insert(change, input);
    case "remove":
      return remove(change, input);
    case "rename":
      return rename(change, input);
  }
}

type Of<T extends PlanChange["action"]> = Extract<PlanChange, { readonly action: T }>;

interface Position {
  /** Its number within the phase. */
  readonly number: string;
  readonly after: PlanDocument;
  /** The plans that make room for it. */
  readonly moved: readonly MovedPlan[];
}

function create(
  { name, type = "execute", dependsOn, wave }: NewPlan,
  number: PhaseNumber,
  input: StructureInput,
  position?: Position,
): StructureResult {
  const { project } = input;
  const place = phasePlace(project, number);
  if (place === undefined) {
    return refuse(`Cannot find phase ${bareNumber(printPhaseNumber(number))}`, "Add it first: wf phase add");
  }
  const archived = refuseArchived(number, project);
  if (archived !== undefined) return archived;
  const { kind } = phaseStanding(number, project.roadmap);
  if (kind === "shipped" || kind === "excluded") {
    return refuse(
      `Phase ${bareNumber(place.number)} is not open`,
      "Plan the work in a new phase: wf phase add",
    );
  }
  const phase = findPhase(project, number);
  const part = position?.number ?? nextPart(phase);
  const id = planId(number, part);
  const path = `${place.directory}/${prefixOf(phase, number)}${part}-PLAN.md`;
  const dependencies = resolved(dependsOn, number, input);
  if (dependencies.kind === "refused") return dependencies;
  const computed = waveOf(dependencies.items, phase, input);
  if (wave !== undefined && wave !== computed) {
    return refuse(
      `The dependencies of the plan put it into wave ${computed}, not ${wave}`,
      "Leave out --wave, or change --depends-on",
    );
  }
  const title = oneLine(name ?? place.name);
  const goal = project.roadmap === undefined ? "" : roadmapSection(project.roadmap, number)?.goal ?? "";
  let text: string;
  try {
    text = planScaffold({
      id,
      path,
      number: part,
      type,
      name: title,
      unnamed: isStep(title, number),
      goal,
      wave: computed,
      dependsOn: dependencies.items,
      scripted: input.config.agent.name === "shell",
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refuse(`Cannot name a plan "${title}"`, "Use another name, without tags such as </action>");
  }
  const listed = { phase: number, id, path, name: title };
  return finish({ target: id, subject: `add plan ${id}: ${title}` }, {
    added: new Map([[path, text]]),
    moved: position?.moved ?? [],
    roadmap: (roadmap) =>
      recounted(addPlanItem(roadmap, listed, position && listedPlan(position.after, number)), number, [
        phase,
        1,
      ]),
    inverse: ["plan", "remove", id, ...(position?.moved.length ?? 0) > 0 ? ["--renumber"] : []],
  }, input);
}

function insert(change: Of<"insert">, input: StructureInput): StructureResult {
  const { after, renumber } = change;
  const phase = phaseOf(after, input)!;
  const dependsOn = change.dependsOn.length > 0 ? change.dependsOn : [after.id];
  const parts = phase.plans.map(({ id }) => planPart(id));
  const own = Number.parseFloat(planPart(after.id));
  if (Number.isNaN(own)) {
    return refuse(`Plan ${after.id} has no number`, `Use wf plan new ${bareNumber(phasePart(after.id))}`);
  }
  if (!renumber) {
    const whole = planPart(after.id).replace(/[.A-Za-z].*$/, "");
    const taken = parts.flatMap((part) =>
      part.startsWith(`${whole}.`) ? [Number(part.slice(whole.length + 1))] : []
    );
    const number = `${whole}.${Math.max(0, ...taken) + 1}`;
    return create({ ...change, dependsOn }, after.phase, input, { number, after, moved: [] });
  }
  const first = Math.floor(own) + 1;
  let end = first;
  while (parts.some((part) => Math.floor(Number.parseFloat(part)) === end)) end++;
  const moved = moves(phase, (part) => part >= first && part < end ? part + 1 : part);
  const problem = requireUnbegun(moved, phase, input);
  if (problem !== undefined) return problem;
  return create({ ...change, dependsOn }, after.phase, input, {
    number: String(first).padStart(2, "0"),
    after,
    moved,
  });
}

function remove({ plan, renumber }: Of<"remove">, input: StructureInput): StructureResult {
  const { project, documents } = input;
  const phase = phaseOf(plan, input)!;
  const begun = workOfPlan(plan, phase, input);
  if (begun !== undefined) {
    return refuseBegun(`remove plan ${plan.id}`, begun, `Undo its work first: wf undo ${plan.id}`);
  }
  const dependent = project.plans.all.find((other) =>
    other !== plan &&
    dependenciesOf(other, project).some(({ id, phase: whole }) => id === plan.id && whole === undefined)
  );
  if (dependent !== undefined) {
    return refuse(
      `Cannot remove plan ${plan.id}: plan ${dependent.id} depends on it`,
      `Change depends_on in ${dependent.source.path} first, or remove that plan first`,
    );
  }
  const own = Number.parseFloat(planPart(plan.id));
  const isAlone = /^\d+$/.test(planPart(plan.id)) &&
    !phase.plans.some((other) => other !== plan && Math.floor(Number.parseFloat(planPart(other.id))) === own);
  const moved = renumber && isAlone
    ? moves(phase, (part) => part > own ? part - 1 : part).filter((each) => each.plan !== plan)
    : [];
  const problem = requireUnbegun(moved, phase, input);
  if (problem !== undefined) return problem;
  return finish({ target: plan.id, subject: `remove plan ${plan.id}` }, {
    removed: new Set([plan.source.path].filter((path) => documents.texts.has(path))),
    moved,
    before: (roadmap) =>
      recounted(removePlanItem(roadmap, listedPlan(plan, phase.number)), phase.number, [phase, -1]),
    inverse: undefined,
  }, input);
}

function rename({ plan, to }: Of<"rename">, input: StructureInput): StructureResult {
  const { project } = input;
  const phase = phaseOf(plan, input)!;
  const [, written, part] = /^(\d[\d.]*[A-Za-z]?)-(\d+(?:\.\d+)?[A-Za-z]?)$/.exec(to.trim()) ?? [];
  const number = written === undefined ? undefined : parsePhaseNumber(written)!;
  const begun = workOfPlan(plan, phase, input);
  // Only the number of a plan in its phase can follow the journal.
  const isFollowed = number !== undefined && comparePhaseNumbers(number, phase.number) === 0;
  if (begun !== undefined && !(isFollowed && !preventsNumbers(begun, input))) {
    return refuseBegun(`rename plan ${plan.id}`, begun, `Undo its work first: wf undo ${plan.id}`);
  }
  if (number === undefined) return retitle(plan, phase, oneLine(to), input);
  const place = phasePlace(project, number);
  if (place === undefined) {
    return refuse(`Cannot find phase ${bareNumber(printPhaseNumber(number))}`, "Add it first: wf phase add");
  }
  const id = planId(number, part!.padStart(2, "0"));
  if (id === plan.id) return refuse(`Plan ${id} has this number already`, "Nothing has to change");
  if (project.plans.byId.has(id)) {
    return refuse(`There is a plan ${id} already`, `Choose another number, or put it there: wf plan insert`);
  }
  const target = findPhase(project, number);
  const path = target === phase
    ? newPath(plan, planPart(id))
    : `${place.directory}/${prefixOf(target, number)}${planPart(id)}-PLAN.md`;
  const from = listedPlan(plan, phase.number);
  const name = plan.file?.body.objective.split("\n", 1)[0]?.trim() ?? "";
  const listed = { phase: number, id, path, name };
  return finish({ target: id, subject: `rename plan ${plan.id} to ${id}` }, {
    moved: [{ plan, from: plan.source.path, to: path, id }],
    before: (roadmap) => {
      if (target === phase) return roadmap;
      const added = recounted(addPlanItem(removePlanItem(roadmap, from), listed), number, [target, 1]);
      return recounted(added, phase.number, [phase, -1]);
    },
    inverse: ["plan", "rename", id, plan.id],
  }, input);
}

/** Gives a plan another name: the first line of its objective, and the text of its item in the roadmap. */
function retitle(plan: PlanDocument, phase: Phase, name: string, input: StructureInput): StructureResult {
  const element = plan.body.elements.find((one) => one.name === "objective");
  const inner = element === undefined ? "" : plan.source.text.slice(element.inner.start, element.inner.end);
  const old = inner.trim().split("\n", 1)[0]!.trim();
  if (element === undefined || old === "") {
    return refuse(`Plan ${plan.id} has no objective to rename`, "Write the first line of its <objective>");
  }
  const start = element.inner.start + inner.indexOf(old);
  return finish({ target: plan.id, subject: `rename plan ${plan.id}: ${name}` }, {
    edits: new Map([[
      plan.source.path,
      (text) => text.slice(0, start) + name + text.slice(start + old.length),
    ]]),
    before: (roadmap) => renamePlanItem(roadmap, listedPlan(plan, phase.number), [old, name]),
    inverse: ["plan", "rename", plan.id, old],
  }, input);
}

interface Steps {
  readonly added?: ReadonlyMap<string, string>;
  readonly removed?: ReadonlySet<string>;
  readonly moved?: readonly MovedPlan[];
  readonly edits?: ReadonlyMap<string, (text: string) => string>;
  /** Changes the roadmap before, or after, the moved plans have their new numbers. */
  readonly before?: (text: string) => string;
  readonly roadmap?: (text: string) => string;
  readonly inverse: readonly string[] | undefined;
}

function finish(
  { target, subject }: { readonly target: string; readonly subject: string },
  { added, removed, moved = [], edits = new Map(), before, roadmap, inverse }: Steps,
  { documents }: StructureInput,
): StructureResult {
  const ids = new Map(moved.map(({ plan, id }) => [plan.id, id]));
  const renumber = (text: string) =>
    moved[0] === undefined ? text : renumberPlanItems(text, moved[0].plan.phase, ids);
  const same = (text: string) => text;
  const restructuring: Restructuring = {
    ...NO_CHANGES,
    plans: moved,
    ids,
    ...defined({ added, removed }),
    early: before ?? same,
    edits: new Map([
      ...edits,
      [
        roadmapPath(documents.project),
        (text: string) => (roadmap ?? same)(renumber(text)),
      ] as const,
    ]),
  };
  const result = restructure(documents, restructuring);
  if (result.kind === "refused") return result;
  return { ...result, target, subject: oneLine(subject), inverse };
}

function recounted(
  text: string,
  number: PhaseNumber,
  [phase, change]: readonly [Phase | undefined, number],
): string {
  const count = phase?.plans.length ?? 0;
  return recountPlans(text, number, [count, count + change]);
}

function phaseOf(plan: PlanDocument, { project }: StructureInput): Phase | undefined {
  return project.phases.find(({ plans }) => plans.includes(plan));
}

function listedPlan({ id, source }: PlanDocument, phase: PhaseNumber): ListedPlan {
  return { phase, id, path: source.path };
}

function requireUnbegun(
  moved: readonly MovedPlan[],
  phase: Phase,
  input: StructureInput,
): Refused | undefined {
  for (const { plan } of moved) {
    const begun = workOfPlan(plan, phase, input);
    if (begun !== undefined && preventsNumbers(begun, input)) {
      const hint = "Leave out --renumber, which leaves the numbers of other plans as they are";
      return refuseBegun(`change the number of plan ${plan.id}`, begun, hint);
    }
  }
  return undefined;
}
