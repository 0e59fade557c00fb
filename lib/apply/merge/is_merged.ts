import { planKey } from "../../parse/ids/plan_id.ts";
import { isDocument } from "../../plan/command_lines/stash_commands.ts";
import type { JournalCommit } from "../../plan/history/journal.ts";
import { addedSummaries } from "../history/added_summaries.ts";
import type { Git } from "../git/git.ts";
import { containsCommit, tryMerge } from "../git/merge/merge.ts";

/** The maximum number of commits of the base that are compared with a branch. */
const MAX_COMPARED = 20;

/**
 * Reports whether a base contains the work of a branch, also if a server has merged it by squash or rebase.
 *
 * The base contains it if merging would change nothing, now or after one of the commits since the branch left
 * it. Only documents may differ if the base names all tasks of the branch or has the summaries of their plans, and
 * without changes these decide alone.
 *
 * @param base The base, as a branch or a full name.
 * @param head The commit of the branch.
 */
export async function isMerged(git: Git, base: string, head: string): Promise<boolean> {
  const ref = base.startsWith("refs/") ? base : (await git.refsOf([base])).get(base);
  if (ref === undefined) return false;
  if (await containsCommit(git, ref, head)) return true;
  const since = `${head}..${ref}`;
  const [tip = "", ...older] = await commitsOf(git, since, "--");
  if (tip === "") return false;
  const changed = await changedPaths(git, `${ref}...${head}`);
  const named = await namesAll(git, ref, head);
  if (changed.length === 0) return named;
  const code = changed.filter((path) => !isDocument(path));
  const paths = (code.length === 0 ? changed : code).map((path) => `:(top,literal)${path}`);
  const touching = older.length === 0 ? [] : await commitsOf(git, "--reverse", since, "--", ...paths);
  for (const commit of [tip, ...touching.filter((commit) => commit !== tip).slice(0, MAX_COMPARED)]) {
    const { tree } = await tryMerge(git, commit, head);
    const left = await changedPaths(git, `${commit}^{tree}`, tree);
    if (left.every((path) => named && isDocument(path))) return true;
  }
  return false;
}

/** Returns the full name of the base that contains the work of a branch, else of the base's upstream that does. */
export async function mergedInto(git: Git, base: string, head: string): Promise<string | undefined> {
  if (await isMerged(git, base, head)) return `refs/heads/${base}`;
  const upstream = await git.upstreamOf(base);
  return upstream !== undefined && await isMerged(git, upstream, head) ? upstream : undefined;
}

async function commitsOf(git: Git, ...args: readonly string[]): Promise<readonly string[]> {
  const output = await git.output(["rev-list", "--first-parent", ...args]);
  return output.split("\n").filter((line) => line !== "");
}

async function changedPaths(git: Git, ...trees: readonly string[]): Promise<readonly string[]> {
  const output = await git.output(["diff", "--name-only", "--no-renames", "-z", ...trees, "--"]);
  return output.split("\0").filter((path) => path !== "");
}

/**
 * Reports whether a base records all tasks and plans of a branch, which has some, or has added the summaries of
 * their plans.
 */
async function namesAll(git: Git, base: string, head: string): Promise<boolean> {
  const [recorded, there, start] = await Promise.all([
    git.history(`${base}..${head}`),
    git.history(`${head}..${base}`),
    git.output(["merge-base", base, head]),
  ]);
  if (recorded.length === 0) return false;
  const known = new Set(there.map(nameOf));
  const added = await addedSummaries(git, start.trim(), base);
  const summed = new Set(added.map(({ project, plan }) => `${project} ${plan}/`));
  return recorded.every((found) => {
    const name = nameOf(found);
    return known.has(name) || summed.has(name.slice(0, name.indexOf("/") + 1));
  });
}

/** Returns what a commit records, in a form to compare; each undo is different. */
function nameOf(found: JournalCommit): string {
  if (!("plan" in found)) return found.commit;
  return `${found.project ?? ""} ${planKey(found.plan)}/${found.task ?? ""}`;
}
