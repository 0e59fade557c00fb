import { configKeys } from "../../../generated/metadata.ts";
import type { ConfigValue } from "../../../schemas/config.ts";
import type { ConfigKey } from "../../../schemas/metadata.ts";
import { groupBy } from "../../collections/group_by.ts";
import { expectedInstead } from "../../parse/config/value.ts";
import { parseOverride, sameValue, typedValue } from "../../plan/config/resolve.ts";
import { valueText } from "../../report/setup/config.ts";
import type { CommandContext } from "../context/command_context.ts";
import type { ConfigEdit } from "./write_config.ts";

export type AskedSettings =
  | { readonly kind: "answered"; readonly edits: readonly ConfigEdit[]; readonly saveAsDefaults: boolean }
  | { readonly kind: "stopped" };

/** The group of the keys without a section, which is asked for first. */
const TOP = "mode and models";

/**
 * Asks the user for settings: first the groups, then the keys of the chosen groups with their current values
 * preselected, then a confirmation of the changes.
 *
 * @param preview Describes the changes of some edits; empty when they change nothing.
 */
export async function askSettings(
  current: (key: ConfigKey) => ConfigValue,
  preview: (edits: readonly ConfigEdit[]) => string,
  { progress }: CommandContext,
): Promise<AskedSettings> {
  const { promptChoice, promptSeveral } = await import("../../deps/clack.ts");
  const groups = groupBy(configKeys, ({ key }) => key.includes(".") ? key.slice(0, key.indexOf(".")) : TOP);
  const names = [...groups].map(([name, keys]) => ({
    value: name,
    label: name,
    hint: keys.map(shortName).join(", "),
  }));
  const chosen = await promptSeveral("Which settings do you want to change? (space to select)", names, [TOP]);
  if (chosen === undefined) return { kind: "stopped" };
  const edits: ConfigEdit[] = [];
  for (const name of chosen) {
    const asked = await askGroup(name, groups.get(name)!, current);
    if (asked === undefined) return { kind: "stopped" };
    edits.push(...asked.filter(({ key, value }) => {
      return !sameValue(value ?? null, current(configKeys.find((known) => known.key === key)!));
    }));
  }
  const changes = preview(edits);
  progress(changes === "" ? "\nNothing changes.\n" : `\n${changes}`);
  const ending = await promptChoice(
    changes === "" ? "Save the settings as defaults?" : "Write these changes?",
    [
      ...(changes === "" ? [] : [{ value: "write", label: "Write" }]),
      { value: "defaults", label: "Save as defaults", hint: "for new projects too, in ~/.wf/defaults.json" },
      { value: "stop", label: "Change nothing" },
    ],
    { initial: changes === "" ? "stop" : undefined },
  );
  if (ending === undefined || ending === "stop") return { kind: "stopped" };
  return { kind: "answered", edits, saveAsDefaults: ending === "defaults" };
}

/** Asks for the keys of a group: all booleans together, the others one by one. */
async function askGroup(
  name: string,
  keys: readonly ConfigKey[],
  current: (key: ConfigKey) => ConfigValue,
): Promise<ConfigEdit[] | undefined> {
  const { promptSeveral } = await import("../../deps/clack.ts");
  const edits: ConfigEdit[] = [];
  for (const key of keys.filter(({ type }) => type !== "boolean")) {
    const now = current(key);
    const value = typeof now === "object" ? await askList(key, now) : await askValue(key, valueText(now));
    if (value === undefined) return undefined;
    edits.push(value);
  }
  const switches = keys.filter(({ type }) => type === "boolean");
  if (switches.length === 0) return edits;
  const choices = switches.map((key) => ({ value: key.key, label: shortName(key), hint: key.description }));
  const on = switches.filter((key) => current(key) === true).map(({ key }) => key);
  const chosen = await promptSeveral(`${name}: which are on? (space to toggle)`, choices, on);
  if (chosen === undefined) return undefined;
  return [...edits, ...switches.map(({ key }) => ({ key, value: chosen.includes(key) }))];
}

async function askValue(key: ConfigKey, current: string): Promise<ConfigEdit | undefined> {
  const { promptChoice, promptText } = await import("../../deps/clack.ts");
  const message = `${key.key}: ${key.description}`;
  const choices = key.allowed?.map((value) => {
    return value === key.default ? { value, label: value, hint: "default" } : { value, label: value };
  });
  const answer = choices === undefined
    ? await promptText(message, { initial: current, problem: (text) => problemOf(key, text) })
    : await promptChoice(message, choices, { initial: current });
  if (answer === undefined) return undefined;
  const parsed = parseOverride(`${key.key}=${answer}`);
  return parsed.kind === "override" ? parsed.override : undefined;
}

/**
 * Asks for a list, one item per line. Unchanged input keeps the current list: an item of several lines would
 * otherwise be split.
 */
async function askList(key: ConfigKey, current: readonly string[]): Promise<ConfigEdit | undefined> {
  const { promptLines } = await import("../../deps/clack.ts");
  const initial = itemLines(current.join("\n"));
  const lines = await promptLines(`${key.key}: ${key.description} (one per line)`, initial);
  if (lines === undefined) return undefined;
  const items = itemLines(lines.join("\n"));
  return { key: key.key, value: sameValue(items, initial) ? current : items };
}

/** Returns the lines of a text, trimmed, without empty ones. */
function itemLines(text: string): string[] {
  return text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
}

function problemOf(key: ConfigKey, text: string): string | undefined {
  const expected = expectedInstead(key, typedValue(key, text));
  return expected === undefined ? undefined : `Expected ${expected}`;
}

function shortName({ key }: ConfigKey): string {
  return key.slice(key.lastIndexOf(".") + 1);
}
