import type { TextEdit } from "../../../schemas/diagnostic.ts";
import {
  isCompleteStatus,
  parseRequirements,
  REQUIREMENTS_PATH,
} from "../../parse/requirements/requirements.ts";
import { SourceText } from "../../text/source_text.ts";
import { applyEdits } from "../../parse/config/edit.ts";

/** Matches statuses that a delivered requirement replaces; any other is a comment and stays. */
const OPEN_STATUS =
  /^(?:pending|open|planned|todo|not started|in[ -]progress|active|mapped|gaps? found|[-—–]?)$/i;

/**
 * Marks requirements as delivered in the requirements document: ticks their boxes and sets their status in
 * the traceability table to `Complete`.
 *
 * A box with another mark (`[~]`) and a status that is a comment stay as they are. A row that several
 * requirements share changes when all of them are complete. Every other byte stays. Idempotent. See
 * docs/decisions/field-data.md.
 */
export function markRequirements(text: string, ids: ReadonlySet<string>): string {
  const { all, byId } = parseRequirements(new SourceText(REQUIREMENTS_PATH, text));
  const complete = (id: string) => ids.has(id) || byId.get(id)?.done === true;
  const edits = new Map<number, TextEdit>();
  for (const { id, box, row } of all) {
    if (!ids.has(id)) continue;
    if (box?.mark === " ") edits.set(box.span.start, { ...box.span, text: "x" });
    if (row?.statusSpan === undefined || isCompleteStatus(row.status)) continue;
    if (OPEN_STATUS.test(row.status) && row.ids.every(complete)) {
      edits.set(row.statusSpan.start, {
        ...row.statusSpan,
        text: row.status === "" ? "Complete " : "Complete",
      });
    }
  }
  return applyEdits(text, [...edits.values()].sort((a, b) => a.start - b.start));
}

/** Changes the cells of phases in the traceability table. */
export function editPhaseCells(text: string, change: (cell: string) => string): string {
  const { all } = parseRequirements(new SourceText(REQUIREMENTS_PATH, text));
  const spans = new Map(
    all.flatMap(({ row }) => row?.phaseSpan === undefined ? [] : [[row.phaseSpan.start, row.phaseSpan]]),
  );
  return applyEdits(
    text,
    [...spans.values()].map((span) => ({ ...span, text: change(text.slice(span.start, span.end)) })),
  );
}
