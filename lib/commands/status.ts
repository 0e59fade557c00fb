import type { StatusOptions } from "../../schemas/commands.ts";
import type { VerificationStatus } from "../../schemas/verification.ts";
import { readVerificationStatus } from "../apply/verification_status.ts";
import type { Host } from "../host/host.ts";
import { projectStatus } from "../plan/status.ts";
import { statusText } from "../report/status.ts";
import type { CommandContext, Outcome } from "./command.ts";
import { type OpenProject, openProject, readOverrides, requireConfig } from "./open_project.ts";
import { viewRepository } from "./view_repository.ts";

/** Shows how far the phases and plans are, and what to run next. */
export async function status(options: StatusOptions, context: CommandContext): Promise<Outcome> {
  const { host, style, progress, progressStyle } = context;
  const overrides = readOverrides(options.set);
  const opened = await openProject(context);
  requireConfig(opened.project, overrides);
  const { input, problem } = await viewRepository(host, opened, { overrides });
  if (problem !== undefined) {
    progress(`${progressStyle.yellow("!")} ${problem}: summaries alone tell what is done\n`);
  }
  const result = projectStatus({ ...input, verifications: await readVerifications(host, opened) });
  return { exitCode: 0, result, text: statusText(result, style) };
}

/** What the last verification of each phase came to, by the phase's folder. */
async function readVerifications(
  host: Host,
  { root, project: { phases } }: OpenProject,
): Promise<ReadonlyMap<string, VerificationStatus>> {
  const found = await Promise.all(
    phases.map(async (phase) => [phase.directory, await readVerificationStatus(host, root, phase)] as const),
  );
  return new Map(found.flatMap(([directory, status]) => status === undefined ? [] : [[directory, status]]));
}
