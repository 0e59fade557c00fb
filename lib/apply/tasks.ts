import type { CheckStep, CommitTaskStep, TurnStep } from "../../schemas/execution_plan.ts";
import type { PlanFile, Task } from "../../schemas/plan_file.ts";
import { joinPath } from "../host/paths.ts";
import { PLANNING, STATE_PATH } from "../parse/project.ts";
import { ROADMAP_PATH } from "../parse/roadmap.ts";
import type { Feedback, StepOutcome } from "../plan/next.ts";
import type { AgentSession } from "./agent/port.ts";
import { changedSince } from "./baseline.ts";
import { loadProject } from "./files.ts";
import { CLEAN_GIT_ENVIRONMENT, GitError } from "./git_process.ts";
import { projectPath } from "./repository.ts";
import type { RunContext } from "./run.ts";

/** Longest output that is kept of a check: the end of it, in UTF-16 units. */
const OUTPUT_LENGTH = 20_000;

/** Most of an agent's output that is reported in one turn, in UTF-16 units. */
const REPORTED_LENGTH = 200_000;

/** What a turn is told beside its step. */
export interface TurnRequest {
  /** What has to be mended. */
  readonly feedback?: Feedback;
  /** 1 for the task's first turn. */
  readonly attempt: number;
}

/** Carries out tasks: turns, checks and commits. Keeps one session of the agent for each plan. */
export class TaskWorker {
  #session: { readonly plan: string; readonly file: PlanFile; readonly agent: AgentSession } | undefined;
  #task = 0;
  #reported = 0;

  /** @param context What the run works with. */
  constructor(readonly context: RunContext) {}

  /** Lets the agent take a turn. */
  async turn(step: TurnStep, { feedback, attempt }: TurnRequest): Promise<StepOutcome> {
    const { report, config, signal } = this.context;
    report({ kind: "turn-started", plan: step.plan, task: step.task, name: step.name, attempt });
    this.#task = step.task;
    this.#reported = 0;
    const session = await this.#open(step);
    const task = session.file.body.tasks.find((candidate) => candidate.number === step.task) as Task;
    const limit = new TimeLimit(config.agent.turn_timeout_minutes, signal);
    try {
      const turn = { plan: step.plan, task, attempt, signal: limit.signal };
      const result = await session.agent.turn(feedback === undefined ? turn : { ...turn, feedback });
      if (signal.aborted) return { kind: "interrupted" };
      if (limit.passed) {
        return { kind: "turn-failed", message: limit.message(`Task ${step.plan}/${step.task}`), output: "" };
      }
      return result.kind === "finished" ? { kind: "done" } : { ...result, kind: "turn-failed" };
    } finally {
      limit.end();
    }
  }

  /** Runs a task's checks, each in a process of its own, up to the first that fails. */
  async check(step: CheckStep): Promise<StepOutcome> {
    const { host, root, report, config, signal } = this.context;
    const cwd = joinPath(root, step.directory);
    for (const command of step.commands) {
      const limit = new TimeLimit(config.agent.turn_timeout_minutes, signal);
      const argv = ["sh", "-c", command] as const;
      const result = await host.run({ argv, cwd, env: CLEAN_GIT_ENVIRONMENT, signal: limit.signal });
      limit.end();
      if (signal.aborted) return { kind: "interrupted" };
      const passed = result.code === 0 && !limit.passed;
      const printed = (result.stdout + result.stderr).trimEnd().slice(-OUTPUT_LENGTH);
      const output = passed
        ? ""
        : limit.passed
        ? limit.message(command)
        : printed || `exit code ${result.code}`;
      report({ kind: "check-finished", plan: step.plan, task: step.task, command, passed, output });
      if (!passed) return { kind: "check-failed", command, output };
    }
    return { kind: "done" };
  }

