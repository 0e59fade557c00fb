import { PLANNING } from "../../parse/project/project.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import type { JournalCommit } from "../../plan/history/journal.ts";
import type { Git } from "../git/git.ts";
import { containsCommit, tryMerge } from "../git/merge.ts";

/** The maximum number of commits of the base that are compared with a branch. */
const MAX_COMPARED = 20;

/**
 * Reports whether a base contains the work of a branch, also if a server has merged it by squash or rebase.
 *
 * The base contains it if merging would change nothing, now or after one of the commits since the branch left
 * it. Only documents may differ if the base names all tasks of the branch, and without changes these decide
 * alone.
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
  const named = await namesAll(git, `${ref}..${head}`, since);
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

async function commitsOf(git: Git, ...args: readonly string[]): Promise<readonly string[]> {
  const output = await git.output(["rev-list", "--first-parent", ...args]);
  return output.split("\n").filter((line) => line !== "");
}

async function changedPaths(git: Git, ...trees: readonly string[]): Promise<readonly string[]> {
  const output = await git.output(["diff", "--name-only", "--no-renames", "-z", ...trees, "--"]);
  return output.split("\0").filter((path) => path !== "");
}

function isDocument(path: string): boolean {
  return `/${path}`.includes(`/${PLANNING}/`);
}

/** Reports whether a range of commits records tasks or plans, and another range records all of them too. */
async function namesAll(git: Git, own: string, others: string): Promise<boolean> {
  const [recorded, there] = await Promise.all([git.history(own), git.history(others)]);
  const known = new Set(there.map(nameOf));
  return recorded.length > 0 && recorded.every((found) => known.has(nameOf(found)));
}

/** Returns what a commit records, in a form to compare; each undo is different. */
function nameOf(found: JournalCommit): string {
  if (!("plan" in found)) return `${found.commit} ${"milestone" in found ? found.milestone : ""}`;
  return `${found.project ?? ""} ${planKey(found.plan)}/${found.task ?? ""}`;
}
