import type { SourceText } from "../source.ts";
import { parseFrontmatter } from "./frontmatter.ts";
import { entryOf } from "./yaml.ts";

/** A milestone. */
export interface Milestone {
  /** Version identifier, for example `v1.0`. */
  readonly version: string;
  /** Name, for example `MVP`; empty when none is given. */
  readonly name: string;
}

const ITEM = /^[ \t]*[-*][ \t]+(?:\[[ xX]\][ \t]+)?🚧[ \t]+\*\*(v\d[\w.-]*)([^*\n]*)\*\*/mu;
const HEADING = /^#{1,4}[ \t]+🚧[ \t]+(v\d[\w.-]*)(.*)$/mu;

/**
 * The milestone under way: marked 🚧 in the roadmap, else `milestone` and `milestone_name` of the
 * state document's frontmatter. Spec: FIELD, The other documents.
 */
export function currentMilestone(
  roadmap: SourceText | undefined,
  state: SourceText | undefined,
): Milestone | undefined {
  const listed = roadmap && (ITEM.exec(roadmap.text) ?? HEADING.exec(roadmap.text));
  if (listed) return { version: listed[1]!, name: cleanName(listed[2]!) };
  const frontmatter = state && parseFrontmatter(state.text);
  if (frontmatter?.kind !== "parsed") return undefined;
  const text = (key: string) => {
    const value = entryOf(frontmatter.root, key)?.value;
    return value?.kind === "scalar" ? value.text.trim() : "";
  };
  const version = text("milestone");
  return version === "" ? undefined : { version, name: text("milestone_name") };
}

/** Without the dash or colon before it and the remark in parentheses behind it. */
function cleanName(text: string): string {
  return text.trim().replace(/^[-—–:]/, "").replace(/\([^()]*\)$/, "").trim();
}
