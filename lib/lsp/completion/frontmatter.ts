import { computedWaves } from "../../parse/project/dependencies.ts";
import { comparePhaseNumbers, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { printPlanNumber } from "../../parse/ids/plan_id.ts";
import { phaseFolder } from "../../parse/ids/summary_paths.ts";
import { PHASES } from "../../parse/project/project.ts";
import { type Completion, MAX_PROPOSED } from "./item.ts";
import type { EditorDocument } from "../place/document.ts";
import { planText, requirementText } from "../hover.ts";
import { PLAN, schemaAt, type SchemaNode } from "../docs/schema_docs.ts";
import { ITEM, type YamlPlace } from "../place/yaml.ts";

/** Returns completions for a place of a plan's frontmatter. */
export function completeFrontmatter(
  document: EditorDocument,
  plan: PlanDocument,
  place: YamlPlace,
): readonly Completion[] {
  const node = schemaAt(PLAN, place.path);
  if (node === undefined) return [];
  if (place.isKey) return keys(node, place).map((item) => ({ ...item, text: item.label }));
  if (node.type === "object") return keys(node, place);
  if (node.type !== "array") return values(document, plan, place, node);
  const { text } = document;
  // An existing list is not replaced: its items are completed inside of it.
  if (/[[{]/.test(text[place.span.start] ?? "")) return [];
  // Directly after the key of a list, or on a new line below it.
  const ofItem = values(document, plan, { ...place, path: [...place.path, ITEM] }, { type: "string" });
  const isBelow = /(?:^|\n)[ \t]*$/.test(text.slice(0, place.span.start));
  return ofItem.map((item) => ({ ...item, text: isBelow ? `- ${item.text}` : `[${item.text}]` }));
}

function keys({ properties = {}, required = [] }: SchemaNode, place: YamlPlace): Completion[] {
  return Object.keys(properties).filter((key) => !place.siblings.has(key)).map((key) => {
    const node = schemaAt(PLAN, [...place.path, key]);
    const isBlock = !place.inFlow && (node?.type === "array" || node?.type === "object");
    return {
      label: key,
      kind: "key",
      text: isBlock ? `${key}:` : `${key}: `,
      detail: required.includes(key) ? "required" : "optional",
      markdown: node?.description ?? "",
      span: place.span,
    };
  });
}

function values(
  document: EditorDocument,
  plan: PlanDocument,
  { path, span }: YamlPlace,
  node: SchemaNode,
): Completion[] {
  const value = (text: string, detail = ""): Completion => ({
    label: text,
    kind: "value",
    text,
    span,
    ...(detail === "" ? {} : { detail }),
  });
  switch (path.join("/")) {
    case `depends_on/${ITEM}`:
      return plans(document, plan, document.text.slice(span.start, span.end).replace(/["']/g, "").trim()).map(
        (item) => ({ ...item, span }),
      );
    case `requirements/${ITEM}`:
      return requirements(document, plan).map((item) => ({ ...item, span }));
    case "phase": {
      const folder = phaseFolder(document.path);
      return folder === undefined ? [] : [value(folder.slice(PHASES.length + 1), "the folder's name")];
    }
    case "plan": {
      const number = /(\d+(?:\.\d+)?[A-Za-z]?)(?!.*\d)/.exec(plan.stem)?.[1];
      return number === undefined ? [] : [value(printPlanNumber(number), "by the file's name")];
    }
    case "wave": {
      const wave = waveOf(document, plan);
      return wave === undefined ? [] : [value(String(wave), "by depends_on")];
    }
    default:
      if (node.enum !== undefined) return node.enum.map((allowed) => value(allowed));
      return node.type === "boolean" ? [value("true"), value("false")] : [];
  }
}

/** Proposes plans to depend on: of the plan's phase, then of earlier ones, nearest first; of many those with what is typed. */
function plans({ project }: EditorDocument, plan: PlanDocument, typed: string): Omit<Completion, "span">[] {
  const named = new Set(listed(plan, "depends_on").map((text) => project.plans.resolve(text, plan.phase)));
  const possible = project.phases
    .filter(({ number }) => comparePhaseNumbers(plan.phase, number) >= 0)
    .toReversed()
    .flatMap(({ plans }) => plans)
    .filter(({ id, source }) => source.path !== plan.source.path && !named.has(id));
  return possible
    .filter(({ id }) => possible.length <= MAX_PROPOSED || id.includes(typed))
    .slice(0, MAX_PROPOSED)
    .map((other) => ({
      label: other.id,
      kind: "plan",
      text: other.id,
      detail: objectiveLine(other),
      markdown: planText(other, project),
    }));
}

function objectiveLine({ body, source }: PlanDocument): string {
  const objective = body.elements.find(({ name }) => name === "objective")?.inner;
  if (objective === undefined) return "";
  return source.text.slice(objective.start, objective.end).trim().split("\n", 1)[0]!.trim();
}

/** Proposes the requirements that the plan does not list, those of its phase first. */
function requirements({ project }: EditorDocument, plan: PlanDocument): Omit<Completion, "span">[] {
  const named = listed(plan, "requirements");
  const isHere = ({ phase }: { readonly phase: PlanDocument["phase"] | undefined }) =>
    phase !== undefined && comparePhaseNumbers(phase, plan.phase) === 0;
  return (project.requirements?.all ?? []).filter(({ id }) => !named.includes(id))
    .toSorted((a, b) => Number(isHere(b)) - Number(isHere(a)))
    .map((requirement) => ({
      label: requirement.id,
      kind: "requirement",
      text: requirement.id,
      detail: requirement.phase === undefined
        ? requirement.text
        : `phase ${printPhaseNumber(requirement.phase)} · ${requirement.text}`,
      markdown: requirementText(requirement),
    }));
}

function listed({ fields }: PlanDocument, key: string): readonly string[] {
  const items = fields[key];
  return Array.isArray(items) ? items.filter((item) => typeof item === "string") : [];
}

function waveOf({ project }: EditorDocument, plan: PlanDocument): number | undefined {
  const phase = project.phases.find(({ plans }) => plans.includes(plan));
  return phase === undefined ? undefined : computedWaves(phase, project).get(plan.id);
}
