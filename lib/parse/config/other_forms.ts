import { configKeys } from "../../../generated/metadata.ts";
import type { ConfigKey } from "../../../schemas/metadata.ts";
import { findNodeAtLocation, type JsonNode } from "../../deps/jsonc.ts";
import { type ConfigReading, jsonValue } from "./config_reading.ts";
import { unsetConfigValue } from "./edit.ts";
import {
  givenPlaces,
  granularityEdits,
  granularityOf,
  isValue,
  keyOfPlace,
  moveEdits,
  spanOf,
} from "./legacy_keys.ts";
import { expectedInstead, meantValue } from "./value.ts";

/** The keys of the configuration, by name. */
export const KEYS: ReadonlyMap<string, ConfigKey> = new Map(configKeys.map((key) => [key.key, key]));

/** A property of the configuration. */
interface Property {
  readonly name: JsonNode;
  readonly node: JsonNode;
}

/** Reads a property in a form that other tools of this kind write. Returns false for any other property. */
export function readOtherForm(key: string, { name, node }: Property, reading: ConfigReading): boolean {
  if (String(name.value).includes(".")) return false;
  if (key === "depth") return readDepth({ name, node }, reading);
  if (key === "parallelization" && typeof node.value === "string") {
    const message = `"parallelization" is ${
      reading.shown(node)
    }, which wf does not use; its keys keep their defaults`;
    const hint = `Leave it to the tool that wrote it, or write \`"parallelization": { "enabled": … }\``;
    reading.report("config-legacy", spanOf(node), message, hint);
    return true;
  }
  if (key === "parallelization" && node.type === "boolean") {
    reading.set("parallelization.enabled", node.value, "under");
    const text = `{ "enabled": ${node.value} }`;
    const message = `"parallelization" is ${node.value} and is read as its key "enabled"`;
    reading.reportLegacy(node, message, `"parallelization": ${text}`, [{ ...spanOf(node), text }]);
    return true;
  }
  const moved = KEYS.get(keyOfPlace(key) ?? "");
  if (moved === undefined || !isValue(node)) return false;
  readMoved(key, moved, { name, node }, reading);
  return true;
}

function readDepth({ name, node }: Property, reading: ConfigReading): boolean {
  if (typeof node.value !== "string") return false;
  const granularity = granularityOf(node.value);
  const other = findNodeAtLocation(name.parent!.parent!, ["granularity"]);
  if (other !== undefined) {
    const isSame = granularity === String(other.value).toLowerCase();
    reportSecond("depth", "granularity", { name, node, other, isSame }, reading);
    return true;
  }
  if (granularity === undefined) return false;
  reading.set("granularity", granularity, "under");
  const edits = granularityEdits(name, granularity);
  reading.reportLegacy(name, `"depth" is read as "granularity"`, `"granularity": "${granularity}"`, edits);
  return true;
}

/** Reads a value in another place than that of its key. */
function readMoved(place: string, key: ConfigKey, { name, node }: Property, reading: ConfigReading): void {
  const value = meantValue(key, jsonValue(node));
  const holds = givenPlaces(reading.root!, key.key)[0]!;
  if (holds !== place) {
    const other = findNodeAtLocation(reading.root!, holds.split("."))!;
    const isSame = JSON.stringify(value) === JSON.stringify(meantValue(key, jsonValue(other)));
    return reportSecond(place, holds, { name, node, other, isSame }, reading);
  }
  const expected = expectedInstead(key, value);
  if (expected !== undefined && key.key.startsWith("planning.")) {
    return reading.wrong(key, node, expected, `"${place}"`);
  }
  if (expected !== undefined) {
    // Only another tool knows the value, in a place that only that tool reads.
    const message = `"${place}" is ${
      reading.shown(node)
    }, which wf does not use; "${key.key}" keeps its default`;
    return reading.report("config-legacy", spanOf(node), message, `Remove it, or set "${key.key}"`);
  }
  reading.set(key.key, value, "under");
  const [object, inner] = key.key.split(".");
  const json = `"${object}": { "${inner}": ${JSON.stringify(value)} }`;
  const edits = moveEdits({ place, key: key.key, name, value }, reading.source.text);
  reading.reportLegacy(name, `"${place}" is read as "${key.key}"`, json, edits);
}

/** Reports a value that another place overrides. If the two differ, only the user knows which is right. */
function reportSecond(
  place: string,
  holds: string,
  { name, node, other, isSame }: Property & { readonly other: JsonNode; readonly isSame: boolean },
  reading: ConfigReading,
): void {
  if (isSame) {
    const fix = { title: `Remove "${place}"`, edits: unsetConfigValue(reading.source.text, place) };
    const message = `"${place}" is not read, because "${holds}" is also set`;
    return reading.report("config-legacy", spanOf(name), message, fix.title, fix);
  }
  const shown = [`"${place}" is ${reading.shown(node)}`, `"${holds}" is ${reading.shown(other)}`];
  const message = `${shown.join(" and ")}: wf uses "${holds}", other tools may use "${place}"`;
  reading.report("config-legacy", spanOf(name), message, "Write the same value, or remove one of them");
}
