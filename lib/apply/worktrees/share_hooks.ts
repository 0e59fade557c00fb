import { isAbsolute, joinPath, pathWithin } from "../../path/paths.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import type { Git } from "../git/git.ts";
import { hooksPath } from "../seal/hooks_folder.ts";
import { copyPath } from "./copy.ts";

/** The repositories whose hooks do not run in worktrees, which was reported, by what their working trees share. */
const REPORTED = new WeakSet<Git["journal"]>();

/**
 * Copies hooks that git ignores to a worktree, where a relative `core.hooksPath` names a folder of that worktree: git
 * would make commits there without them. Husky keeps its own in such a folder. Reports once if hooks do not run there,
 * because the path leads elsewhere.
 *
 * @param home The project's own working tree.
 */
export async function shareHooks(
  git: Git,
  home: Git,
  notice: (message: string) => void,
): Promise<void> {
  const { host } = git;
  const path = await hooksPath(home);
  if (path === "" || isAbsolute(path)) return;
  const [from, to] = [joinPath(home.root, path), joinPath(git.root, path)];
  if ((await host.stat(from))?.kind !== "directory") return;
  const inside = pathWithin(home.root, from);
  if (inside !== undefined) {
    const options = ["--others", "--ignored", "--exclude-standard"];
    const { stdout } = await home.run(["--literal-pathspecs", "ls-files", ...options, "-z", "--", inside]);
    for (const file of stdout.split("\0").filter((file) => file !== "")) {
      await copyPath(host, joinPath(home.root, file), joinPath(git.root, file));
    }
  }
  if (await host.stat(to) !== undefined || REPORTED.has(home.journal)) return;
  REPORTED.add(home.journal);
  notice(
    `Your hooks do not run for commits in worktrees: core.hooksPath is ${path}, which does not exist there. Use an absolute path: git config core.hooksPath ${
      quoteShell(from)
    }`,
  );
}
