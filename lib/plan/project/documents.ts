import type { BranchingStrategy } from "../../../schemas/config.ts";
import type {
  DraftPhase,
  DraftRequirement,
  ProjectDraft,
  RoadmapDraft,
} from "../../../schemas/project_draft.ts";
import { oneLine } from "../naming/commit_message.ts";
import { codeLists } from "./code_map.ts";
import { isoDate } from "../progress/progress.ts";

export interface ProjectDocumentsInput {
  readonly name: string;
  readonly time: Date;
  readonly project: ProjectDraft;
  readonly roadmap: RoadmapDraft;
  /** The strategy of branches: with `milestone`, the roadmap names the milestone that its branch is named after. */
  readonly strategy?: BranchingStrategy;
}

/**
 * Returns the documents of a new project, by path relative to its root, in the formats of the other commands.
 * See docs/decisions/field-data.md.
 */
export function projectDocuments(input: ProjectDocumentsInput): ReadonlyMap<string, string> {
  return new Map([
    [".planning/PROJECT.md", projectText(input)],
    [".planning/REQUIREMENTS.md", requirementsText(input)],
    [".planning/ROADMAP.md", roadmapText(input)],
    [".planning/STATE.md", stateText(input)],
  ]);
}

/** Returns the text of `PROJECT.md`. */
function projectText({ name, time, project }: Omit<ProjectDocumentsInput, "roadmap">): string {
  const { what, core_value, out_of_scope, constraints } = project;
  const code = codeLists(project).map(({ title, items: texts }) => `### ${title}\n\n${items(texts)}\n\n`);
  return `# ${oneLine(name)}

## What This Is

${what.trim()}

## Core Value

${core_value.trim()}

## Requirements

### Active

- [ ] Listed in .planning/REQUIREMENTS.md

### Out of Scope

${items(out_of_scope)}

## Constraints

${items(constraints)}

${code.length === 0 ? "" : `## Code\n\n${code.join("")}`}## Key Decisions

| Decision | Rationale |
|----------|-----------|

---
*Last updated: ${isoDate(time)}*
`;
}

/** Returns the text of `REQUIREMENTS.md`, with the phase that delivers each requirement. */
export function requirementsText({ name, project, roadmap }: Omit<ProjectDocumentsInput, "time">): string {
  const { requirements, later } = project;
  const phaseOf = (id: string) => {
    const index = roadmap.phases.findIndex((phase) => phase.requirements.includes(id));
    return index === -1 ? "-" : `Phase ${index + 1}`;
  };
  const rows = requirements.map(({ id }) => `| ${id} | ${phaseOf(id)} | Pending |\n`).join("");
  const next = later.length === 0
    ? ""
    : `## v2 Requirements\n\n${later.map((one) => `- ${requirement(one)}\n`).join("")}\n`;
  return `# Requirements: ${oneLine(name)}

## v1 Requirements

${requirements.map((one) => `- [ ] ${requirement(one)}\n`).join("")}
${next}## Traceability

| Requirement | Phase | Status |
|-------------|-------|--------|
${rows}`;
}

/** Formats a requirement as in its list, after the box. */
export function requirement({ id, text }: DraftRequirement): string {
  return `**${oneLine(id)}**: ${oneLine(text)}`;
}

/** Returns the text of `ROADMAP.md`. */
export function roadmapText(
  { name, roadmap: { phases }, strategy }: Pick<ProjectDocumentsInput, "name" | "roadmap" | "strategy">,
): string {
  const { list, details, rows } = phaseTexts(phases);
  const milestones = strategy === "milestone" ? "## Milestones\n\n- 🚧 **v1.0 MVP** (in progress)\n\n" : "";
  return `# Roadmap: ${oneLine(name)}

${milestones}## Phases

${list}
## Phase Details

${details}
${PROGRESS_TABLE}${rows}`;
}

/** The head of the section with the progress of the phases. */
export const PROGRESS_TABLE = `## Progress

| Phase | Plans Complete | Status | Completed |
|-------|----------------|--------|-----------|
`;

/** The parts of a roadmap about some phases, each with a line break at its end. */
export interface PhaseTexts {
  /** The items of the list of phases. */
  readonly list: string;
  /** The sections, with an empty line between them. */
  readonly details: string;
  /** The rows of the progress table. */
  readonly rows: string;
}

/**
 * Returns the parts of a roadmap about new phases.
 *
 * @param first The number of the first one.
 */
export function phaseTexts(phases: readonly DraftPhase[], first = 1): PhaseTexts {
  const texts = phases.map((phase, index) => ({ phase, number: first + index, name: phaseName(phase) }));
  return {
    list: texts.map(({ phase, number, name }) => {
      return `- [ ] **Phase ${number}: ${name}** - ${oneLine(phase.summary)}\n`;
    }).join(""),
    details: texts.map(({ phase, number }) => phaseDetails(phase, number)).join("\n"),
    rows: texts.map(({ number, name }) => {
      return `| ${number}. ${name.replaceAll("|", "\\|")} | 0/? | Not started | - |\n`;
    }).join(""),
  };
}

/** Returns a name without asterisks, which would end the bold text that contains it. */
function phaseName({ name }: DraftPhase): string {
  return oneLine(name.replaceAll("*", ""));
}

function phaseDetails(phase: DraftPhase, number: number): string {
  const { goal, depends_on, requirements, success_criteria } = phase;
  const before = depends_on.length > 0
    ? depends_on.map((number) => `Phase ${number}`).join(", ")
    : number === 1
    ? "Nothing (first phase)"
    : "Nothing";
  const criteria = success_criteria.map((text, at) => `  ${at + 1}. ${oneLine(text)}\n`).join("");
  return `### Phase ${number}: ${phaseName(phase)}
**Goal**: ${oneLine(goal)}
**Depends on**: ${before}
**Requirements**: [${requirements.map(oneLine).join(", ")}]
**Success Criteria** (what must be TRUE):
${criteria}**Plans**: TBD
`;
}

function stateText({ time, roadmap: { phases } }: ProjectDocumentsInput): string {
  const date = isoDate(time);
  const first = phases[0] === undefined ? "" : ` (${phaseName(phases[0])})`;
  return `---
status: planning
last_updated: "${time.toISOString()}"
progress:
  total_phases: ${phases.length}
  completed_phases: 0
  total_plans: 0
  completed_plans: 0
  percent: 0
---

# Project State

## Project Reference

See: .planning/PROJECT.md (updated ${date})

## Current Position

Phase: 1 of ${phases.length}${first}
Plan: 0 of ? in current phase
Status: Ready to plan
Last activity: ${date} — Project initialized

Progress: [░░░░░░░░░░] 0%
`;
}

function items(texts: readonly string[]): string {
  return texts.length === 0 ? "None named." : texts.map((text) => `- ${oneLine(text)}`).join("\n");
}
