import type { ValidateOptions } from "../../../schemas/commands.ts";
import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import {
  findProjectRoot,
  type LoadedProject,
  loadProjects,
  loadTrees,
} from "../../apply/files/load_project.ts";
import { checkPhases, checkPlan } from "../../check/rule.ts";
import { rules } from "../../check/rules/all_rules.ts";
import type { SourceText } from "../../text/source_text.ts";
import { baseName, joinPath, parentPath, pathWithin } from "../../path/paths.ts";
import type { ConfigOverride } from "../../plan/config/resolve.ts";
import { withOverrides } from "../../plan/config/blocking_error.ts";
import { type CommandContext, UsageError } from "../context/command_context.ts";
import { sourcesOf } from "../../parse/project/sources_of.ts";
import { findRoot } from "../context/open_project.ts";
import { Surveyor } from "../../apply/files/surveyor.ts";
import type { PlanDocument, PlanFacts } from "../../parse/plan_file/plan_file.ts";
import type { Findings } from "./report_findings.ts";

/** Checks the current project, or the files of a project that paths name, and applies fixes if requested. */
export async function validateProject(
  options: ValidateOptions & { readonly overrides: readonly ConfigOverride[] },
  context: CommandContext,
): Promise<Findings> {
  const { paths = [], overrides } = options;
  const { root, wanted } = paths.length === 0
    ? { root: await findRoot(context), wanted: () => true }
    : await selectionOf(paths, context);
  const { host } = context;
  if (options.fix) {
    const { applyFixes } = await import("./fix_project.ts");
    const trees = await loadProjects(host, root);
    const { projects, ...fixed } = await applyFixes({ root, trees, wanted }, options, context);
    return { ...checkedProjects(projects, { wanted, overrides, alone: inPlan(root) }), ...fixed, root };
  }
  const surveyor = new Surveyor(host, root);
  const { parsers, findings } = surveyor;
  const trees = await loadTrees(host, root, { texts: surveyor, parsers });
  const checked = checkedProjects(trees, { wanted, overrides, alone: findings });
  const named = new Set(checked.diagnostics.flatMap(pathsNamedBy));
  return { ...checked, sources: new Map([...checked.sources, ...await surveyor.cutTexts(named)]), root };
}

/** Returns a function that checks single plans of a project. */
function inPlan(root: string): (plan: PlanDocument) => readonly Diagnostic[] {
  return (plan) => checkPlan(plan, rules, baseName(root));
}

/** Returns the paths of the files that a finding refers to. */
function pathsNamedBy({ span, related = [], fix }: Diagnostic): readonly string[] {
  const edits = fix?.edits.flatMap(({ path }) => path ?? []) ?? [];
  return [span.path, ...related.map(({ span }) => span.path), ...edits];
}

interface CheckOptions<P extends PlanFacts> {
  readonly wanted: (path: string) => boolean;
  readonly overrides: readonly ConfigOverride[];
  /** Returns the findings of the rules for single plans. */
  readonly alone: (plan: P) => readonly Diagnostic[];
}

/** Checks a project and its workstreams. */
function checkedProjects<P extends PlanFacts>(
  trees: readonly LoadedProject<P>[],
  { wanted, overrides, alone }: CheckOptions<P>,
): Pick<Findings, "diagnostics" | "sources" | "checked"> {
  const sources = new Map<string, SourceText>();
  const diagnostics: Diagnostic[] = [];
  let plans = 0;
  for (const { project: { config, ...rest } } of trees) {
    const project = { ...rest, config: withOverrides(config, overrides) };
    for (const [path, source] of sourcesOf(project)) sources.set(path, source);
    for (const finding of checkPhases(project, { rules, alone })) {
      if (wanted(finding.span.path)) diagnostics.push(finding);
    }
    plans += project.plans.all.filter(({ source }) => wanted(source.path)).length;
  }
  return { diagnostics, sources, checked: { files: [...sources.keys()].filter(wanted).length, plans } };
}

interface Selection {
  readonly root: string;
  readonly wanted: (path: string) => boolean;
}

/** Returns the one project that contains all paths, and a filter for the files that they name. */
async function selectionOf(paths: readonly string[], context: CommandContext): Promise<Selection> {
  const { host, cwd } = context;
  const named: { readonly path: string; readonly root: string }[] = [];
  for (const argument of paths) {
    const path = joinPath(await cwd(), argument.replaceAll("\\", "/"));
    const info = await host.stat(path);
    if (info === undefined) {
      throw new UsageError(`Cannot find "${argument}"`, "Give a file or a folder of a project");
    }
    const real = await host.realPath(path);
    const root = await findProjectRoot(host, info.kind === "directory" ? real : parentPath(real));
    if (root === undefined) throw new UsageError(`Cannot find a .planning folder in "${argument}" or above`);
    named.push({ path: pathWithin(root, real) ?? ".", root });
  }
  const root = named[0]!.root;
  const other = named.find((entry) => entry.root !== root);
  if (other !== undefined) {
    throw new UsageError(
      `Cannot check two projects at once: "${root}" and "${other.root}"`,
      "Run wf validate for each of them",
    );
  }
  const folders = named.map(({ path }) => path);
  const wanted = (path: string) =>
    folders.some((folder) => folder === "." || pathWithin(folder, path) !== undefined);
  return { root, wanted };
}
