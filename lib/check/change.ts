import type { Diagnostic } from "../../schemas/diagnostic.ts";
import type { ProjectSources } from "../parse/project.ts";
import { type CheckedProject, Checker } from "./checker.ts";
import { checkProject, type Rule } from "./rule.ts";

/** A change of a project. */
export interface ProjectChange {
  /** The project before. */
  readonly before: ProjectSources;
  /** The project after. */
  readonly after: ProjectSources;
  /** Paths of the files that are not the same, those that came or went included. */
  readonly changed: ReadonlySet<string>;
}

/** The result of {@link checkChange}. */
export interface CheckedChange {
  /** What is to be said about the change. */
  readonly findings: readonly Diagnostic[];
  /** The project after. */
  readonly after: CheckedProject;
  /** True when a plan is gone, or has another ID: plans that were not touched may name it. */
  readonly losesPlans: boolean;
}

/**
 * What is to be said about a change: all findings in the files that changed, and elsewhere those that
 * were not there before. Old findings in files that nobody touched are left in peace.
 */
export function checkChange(
  { before, after, changed }: ProjectChange,
  rules: readonly Rule[],
): CheckedChange {
  const checker = new Checker(rules);
  const now = checker.check(after);
  const old = checker.parse(before);
  const elsewhere = now.findings.some(({ span }) => !changed.has(span.path));
  const known = new Map<string, number>();
  for (const finding of elsewhere ? checkProject(old, rules) : []) {
    known.set(nameOf(finding), (known.get(nameOf(finding)) ?? 0) + 1);
  }
  const findings = now.findings.filter((finding) => {
    if (changed.has(finding.span.path)) return true;
    const left = known.get(nameOf(finding)) ?? 0;
    known.set(nameOf(finding), left - 1);
    return left <= 0;
  });
  const losesPlans = [...old.plans.byId.keys()].some((id) => !now.project.plans.byId.has(id));
  return { findings, after: now, losesPlans };
}

function nameOf({ code, message, span }: Diagnostic): string {
  return `${code} ${span.path} ${message}`;
}
