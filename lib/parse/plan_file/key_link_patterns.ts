import { entryOf, type YamlScalar } from "../yaml/yaml.ts";
import type { Frontmatter } from "./frontmatter.ts";

/** The `pattern` of a key link, as written. */
export type WrittenPattern = Pick<YamlScalar, "text" | "span">;

/** Returns the `pattern` fields of a plan's key links. */
export function patternsIn(frontmatter: Frontmatter): readonly WrittenPattern[] {
  if (frontmatter.kind !== "parsed") return [];
  const links = entryOf(entryOf(frontmatter.root, "must_haves")?.value, "key_links")?.value;
  if (links?.kind !== "list") return [];
  return links.items.flatMap((item) => {
    const pattern = entryOf(item, "pattern")?.value;
    const nodes = pattern?.kind === "list" ? pattern.items : [pattern];
    return nodes.filter((node) => node?.kind === "scalar");
  });
}
