import { rememberWorkBranch } from "../../lib/apply/git/work_branches.ts";
import { Git } from "../../lib/apply/git/git.ts";
import { baseName } from "../../lib/path/paths.ts";
import { type Folder, host } from "./repository.ts";

/** Records a branch as one that wf created for the work in a worktree, whose folder has the last part of its name. */
export async function recordWorkBranch(folder: Folder, branch: string, onto = "main"): Promise<void> {
  await rememberWorkBranch(await Git.open(host, folder.path), branch, { onto, folder: baseName(branch) });
}

/** Returns the recorded work branches, with the branches that they are replayed onto. */
export async function recordedWorkBranches(folder: Folder): Promise<Readonly<Record<string, string>>> {
  const records = `${folder.path}/.git/wf/branches`;
  const names = await Array.fromAsync(Deno.readDir(records)).catch(() => []);
  const read = names.map(async ({ name }) => JSON.parse(await Deno.readTextFile(`${records}/${name}`)));
  return Object.fromEntries((await Promise.all(read)).map(({ branch, onto }) => [branch, onto]));
}
