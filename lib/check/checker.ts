import type { Diagnostic } from "../../schemas/diagnostic.ts";
import type { PlanDocument } from "../parse/plan_file/plan_file.ts";
import { cachedParsers } from "../parse/project/parsers.ts";
import { parseProject } from "../parse/project/project.ts";
import type { Phase, Project, ProjectSources } from "../parse/project/model.ts";
import type { SourceText } from "../text/source_text.ts";
import { checkedProject, checkPhase, checkPlan, type Rule } from "./rule.ts";
import { isSamePhase, seemsSameFromOutside } from "./same_phase.ts";

export interface CheckedProject {
  readonly sources: ProjectSources;
  readonly project: Project;
  /** The findings, in order. */
  readonly findings: readonly Diagnostic[];
}

interface CheckedPhase {
  readonly phase: Phase;
  readonly findings: readonly Diagnostic[];
}

/** Checks states of one project. A plan that several of them share is parsed and checked once. */
export class Checker {
  readonly #rules: readonly Rule[];
  readonly #parsers = cachedParsers();
  /** The last project, and what was found in its phases, by folder. */
  #last: { readonly project: Project; readonly phases: ReadonlyMap<string, CheckedPhase> } | undefined;
  /** The findings of the rules for single plans. */
  readonly #findings = new WeakMap<PlanDocument, readonly Diagnostic[]>();

  constructor(rules: readonly Rule[]) {
    this.#rules = rules;
  }

  check(sources: ProjectSources): CheckedProject {
    const project = this.parse(sources);
    return { sources, project, findings: this.findings(project) };
  }

  /** Returns the findings. A phase is checked again only if it or what others see of it has changed. */
  findings(project: Project): readonly Diagnostic[] {
    const steps = this.inSteps(project);
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  }

  /** Returns the findings like {@link findings}, in steps of a phase between which the caller may do other things. */
  *inSteps(project: Project): Generator<void, readonly Diagnostic[]> {
    const last = this.#last !== undefined && seemsSameFromOutside(this.#last.project, project)
      ? this.#last.phases
      : undefined;
    const phases = new Map<string, CheckedPhase>();
    for (const phase of project.phases) {
      const before = last?.get(phase.directory);
      const findings = before !== undefined && isSamePhase(before.phase, phase)
        ? before.findings
        : checkPhase(phase, project, {
          rules: this.#rules,
          alone: (plan) => this.#inPlan(plan, project.folder),
        });
      phases.set(phase.directory, { phase, findings });
      yield;
    }
    this.#last = { project, phases };
    return checkedProject(project, this.#rules, [...phases.values()].map(({ findings }) => findings));
  }

  parse(sources: ProjectSources): Project {
    return parseProject(sources, this.#parsers);
  }

  parsePlan(source: SourceText): PlanDocument {
    return this.#parsers.plan(source);
  }

  #inPlan(plan: PlanDocument, folder?: string): readonly Diagnostic[] {
    const known = this.#findings.get(plan) ?? checkPlan(plan, this.#rules, folder);
    this.#findings.set(plan, known);
    return known;
  }
}
