import { comparePhaseNumbers, type PhaseNumber, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { planId, planPart } from "../../parse/ids/plan_id.ts";
import { computedWaves, phaseNamed } from "../../parse/project/dependencies.ts";
import type { Phase } from "../../parse/project/model.ts";
import { type PlanDocument, planIdOfPath } from "../../parse/plan_file/plan_file.ts";
import { refuse, type Refused } from "../execution/refused.ts";
import { phasePlace } from "../naming/phase_place.ts";
import type { PlanMove } from "./renamed_paths.ts";
import type { StructureInput } from "./structure_change.ts";
import { baseName } from "../../path/paths.ts";

/** A plan that gets another number. */
export interface MovedPlan extends PlanMove {
  readonly plan: PlanDocument;
  readonly id: string;
}

/** Returns the next number of a plan in a phase, after all that have a file. */
export function nextPart(phase: Phase | undefined): string {
  const ids = [...phase?.plans.map(({ id }) => id) ?? [], ...phase?.unread.map(planIdOfPath) ?? []];
  const numbers = ids.map((id) => Math.floor(Number.parseFloat(planPart(id)))).filter((number) =>
    !Number.isNaN(number)
  );
  return String(Math.max(0, ...numbers) + 1).padStart(2, "0");
}

/** Returns what precedes the plan's number in the names of a phase's files: `03-`, `3-`, `03-foundation-`. */
export function prefixOf(phase: Phase | undefined, number: PhaseNumber): string {
  const last = phase?.plans.findLast(({ id, stem }) => stem.endsWith(`-${planPart(id)}`));
  return last === undefined ? `${printPhaseNumber(number)}-` : last.stem.slice(0, -planPart(last.id).length);
}

/** Returns the path of a plan with another number in its phase. */
export function newPath({ source, stem, id }: PlanDocument, part: string): string {
  const name = baseName(source.path);
  const folder = source.path.slice(0, -name.length);
  const rest = name.slice(stem.length);
  const pattern = new RegExp(
    `^(.*?-)0*${planPart(id).replace(/^0+(?=\d)/, "").replaceAll(".", "\\.")}(?=-|$)`,
  );
  return `${folder}${stem.replace(pattern, (_, before: string) => before + part)}${rest}`;
}

export function moves(phase: Phase, change: (part: number) => number): readonly MovedPlan[] {
  return phase.plans.flatMap((plan) => {
    const part = planPart(plan.id);
    const [, whole, rest = ""] = /^(\d+)(.*)$/.exec(part) ?? [];
    const now = whole === undefined ? undefined : change(Number(whole));
    if (now === undefined || now === Number(whole)) return [];
    const next = String(now).padStart(2, "0") + rest;
    return [{ plan, from: plan.source.path, to: newPath(plan, next), id: planId(plan.phase, next) }];
  });
}

type Dependencies = { readonly kind: "resolved"; readonly items: readonly string[] } | Refused;

/** Returns dependencies as IDs of plans, or as whole phases. */
export function resolved(
  dependsOn: readonly string[],
  from: PhaseNumber,
  { project }: StructureInput,
): Dependencies {
  const items: string[] = [];
  for (
    const text of dependsOn.flatMap((one) => one.split(",")).map((one) => one.trim()).filter((one) =>
      one !== ""
    )
  ) {
    const id = project.plans.resolve(text, from);
    const phase = id === undefined ? phaseNamed(text) : undefined;
    const isPhase = phase !== undefined && comparePhaseNumbers(phase, from) !== 0 &&
      phasePlace(project, phase) !== undefined;
    if (id === undefined && !isPhase) {
      return refuse(
        `There is no plan "${text}" to depend on`,
        'Name a plan such as 03-01, or a phase such as "Phase 3"',
      );
    }
    items.push(id ?? text);
  }
  return { kind: "resolved", items: [...new Set(items)] };
}

/** Returns the wave after those of the dependencies, as computed or as their files say. */
export function waveOf(
  dependsOn: readonly string[],
  phase: Phase | undefined,
  { project }: StructureInput,
): number {
  const waves = phase === undefined ? new Map<string, number>() : computedWaves(phase, project);
  const own = phase?.plans.filter(({ id }) => dependsOn.includes(id)) ?? [];
  const stated = own.map(({ fields }) => typeof fields["wave"] === "number" ? fields["wave"] : 0);
  return 1 + Math.max(0, ...stated, ...own.map(({ id }) => waves.get(id) ?? 0));
}
