import { isoDate } from "./progress.ts";

/** What the documents of a new project are made from. */
export interface ProjectTemplateInput {
  /** Name of the project. */
  readonly name: string;
  /** Now. */
  readonly time: Date;
  /** Text of the configuration. */
  readonly config: string;
}

/**
 * The files of a new project, by path relative to its root: documents to fill in, in the forms that
 * the other commands read. Spec: Other files; FIELD, The other documents.
 */
export function projectTemplate({ name, time, config }: ProjectTemplateInput): ReadonlyMap<string, string> {
  const date = isoDate(time);
  return new Map([
    [".planning/config.json", config],
    [".planning/PROJECT.md", project(name, date)],
    [".planning/REQUIREMENTS.md", requirements(name)],
    [".planning/ROADMAP.md", roadmap(name)],
    [".planning/STATE.md", state(time)],
  ]);
}

function project(name: string, date: string): string {
  return `# ${name}

## What This Is

Two or three sentences: what it does, and for whom.

## Core Value

The one thing that has to work.

## Requirements

### Active

- [ ] Listed in .planning/REQUIREMENTS.md

### Out of Scope

- What it is not, and why

## Constraints

- Technology, time, compatibility

## Key Decisions

| Decision | Rationale |
|----------|-----------|

---
*Last updated: ${date}*
`;
}

function requirements(name: string): string {
  return `# Requirements: ${name}

## v1 Requirements

- [ ] **CORE-01**: A user can do the first useful thing

## Traceability

| Requirement | Phase | Status |
|-------------|-------|--------|
| CORE-01 | Phase 1 | Pending |
`;
}

function roadmap(name: string): string {
  return `# Roadmap: ${name}

## Phases

- [ ] **Phase 1: Foundation** - What this phase delivers

## Phase Details

### Phase 1: Foundation
**Goal**: What a user can do when the phase is done
**Depends on**: Nothing (first phase)
**Requirements**: [CORE-01]
**Success Criteria** (what must be TRUE):
  1. Something that can be observed
**Plans**: TBD

## Progress

| Phase | Plans Complete | Status | Completed |
|-------|----------------|--------|-----------|
| 1. Foundation | 0/? | Not started | - |
`;
}

function state(time: Date): string {
  const date = isoDate(time);
  return `---
status: planning
last_updated: "${time.toISOString()}"
progress:
  total_phases: 1
  completed_phases: 0
  total_plans: 0
  completed_plans: 0
  percent: 0
---

# Project State

## Project Reference

See: .planning/PROJECT.md (updated ${date})

## Current Position

Phase: 1 of 1 (Foundation)
Plan: 0 of ? in current phase
Status: Ready to plan
Last activity: ${date} — Project initialized

Progress: [░░░░░░░░░░] 0%
`;
}
