import type { Span, TextEdit } from "../../../schemas/diagnostic.ts";
import { parsePhaseNumber, type PhaseNumber, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { phasePart, planPart, printPlanNumber } from "../../parse/ids/plan_id.ts";
import { stemOf } from "../../parse/ids/plan_names.ts";
import { dependenciesOf } from "../../parse/project/dependencies.ts";
import type { Project } from "../../parse/project/model.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { spanAt } from "../../parse/plan_file/plan_frontmatter.ts";
import { withNumber } from "./renamed_paths.ts";
import { type Renumbering, renumberPhases } from "./renumbering.ts";

/** The names of plans after a change. */
export interface NewNames {
  readonly numbers: Renumbering;
  /** The new IDs of plans, by their old ones; without plans that keep theirs. */
  readonly ids: ReadonlyMap<string, string>;
  /** Returns the new path of a file. */
  readonly pathOf: (path: string) => string;
  /** The new waves of plans, by the path of their file. */
  readonly waves: ReadonlyMap<string, number>;
  /** The dependencies that get the plan's ID because another form would name another plan, as `<path> <index>`. */
  readonly plain: ReadonlySet<string>;
}

/** Returns the edits that give a plan's frontmatter its new phase and number, and its dependencies their new IDs. */
export function planEdits(plan: PlanDocument, project: Project, names: NewNames): readonly TextEdit[] {
  if (plan.frontmatter.kind !== "parsed") return [];
  const { root } = plan.frontmatter;
  const edits: TextEdit[] = [];
  const edit = ({ start, end }: Span, change: (written: string) => string) => {
    const written = plan.source.text.slice(start, end);
    const text = change(written);
    if (text !== written && !edits.some((one) => one.start === start)) edits.push({ start, end, text });
  };
  if (typeof plan.fields["phase"] === "string") {
    edit(spanAt(root, "/phase"), (written) => {
      const { path } = plan.source;
      return newPhaseField(written, { path, newPath: names.pathOf(path), phase: plan.phase });
    });
  }
  if (typeof plan.fields["plan"] === "string") {
    edit(spanAt(root, "/plan"), (written) => newPlan(written, plan, names));
  }
  const wave = names.waves.get(plan.source.path);
  if (wave !== undefined) edit(spanAt(root, "/wave"), () => String(wave));
  for (const [index, dependency] of dependenciesOf(plan, project).entries()) {
    const { text, span, id, phase } = dependency;
    edit(span, (written) => {
      if (phase !== undefined) return phaseDependency(written, phase, names);
      if (id === undefined) return written;
      const to = names.ids.get(id) ?? id;
      if (names.plain.has(`${plan.source.path} ${index}`)) return written.replace(text, to);
      return written.replace(text, planDependency(text, { id, to, project, names }));
    });
  }
  return edits;
}

interface NewFolder {
  readonly path: string;
  readonly newPath: string;
  /** The number of the phase before. */
  readonly phase: PhaseNumber;
}

/** Returns the value of the field `phase` for a file in a renamed folder, in the form that it has. */
export function newPhaseField(written: string, { path, newPath, phase }: NewFolder): string {
  const [from, to] = [folderName(path), folderName(newPath)];
  if (from === to) return written;
  if (written === from) return to;
  const renamed = withNumber(written, phase, numberOf(to) ?? phase);
  const rest = nameAfterNumber(from);
  return rest !== "" && renamed.endsWith(rest)
    ? renamed.slice(0, -rest.length) + nameAfterNumber(to)
    : renamed;
}

function folderName(path: string): string {
  return path.split("/").at(-2)!;
}

function numberOf(folder: string): PhaseNumber | undefined {
  return parsePhaseNumber(folder.replace(/^\D+/, ""));
}

function nameAfterNumber(folder: string): string {
  return folder.replace(/^\D*[\d.]+[A-Za-z]?(?=-|$)/, "");
}

/** Returns the value of `plan` for a new ID, in the form that it has: `01`, `1` or `03-01`. */
function newPlan(written: string, { id, phase }: PlanDocument, { ids }: NewNames): string {
  const to = ids.get(id);
  if (to === undefined) return written;
  const renamed = withNumber(written, phase, parsePhaseNumber(phasePart(to))!);
  // A bare number is the plan's, even if it is also the phase's.
  return withPlanNumber(/^\d+(?:\.\d+)?[A-Za-z]?$/.test(written) ? written : renamed, id, to);
}

/** Replaces the number of a plan at the end of a text by that of its new ID. */
function withPlanNumber(text: string, from: string, to: string): string {
  if (planPart(from) === planPart(to)) return text;
  return text.replace(/\d+(?:\.\d+)?[A-Za-z]?$/, (number) => {
    if (printPlanNumber(number) !== planPart(from)) return number;
    return number.startsWith("0") || number.length > 1 ? planPart(to) : planPart(to).replace(/^0+(?=\d)/, "");
  });
}

interface PlanDependency {
  readonly id: string;
  /** The new ID. */
  readonly to: string;
  readonly project: Project;
  readonly names: NewNames;
}

/** Returns a dependency on a plan in the form that it has: an ID, the name of its file, or a bare number. */
function planDependency(text: string, { id, to, project, names }: PlanDependency): string {
  const other = project.plans.byId.get(id);
  if (other !== undefined && text === other.stem) return stemOf(names.pathOf(other.source.path));
  if (id === to) return text;
  const from = parsePhaseNumber(phasePart(id))!;
  const isBare = /^\d+[A-Za-z]?$/.test(text);
  return withPlanNumber(isBare ? text : withNumber(text, from, parsePhaseNumber(phasePart(to))!), id, to);
}

/** Returns a dependency on all plans of a phase: `Phase 3` or `03-*`. */
function phaseDependency(written: string, phase: PhaseNumber, { numbers }: NewNames): string {
  const to = numbers.get(printPhaseNumber(phase));
  if (to === undefined) return written;
  return /^\d/.test(written) ? withNumber(written, phase, to) : renumberPhases(written, numbers);
}
