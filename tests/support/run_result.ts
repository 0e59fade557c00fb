/**
 * The result of a run, to be compared with that of another one.
 * @module
 */
import type { Folder } from "./repository.ts";
import { leftovers } from "./wide.ts";

/** Returns the result of a run: branches with their commits and files, the working tree, and any remains. */
export async function result(folder: Folder): Promise<string> {
  const refs = (await folder.git("for-each-ref", "--format=%(refname)", "refs/heads", "refs/tags")).split(
    "\n",
  );
  const parts = [
    await folder.git("branch", "--show-current"),
    await folder.git("status", "--porcelain"),
    ...await leftovers(folder),
    ...await folder.has(".git/wf/lock.json") ? ["lock"] : [],
    ...await gitLocks(folder.path),
    await folder.git("grep", "--no-index", "--no-exclude-standard", "", "--", ":(glob)**/.planning/**"),
  ];
  for (const ref of refs) {
    parts.push(
      ref,
      await folder.git("log", "--reverse", "--topo-order", "--format=%p%n%B", ref, "--"),
      await folder.git("ls-tree", "-r", "--format=%(objectmode) %(path)", ref),
      await folder.git("grep", "", ref, "--"),
    );
  }
  return undated(parts.join("\n"));
}

/** Returns the commits of the current branch after its first one, oldest first: message, parents and changes of each. */
export async function history(folder: Folder): Promise<string> {
  const root = (await folder.git("rev-list", "--max-parents=0", "HEAD")).trim();
  const options = [
    "--reverse",
    "--topo-order",
    "--format=%p%n%B",
    "--patch",
    "--full-index",
    "--no-ext-diff",
  ];
  return undated(await folder.git("log", ...options, `${root}..HEAD`));
}

/** Removes what differs between two runs that do the same: commits, times and durations. */
function undated(text: string): string {
  return text.replace(/\b\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/g, "<time>").replace(
    /\b[0-9a-f]{7,40}\b/g,
    "<commit>",
  );
}

/** Lock files that git has left. */
async function gitLocks(path: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(`${path}/.git`)) {
    if (name.endsWith(".lock")) found.push(name);
    if (isDirectory && /^(?:refs|worktrees)$/.test(name)) {
      const { stdout } = await new Deno.Command("find", { args: [`${path}/.git/${name}`, "-name", "*.lock"] })
        .output();
      found.push(...new TextDecoder().decode(stdout).split("\n").filter((line) => line !== ""));
    }
  }
  return found;
}

/** Returns the lines in which two texts differ. */
export function difference(expected: string, found: string): string {
  const [one, other] = [expected.split("\n"), found.split("\n")];
  const missing = one.filter((line) => !other.includes(line)).map((line) => `- ${line}`);
  const added = other.filter((line) => !one.includes(line)).map((line) => `+ ${line}`);
  const lines = [...missing, ...added];
  return (lines.length === 0 ? ["another order or number of lines"] : lines).slice(0, 40).join("\n");
}
