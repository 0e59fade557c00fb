import type { TrustOptions } from "../../../schemas/commands.ts";
import type { TrustResult } from "../../../schemas/results/agents.ts";
import { PlanningLink } from "../../apply/trust/planning_link.ts";
import { trustPlace } from "../../apply/trust/place.ts";
import { TrustStore } from "../../apply/trust/store.ts";
import { defined } from "../../collections/defined.ts";
import { agentNames } from "../../plan/agents/role_agents.ts";
import { resolveConfig } from "../../plan/config/resolve.ts";
import { configuredRuns } from "../../plan/trust/configured_runs.ts";
import { trustText } from "../../report/setup/trust.ts";
import { type CommandContext, type Outcome, UsageError } from "../context/command_context.ts";
import { actingOverrides, openProject, requireConfig } from "../context/open_project.ts";
import { requirePlanningLink } from "./require_planning_link.ts";
import { agentSubject, askForTrust, remember, settingsState } from "./require_trust.ts";

/**
 * Shows the commands and settings of a project that need trust, and asks for it: those of its configuration,
 * and the settings that the agents which it may start would read.
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
  const { config } = resolveConfig({ file, overrides: actingOverrides(options, context) });
  const names = options.agent === undefined ? agentNames(config.agent) : [config.agent.name];
  const found = await Promise.all(names.map((name) => agentSubject(root, name, host)));
  const subjects = found.filter((subject) => subject !== undefined);
  const link = new PlanningLink(host, root);
  if (revoke) await Promise.all([store.revoke(place), link.revoke()]);
  if (!show && !revoke) {
    for (const agent of subjects.length === 0 ? [undefined] : subjects) {
      const open = isSettled(await stateOf()) ? [] : runs;
      if (open.length === 0 && (agent === undefined || isSettled(await settingsState(place, agent, host)))) {
        continue;
      }
      const answer = await askForTrust({ root, place, runs: open, ...defined({ agent }) }, context);
      await remember(place, { runs, answer, agent }, context);
    }
    await requirePlanningLink(root, context);
  }
  const target = await link.target();
  const agents = await Promise.all(subjects.map(async (subject) => ({
    agent: subject.preset.name,
    settings: subject.settings.rows,
    state: await settingsState(place, subject, host),
  })));
  const first = agents.find(({ state }) => state !== "trusted") ?? agents[0];
  const result: TrustResult = {
    formatVersion: 1,
    project: place,
    runs,
    state: await stateOf(),
    settingsState: first?.state ?? "nothing",
    ...(target === undefined ? {} : { link: { target, accepted: await link.accepts(target) } }),
    ...(first === undefined ? {} : { agent: first.agent, settings: first.settings, agents }),
  };
  return { exitCode: 0, result, text: trustText(result, context.style) };

  async function stateOf(): Promise<TrustResult["state"]> {
    if (runs.length === 0) return "nothing";
    if (await store.trusts(place, runs)) return "trusted";
    return await store.read(place) === undefined ? "untrusted" : "changed";
  }
}

function isSettled(state: TrustResult["state"]): boolean {
  return state === "nothing" || state === "trusted";
}
