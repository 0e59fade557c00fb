import type { ConfigKey } from "../../../schemas/metadata.ts";
import type { ConfigEntry, ConfigExplanation } from "../../../schemas/results/config.ts";
import { defined } from "../../collections/defined.ts";

/** Explains a key and its value. */
export function explanationOf(key: ConfigKey, value: ConfigEntry): ConfigExplanation {
  const { description, effect, type, allowed } = key;
  return { formatVersion: 1, value, description, effect, type, ...defined({ allowed }) };
}
