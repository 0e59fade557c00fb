import type { Diagnostic, Fix, Related, Severity, Span } from "../../schemas/diagnostic.ts";
import type { PlanDocument, PlanFacts } from "../parse/plan_file/plan_file.ts";
import type { Phase, PhaseFacts, Project, ProjectFacts } from "../parse/project/model.ts";
import { hasSummary } from "../parse/project/summaries.ts";
import { defined } from "../collections/defined.ts";
import { gradeHistory } from "./history.ts";

/** A finding of a rule: a diagnostic without the properties of the rule. */
export interface Finding {
  /** The problem and its cause. */
  readonly message: string;
  /** The remedy. */
  readonly hint: string;
  /** Path of the file; by default the plan's. */
  readonly path?: string;
  /** The place in the file. */
  readonly span: Span;
  /** Overrides the rule's severity. */
  readonly severity?: Severity;
  /** Related places. */
  readonly related?: readonly Related[];
  /** The fix, if it is certain: the intention is clear, and nothing else changes its meaning. */
  readonly fix?: Fix;
}

/** The documentation of a code: the source of its page in the reference. */
export interface RuleDoc {
  /** Permanent code, kebab-case: the name of its file. */
  readonly code: string;
  /** The finished plans in which findings keep their severity: all, or those that an open plan refers to. */
  readonly lasting?: "always" | "referenced";
  /** Severity of its findings, unless a finding overrides it. */
  readonly severity: Severity;
  /** True if the specification itself requires it, so that `--strict` makes its warnings errors. */
  readonly strict?: boolean;
  /** The correct state, in a sentence without full stop. */
  readonly summary: string;
  /** The reason for the rule and its exceptions, in a few sentences. */
  readonly why: string;
  /**
   * The parts of a project that an example shows: keys of the frontmatter (`wave`, or `frontmatter` for all of it), elements
   * of the body (`<output>`), documents (`ROADMAP.md`), or `files` for the paths alone.
   */
  readonly shows: readonly string[];
}

/** A rule. It checks plans, phases, the whole project, or several of these. */
export interface Rule extends RuleDoc {
  /** The codes of its findings, for a rule whose findings do not have its own code. */
  readonly codes?: readonly RuleDoc[];
  /** True if it also checks single files without frontmatter, which are otherwise not read as plans. */
  readonly withoutFrontmatter?: true;
  /** True if what it finds in a single plan counts only until the plan has a summary. */
  readonly open?: true;
  /** Checks one plan file in isolation: its findings do not depend on other files. `folder` is that of the {@link Project}. */
  plan?(plan: PlanDocument, folder?: string): Iterable<Finding>;
  /**
   * Checks one plan file as a part of the project. Of plans in other phases it reads no more than the path and the
   * frontmatter, so that it runs again only when one of these changes.
   */
  planIn?(plan: PlanFacts, project: ProjectFacts): Iterable<Finding>;
  /** Checks one phase. Of plans in others it reads no more than the path and the frontmatter. */
  phase?(phase: PhaseFacts, project: ProjectFacts): Iterable<Finding & { readonly path: string }>;
  /** Checks the whole project; returns complete diagnostics. */
  project?(project: ProjectFacts): Iterable<Diagnostic>;
}

/** Returns the findings of rules for single plans, in the order of the rules. */
export function checkPlan(
  plan: PlanDocument,
  rules: readonly Rule[],
  folder?: string,
): readonly Diagnostic[] {
  const found = new Found();
  for (const rule of rules) {
    if (rule.plan === undefined || !reads(rule, plan)) continue;
    found.add(rule, rule.plan(plan, folder), plan.source.path);
  }
  return found.diagnostics;
}

/**
 * Applies rules to a project and returns what they find.
 *
 * @param rules The rules, usually all: {@linkcode rules}.
 * @param alone Returns the findings of a plan in isolation, for example from a cache.
 * @returns The findings, by path, place and code: the same order every time. Empty if nothing is wrong.
 *
 * @example
 * ```ts
 * import { checkProject, parseProject, rules } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * const path = ".planning/phases/01-start/01-01-PLAN.md";
 * const text = "---\nphase: 01-start\nplan: 01\nwave: two\n---\n";
 * const project = parseProject({ texts: new Map([[path, text]]), paths: [path] });
 * const finding = checkProject(project, rules).find(({ code }) => code === "field-value")!;
 * assert.equal(finding.message, '"wave" must be a whole number');
 * assert.equal(text.slice(finding.span.start, finding.span.end), "two");
 * ```
 */
