/**
 * Unknown keys of `config.json`: typos, and keys of other tools.
 * @module
 */
import { configKeys } from "../../../generated/metadata.ts";
import { nearest } from "../../text/nearest.ts";

/** Objects of the configuration, dotted. */
export const OBJECTS: ReadonlySet<string> = new Set(
  configKeys.filter(({ key }) => key.includes(".")).map(({ key }) => key.slice(0, key.lastIndexOf("."))),
);
const KNOWN: readonly string[] = [...configKeys.map(({ key }) => key), ...OBJECTS];

/** Keys that other tools of this kind write into every project. */
const OTHERS: ReadonlySet<string> = new Set([
  ...["brave_search", "exa_search", "firecrawl", "jina", "perplexity", "ref_search", "tavily_search"],
  ...["agent_skills", "capabilities", "claude_md_assembly", "claude_md_path", "context_window", "effort"],
  ...["fast_mode", "features", "graphify", "hooks", "intel", "learnings", "manager", "model_overrides"],
  ...["model_profile_overrides", "phase_id_convention", "phase_naming", "plan_review", "project_code"],
  ...["resolve_model_ids", "response_language", "review", "runtime", "ship", "statusline", "sub_repos"],
  ...["git.base_branch", "git.create_tag", "git.quick_branch_template"],
  ...["planning.granularity", "planning.sub_repos"],
]);
/** Maximum number of keys of other tools that a message names. */
const MAX_NAMED = 12;

/** Returns the hint for an unknown key; undefined if it may be one of another tool, or of the user's own. */
export function unknownHint(key: string): string | undefined {
  const meant = OTHERS.has(key) ? undefined : meantKey(key);
  if (meant === undefined) return undefined;
  const [object, inner] = meant.split(".");
  return meant === key ? `Write \`"${object}": { "${inner}": … }\`` : `Did you mean "${meant}"?`;
}

/**
 * Returns the message and hint about unknown keys that may be of other tools.
 *
 * @param keys Dotted keys, at least one, in the order of the file.
 */
export function othersMessage(keys: readonly string[]): { readonly message: string; readonly hint: string } {
  if (keys.length === 1) {
    const message = `Unknown key "${keys[0]}": wf does not use it`;
    return { message, hint: "It is kept for the tool that uses it" };
  }
  const named = keys.slice(0, MAX_NAMED).map((key) => `"${key}"`);
  const rest = keys.length - named.length;
  const last = rest === 0 ? named.pop()! : rest === 1 ? "1 other" : `${rest} others`;
  const message = `${keys.length} keys are not used by wf: ${named.join(", ")} and ${last}`;
  return { message, hint: "They are kept for the tools that use them" };
}

/** The known key that was probably meant: a typo, an old name or a key in the wrong object. */
function meantKey(key: string): string | undefined {
  if (key === "depth") return "granularity";
  const last = key.slice(key.lastIndexOf(".") + 1);
  // Any file may have a name.
  const inner = last === "name" ? undefined : KNOWN.find((other) => other.endsWith(`.${last}`));
  return inner ?? nearest(key, KNOWN);
}
