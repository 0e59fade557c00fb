import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import { getLocation } from "../../deps/jsonc.ts";
import type { ConfigDocument } from "../../parse/config/config.ts";
import { keyOfPlace } from "../../parse/config/legacy_keys.ts";
import { type ConfigOverride, writeKey } from "./resolve.ts";

/** Returns a configuration with values for one invocation, without the findings about those they replace. */
export function withOverrides(
  document: ConfigDocument,
  overrides: readonly ConfigOverride[],
): ConfigDocument {
  if (overrides.length === 0) return document;
  const file = structuredClone(document.file);
  for (const { key, value } of overrides) writeKey(file, key, value);
  const isLeft = isUsed(document, new Set(overrides.map(({ key }) => key)));
  return { ...document, file, diagnostics: document.diagnostics.filter(isLeft) };
}

/**
 * Returns the first error that prevents the use of a configuration.
 *
 * A wrong value of an overridden key does not, because it is not read. A group that is not an object does,
 * because its other keys are unknown, and so does invalid JSON.
 *
 * @param overridden The dotted keys that have another value for this invocation.
 */
export function configError(
  document: ConfigDocument,
  overridden: Iterable<string> = [],
): Diagnostic | undefined {
  const isLeft = isUsed(document, new Set(overridden));
  return document.diagnostics.find((found) => found.severity === "error" && isLeft(found));
}

/** Creates a function that returns false for findings about values of replaced keys. */
function isUsed({ source }: ConfigDocument, replaced: ReadonlySet<string>) {
  const text = source.text.replace(/^\uFEFF/, " ");
  return ({ code, span }: Diagnostic): boolean => {
    if (code !== "config-value" || replaced.size === 0) return true;
    // Items of a list belong to the key of the list.
    const path = getLocation(text, span.start).path.filter((part) => typeof part === "string");
    const name = path.join(".");
    return !replaced.has(keyOfPlace(name) ?? name);
  };
}
