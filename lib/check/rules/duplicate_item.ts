import { phaseNamed } from "../../parse/project/dependencies.ts";
import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import type { PlanFacts } from "../../parse/plan_file/plan_file.ts";
import type { ProjectFacts } from "../../parse/project/model.ts";
import { placeOf } from "../../parse/plan_file/references.ts";
import { entryOf, type YamlScalar } from "../../parse/yaml/yaml.ts";
import { removeItem } from "../fix/list_edits.ts";
import type { Rule } from "../rule.ts";

const FIELDS = ["depends_on", "files_modified", "requirements"];

/** Finds items that a list names twice. */
export const duplicateItem: Rule = {
  code: "duplicate-item",
  severity: "warning",
  summary: "`depends_on`, `files_modified` and `requirements` name each thing once",
  why: "A repeated item has no effect. Often another one was meant.",
  shows: FIELDS,
  *planIn(plan, project) {
    if (plan.frontmatter.kind !== "parsed") return;
    const { text } = plan.source;
    for (const field of FIELDS) {
      if (!mayRepeat(field, plan, project)) continue;
      const list = entryOf(plan.frontmatter.root, field)?.value;
      if (list?.kind !== "list" || list.items.length < 2) continue;
      const seen = new Map<string, string>();
      for (const [index, item] of list.items.entries()) {
        if (item.kind !== "scalar" || item.text.trim() === "") continue;
        const meaning = meaningOf(item, field, plan, project);
        const first = seen.get(meaning);
        if (first === undefined) {
          seen.set(meaning, item.text);
          continue;
        }
        // A repeated ID may be a typo for another one; a repeated file is certain to be redundant.
        const edit = field === "files_modified" ? removeItem(list, index, text) : undefined;
        const isCertain = edit !== undefined && !text.slice(edit.start, edit.end).includes("#");
        const finding = {
          message: first === item.text
            ? `"${item.text}" is in ${field} twice`
            : `"${item.text}" in ${field} is the same as "${first}"`,
          hint: "Remove it, or replace it with the item you meant",
          span: item.span,
        };
        yield isCertain
          ? { ...finding, fix: { title: `Remove the second ${item.text}`, edits: [edit] } }
          : finding;
      }
    }
  },
};

/** Reports whether a list may name a thing twice, without the places of its items. */
function mayRepeat(field: string, plan: PlanFacts, project: ProjectFacts): boolean {
  const items = plan.fields[field] ?? [];
  if (!Array.isArray(items)) return true;
  const meanings = new Set(items.map((text) => meaningOf({ text: String(text) }, field, plan, project)));
  return meanings.size < items.length;
}

function meaningOf(
  { text }: Pick<YamlScalar, "text">,
  field: string,
  plan: PlanFacts,
  project: ProjectFacts,
): string {
  if (field === "depends_on") {
    const phase = phaseNamed(text);
    return project.plans.resolve(text, plan.phase) ??
      (phase === undefined ? text.trim() : `phase ${printPhaseNumber(phase)}`);
  }
  if (field === "requirements") return text.trim();
  const place = placeOf(text);
  return place.kind === "inside" ? place.path : text.trim();
}