  /** Commits what a task changed: one commit, empty when it changed nothing. */
  async commit(step: CommitTaskStep, answer: string | undefined): Promise<StepOutcome> {
    const { repository, baseline, report } = this.context;
    await requireBranch(this.context);
    const changed = await changedSince(repository.git, baseline);
    const mine = changed.filter((path) => this.#belongsToTask(projectPath(repository, path)));
    // A repository inside of this one is listed as a folder; as a commit's entry it could not be checked out again.
    const paths = mine.filter((path) => !path.endsWith("/"));
    this.#notice(step, mine);
    const message = answer === undefined
      ? step.message
      : `${step.message}Wf-Answer: ${answer.replace(/\s+/g, " ")}\n`;
    const result = await repository.git.commit({ message, paths });
    if (result.kind === "refused") {
      report({ kind: "hook-refused", plan: step.plan, task: step.task, output: result.output });
      return { kind: "hook-refused", output: result.output };
    }
    const { commit, subject, files } = result;
    report({ kind: "committed", plan: step.plan, task: step.task, commit, subject, files });
    return { kind: "done" };
  }

  /** Tells of paths that the plan does not name, and of repositories that cannot be committed. */
  #notice({ plan, task }: CommitTaskStep, paths: readonly string[]): void {
    const { repository, report } = this.context;
    const inner = paths.filter((path) => path.endsWith("/"));
    if (inner.length > 0) {
      report({
        kind: "notice",
        message: `Not committed, as it is a repository of its own: ${inner.join(", ")}`,
      });
    }
    const file = this.#session?.plan === plan ? this.#session.file : undefined;
    if (file === undefined) return;
    const declared = [...file.frontmatter.files_modified, ...file.body.tasks.flatMap(({ files }) => files)]
      .map((path) => path.replace(/^\.\//, ""));
    const others = paths.map((path) => projectPath(repository, path) ?? path).filter((path) => {
      return !path.endsWith("/") &&
        !declared.some((known) => path === known || path.startsWith(`${known.replace(/\/$/, "")}/`));
    });
    if (others.length > 0) {
      report({
        kind: "notice",
        message: `Task ${plan}/${task} changes files that its plan does not name: ${others.join(", ")}`,
      });
    }
  }

  /** Ends the session that is open. */
  async close(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    await session?.agent.close();
  }

  /** The tool alone writes the state document and the roadmap; the rest of the documents may be kept out of git. */
  #belongsToTask(path: string | undefined): boolean {
    if (path === undefined || !path.startsWith(`${PLANNING}/`)) return true;
    return this.context.config.planning.commit_docs && path !== STATE_PATH && path !== ROADMAP_PATH;
  }

  /** Reports what the agent says, up to a limit for each turn: the end is kept by whoever shows it. */
  #output(text: string): void {
    if (this.#session === undefined || this.#reported > REPORTED_LENGTH) return;
    this.#reported += text.length;
    const cut = this.#reported > REPORTED_LENGTH ? `${text.slice(0, REPORTED_LENGTH)}\n… and more\n` : text;
    this.context.report({ kind: "agent-output", plan: this.#session.plan, task: this.#task, text: cut });
  }

  async #open(step: TurnStep) {
    if (this.#session?.plan === step.plan) return this.#session;
    await this.close();
    const { host, root, agent } = this.context;
    const project = await loadProject(host, root);
    const file = project.plans.byId.get(step.plan)?.file;
    if (file === undefined) {
      throw planGone(step.plan);
    }
    const onOutput = (text: string) => this.#output(text);
    const opened = await agent.open({ directory: joinPath(root, step.directory), onOutput });
    return this.#session = { plan: step.plan, file, agent: opened };
  }
}

/** Throws a GitError when something has switched to another branch while the run was on. */
export async function requireBranch({ repository, branch }: RunContext): Promise<void> {
  const current = await repository.git.currentBranch();
  if (current === branch) return;
  const hint = `Nothing was committed there. Go back (git switch ${branch}), then run the same command`;
  throw new GitError(
    `Cannot commit to "${branch}": a task has left it for ${current ?? "a detached HEAD"}`,
    hint,
  );
}

/** The error for a plan file that went away or broke while the run was on. */
export function planGone(plan: string): GitError {
  const hint = "Is it committed to the branch the work starts from? Then run wf validate";
  return new GitError(`Cannot read plan ${plan}: its file is not there any more, or has errors now`, hint);
}

/** Ends something that takes too long. */
class TimeLimit {
  readonly #controller = new AbortController();
  readonly #timer: ReturnType<typeof setTimeout>;
  /** Fires when the time is over or the run is to stop. */
  readonly signal: AbortSignal;

  constructor(readonly minutes: number, outer: AbortSignal) {
    this.#timer = setTimeout(() => this.#controller.abort(), Math.min(minutes * 60_000, 2 ** 31 - 1));
    this.signal = AbortSignal.any([outer, this.#controller.signal]);
  }

  get passed(): boolean {
    return this.#controller.signal.aborted;
  }

  message(what: string): string {
    return `${what} took longer than ${this.minutes} minutes (agent.turn_timeout_minutes) and was ended`;
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
