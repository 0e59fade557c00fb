import type { ConfigValue } from "../../../schemas/config.ts";
import type {
  ConfigChange,
  ConfigChanges,
  ConfigEntry,
  ConfigExplanation,
} from "../../../schemas/results/config.ts";
import { isOwnAgent } from "../../plan/agents/presets.ts";
import { printValue } from "../../parse/json/list_edit.ts";
import type { Style } from "../terminal/style.ts";
import { type Cell, fittedTable, tableText, wrappedTable } from "../terminal/table.ts";
import { visible } from "../terminal/visible.ts";
import { count } from "../../text/count.ts";

const ORIGINS: Readonly<Record<ConfigEntry["origin"], string>> = {
  default: "default",
  file: "config.json",
  flag: "flag",
  mode: "mode yolo",
  gitignore: "git ignores .planning/",
  policy: "your policy",
};

/** The allowed values of types whose names do not describe them. */
const TYPES: Readonly<Partial<Record<ConfigExplanation["type"], string>>> = {
  boolean: "true, false",
  list: 'a list of strings, such as ["…"]',
};

/** Formats a value as `config set` accepts it; a list becomes JSON in one line. */
export function valueText(value: ConfigValue): string {
  return typeof value === "object" ? printValue(value) : String(value);
}

/** Formats a value for one line of a table, so that it cannot look like another row. */
function cellText(value: ConfigValue): string {
  return visible(valueText(value));
}

/** Lists keys with their values and origins, one per line, in which a terminal cuts long values. */
export function valuesText(values: readonly ConfigEntry[], style: Style): string {
  const rows = values.map(({ key, value, origin }): Cell[] => [
    { text: key, mark: style.cyan },
    { text: cellText(value), ...origin === "default" ? {} : { mark: style.bold } },
    { text: ORIGINS[origin], mark: style.dim },
  ]);
  const { width = Infinity } = style;
  return fittedTable(rows, { align: ["left", "fill", "left"], width }).map((line) => `${line}\n`).join("");
}

/** Lists the keys of the user's policy with their values, one per line. */
export function policyRows(values: readonly ConfigEntry[], style: Style, indent = ""): string {
  return wrappedTable(
    values.map((entry) => {
      const value = policyValueText(entry);
      const key = indent + style.cyan(entry.key);
      return [key, entry.origin === "policy" ? style.bold(visible(value)) : style.dim(value)];
    }),
    style,
  );
}

/** Formats a value of the policy; without one, projects decide. */
export function policyValueText({ value, origin }: ConfigEntry): string {
  return origin === "policy" ? valueText(value) : "not set";
}

/** Explains a key: its meaning, its value and origin, its effect. */
export function explanationText(
  { value, description, effect, type, allowed, models = [] }: ConfigExplanation,
  path: string,
  style: Style,
): string {
  const { key, origin } = value;
  const rows = [
    [
      "value",
      `${style.bold(cellText(value.value))} ${style.dim(`(${origin === "file" ? path : ORIGINS[origin]})`)}`,
    ],
    ["default", valueText(value.default)],
    ["allowed", allowed?.join(", ") ?? TYPES[type] ?? type],
    ["changes", effect],
  ];
  const several = new Set(models.map(({ agent }) => agent)).size > 1;
  const roles = models.map(({ role, tier, agent, model }) => [
    style.dim(role),
    `tier ${tier}`,
    model === undefined
      ? style.dim(isOwnAgent(agent) ? "no model" : `the choice of ${visible(agent)}`)
      : visible(several ? `${agent} ${model}` : model),
  ]);
  return `${wrappedTable([[style.cyan(key), description]], style)}\n${
    wrappedTable(rows.map(([name, text]) => [style.dim(name!), text!]), style)
  }${roles.length === 0 ? "" : `\n${tableText(roles)}`}`;
}

/** Lists the changes, one per key, and the written files. */
export function changesText({ changes, written }: ConfigChanges, style: Style): string {
  if (changes.length === 0 && written.length === 0) return "Nothing to change\n";
  const end = written.length === 0
    ? `${count(changes.length, "change")}, nothing written`
    : `Written: ${written.join(", ")}`;
  return `${changeRows(changes, style)}${style.dim(end)}\n`;
}

/** Lists keys with their values before and after, one per line. */
export function changeRows(changes: readonly ConfigChange[], style: Style): string {
  const show = (value: ConfigChange["after"]) => value === null ? style.dim("not set") : cellText(value);
  return tableText(
    changes.map(({ key, before, after }) => [style.cyan(key), show(before), "→", style.bold(show(after))]),
  );
}
