import { planPart } from "../../parse/ids/plan_id.ts";
import { isSummaryPath, isVerificationPath } from "../../parse/ids/summary_paths.ts";
import { parseFrontmatter } from "../../parse/plan_file/frontmatter.ts";
import { planIdOfPath } from "../../parse/plan_file/plan_file.ts";
import { entryOf } from "../../parse/yaml/yaml.ts";
import { editVerification } from "../verification/document.ts";
import { newPhaseField } from "./plan_edits.ts";
import type { FolderMove, RenamedPaths } from "./renamed_paths.ts";
import { type Renumbering, renumberPhases } from "./renumbering.ts";

/** New names of phases and plans in the documents of a phase. */
export interface NewNames {
  readonly folders: readonly FolderMove[];
  readonly numbers: Renumbering;
  /** The new IDs of plans, by their old ones. */
  readonly ids: ReadonlyMap<string, string>;
  readonly paths: RenamedPaths;
}

/**
 * Gives a document in a renamed folder its new phase: in the field `phase` and in its first heading. Renamed
 * summaries and verifications also name plans by their new IDs: in the frontmatter, in headings, and at the
 * beginning of rows and items.
 */
export function inPhaseDocument(text: string, path: string, names: NewNames): string {
  const { folders, numbers, ids, paths } = names;
  const move = folders.find(({ from }) => path.startsWith(`${from}/`));
  if (isVerificationPath(path)) return editVerification(text, (whole) => withIds(inPhase(whole), ids));
  return isSummaryPath(path) ? withPlan(withIds(inPhase(text), ids), path, paths.of(path)) : inPhase(text);

  function inPhase(text: string): string {
    if (move === undefined) return text;
    const frontmatter = parseFrontmatter(text);
    const field = frontmatter.kind === "parsed" ? entryOf(frontmatter.root, "phase")?.value : undefined;
    const own = new Map([...numbers].filter(([, to]) => to === move.newNumber));
    const body = text.slice(frontmatter.bodyStart)
      .replace(/^(?:\s*<!--.*-->)?\s*#[ \t].*/, (heading) => renumberPhases(heading, own));
    const head = text.slice(0, frontmatter.bodyStart);
    if (field?.kind !== "scalar") return head + body;
    const { start, end } = field.span;
    const place = { path, newPath: paths.of(path), phase: move.number };
    return head.slice(0, start) + newPhaseField(head.slice(start, end), place) + head.slice(end) + body;
  }
}

const ID = /(?<![\w./-])\d+(?:\.\d+)*[A-Za-z]?-\d+(?:\.\d+)?[A-Za-z]?(?![\w.-]*\w)/g;

function withIds(text: string, ids: ReadonlyMap<string, string>): string {
  const { bodyStart } = parseFrontmatter(text);
  const renamed = (line: string) => line.replace(ID, (id) => ids.get(id) ?? id);
  const body = text.slice(bodyStart).replace(/^(?:#.*|\s*[-|] *[^\s|:]+)/gm, renamed);
  return renamed(text.slice(0, bodyStart)) + body;
}

/** Gives a summary the number of its plan in the field `plan`. */
function withPlan(text: string, from: string, to: string): string {
  const [before, after] = [from, to].map((path) =>
    planPart(planIdOfPath(path.replace(/SUMMARY\.md$/i, "PLAN.md")))
  );
  const { bodyStart } = parseFrontmatter(text);
  const head = text.slice(0, bodyStart)
    .replace(/^(plan: *["']?)([\w.]+)/m, (line, key, plan) => plan === before ? key + after : line);
  return head + text.slice(bodyStart);
}