export function checkProject(
  project: Project,
  rules: readonly Rule[],
  alone: (plan: PlanDocument) => readonly Diagnostic[] = (plan) => checkPlan(plan, rules, project.folder),
): readonly Diagnostic[] {
  return checkPhases(project, { rules, alone });
}

/** Returns the findings in a project, in order. */
export function checkPhases<P extends PlanFacts>(
  project: Project<P>,
  checks: PhaseChecks<P>,
): readonly Diagnostic[] {
  const inPhases = project.phases.map((phase) => checkPhase(phase, project, checks));
  return checkedProject(project, checks.rules, inPhases);
}

/** Options for {@link checkPhase}. */
export interface PhaseChecks<P extends PlanFacts = PlanDocument> {
  readonly rules: readonly Rule[];
  /** Returns the findings of a plan in isolation. */
  readonly alone: (plan: P) => readonly Diagnostic[];
}

/** Returns the findings of rules for a phase and its plans, unsorted. */
export function checkPhase<P extends PlanFacts>(
  phase: Phase<P>,
  project: Project<P>,
  { rules, alone }: PhaseChecks<P>,
): readonly Diagnostic[] {
  const found = new Found();
  for (const rule of rules) {
    if (rule.phase !== undefined) found.add(rule, rule.phase(phase, project), phase.directory);
  }
  const open = new Set(rules.filter(({ open }) => open).map(({ code }) => code));
  for (const plan of phase.plans) {
    const own = alone(plan);
    found.addAll(hasSummary(phase, plan) ? own.filter(({ code }) => !open.has(code)) : own);
    for (const rule of rules) {
      if (rule.planIn !== undefined && reads(rule, plan)) {
        found.add(rule, rule.planIn(plan, project), plan.source.path);
      }
    }
  }
  return found.diagnostics;
}

/**
 * Returns the findings in a project, in order.
 *
 * @param inPhases The findings of {@link checkPhase} in all of its phases.
 */
export function checkedProject(
  project: ProjectFacts,
  rules: readonly Rule[],
  inPhases: Iterable<readonly Diagnostic[]>,
): readonly Diagnostic[] {
  const found = new Found();
  for (const rule of rules) {
    if (rule.project !== undefined) found.addAll(rule.project(project));
  }
  for (const findings of inPhases) found.addAll(findings);
  // A workstream has the configuration of the whole project, whose findings it does not repeat.
  const own = found.diagnostics.filter(({ span }) => span.path.startsWith(`${project.base}/`));
  return gradeHistory(own.sort(compareDiagnostics), project, rules);
}

function reads({ withoutFrontmatter }: Rule, { frontmatter }: PlanFacts): boolean {
  return withoutFrontmatter === true || frontmatter.kind !== "missing";
}

class Found {
  readonly diagnostics: Diagnostic[] = [];

  /** Adds diagnostics one by one: `push(...all)` would exceed the argument limit for a hostile file. */
  addAll(diagnostics: Iterable<Diagnostic>): void {
    for (const found of diagnostics) this.diagnostics.push(found);
  }

  add(rule: Rule, findings: Iterable<Finding>, path: string): void {
    for (const finding of findings) this.diagnostics.push(diagnostic(rule, finding, finding.path ?? path));
  }
}

function diagnostic(rule: Rule, finding: Finding, path: string): Diagnostic {
  const { message, hint, span, severity, related, fix } = finding;
  return {
    code: rule.code,
    severity: severity ?? rule.severity,
    message,
    hint,
    span: { path, start: span.start, end: span.end },
    ...defined({ related, fix }),
  };
}

function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return compare(a.span.path, b.span.path) || a.span.start - b.span.start || a.span.end - b.span.end ||
    compare(a.code, b.code) || compare(a.message, b.message);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
