/**
 * Writes a key of `config.json`, in every place where the file sets it.
 * @module
 */
import { findNodeAtLocation, type JsonNode, parseTree } from "../../deps/jsonc.ts";
import { applyEdits, setConfigValue, unsetConfigValue } from "./edit.ts";
import { givenPlaces, granularityEdits } from "./legacy_keys.ts";

/**
 * Sets or removes a key of a configuration.
 * A value in another place than that of its key is changed there, and in every place that has one, so that tools
 * that read different places still agree. A removed key is removed from all places, because a remaining value
 * would apply.
 *
 * @param text JSON with comments, free of errors; may be empty.
 * @param key Dotted key.
 * @param value Undefined removes the key.
 */
export function writeConfigKey(text: string, key: string, value: unknown): string {
  const root = parseTree(text);
  if (root?.type !== "object") {
    return value === undefined ? text : applyEdits(text, setConfigValue(text, key, value));
  }
  const places = givenPlaces(root, key);
  if (value === undefined) {
    return [...places, ...olderForms(root, key)].reduce((rest, place) => {
      return applyEdits(rest, unsetConfigValue(rest, place));
    }, text);
  }
  const depth = findNodeAtLocation(root, ["depth"]);
  if (key === "granularity" && depth?.type === "string" && places.length === 0) {
    return applyEdits(text, granularityEdits(depth.parent!.children![0]!, String(value)));
  }
  return (places.length === 0 ? [key] : places).reduce((rest, place) => {
    return applyEdits(rest, setConfigValue(rest, place, value));
  }, text);
}

/** Other names and forms that are read as a key. */
function olderForms(root: JsonNode, key: string): readonly string[] {
  const isA = (type: string, name: string) => findNodeAtLocation(root, [name])?.type === type;
  if (key === "granularity" && isA("string", "depth")) return ["depth"];
  return key === "parallelization.enabled" && isA("boolean", "parallelization") ? ["parallelization"] : [];
}
