import type { ConfiguredRun, TrustResult } from "../../schemas/results/agents.ts";
import type { Style } from "./terminal/style.ts";
import { tableText } from "./terminal/table.ts";
import { visible } from "./terminal/visible.ts";

const STATES: Readonly<Record<TrustResult["state"], string>> = {
  nothing: "The configuration of this project names nothing to run",
  trusted: "You trust what the configuration of this project runs",
  changed: "What the configuration of this project runs has changed since you trusted it",
  untrusted: "You have not trusted what the configuration of this project runs",
};

/** The effects of keys that contain no command. */
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ["mode", "plans run without a question before each, and agents run unknown commands without one"],
  ["gates.confirm_plan", "the commands of plans run without a question before each plan"],
  ["safety.always_confirm_destructive", "agents delete, force push and reset without a question"],
  ["safety.always_confirm_external_services", "agents reach external services without a question"],
]);

/** Lists the commands and effects of a configuration in full, one per line. */
export function configuredRunsText(runs: readonly ConfiguredRun[]): string {
  return tableText(runs.map(({ key, value }) => [key, lineOf(key, value)]));
}

function lineOf(key: string, value: string): string {
  const shown = visible(value);
  const meaning = MEANINGS.get(key);
  return meaning === undefined ? shown : `${shown} (${meaning})`;
}

/** Formats the result of `wf trust`. */
export function trustText({ project, runs, state }: TrustResult, style: Style): string {
  const mark = state === "trusted"
    ? style.green("✓")
    : state === "nothing"
    ? style.dim("-")
    : style.yellow("!");
  return `${style.bold(visible(project))}\n${indented(configuredRunsText(runs))}${mark} ${STATES[state]}\n`;
}

export function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}
