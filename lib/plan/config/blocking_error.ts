import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import { getLocation } from "../../deps/jsonc.ts";
import type { ConfigDocument } from "../../parse/config/config.ts";
import { keyOfPlace } from "../../parse/config/legacy_keys.ts";

/**
 * The first error that keeps a configuration from being used.
 *
 * A wrong value of a key that is overridden keeps nothing: nobody reads it. A group that is no object is
 * still one, as its other keys are not known, and so is a text that is not JSON.
 *
 * @param overridden Dotted keys that have another value for this invocation.
 */
export function configError(
  { source, diagnostics }: ConfigDocument,
  overridden: Iterable<string> = [],
): Diagnostic | undefined {
  const replaced = new Set(overridden);
  return diagnostics.find(({ severity, code, span }) => {
    if (severity !== "error") return false;
    if (code !== "config-value" || replaced.size === 0) return true;
    // The items of a list stand in the list.
    const text = source.text.replace(/^\uFEFF/, " ");
    const path = getLocation(text, span.start).path.filter((part) => typeof part === "string");
    const place = path.join(".");
    return !replaced.has(keyOfPlace(place) ?? place);
  });
}
