import type { TrustOptions } from "../../../schemas/commands.ts";
import type { TrustResult } from "../../../schemas/results/agents.ts";
import { trustPlace } from "../../apply/trust/place.ts";
import { TrustStore } from "../../apply/trust/store.ts";
import { configuredRuns } from "../../plan/trust/configured_runs.ts";
import { trustText } from "../../report/trust.ts";
import { type CommandContext, type Outcome, UsageError } from "../context/command_context.ts";
import { openProject, requireConfig } from "../context/open_project.ts";
import { askForTrust } from "./require_trust.ts";

/** Shows the commands and settings of a project's configuration that need trust, and asks for it. */
export async function trust(options: TrustOptions, context: CommandContext): Promise<Outcome> {
  const { show = false, revoke = false } = options;
  if (show && revoke) throw new UsageError("--show and --revoke exclude each other", "Give one of them");
  const { host } = context;
  const { root, project } = await openProject(context);
  if (!revoke) requireConfig(project);
  const { config } = project;
  const runs = configuredRuns(config.file);
  const place = await trustPlace(host, root);
  const store = new TrustStore(host);
  const state = await stateOf();
  if (show) return outcome(state);
  if (revoke) {
    await store.revoke(place);
    return outcome(await stateOf());
  }
  if (state === "nothing" || state === "trusted") return outcome(state);
  await askForTrust({ root, place, runs }, context);
  await store.record(place, runs);
  return outcome("trusted");

  async function stateOf(): Promise<TrustResult["state"]> {
    if (runs.length === 0) return "nothing";
    if (await store.trusts(place, runs)) return "trusted";
    return await store.read(place) === undefined ? "untrusted" : "changed";
  }

  function outcome(state: TrustResult["state"]): Outcome {
    const result: TrustResult = { formatVersion: 1, project: place, runs, state };
    return { exitCode: 0, result, text: trustText(result, context.style) };
  }
}
