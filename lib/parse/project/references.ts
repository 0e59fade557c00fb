import { withoutWorkstream } from "../ids/locations.ts";
import { summaryPath } from "../ids/plan_names.ts";
import { belowPhases } from "../ids/summary_paths.ts";
import { placeOf } from "../plan_file/references.ts";
import type { ProjectFacts } from "./model.ts";
import { hasSummary } from "./summaries.ts";
import { isBroken } from "./unknown_content.ts";

/**
 * Returns the paths inside the project that open plans refer to.
 *
 * References of complete plans are not checked: they existed when the plans ran.
 */
export function referencedPaths(project: ProjectFacts): ReadonlySet<string> {
  const wanted = new Set<string>();
  for (const phase of project.phases) {
    for (const plan of phase.plans) {
      if (plan.frontmatter.kind === "missing" || hasSummary(phase, plan)) continue;
      for (const { place } of plan.references) {
        if (place.kind === "inside" && place.path !== "") wanted.add(place.path);
      }
    }
  }
  return wanted;
}

/**
 * Returns the missing paths that no plan creates: declared files, artifacts and summaries may still be
 * created.
 *
 * Empty when a plan was not read, as it may create any of them. A plan that does not parse may create every
 * path it mentions.
 */
export function neverMade(paths: Iterable<string>, project: ProjectFacts): ReadonlySet<string> {
  const left = new Set(paths);
  if (left.size === 0) return left;
  if ([...project.unread.keys()].some((path) => belowPhases(path) !== undefined)) return new Set();
  for (const path of madePaths(project)) {
    left.delete(path);
    left.delete(withoutWorkstream(path));
  }
  for (const path of project.unread.keys()) left.delete(path);
  const broken = left.size === 0 ? [] : project.plans.all.filter(isBroken);
  return new Set([...left].filter((path) => !broken.some(({ source }) => source.text.includes(path))));
}

/** Yields the paths of plans and of the files that they create. */
function* madePaths(project: ProjectFacts): Iterable<string> {
  for (const { source, declared, artifacts } of project.plans.all) {
    yield source.path;
    yield summaryPath(source.path);
    for (const path of [...declared.map(({ path }) => path), ...artifacts]) {
      const place = placeOf(path);
      if (place.kind === "inside") yield place.path;
    }
  }
  for (const { summaries } of project.phases) yield* summaries;
}
