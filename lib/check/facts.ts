import { mapAll } from "../collections/map_all.ts";
import { baseOf, PLANNING } from "../parse/ids/locations.ts";
import type { PlanFacts } from "../parse/plan_file/plan_file.ts";
import type { Project } from "../parse/project/model.ts";
import { neverMade, referencedPaths } from "../parse/project/references.ts";
import { judgePatterns } from "./patterns.ts";

/**
 * Adds to a project the facts that its files do not contain: the referenced files that are missing, and the
 * patterns that cannot be used. Without them, {@linkcode checkProject} does not report these.
 *
 * @param exists Reports whether a file or folder exists, by its path relative to the project root.
 *
 * @example
 * ```ts
 * import { addFacts, checkProject, parseProject, rules } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * const path = ".planning/phases/01-start/01-01-PLAN.md";
 * const text = "---\nphase: 01-start\nplan: 01\n---\n<context>\n@src/main.ts\n</context>\n";
 * const project = parseProject({ texts: new Map([[path, text]]), paths: [path] });
 * const codes = (found: Awaited<typeof project>) => checkProject(found, rules).map(({ code }) => code);
 * assert.ok(!codes(project).includes("reference-missing"));
 * assert.ok(codes(await addFacts(project, () => false)).includes("reference-missing"));
 * ```
 */
export async function addFacts<P extends PlanFacts>(
  project: Project<P>,
  exists: (path: string) => boolean | Promise<boolean>,
): Promise<Project<P>> {
  const paths = [...referencedPaths(project)];
  const base = baseOf(project.plans.all[0]?.source.path ?? "");
  const found = await mapAll(paths, async (path) =>
    // Plans of a workstream may name its files as they were before it.
    await exists(path) ||
    base !== PLANNING && path.startsWith(`${PLANNING}/`) &&
      await exists(base + path.slice(PLANNING.length)));
  const absent = neverMade(paths.filter((_, index) => !found[index]), project);
  return await judgePatterns({ ...project, absent });
}
