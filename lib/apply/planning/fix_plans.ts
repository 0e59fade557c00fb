import type { Checker } from "../../check/checker.ts";
import { fixProject } from "../../check/fix/fix.ts";
import { rules } from "../../check/rules/all_rules.ts";
import type { Host } from "../../host/host.ts";
import type { Project } from "../../parse/project/model.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import { readSources } from "../files/read_sources.ts";

export interface FixPlansOptions {
  readonly host: Host;
  /** Root of the project, absolute. */
  readonly root: string;
  readonly checker: Checker;
}

/** A plan file that was fixed. */
export interface FixedPlan {
  readonly path: string;
  /** What was done, each once. */
  readonly titles: readonly string[];
}

/**
 * Applies the fixes of `validate` to plan files. They are unambiguous, so a planner need not make them.
 *
 * @param paths The files that may change.
 */
export async function fixPlans(
  project: Project,
  paths: ReadonlySet<string>,
  { host, root, checker }: FixPlansOptions,
): Promise<readonly FixedPlan[]> {
  const mayChange = (path: string) => paths.has(path);
  if (!checker.findings(project).some(({ fix, span }) => fix !== undefined && mayChange(span.path))) {
    return [];
  }
  const wanted = ({ span }: { readonly span: { readonly path: string } }) => mayChange(span.path);
  const { texts, fixed } = fixProject(await readSources(host, root), { rules, mayChange, wanted });
  const files = new ConfinedFiles(host, root);
  for (const [path, text] of texts) await files.write(path, text);
  return [...texts.keys()].map((path) => {
    const own = fixed.filter(({ span }) => span.path === path);
    return { path, titles: [...new Set(own.map(({ fix }) => fix!.title))] };
  });
}
