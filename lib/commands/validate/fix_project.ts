import type { ValidateOptions } from "../../../schemas/commands.ts";
import type { FixedFinding, KeptFile } from "../../../schemas/results/validate.ts";
import { ConfinedFiles } from "../../apply/files/confined_files.ts";
import { existsIn, type LoadedProject } from "../../apply/files/load_project.ts";
import { addFacts } from "../../check/facts.ts";
import { fixProject, type FixResult } from "../../check/fix/fix.ts";
import { mapAll } from "../../collections/map_all.ts";
import { rules } from "../../check/rules/all_rules.ts";
import type { Host } from "../../host/host.ts";
import { joinPath, pathWithin } from "../../path/paths.ts";
import { PLANNING } from "../../parse/project/project.ts";
import type { ProjectSources } from "../../parse/project/model.ts";
import { type ChangedFile, styledDiff, unifiedDiff } from "../../report/findings/diff.ts";
import { type Change, fixesText } from "../../report/findings/fixes.ts";
import type { CommandContext } from "../context/command_context.ts";
import type { Findings } from "./report_findings.ts";

export interface FixInput {
  /** Root of the project, absolute, links resolved. */
  readonly root: string;
  /** The project and its workstreams, with the facts about their files and patterns. */
  readonly trees: readonly LoadedProject[];
  /** Returns true for a file to check and fix. */
  readonly wanted: (path: string) => boolean;
}

/** The result of {@link applyFixes}. */
export interface AppliedFixes extends Pick<Findings, "fixes" | "before"> {
  /** The projects after the fixes. */
  readonly projects: readonly LoadedProject[];
}

/** Applies the fixes of findings and writes the changed files. With `dry-run` nothing is written. */
export async function applyFixes(
  { root, trees, wanted }: FixInput,
  options: ValidateOptions,
  { host, style }: CommandContext,
): Promise<AppliedFixes> {
  const kept = new Map<string, string>();
  const results: FixResult[] = [];
  const changed: ChangedFile[] = [];
  for (const { sources: read, project: { absent, conflicted, refusedPatterns } } of trees) {
    const sources = { ...read, absent, conflicted, refusedPatterns };
    const base = `${read.base ?? PLANNING}/`;
    const applyAll = () =>
      fixProject(sources, {
        rules,
        mayChange: (path) => path.startsWith(base) && wanted(path) && !kept.has(path),
        wanted: ({ span }) => wanted(span.path),
      });
    const first = applyAll();
    for (const path of first.texts.keys()) {
      const reason = await reasonToKeep(host, root, path, sources.texts.get(path)!);
      if (reason !== undefined) kept.set(path, reason);
    }
    const result = [...first.texts.keys()].some((path) => kept.has(path)) ? applyAll() : first;
    results.push(result);
    changed.push(...changedFiles(sources, result));
  }
  const dryRun = options["dry-run"] === true;
  if (!dryRun) {
    const files = new ConfinedFiles(host, root);
    for (const { path, after } of changed) await files.write(path, after);
  }
  const fixes = {
    fixed: results.flatMap(({ fixed }) => fixed.map(fixedFinding)),
    written: dryRun ? [] : changed.map(({ path }) => path),
    kept: [...kept].map(([path, reason]): KeptFile => ({ path, reason })),
    ...(dryRun ? { diff: unifiedDiff(changed) } : {}),
  };
  // A fix may make patterns and references readable that could not be checked before.
  const projects = await mapAll(results, async ({ project }, index) => ({
    sources: trees[index]!.sources,
    project: await addFacts(project, existsIn(host, root)),
  }));
  const text = fixesText({ ...fixes, changes: results.flatMap(changesOf) }, dryRun, style);
  return { projects, fixes, before: styledDiff(fixes.diff ?? "", style) + text };
}

/** Returns the reason why a file must not be written, or undefined. */
async function reasonToKeep(
  host: Host,
  root: string,
  path: string,
  text: string,
): Promise<string | undefined> {
  if (pathWithin(root, await host.realPath(joinPath(root, path))) === undefined) {
    return "it is a link that leads out of the project";
  }
  if ((await host.stat(joinPath(root, path)))?.readOnly) return "it is read-only";
  return text.includes("\uFFFD") ? "it may contain bytes that are not UTF-8, which would be lost" : undefined;
}

function changedFiles(sources: ProjectSources, { texts }: FixResult): readonly ChangedFile[] {
  return [...texts].map(([path, after]) => ({ path, before: sources.texts.get(path)!, after }));
}

function changesOf({ fixed }: FixResult): readonly Change[] {
  return fixed.flatMap(({ span, fix }) => {
    const paths = new Set(fix!.edits.map((edit) => edit.path ?? span.path));
    return [...paths].map((path) => ({ path, title: fix!.title }));
  });
}

function fixedFinding({ code, span, fix }: FixResult["fixed"][number]): FixedFinding {
  return { code, path: span.path, title: fix!.title };
}
