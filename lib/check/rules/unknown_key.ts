import { nearest } from "../../text/nearest.ts";
import { ARTIFACT_KEYS, LINK_KEYS, MUST_HAVES_KEYS, TOP_KEYS } from "../../parse/yaml/known_keys.ts";
import { entryOf, type YamlMap, type YamlNode } from "../../parse/yaml/yaml.ts";
import type { Finding, Rule } from "../rule.ts";

/** Required keys: if one is missing, a similar key is certain to be a misspelling of it. */
const REQUIRED = ["depends_on", "files_modified", "autonomous", "must_haves", "truths"];

const OTHER_NAMES: ReadonlyMap<string, string> = new Map([["observable_truths", "truths"]]);

/** Finds misspelt keys. Other unknown keys are accepted. */
export const unknownKey: Rule = {
  code: "unknown-key",
  severity: "warning",
  summary: "No key of the frontmatter is misspelt",
  why: "Other keys are accepted and kept, because many tools add their own. A key that is " +
    "similar to a known key which is missing is a misspelling, and would not be read.",
  shows: ["frontmatter"],
  plan(plan) {
    if (plan.frontmatter.kind !== "parsed") return [];
    const { root } = plan.frontmatter;
    const mustHaves = entryOf(root, "must_haves")?.value;
    return [
      ...misspelt(root, TOP_KEYS),
      ...misspelt(mustHaves, MUST_HAVES_KEYS),
      ...misspeltInItems(entryOf(mustHaves, "artifacts")?.value, ARTIFACT_KEYS),
      ...misspeltInItems(entryOf(mustHaves, "key_links")?.value, LINK_KEYS),
    ];
  },
};

function misspeltInItems(list: YamlNode | undefined, known: readonly string[]): readonly Finding[] {
  return list?.kind === "list" ? list.items.flatMap((item) => misspelt(item, known)) : [];
}

function misspelt(node: YamlNode | undefined, known: readonly string[]): readonly Finding[] {
  if (node?.kind !== "map" || node.entries.every(({ key }) => known.includes(key))) return [];
  const missing = missingKeys(node, known);
  return node.entries.filter(({ key }) => !known.includes(key)).flatMap(
    ({ key, keySpan }): readonly Finding[] => {
      const same = missing.find((other) => words(other) === words(key));
      const near = same ?? missing.find((other) => OTHER_NAMES.get(key) === other) ?? nearest(key, missing);
      const meant = near ??
        (known === MUST_HAVES_KEYS ? missing.find((other) => key.split("_").includes(other)) : undefined);
      if (meant === undefined) return [];
      const finding = {
        message: `The key "${key}" is unknown and is not read`,
        hint: `Did you mean "${meant}"?`,
        span: keySpan,
      };
      const fix = { title: `Rename the key to ${meant}`, edits: [{ ...keySpan, text: meant }] };
      const isCertain = same !== undefined || (near !== undefined && REQUIRED.includes(near));
      return [isCertain ? { ...finding, fix } : finding];
    },
  );
}

function missingKeys(node: YamlMap, known: readonly string[]): readonly string[] {
  return known.filter((key) => !node.entries.some((entry) => entry.key === key));
}

/** The words of a key in alphabetical order, the same for `dependsOn`, `depends-on` and `depends_on`. */
function words(key: string): string {
  return key.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase().split(/[_\s-]+/).sort().join(" ");
}
