import type { Artifact } from "../../../schemas/plan_file.ts";

/** The texts that an artifact's file must contain, all of them. */
export function wantedTexts({ contains }: Artifact): readonly string[] {
  return textsIn(contains);
}

/** The texts that an artifact's file must not contain, none of them. Real plans write the key both ways. */
export function unwantedTexts(artifact: Artifact): readonly string[] {
  return [...textsIn(artifact.not_contains), ...textsIn(artifact["contains_not"])];
}

/** The texts in a value that is one, or a list of some; an empty one asks for nothing. */
function textsIn(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((text) => typeof text === "string" && text !== "") as readonly string[];
}
