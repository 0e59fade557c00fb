import type { IgnoredFiles, LaneHistory } from "../../plan/executor/lane_history.ts";
import { ProgramError } from "../../errors/program_error.ts";
import { joinPath } from "../../path/paths.ts";
import { literalPathspecs, PATHSPECS_FROM_INPUT } from "../git/commit/pathspecs.ts";
import { repositoryPath } from "../git/repository.ts";
import { treeWithFiles } from "../git/stash.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { ignoredFiles } from "../worktrees/carry_over.ts";
import { copyPath } from "../worktrees/copy.ts";
import type { Workspace } from "../worktrees/workspace.ts";

/** The ignored files of a plan that begins on other machines, and the tree to begin it with. */
export interface SentFiles {
  readonly ignored: IgnoredFiles;
  readonly tree: string;
}

/**
 * Returns what a lane begins with, if its plan declares files that exist here and git ignores.
 *
 * @param allowed The files that the user's policy allows to be sent.
 */
export async function filesToSend(
  home: Workspace,
  { files, allowed, commit }: {
    readonly files: readonly string[];
    readonly allowed: readonly string[];
    readonly commit: string;
  },
): Promise<SentFiles | undefined> {
  const found = await ignoredFiles(files, home);
  if (found.length === 0) return undefined;
  const sent = found.filter((path) => allowed.includes(path));
  const { repository } = home;
  const paths = sent.map((path) => repositoryPath(repository, path));
  const tree = await treeWithFiles(repository.git, commit, paths);
  return { ignored: { sent, kept: found.filter((path) => !sent.includes(path)) }, tree };
}

/**
 * Puts the ignored files that a plan declares into its worktree: those of this clone first, and others as the
 * coordinator has sent them. Throws a ProgramError if the coordinator has one that is neither here nor sent.
 */
export async function receiveIgnored(
  { begun, ignored }: Pick<LaneHistory, "begun" | "ignored">,
  { plan, files, home, tree }: {
    readonly plan: string;
    readonly files: readonly string[];
    readonly home: Workspace;
    readonly tree: Omit<Workspace, "baseline">;
  },
): Promise<void> {
  const own = await ignoredFiles(files, home);
  const { repository, root } = tree;
  const { git } = repository;
  for (const path of own) await copyPath(git.host, joinPath(home.root, path), joinPath(root, path));
  const isMissing = (path: string) => files.includes(path) && !own.includes(path);
  const kept = (ignored?.kept ?? []).filter(isMissing);
  if (kept.length > 0) {
    throw new ProgramError(
      `Plan ${plan} declares ${kept.join(", ")}, which git ignores, and this clone does not have`,
      `Copy it into ${home.root}, or allow it to be sent, where the run was started: wf config --user set executor.send ${
        quoteShell(JSON.stringify(kept))
      }`,
    );
  }
  const sent = (ignored?.sent ?? []).filter(isMissing).map((path) => repositoryPath(repository, path));
  if (sent.length === 0) return;
  const options = ["--quiet", `--source=${begun}`, "--worktree", ...PATHSPECS_FROM_INPUT];
  await git.output(["restore", ...options], literalPathspecs(sent));
}
