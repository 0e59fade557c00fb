import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import { getLocation } from "../../deps/jsonc.ts";
import type { ConfigDocument } from "../../parse/config/config.ts";
import { keyOfPlace } from "../../parse/config/legacy_keys.ts";

/**
 * Returns the first error that prevents the use of a configuration.
 *
 * A wrong value of an overridden key does not, because it is not read. A group that is not an object does,
 * because its other keys are unknown, and so does invalid JSON.
 *
 * @param overridden The dotted keys that have another value for this invocation.
 */
export function configError(
  { source, diagnostics }: ConfigDocument,
  overridden: Iterable<string> = [],
): Diagnostic | undefined {
  const replaced = new Set(overridden);
  return diagnostics.find(({ severity, code, span }) => {
    if (severity !== "error") return false;
    if (code !== "config-value" || replaced.size === 0) return true;
    // Items of a list belong to the key of the list.
    const text = source.text.replace(/^\uFEFF/, " ");
    const path = getLocation(text, span.start).path.filter((part) => typeof part === "string");
    const name = path.join(".");
    return !replaced.has(keyOfPlace(name) ?? name);
  });
}
