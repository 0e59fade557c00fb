/**
 * Keys of `config.json` that are none of ours: slips of the pen, and those of other tools.
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
/** So many keys of other tools are named. */
const NAMED = 12;

/**
 * Whether another tool's key is known to be one: by its name, or as a switch in `workflow` that is not
 * near any of ours.
 *
 * @param key Dotted key that is none of ours.
 */
export function isOfAnotherTool(key: string): boolean {
  return OTHERS.has(key) || (key.startsWith("workflow.") && meantKey(key) === undefined);
}

/**
 * What is said of the keys of other tools.
 *
 * @param keys Dotted keys, at least one, in the order of the file.
 */
export function othersMessage(keys: readonly string[]): { readonly message: string; readonly hint: string } {
  if (keys.length === 1) {
    return { message: `"${keys[0]}" is a key of another tool`, hint: "It is kept, and wf does not use it" };
  }
  const named = keys.slice(0, NAMED).map((key) => `"${key}"`);
  const rest = keys.length - named.length;
  const last = rest === 0 ? named.pop()! : rest === 1 ? "1 other" : `${rest} others`;
  const message = `${keys.length} keys are of another tool: ${named.join(", ")} and ${last}`;
  return { message, hint: "They are kept, and wf does not use them" };
}

/** What to do about a key that is not known. */
export function unknownHint(key: string): string {
  const meant = meantKey(key);
  if (meant === undefined) return "Leave it where another tool uses it, it is kept, or remove it";
  const [object, inner] = meant.split(".");
  return meant === key ? `Write \`"${object}": { "${inner}": … }\`` : `Did you mean "${meant}"?`;
}

/** The known key that was probably meant, by a slip of the pen, an old name or in the wrong object. */
function meantKey(key: string): string | undefined {
  if (key === "depth") return "granularity";
  const last = key.slice(key.lastIndexOf(".") + 1);
  return nearest(key, KNOWN) ?? KNOWN.find((other) => other.endsWith(`.${last}`));
}
