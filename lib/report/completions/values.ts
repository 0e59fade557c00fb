import type { ConfigKey, OptionMeta } from "../../../schemas/metadata.ts";
import type { CompletionCandidate as Candidate } from "../../../schemas/results/setup.ts";
import { valueText } from "../setup/config.ts";

/** Returns the allowed values of a flag or a positional, each with its meaning from the description. */
export function allowedValues(
  { allowed = [], default: value, description }: OptionMeta,
): readonly Candidate[] {
  return describe(allowed, value, description);
}

/**
 * Returns the values of a configuration key: all if they can be listed, otherwise the default, unless it is
 * empty.
 */
export function keyValues({ type, allowed, default: value, description }: ConfigKey): readonly Candidate[] {
  const standard = valueText(value);
  const empty = standard === "" || standard === "[]";
  const values = allowed ?? (type === "boolean" ? ["true", "false"] : empty ? [] : [standard]);
  return describe(values, standard, description);
}

function describe(
  values: readonly string[],
  standard: string | boolean | undefined,
  text: string,
): readonly Candidate[] {
  return values.map((value) => {
    const meaning = meaningOf(value, values, text);
    const mark = value !== standard ? "" : meaning === "" ? "default" : "; default";
    return { value, description: meaning + mark };
  });
}

/**
 * Returns the meaning of a value from a description: the words after `` `value` ``, up to the next value.
 * Empty if the description does not name the value.
 */
function meaningOf(value: string, values: readonly string[], text: string): string {
  const start = text.indexOf(`\`${value}\``);
  if (start === -1) return "";
  const rest = text.slice(start + value.length + 2);
  const ends = values.map((other) => rest.indexOf(`\`${other}\``)).filter((end) => end !== -1);
  return rest.slice(0, Math.min(rest.length, ...ends)).trim().replace(/^:\s*/, "")
    .replace(/[.,;:]?(?:\s+(?:or|and))?[.,;:]?$/, "");
}
