import { comparePhaseNumbers, type PhaseNumber } from "../../parse/ids/phase_number.ts";
import type { Requirement, Requirements } from "../../parse/requirements/requirements.ts";
import type { Roadmap } from "../../parse/roadmap/roadmap.ts";
import { indentOf } from "../../text/lines.ts";

/** The facts that decide which requirements are archived with a milestone. */
export interface ShippedRequirements {
  readonly version: string;
  readonly complete: readonly PhaseNumber[];
  /** The roadmap, which also assigns requirements to phases. */
  readonly roadmap: Roadmap | undefined;
}

/**
 * Removes the requirements that are done or belong to a complete phase of a milestone. If none is left, the
 * document restarts with its head; the archive contains all of them. Other lines stay as they are.
 * Idempotent.
 */
export function shipRequirements(requirements: Requirements, shipped: ShippedRequirements): string {
  const { source: { text }, all } = requirements;
  if (all.length === 0) return text;
  const delivered = new Set(all.filter((each) => isDelivered(each, shipped)).map(({ id }) => id));
  if (delivered.size === 0) return text;
  return delivered.size === all.length ? freshText(text, shipped.version) : without(requirements, delivered);
}

function isDelivered({ id, done, phase }: Requirement, { complete, roadmap }: ShippedRequirements): boolean {
  if (done) return true;
  const phases = phase !== undefined ? [phase] : (roadmap?.phases ?? []).filter(({ requirements }) => {
    return requirements?.references.some((reference) => reference.id === id);
  }).map(({ number }) => number);
  return phases.length > 0 && phases.every((number) => {
    return complete.some((other) => comparePhaseNumbers(other, number) === 0);
  });
}

/** Returns the head of the document, up to its first section, and empty sections. */
function freshText(text: string, version: string): string {
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const section = /^##[ \t]/m.exec(text);
  const head = (section === null ? text : text.slice(0, section.index)).trimEnd();
  const archive = `milestones/${version}-REQUIREMENTS.md`;
  return [
    ...(head === "" ? ["# Requirements"] : [head]),
    "",
    "## Requirements",
    "",
    `None yet. Those of ${version}: [${archive}](${archive})`,
    "",
    "## Traceability",
    "",
    "| Requirement | Phase | Status |",
    "|-------------|-------|--------|",
    "",
  ].join(end);
}

/**
 * Removes the items and rows of some requirements. A row is removed when all requirements that share it are.
 */
function without({ source, all }: Requirements, delivered: ReadonlySet<string>): string {
  const lines = source.text.split("\n");
  const gone = new Set<number>();
  const lineOf = (offset: number) => source.position(offset).line - 1;
  for (const { id, listed, span, row } of all) {
    if (!delivered.has(id)) continue;
    if (row !== undefined && row.ids.every((other) => delivered.has(other))) gone.add(lineOf(row.span.start));
    if (!listed) continue;
    const item = lineOf(span.start);
    const indent = indentOf(lines[item]!);
    gone.add(item);
    for (let next = item + 1; next < lines.length; next++) {
      if (lines[next]!.trim() === "" || indentOf(lines[next]!) <= indent) break;
      gone.add(next);
    }
  }
  return lines.filter((_, index) => !gone.has(index)).join("\n");
}
