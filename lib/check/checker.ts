import type { Diagnostic } from "../../schemas/diagnostic.ts";
import type { PlanDocument } from "../parse/plan_file/plan_file.ts";
import { cachedParsers } from "../parse/project/parsers.ts";
import { parseProject } from "../parse/project/project.ts";
import type { Project, ProjectSources } from "../parse/project/model.ts";
import type { SourceText } from "../text/source_text.ts";
import { checkPlan, checkProject, type Rule } from "./rule.ts";

export interface CheckedProject {
  readonly sources: ProjectSources;
  readonly project: Project;
  /** The findings, in order. */
  readonly findings: readonly Diagnostic[];
}

/** Checks states of one project. A plan that several of them share is parsed and checked once. */
export class Checker {
  readonly #rules: readonly Rule[];
  readonly #parsers = cachedParsers();
  /** The findings of the rules for single plans. */
  readonly #findings = new WeakMap<PlanDocument, readonly Diagnostic[]>();

  constructor(rules: readonly Rule[]) {
    this.#rules = rules;
  }

  check(sources: ProjectSources): CheckedProject {
    const project = this.parse(sources);
    return { sources, project, findings: this.findings(project) };
  }

  findings(project: Project): readonly Diagnostic[] {
    return checkProject(project, this.#rules, (plan) => this.#inPlan(plan));
  }

  parse(sources: ProjectSources): Project {
    return parseProject(sources, this.#parsers);
  }

  parsePlan(source: SourceText): PlanDocument {
    return this.#parsers.plan(source);
  }

  #inPlan(plan: PlanDocument): readonly Diagnostic[] {
    const known = this.#findings.get(plan) ?? checkPlan(plan, this.#rules);
    this.#findings.set(plan, known);
    return known;
  }
}
