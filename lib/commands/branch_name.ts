import type { BranchNameOptions } from "../../schemas/commands.ts";
import type { BranchNameResult } from "../../schemas/results/program.ts";
import { findProjectRoot } from "../apply/files/load_project.ts";
import { ProjectReader } from "../apply/files/project_reader.ts";
import { comparePhaseNumbers, type PhaseNumber } from "../parse/ids/phase_number.ts";
import type { Project } from "../parse/project/model.ts";
import { milestoneBranchName, phaseBranchName } from "../plan/naming/branch_name.ts";
import { resolveConfig } from "../plan/config/resolve.ts";
import { type CommandContext, type Outcome, UsageError } from "./context/command_context.ts";
import { readOverrides, requireConfig, requireNumber } from "./context/open_project.ts";

/** Prints the branch name that the configured template gives a phase or a milestone. */
export async function branchName(
  options: BranchNameOptions,
  { host, cwd }: CommandContext,
): Promise<Outcome> {
  const root = await findProjectRoot(host, await cwd());
  const project = root === undefined ? undefined : await new ProjectReader(host, root).read();
  const overrides = readOverrides(options.set);
  if (project !== undefined) requireConfig(project, overrides);
  const { config } = resolveConfig({ file: project?.config.file ?? {}, overrides });
  const made = options.of === "phase"
    ? phaseBranchName(config.git.phase_branch_template, phaseOf(options, project))
    : milestoneBranchName(config.git.milestone_branch_template, {
      version: options.subject,
      name: options.name ?? milestoneName(options.subject, project),
    });
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
