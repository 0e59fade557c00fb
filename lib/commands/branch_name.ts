import type { BranchNameOptions } from "../../schemas/commands.ts";
import type { BranchNameResult } from "../../schemas/results/program.ts";
import { findProjectRoot } from "../apply/files/load_project.ts";
import { comparePhaseNumbers, type PhaseNumber } from "../parse/ids/phase_number.ts";
import type { Project } from "../parse/project/model.ts";
import { PLANNING } from "../parse/ids/locations.ts";
import { milestoneBranch, phaseBranch } from "../plan/naming/target_branch.ts";
import { resolveConfig } from "../plan/config/resolve.ts";
import { type CommandContext, type Outcome, UsageError } from "./context/command_context.ts";
import { openProject, readOverrides, requireConfig, requireNumber } from "./context/open_project.ts";

/** Prints the branch name that the configured template gives a phase or a milestone. */
export async function branchName(
  options: BranchNameOptions,
  context: CommandContext,
): Promise<Outcome> {
  const inProject = await findProjectRoot(context.host, await context.cwd()) !== undefined;
  const project = inProject ? (await openProject(context)).project : undefined;
  const overrides = readOverrides(options.set);
  if (project !== undefined) requireConfig(project, overrides);
  const { config } = resolveConfig({ file: project?.config.file ?? {}, overrides });
  const own = project ?? { base: PLANNING };
  const made = options.of === "phase"
    ? phaseBranch(own, phaseOf(options, project), config)
    : milestoneBranch(own, {
      version: options.subject,
      name: options.name ?? milestoneName(options.subject, project),
    }, config);
  if (made.kind === "invalid") {
    throw new UsageError(made.message, "Correct the template in .planning/config.json, or use --set");
  }
  const result: BranchNameResult = { formatVersion: 1, branch: made.branch };
  return { exitCode: 0, result, text: `${made.branch}\n` };
}

function phaseOf(
  { subject, name }: BranchNameOptions,
  project: Project | undefined,
): { number: PhaseNumber; name: string } {
  const number = requireNumber(project, { command: "branch-name phase", phase: subject });
  const known = [...(project?.phases ?? []), ...(project?.roadmap?.phases ?? [])];
  const found = name ?? known.find((phase) => comparePhaseNumbers(phase.number, number) === 0)?.name;
  if (found === undefined) {
    throw new UsageError(
      `Cannot find phase ${subject} in the roadmap or among the folders`,
      `Give its name: wf branch-name phase ${subject} <name>`,
    );
  }
  return { number, name: found };
}

function milestoneName(version: string, project: Project | undefined): string {
  if (project?.milestone?.version === version) return project.milestone.name;
  throw new UsageError(
    `Cannot find milestone ${version} in the roadmap`,
    `Give its name: wf branch-name milestone ${version} <name>`,
  );
}
