import type { ValidateOptions } from "../../../schemas/commands.ts";
import type { FixedFinding, KeptFile } from "../../../schemas/results/validate.ts";
import { ConfinedFiles } from "../../apply/files/confined_files.ts";
import { existsIn } from "../../apply/files/load_project.ts";
import { addFacts } from "../../check/facts.ts";
import { fixProject, type FixResult } from "../../check/fix/fix.ts";
import { checkProject } from "../../check/rule.ts";
import { rules } from "../../check/rules/all_rules.ts";
import type { Host } from "../../host/host.ts";
import { joinPath, pathWithin } from "../../path/paths.ts";
import type { Project, ProjectSources } from "../../parse/project/model.ts";
import { sourcesOf } from "../../parse/project/sources_of.ts";
import { type ChangedFile, styledDiff, unifiedDiff } from "../../report/findings/diff.ts";
import { type Change, fixesText } from "../../report/findings/fixes.ts";
import { withOverrides } from "../../plan/config/blocking_error.ts";
import type { ConfigOverride } from "../../plan/config/resolve.ts";
import type { CommandContext } from "../context/command_context.ts";
import { countChecked, type Findings } from "./report_findings.ts";

export interface FixInput {
  /** Root of the project, absolute, links resolved. */
  readonly root: string;
  readonly sources: ProjectSources;
  /** The project, with its missing files and unusable patterns. */
  readonly project: Project;
  /** Returns true for a file to check and fix. */
  readonly wanted: (path: string) => boolean;
  /** Values of the configuration for this invocation. */
  readonly overrides: readonly ConfigOverride[];
}

/**
 * Applies the fixes of findings, writes the changed files, and returns the remaining findings. With `dry-run`
 * nothing is written.
 */
export async function applyFixes(
  { root, sources: read, project: { absent, conflicted, refusedPatterns }, wanted, overrides }: FixInput,
  options: ValidateOptions,
  { host, style }: CommandContext,
): Promise<Findings> {
  const sources = { ...read, absent, conflicted, refusedPatterns };
  const kept = new Map<string, string>();
  const applyAll = () =>
    fixProject(sources, {
      rules,
      mayChange: (path) => wanted(path) && !kept.has(path),
      wanted: ({ span }) => wanted(span.path),
    });
  let result = applyAll();
  for (const path of result.texts.keys()) {
    const reason = await reasonToKeep(host, root, path, sources.texts.get(path)!);
    if (reason !== undefined) kept.set(path, reason);
  }
  if (kept.size > 0) result = applyAll();
  const dryRun = options["dry-run"] === true;
  if (!dryRun) {
    const files = new ConfinedFiles(host, root);
    for (const [path, text] of result.texts) await files.write(path, text);
  }
  const changed = changedFiles(sources, result);
  const fixes = {
    fixed: result.fixed.map(fixedFinding),
    written: dryRun ? [] : changed.map(({ path }) => path),
    kept: [...kept].map(([path, reason]): KeptFile => ({ path, reason })),
    ...(dryRun ? { diff: unifiedDiff(changed) } : {}),
  };
  // A fix may make patterns and references readable that could not be checked before.
  const judged = await addFacts(result.project, existsIn(host, root));
  const project = { ...judged, config: withOverrides(judged.config, overrides) };
  const texts = sourcesOf(project);
  return {
    diagnostics: checkProject(project, rules).filter(({ span }) => wanted(span.path)),
    sources: texts,
    checked: countChecked(texts, project, wanted),
    root,
    fixes,
    before: styledDiff(fixes.diff ?? "", style) +
      fixesText({ ...fixes, changes: changesOf(result) }, dryRun, style),
  };
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
