import type { Config } from "../../../schemas/config.ts";
import type { Host } from "../../host/host.ts";
import { inProject } from "../../plan/checks/in_project.ts";
import { PLANNING } from "../../parse/project/project.ts";
import type { CheckedTask, PhaseCheck } from "../../plan/verification/phase_checks.ts";
import { type Repository, repositoryPath } from "../git/repository.ts";
import { runCheck } from "../run/run_check.ts";
import { fillWorktree, runSetUp } from "../worktrees/prepare_worktree.ts";
import { inTemporaryWorktree } from "../worktrees/temporary_worktree.ts";
import { rootIn } from "../worktrees/workspace.ts";

export interface BreakerContext {
  readonly host: Host;
  readonly repository: Repository;
  /** The folder of the project in the user's own working tree, absolute. */
  readonly home: string;
  readonly config: Config;
  /** The committed tasks, to name the one that broke a check. */
  readonly tasks: readonly CheckedTask[];
  readonly signal: AbortSignal;
}

/** The maximum duration of a check on older commits, with the setup of its worktree, in milliseconds. */
const MAX_DURATION = 60_000;
/** The maximum number of commits that are named. */
const MAX_NAMED = 5;

/**
 * Returns which commit broke a check that passed at its task: searches the commits since then by halves, in
 * temporary worktrees with what `worktree.copy` and `worktree.setup` provide. If the check does not pass there on
 * the task's own commit either, or takes long, names the commits since then instead.
 *
 * @param duration The duration of the check, in milliseconds.
 */
export async function findBreaker(
  { command, tasks }: PhaseCheck,
  duration: number,
  context: BreakerContext,
): Promise<string> {
  const { host, repository: { git }, tasks: all } = context;
  const since = await newestOf(tasks.map(({ commit }) => commit), context);
  const commits = await commitsSince(since, context);
  if (commits.length === 0) return "No commit since then explains it";
  const name = async (commit: string) => {
    const own = all.find((task) => task.commit === commit);
    const short = commit.slice(0, 7);
    if (own !== undefined) return `task ${own.plan}/${own.task} (${short})`;
    return `commit ${short} (${(await git.output(["log", "-1", "--format=%s", commit, "--"])).trim()})`;
  };
  const passes = (commit: string) => passesAt(command, commit, context);
  const started = host.now();
  const isQuick = () => host.now() - started <= MAX_DURATION;
  if (duration <= MAX_DURATION && await passes(since) && isQuick() && !await passes(commits.at(-1)!)) {
    let [low, high] = [0, commits.length - 1];
    while (low < high && !context.signal.aborted) {
      const middle = (low + high) >> 1;
      if (await passes(commits[middle]!)) low = middle + 1;
      else high = middle;
    }
    return `Broken by ${await name(commits[high]!)}`;
  }
  const named = await Promise.all(commits.slice(0, MAX_NAMED).map(name));
  const more = commits.length > named.length ? ` and ${commits.length - named.length} more` : "";
  return `Committed since then: ${named.join(", ")}${more}`;
}

/** Returns the newest of some commits in the history of HEAD. */
async function newestOf(
  commits: readonly string[],
  { repository: { git } }: BreakerContext,
): Promise<string> {
  if (commits.length === 1) return commits[0]!;
  const history = await git.output(["log", "--format=%H", "HEAD", "--"]);
  return history.split("\n").find((commit) => commits.includes(commit)) ?? commits.at(-1)!;
}

/** Returns the commits after another one that changed the work, oldest first. */
async function commitsSince(since: string, { repository }: BreakerContext): Promise<readonly string[]> {
  const planning = `:(exclude,top)${repositoryPath(repository, PLANNING)}`;
  const range = ["--first-parent", "--reverse", "--format=%H", `${since}..HEAD`];
  const output = await repository.git.output(["log", ...range, "--", ":(top)", planning]);
  return output.split("\n").filter((line) => line !== "");
}

async function passesAt(command: string, commit: string, context: BreakerContext): Promise<boolean> {
  const { repository, home, config, signal } = context;
  if (signal.aborted) return false;
  return await inTemporaryWorktree(repository.git, commit, async (tree) => {
    const cwd = rootIn({ git: tree, prefix: repository.prefix });
    await fillWorktree(tree, { home: { repository, root: home }, config, notice: () => {} });
    if (await runSetUp({ ...context, cwd }) !== undefined) return false;
    return (await runCheck(inProject(command, { here: cwd, home }).command, { ...context, cwd })).passed;
  });
}
