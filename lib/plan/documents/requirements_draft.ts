import type { MilestoneDraft } from "../../../schemas/project_draft.ts";
import type { Milestone } from "../../parse/roadmap/milestone.ts";
import { requirement } from "../project/documents.ts";

export interface DraftedRequirements {
  readonly milestone: Milestone;
  readonly draft: MilestoneDraft;
  /** The number of the first phase of the draft. */
  readonly first: number;
}

/**
 * Adds a section with the requirements of a milestone, and their rows to the traceability table, which is created if
 * missing. Every other line stays, but for the note that there are none.
 */
export function addRequirements(text: string, { milestone, draft, first }: DraftedRequirements): string {
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const { requirements, phases } = draft;
  const rows = requirements.map(({ id }) => {
    const index = phases.findIndex((phase) => phase.requirements.includes(id));
    return `| ${id} | ${index === -1 ? "-" : `Phase ${first + index}`} | Pending |`;
  });
  const lines = text.replaceAll("\r\n", "\n").trimEnd().replace(/^None yet\. (?=Those of )/m, "").split("\n");
  const section = [
    `## ${milestone.version} Requirements`,
    "",
    ...requirements.map((one) => `- [ ] ${requirement(one)}`),
  ];
  const table = lines.findIndex((line) => /^##[ \t]+Traceability\b/i.test(line));
  if (table === -1) {
    const head = [
      "## Traceability",
      "",
      "| Requirement | Phase | Status |",
      "|-------------|-------|--------|",
    ];
    lines.push("", ...section, "", ...head, ...rows);
  } else {
    const last = lines.findLastIndex((line, index) => index > table && /^[ \t]*\|/.test(line));
    lines.splice(last === -1 ? lines.length : last + 1, 0, ...rows);
    lines.splice(table, 0, ...section, "");
  }
  return lines.join(end) + end;
}
