/**
 * Writing a key of `config.json`, wherever that file gives it.
 * @module
 */
import { findNodeAtLocation, type JsonNode, parseTree } from "../../deps/jsonc.ts";
import { applyEdits, setConfigValue, unsetConfigValue } from "./edit.ts";
import { givenPlaces, granularityEdits } from "./legacy_keys.ts";

/**
 * A configuration with a key set, or removed.
 *
 * A value that stands in another place than its key's is changed there, and in all places where it stands
 * in several: tools that read different ones go on agreeing. What is removed is removed from all of them,
 * as one that is left would hold.
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
    return applyEdits(text, granularityEdits(depth.parent!.children![0]!, String(value), text));
  }
  return (places.length === 0 ? [key] : places).reduce((rest, place) => {
    return applyEdits(rest, setConfigValue(rest, place, value));
  }, text);
}

/** Keys of another name, or of another shape, that are read as a key. */
function olderForms(root: JsonNode, key: string): readonly string[] {
  const isA = (type: string, name: string) => findNodeAtLocation(root, [name])?.type === type;
  if (key === "granularity" && isA("string", "depth")) return ["depth"];
  return key === "parallelization.enabled" && isA("boolean", "parallelization") ? ["parallelization"] : [];
}
