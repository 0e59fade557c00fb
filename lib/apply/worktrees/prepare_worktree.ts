import type { Config } from "../../../schemas/config.ts";
import { type Host, SHOWN_OUTPUT } from "../../host/host.ts";
import { PLANNING } from "../../parse/project/project.ts";
import { joinPath, parentPath, pathWithin } from "../../path/paths.ts";
import { resolveLinks } from "../files/resolve_links.ts";
import type { Git } from "../git/git.ts";
import { CLEAN_GIT_ENVIRONMENT } from "../git/process.ts";
import type { CheckOptions } from "../run/run_check.ts";
import { TimeLimit } from "../run/time_limit.ts";
import { ignoresDocuments, repositoryPath } from "../git/repository.ts";
import { copyPath } from "./copy.ts";
import { shareHooks } from "./share_hooks.ts";
import type { Workspace } from "./workspace.ts";

/** Options for {@link fillWorktree}. */
export interface FillOptions {
  /** The project's own working tree. */
  readonly home: Pick<Workspace, "repository" | "root">;
  readonly config: Config;
  /** True if git ignores the project's documents; by default it is asked. */
  readonly ignores?: boolean;
  /** Reports a notice to the user. */
  readonly notice: (message: string) => void;
}

/** Copies ignored files that the work in a worktree needs: `.planning/`, those in the configuration, and hooks. */
export async function fillWorktree(git: Git, { home, config, ignores, notice }: FillOptions): Promise<void> {
  const { host } = git;
  const planning = repositoryPath(home.repository, PLANNING);
  if (ignores ?? await ignoresDocuments(home.repository.git, planning)) {
    await copyPath(host, joinPath(home.repository.git.root, planning), joinPath(git.root, planning));
  }
  for (const entry of config.worktree.copy) {
    const link = entry.startsWith("link:");
    const path = link ? entry.slice("link:".length) : entry;
    const from = joinPath(home.root, path);
    const to = joinPath(git.root, home.repository.prefix, path);
    if (!await liesIn(host, home.root, from) || !await liesIn(host, git.root, to)) {
      notice(`worktree.copy names ${path}, which is outside the project`);
      continue;
    }
    const there = link ? await host.stat(from) !== undefined : await copyPath(host, from, to);
    if (!there) {
      notice(`worktree.copy names ${path}, which does not exist`);
    } else if (link && await host.stat(to) === undefined) {
      await host.link(from, to);
    }
  }
  await shareHooks(git, home.repository.git, notice);
}

/** Options for {@link runSetUp}. */
export interface SetUpOptions extends Omit<CheckOptions, "logged"> {
  readonly onOutput?: (text: string) => void;
}

/** Runs the setup commands of a worktree. Returns the one that failed or was interrupted; undefined if none. */
export async function runSetUp(
  { host, config, signal, ...options }: SetUpOptions,
): Promise<{ readonly command: string; readonly output: string } | undefined> {
  const { setup, setup_timeout_minutes: minutes } = config.worktree;
  for (const command of setup) {
    const limit = new TimeLimit(minutes, "worktree.setup_timeout_minutes", signal);
    const { code, stdout, stderr } = await host.run({
      ...options,
      argv: ["sh", "-c", command],
      sandbox: { network: true },
      env: CLEAN_GIT_ENVIRONMENT,
      signal: limit.signal,
      keep: SHOWN_OUTPUT,
    });
    limit.end();
    if (limit.passed) return { command, output: limit.message(command) };
    if (code !== 0 || signal.aborted) return { command, output: (stdout + stderr).trimEnd() };
  }
  return undefined;
}

/** Reports whether an entry is in a folder after resolving the links in its parents. It may be a link itself. */
async function liesIn(host: Host, folder: string, entry: string): Promise<boolean> {
  if (pathWithin(folder, entry) === undefined) return false;
  if (entry === folder) return true;
  return pathWithin(await host.realPath(folder), await resolveLinks(host, parentPath(entry))) !== undefined;
}
