import type { Diagnostic, Fix, Related, Severity, Span } from "../../schemas/diagnostic.ts";
import type { PlanDocument } from "../parse/plan_file/plan_file.ts";
import type { Phase, Project } from "../parse/project/model.ts";
import { withoutHistoryFixes } from "./fix/without_history.ts";

/** What a rule finds: a diagnostic without what the rule itself knows. */
export interface Finding {
  /** What is wrong and why. */
  readonly message: string;
  /** What to do about it. */
  readonly hint: string;
  /** File; the plan's own for a rule about plans. */
  readonly path?: string;
  /** Where. */
  readonly span: Span;
  /** In place of the rule's severity. */
  readonly severity?: Severity;
  /** Further places. */
  readonly related?: readonly Related[];
  /** The fix, where it is certain: what was meant is clear, and the meaning of everything else stays. */
  readonly fix?: Fix;
}

/** What a code means: the source of its page in the reference. */
export interface RuleDoc {
  /** Permanent code, kebab-case: the name of its file. */
  readonly code: string;
  /** Severity of its findings, unless a finding says otherwise. */
  readonly severity: Severity;
  /** True when the specification itself asks for it, so that `--strict` makes its warnings errors. */
  readonly strict?: boolean;
  /** What is right, in a sentence without full stop. */
  readonly summary: string;
  /** Why it matters and what counts, in a few sentences. */
  readonly why: string;
  /**
   * What an example shows: keys of the frontmatter (`wave`, or `frontmatter` for all of it), elements
   * of the body (`<output>`), documents (`ROADMAP.md`), or `files` for the paths alone.
   */
  readonly shows: readonly string[];
}

/** One rule. It looks at plans, at phases, at the whole project, or at several of these. */
export interface Rule extends RuleDoc {
  /** The codes its findings carry, for a rule whose findings do not carry its own. */
  readonly codes?: readonly RuleDoc[];
  /** Looks at one plan file and at nothing else: a change of other files changes nothing about it. */
  plan?(plan: PlanDocument): Iterable<Finding>;
  /** Looks at one plan file as a part of the project. */
  planIn?(plan: PlanDocument, project: Project): Iterable<Finding>;
  /** Looks at one phase. */
  phase?(phase: Phase, project: Project): Iterable<Finding & { readonly path: string }>;
  /** Looks at the whole project; gives complete diagnostics. */
  project?(project: Project): Iterable<Diagnostic>;
}

/** What rules find in a plan by itself, in the order of the rules. */
export function checkPlan(plan: PlanDocument, rules: readonly Rule[]): readonly Diagnostic[] {
  const found = new Found();
  for (const rule of rules) {
    if (rule.plan !== undefined) found.add(rule, rule.plan(plan), plan.source.path);
  }
  return found.diagnostics;
}

/**
 * Applies rules to a project.
 *
 * @param alone What is found in a plan by itself, where that is known already.
 * @returns The findings, by path, place and code: the same order every time.
 */
export function checkProject(
  project: Project,
  rules: readonly Rule[],
  alone: (plan: PlanDocument) => readonly Diagnostic[] = (plan) => checkPlan(plan, rules),
): readonly Diagnostic[] {
  const found = new Found();
  for (const rule of rules) {
    if (rule.project !== undefined) found.addAll(rule.project(project));
  }
  for (const phase of project.phases) {
    for (const rule of rules) {
      if (rule.phase !== undefined) found.add(rule, rule.phase(phase, project), phase.directory);
    }
    for (const plan of phase.plans) {
      found.addAll(alone(plan));
      for (const rule of rules) {
        if (rule.planIn !== undefined) found.add(rule, rule.planIn(plan, project), plan.source.path);
      }
    }
  }
  return withoutHistoryFixes(found.diagnostics.sort(compareDiagnostics), project);
}

class Found {
  readonly diagnostics: Diagnostic[] = [];

  /** One by one: the arguments of a call are limited, the findings of a hostile file are not. */
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
    ...(related === undefined ? {} : { related }),
    ...(fix === undefined ? {} : { fix }),
  };
}

function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return compare(a.span.path, b.span.path) || a.span.start - b.span.start || a.span.end - b.span.end ||
    compare(a.code, b.code) || compare(a.message, b.message);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
