import type { ValidateOptions } from "../../schemas/commands.ts";
import type { Diagnostic } from "../../schemas/diagnostic.ts";
import { findProjectRoot, loadProject } from "../apply/files.ts";
import { checkProject } from "../check/rule.ts";
import { rules } from "../check/rules.ts";
import { strictly } from "../check/strict.ts";
import { joinPath, parentPath, pathWithin } from "../host/paths.ts";
import type { Project } from "../parse/project.ts";
import {
  type CheckedCounts,
  diagnosticsText,
  type Sources,
  summarize,
  summaryText,
  validateResult,
} from "../report/diagnostics.ts";
import { type CommandContext, type Outcome, UsageError } from "./command.ts";
import { openProject, readOverrides, sourcesOf } from "./open_project.ts";

/** Checks plan files, the roadmap and the configuration. Reads only. */
export async function validate(options: ValidateOptions, context: CommandContext): Promise<Outcome> {
  readOverrides(options.set);
  const { paths = [] } = options;
  const { project, wanted } = paths.length === 0
    ? { ...await openProject(context), wanted: () => true }
    : await projectOf(paths, context);
  const all = checkProject(project, rules).filter(({ span }) => wanted(span.path));
  const diagnostics = options.strict ? strictly(all, rules) : all;
  const sources = sourcesOf(project);
  return report(diagnostics, sources, countChecked(sources, project, wanted), options, context);
}

interface Selection {
  readonly project: Project;
  readonly wanted: (path: string) => boolean;
}

/** The one project that all paths lie in, and which of its files they name. */
async function projectOf(paths: readonly string[], context: CommandContext): Promise<Selection> {
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
      "Call wf validate for each",
    );
  }
  const folders = named.map(({ path }) => path);
  const wanted = (path: string) =>
    folders.some((folder) => folder === "." || pathWithin(folder, path) !== undefined);
  return { project: await loadProject(host, root), wanted };
}

function countChecked(sources: Sources, project: Project, wanted: (path: string) => boolean): CheckedCounts {
  const plans = project.plans.all.filter((plan) => wanted(plan.source.path));
  return { files: [...sources.keys()].filter(wanted).length, plans: plans.length };
}

function report(
  diagnostics: readonly Diagnostic[],
  sources: Sources,
  checked: CheckedCounts,
  { format }: ValidateOptions,
  { style, json }: CommandContext,
): Outcome {
  const exitCode = diagnostics.some(({ severity }) => severity === "error") ? 1 : 0;
  const result = validateResult(diagnostics, sources, checked);
  if (format === "json" && !json) return { exitCode, result, text: `${JSON.stringify(result)}\n` };
  const findings = diagnosticsText(diagnostics, sources, style);
  const summary = summaryText(summarize(diagnostics, checked), style);
  return { exitCode, result, text: findings === "" ? summary : `${findings}\n${summary}` };
}
