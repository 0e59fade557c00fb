import type { AgentInfo, AgentsResult } from "../../../schemas/results/agents.ts";
import type { ModelTier } from "../../plan/agents/presets.ts";
import { unmappedTiers } from "../../plan/agents/tiers.ts";
import type { Style } from "../terminal/style.ts";
import { listText } from "../../text/list_text.ts";
import { tableText, wrappedTable } from "../terminal/table.ts";
import { wrapLines } from "../terminal/wrap_words.ts";
import { visible } from "../terminal/visible.ts";

const PERMISSIONS: Readonly<Record<AgentInfo["permissions"], string>> = {
  asks: "asks before it acts",
  scripted: "follows the plan",
  none: "cannot ask",
};

/** Lists the agents, one per line, and how to install the missing ones. */
export function agentsText({ agents, configured, roles }: AgentsResult, style: Style): string {
  const several = new Set(roles.flatMap(({ agent, fallbacks }) => [agent, ...fallbacks]));
  const named = (agent: string) => `${agent}${isUsable(agent) ? "" : style.yellow(" (not found)")}`;
  const uses = several.size < 2 ? "" : `\n${
    tableText(roles.map(({ role, agent, model = "", fallbacks }) => [
      `  ${role}`,
      named(agent),
      model,
      fallbacks.length === 0 ? "" : `${style.dim("then")} ${fallbacks.map(named).join(", ")}`,
    ]))
  }`;
  const rows = agents.map(({ name, found, version = "", permissions, title }) => [
    `${name === configured ? style.green("*") : " "} ${found ? style.cyan(name) : style.dim(name)}`,
    found ? version || "found" : style.dim("not found"),
    found ? PERMISSIONS[permissions] : "",
    style.dim(title),
  ]);
  const unasked = agents.flatMap((agent) => {
    return agent.found && agent.unasked !== undefined ? [`${agent.name} ${agent.unasked}`] : [];
  });
  const always = agents.filter(({ found, projectSettings }) => found && projectSettings === "included");
  const included = always.length === 0 ? [] : [
    `${listText(always.map(({ name }) => name))} always read the settings of agents in a project: ` +
    "without your trust in these (wf trust) they are not started there",
  ];
  const secrets = agents.flatMap(({ name, withheld = [] }) => {
    const isUsed = name === configured || several.has(name);
    return !isUsed || withheld.length === 0
      ? []
      : [`${name} does not get ${listText(withheld)}; to change that: agent.keep_variables`];
  });
  const inUse = agents.filter(({ name }) => several.has(name));
  const logins = inUse.flatMap(({ name, loginHint }) =>
    loginHint === undefined ? [] : [`No login of ${name} is found in its usual places. ${loginHint}`]
  );
  const notes = [...unasked, ...included, ...secrets, ...logins];
  const missing = agents.filter(({ found, hint }) => !found && hint !== undefined);
  const hints = missing.map(({ name, hint }) => [style.dim(name), hint!]);
  const choosing = agents.filter((agent) => unmappedTiers(agent).length === 3).map(({ name }) => name);
  const own = choosing.length === 0
    ? ""
    : `\n${paragraphs([ownModelsText(choosing, ["A", "B", "C"]).trimEnd()])}`;
  const end = hints.length === 0 ? "" : `\n${tableText(hints)}`;
  const limits = notes.length === 0 ? "" : `\n${paragraphs(notes)}`;
  return `${wrappedTable(rows, style)}${uses}${limits}${own}${end}`;

  function paragraphs(texts: readonly string[]): string {
    return wrapLines(texts.map((text) => `  ${visible(text)}`), style).map((line) => `${line}\n`).join("");
  }

  function isUsable(agent: string): boolean {
    return agents.some(({ name, found }) => name === agent && found);
  }
}

/** Explains which models agents without models for some tiers use, and how to change that. */
export function ownModelsText(names: readonly string[], tiers: readonly ModelTier[]): string {
  const keys = tiers.map((tier) => `agent.models.${tier}`).join(", ");
  return `No models are preset for ${
    visible(names.join(", "))
  }, so model_profile has an effect only if the names ` +
    `of the offered models show their size, such as pro and flash, or once you set ${keys}\n`;
}
