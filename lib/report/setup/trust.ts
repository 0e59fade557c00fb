import type { ConfiguredRun, TrustResult } from "../../../schemas/results/agents.ts";
import type { Style } from "../terminal/style.ts";
import { reportText } from "../terminal/report_text.ts";
import { wrappedTable } from "../terminal/table.ts";
import { visible } from "../terminal/visible.ts";

const STATES: Readonly<Record<TrustResult["state"], string>> = {
  nothing: "The configuration of this project names nothing to run",
  trusted: "You trust what the configuration of this project runs",
  changed: "What the configuration of this project runs has changed since you trusted it",
  untrusted: "You have not trusted what the configuration of this project runs",
};

/** The effects of keys that contain no command. */
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ["agent.keep_variables", "the agent gets this secret of your environment"],
  ["mode", "plans run without a question before each, and agents run unknown commands without one"],
  ["gates.confirm_plan", "the commands of plans run without a question before each plan"],
  ["safety.always_confirm_destructive", "agents delete, force push and reset without a question"],
  ["safety.always_confirm_external_services", "agents reach external services without a question"],
]);

/** Lists the commands and effects of a configuration in full, one per line, indented. */
export function configuredRunsText(runs: readonly ConfiguredRun[], style: Pick<Style, "width"> = {}): string {
  return wrappedTable(runs.map(({ key, value }) => [`  ${key}`, lineOf(key, value)]), style);
}

function lineOf(key: string, value: string): string {
  const shown = visible(value);
  const meaning = MEANINGS.get(key);
  return meaning === undefined ? shown : `${shown} (${meaning})`;
}

/** Formats the result of `wf trust`. */
export function trustText(result: TrustResult, style: Style): string {
  const { project, runs, state, agents = [], link } = result;
  const lines = [
    `${style.bold(visible(project))}\n`,
    configuredRunsText(runs, style),
    line(state, STATES),
  ];
  for (const { agent, settings, state } of agents) {
    lines.push(configuredRunsText(settings, style), line(state, settingsStates(visible(agent))));
  }
  if (link !== undefined) {
    const leads = `.planning is a link that leads out of the project, to ${visible(link.target)}`;
    lines.push(
      link.accepted
        ? `${style.green("✓")} You accept that ${leads}\n`
        : `${style.yellow("!")} You have not accepted that ${leads}: documents are read there, not written\n`,
    );
  }
  return reportText([lines.join("").trimEnd()], [], style);

  function line(of: TrustResult["state"], texts: typeof STATES): string {
    const mark = of === "trusted" ? style.green("✓") : of === "nothing" ? style.dim("-") : style.yellow("!");
    return `${mark} ${texts[of]}\n`;
  }
}

function settingsStates(agent: string): typeof STATES {
  const what = `the settings of agents in this project that ${agent} would read`;
  return {
    nothing: "",
    trusted: `You trust ${what}`,
    changed: `Since you trusted them, something changed: ${what}`,
    untrusted: `You have not trusted ${what}`,
  };
}
