import type { Repository } from "../../apply/git/repository.ts";
import { projectStatus } from "../../plan/status/status.ts";
import type { CommandContext } from "../context/command_context.ts";
import { firstSteps } from "../context/first_commands.ts";
import { verificationsOf, viewRepository } from "../context/view_repository.ts";
import type { PhaseInput } from "./open_phase.ts";

/** Returns the commands that the status suggests, as the project is after a run. */
export async function suggestedCommands(
  { root, reader, config, overrides }: PhaseInput,
  repository: Repository,
  { host, cwd }: CommandContext,
): Promise<readonly string[]> {
  const place = { root, project: await reader.read() };
  const view = { ...(await viewRepository(host, place, { overrides })).input, config };
  const status = { ...view, verifications: await verificationsOf(host, place, view) };
  const { next } = projectStatus(status);
  const { commands } = await firstSteps(next, { status, repository, cwd: await cwd() });
  return [...commands, ...next];
}
