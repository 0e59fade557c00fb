import type { SourceText } from "../../text/source_text.ts";
import type { ProjectFacts } from "./model.ts";

/**
 * Returns the files of a project that findings refer to, by path.
 *
 * @example
 * ```ts
 * import { parseProject, sourcesOf } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * const path = ".planning/phases/01-start/01-01-PLAN.md";
 * const project = parseProject({ texts: new Map([[path, "---\nplan: 01\n---\n"]]), paths: [path] });
 * assert.deepEqual(sourcesOf(project).get(path)?.position(4), { line: 2, column: 1 });
 * ```
 */
export function sourcesOf(project: ProjectFacts): ReadonlyMap<string, SourceText> {
  const { config, roadmap, requirements, state } = project;
  const sources: readonly (SourceText | undefined)[] = [
    ...project.plans.all.map(({ source }) => source),
    config.source.text === "" ? undefined : config.source,
    roadmap?.source,
    requirements?.source,
    state,
    ...project.misplaced,
    ...project.conflicted,
    ...project.phases.flatMap(({ shortSummaries, misnamed, verification }) => {
      return [...shortSummaries, ...misnamed, verification];
    }),
  ];
  return new Map(sources.filter((source) => source !== undefined).map((source) => [source.path, source]));
}
