import type { TrustOptions } from "../../../schemas/commands.ts";
import type { TrustResult } from "../../../schemas/results/agents.ts";
import { PlanningLink } from "../../apply/trust/planning_link.ts";
import { trustPlace } from "../../apply/trust/place.ts";
import { TrustStore } from "../../apply/trust/store.ts";
import { defined } from "../../collections/defined.ts";
import { agentPresets, findPreset } from "../../plan/agents/presets.ts";
import { resolveConfig } from "../../plan/config/resolve.ts";
import { configuredRuns } from "../../plan/trust/configured_runs.ts";
import { trustText } from "../../report/trust.ts";
import { type CommandContext, type Outcome, UsageError } from "../context/command_context.ts";
import { openProject, requireConfig } from "../context/open_project.ts";
import { requirePlanningLink } from "./require_planning_link.ts";
import { agentSubject, askForTrust, remember, settingsState } from "./require_trust.ts";

/**
 * Shows the commands and settings of a project that need trust, and asks for it: those of its configuration,
 * and the settings that the configured agent would read.
 */
export async function trust(options: TrustOptions, context: CommandContext): Promise<Outcome> {
  const { show = false, revoke = false } = options;
  if (show && revoke) throw new UsageError("--show and --revoke exclude each other", "Give one of them");
  const { host } = context;
  const { root, project } = await openProject(context);
  if (!revoke) requireConfig(project);
  const { file } = project.config;
  const runs = configuredRuns(file);
  const place = await trustPlace(host, root);
  const store = new TrustStore(host);
  if (options.agent !== undefined && findPreset(options.agent) === undefined) {
    const names = agentPresets.map(({ name }) => name).join(", ");
    throw new UsageError(`Unknown agent "${options.agent}"`, `The agents are ${names}`);
  }
  const agent = await agentSubject(root, options.agent ?? resolveConfig({ file }).config.agent.name, host);
  const link = new PlanningLink(host, root);
  if (revoke) await Promise.all([store.revoke(place), link.revoke()]);
  if (!show && !revoke) {
    const isSettled = Object.values(await states()).every((state) =>
      state === "nothing" || state === "trusted"
    );
    if (!isSettled) {
      const answer = await askForTrust({ root, place, runs, ...defined({ agent }) }, context);
      await remember(place, { runs, answer, agent }, context);
    }
    await requirePlanningLink(root, context);
  }
  const target = await link.target();
  const result: TrustResult = {
    formatVersion: 1,
    project: place,
    runs,
    ...await states(),
    ...(target === undefined ? {} : { link: { target, accepted: await link.accepts(target) } }),
    ...(agent === undefined ? {} : { agent: agent.preset.name, settings: agent.settings.rows }),
  };
  return { exitCode: 0, result, text: trustText(result, context.style) };

  async function states(): Promise<Pick<TrustResult, "state" | "settingsState">> {
    return {
      state: await stateOf(),
      settingsState: agent === undefined ? "nothing" : await settingsState(place, agent, host),
    };
  }

  async function stateOf(): Promise<TrustResult["state"]> {
    if (runs.length === 0) return "nothing";
    if (await store.trusts(place, runs)) return "trusted";
    return await store.read(place) === undefined ? "untrusted" : "changed";
  }
}
