import type { Diagnostic } from "../../schemas/diagnostic.ts";
import { parsePlanFile, type PlanDocument } from "../parse/plan_file/plan_file.ts";
import { parseProject } from "../parse/project/project.ts";
import type { Project, ProjectSources } from "../parse/project/model.ts";
import type { SourceText } from "../text/source_text.ts";
import { checkPlan, checkProject, type Rule } from "./rule.ts";

/** A project as it was checked. */
export interface CheckedProject {
  /** The sources of the project. */
  readonly sources: ProjectSources;
  /** The project. */
  readonly project: Project;
  /** The findings, in order. */
  readonly findings: readonly Diagnostic[];
}

/** Checks states of one project. A plan that several of them share is parsed and checked once. */
export class Checker {
  readonly #rules: readonly Rule[];
  /** By path. */
  readonly #plans = new Map<string, KnownPlan>();

  /** @param rules The rules to check. */
  constructor(rules: readonly Rule[]) {
    this.#rules = rules;
  }

  /** Parses and checks a state of the project. */
  check(sources: ProjectSources): CheckedProject {
    const project = this.parse(sources);
    return { sources, project, findings: this.findings(project) };
  }

  /** Checks a state of the project that this checker parsed. */
  findings(project: Project): readonly Diagnostic[] {
    return checkProject(project, this.#rules, (plan) => this.#inPlan(plan));
  }

  /** Parses a state of the project. */
  parse(sources: ProjectSources): Project {
    return parseProject(sources, (source) => this.parsePlan(source));
  }

  /** Parses a plan. */
  parsePlan(source: SourceText): PlanDocument {
    const known = this.#plans.get(source.path);
    if (known?.plan.source.text === source.text) return known.plan;
    const plan = parsePlanFile(source);
    this.#plans.set(source.path, { plan, findings: undefined });
    return plan;
  }

  #inPlan(plan: PlanDocument): readonly Diagnostic[] {
    const known = this.#plans.get(plan.source.path);
    if (known?.plan !== plan) return checkPlan(plan, this.#rules);
    return known.findings ??= checkPlan(plan, this.#rules);
  }
}

interface KnownPlan {
  readonly plan: PlanDocument;
  /** The findings of the rules for single plans; undefined if they have not run. */
  findings: readonly Diagnostic[] | undefined;
}
