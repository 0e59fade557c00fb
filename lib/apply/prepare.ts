import type { ExecutionPlan } from "../../schemas/execution_plan.ts";
import { plansOf } from "../parse/dependencies.ts";
import { type Phase, PLANNING, STATE_PATH } from "../parse/project.ts";
import { ROADMAP_PATH } from "../parse/roadmap.ts";
import { type Baseline, changedSince, takeBaseline } from "./baseline.ts";
import type { StatusEntry } from "./git_output.ts";
import { acquireLock, type LockInfo } from "./lock.ts";
import { recoverWorktrees } from "./recover_worktrees.ts";
import { projectPath, type Repository, repositoryPath } from "./repository.ts";

/** The repository, ready for a run that nobody else disturbs. */
export interface Preparation {
  /** How the working tree was found. */
  readonly baseline: Baseline;
  /** Entries of the status at that time. */
  readonly status: readonly StatusEntry[];
  /** What a person should know, sentence by sentence. */
  readonly notices: readonly string[];
  /** Gives the lock back. Left out after an interruption, it tells the next run what was left behind. */
  release(): Promise<void>;
}

/** The result of {@link prepareRun}. */
export type PrepareResult =
  | { readonly kind: "prepared"; readonly preparation: Preparation }
  | { readonly kind: "held"; readonly by: LockInfo };

/**
 * Takes the lock. After a run that was interrupted, puts what it had not committed aside in the
 * stash, where it has a name and can be taken back.
 *
 * @param command What is to run, for whoever meets the lock.
 */
export async function prepareRun(repository: Repository, command: string): Promise<PrepareResult> {
  const { git } = repository;
  const { host } = git;
  const startedAt = new Date(host.now()).toISOString();
  const baseline = await takeBaseline(git, await git.status());
  const mark = `${host.pid}-${startedAt}`;
  const info: LockInfo = { pid: host.pid, host: host.hostname(), startedAt, command, mark, baseline };
  const lock = await acquireLock(host, git.commonDirectory, info);
  if (lock.kind === "held") return lock;
  const { stale, release } = lock;
  host.markPrograms(mark);
  if (stale === undefined) {
    const notices = await recoverWorktrees(git);
    return { kind: "prepared", preparation: { baseline, status: await git.status(), notices, release } };
  }
  // What that run started may still write; git among it is about to end by itself, and would leave its locks.
  const ended = stale.mark === undefined ? 0 : await host.endMarked(stale.mark, ["git"]);
  const notices = [
    ...(ended === 0 ? [] : [`Programs that an earlier run had left were ended: ${ended}`]),
    `An earlier run was interrupted (${stale.command}, process ${stale.pid}, started ${stale.startedAt}); going on from its last commit`,
  ];
  const left = (await changedSince(git, stale.baseline)).filter((path) =>
    isOurs(projectPath(repository, path))
  );
  if (left.length > 0) {
    const name = `wf: left by ${stale.command}, started ${stale.startedAt}`;
    await git.setAside(left, name);
    notices.push(
      `What was not committed since it began (${
        left.join(", ")
      }) is kept in the stash as "${name}"; git stash pop brings it back`,
    );
  }
  notices.push(...await recoverWorktrees(git));
  const status = await git.status();
  return {
    kind: "prepared",
    preparation: { baseline: await takeBaseline(git, status), status, notices, release },
  };
}

/** The name of a file that was being written when its run was killed. */
const HALF_WRITTEN = /(?:^|\/)\.[^/]+\.[0-9a-f]{8}\.tmp$/;

/** Whether a run may have written a path: not the documents under `.planning/` that only people write. */
function isOurs(path: string | undefined): boolean {
  if (path === undefined || !path.startsWith(`${PLANNING}/`)) return true;
  return path === STATE_PATH || path === ROADMAP_PATH || /SUMMARY\.md$/i.test(path) ||
    HALF_WRITTEN.test(path);
}

/**
 * The paths that make the working tree dirty for a run: changes that are not committed, and
 * untracked files that its plans are going to write. Documents under `.planning/` that no task and
 * no summary touches may be changed. Spec: DECISIONS, Branches and merges.
 */
export function dirtyPaths(
  repository: Repository,
  { phase, plan, status }: {
    readonly phase: Phase;
    readonly plan: ExecutionPlan;
    readonly status: readonly StatusEntry[];
  },
): readonly string[] {
  const open = new Set(
    plan.waves.flatMap(({ plans }) => plans).filter(({ complete }) => !complete).map(({ id }) => id),
  );
  const files = plansOf(phase).filter(({ id }) => open.has(id)).flatMap((document) => {
    return [
      ...(document.file?.frontmatter.files_modified ?? []),
      ...document.tasks.flatMap(({ task }) => task.files),
    ];
  });
  const named = new Set(files.map((file) => repositoryPath(repository, file.replace(/^\.\//, ""))));
  const unfinished = onlyDocumentsLeft(plan);
  return status.filter(({ path, kind }) => {
    if (kind === "untracked") return named.has(path);
    const document = projectPath(repository, path);
    if (document === undefined || !document.startsWith(`${PLANNING}/`)) return true;
    return isOurs(document) && !unfinished;
  }).map(({ path }) => path);
}

/** Whether a run begins with the documents of a plan whose tasks are all done: a hook refused them. */
function onlyDocumentsLeft({ steps }: ExecutionPlan): boolean {
  return steps.find((step) => step.kind !== "ask" && step.kind !== "switch-branch")?.kind === "write-summary";
}
