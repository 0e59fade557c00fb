import type { CheckStep, CommitTaskStep, ExecutionPlan, TurnStep } from "../../schemas/execution_plan.ts";
import type { PlanFile, Task } from "../../schemas/plan_file.ts";
import { joinPath } from "../host/paths.ts";
import { PLANNING, STATE_PATH } from "../parse/project.ts";
import { ROADMAP_PATH } from "../parse/roadmap.ts";
import type { Feedback, StepOutcome, Trespass } from "../plan/next.ts";
import { compareOwners } from "../plan/owners.ts";
import { executeTaskPrompt } from "../prompts/execute_task.ts";
import { agentEnvironment } from "./agent/environment.ts";
import { AgentError, type AgentSession } from "./agent/port.ts";
import { changedSince } from "./baseline.ts";
import { loadProject } from "./files.ts";
import { CLEAN_GIT_ENVIRONMENT, GitError } from "./git_process.ts";
import { foreseeConflicts } from "./foresee.ts";
import { projectPath } from "./repository.ts";
import { requireBranch } from "./require_branch.ts";
import type { RunContext } from "./run.ts";
import type { Workspace } from "./workspace.ts";
import type { Worktrees } from "./worktrees.ts";

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

/** What a {@link TaskWorker} works with. */
export interface WorkerOptions {
  /** What the run works with. */
  readonly context: RunContext;
  /** The working tree of its lane. */
  readonly workspace: Workspace;
  /** What the run does. */
  readonly plan: ExecutionPlan;
  /** The other working trees. */
  readonly worktrees: Worktrees;
}

/** What a commit is told beside its step. */
export interface CommitInput {
  /** The answer a checkpoint got. */
  readonly answer?: string;
  /** IDs of the other plans that are being worked on. */
  readonly beside: readonly string[];
}

/** Carries out the tasks of a lane: turns, checks and commits. Keeps one session of the agent for each plan. */
export class TaskWorker {
  readonly context: RunContext;
  readonly workspace: Workspace;
  #session:
    | { readonly plan: string; readonly file: PlanFile; readonly agent: AgentSession; turns: number }
    | undefined;
  #task = 0;
  #reported = 0;

  /** @param options What the worker works with. */
  constructor(readonly options: WorkerOptions) {
    this.context = options.context;
    this.workspace = options.workspace;
  }

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
      const prompt = executeTaskPrompt({ plan: session.file, task, feedback, begins: session.turns++ === 0 });
      const turn = { plan: step.plan, task, prompt, attempt, signal: limit.signal };
      const result = await session.agent.turn(feedback === undefined ? turn : { ...turn, feedback });
      if (signal.aborted) return { kind: "interrupted" };
      if (limit.passed) {
        return { kind: "turn-failed", message: limit.message(`Task ${step.plan}/${step.task}`), output: "" };
      }
      if (result.kind === "failed") return { ...result, kind: "turn-failed" };
      return { kind: "done" };
    } finally {
      limit.end();
    }
  }

  /** Runs a task's checks, each in a process of its own, up to the first that fails. */
  async check(step: CheckStep): Promise<StepOutcome> {
    const { host, report, config, signal } = this.context;
    const cwd = joinPath(this.workspace.root, step.directory);
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
  async commit(step: CommitTaskStep, { answer, beside }: CommitInput): Promise<StepOutcome> {
    const { report } = this.context;
    const { repository, baseline } = this.workspace;
    await requireBranch(this.workspace);
    const changed = await changedSince(repository.git, baseline);
    const mine = changed.filter((path) => this.#belongsToTask(projectPath(repository, path)));
    // A repository inside of this one is listed as a folder; as a commit's entry it could not be checked out again.
    const paths = mine.filter((path) => !path.endsWith("/"));
    const trespassed = this.#look(step, mine, beside);
    if (trespassed.length > 0) return { kind: "trespassed", paths: trespassed };
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
    for (const foreseen of await foreseeConflicts(step.plan, beside, this.options.worktrees)) {
      report(foreseen);
    }
    return { kind: "done" };
  }

  /** Tells of paths that the plan does not name, and gives those that belong to a plan beside it. */
  #look(
    { plan, task }: CommitTaskStep,
    paths: readonly string[],
    beside: readonly string[],
  ): readonly Trespass[] {
    const { report } = this.context;
    const { repository } = this.workspace;
    const inner = paths.filter((path) => path.endsWith("/"));
    if (inner.length > 0) {
      report({
        kind: "notice",
        message: `Not committed, as it is a repository of its own: ${inner.join(", ")}`,
      });
    }
    const changed = paths.filter((path) => !path.endsWith("/"))
      .map((path) => projectPath(repository, path) ?? `/${path}`);
    const plans = this.options.plan.waves.flatMap((wave) => wave.plans);
    const own = plans.find(({ id }) => id === plan);
    const others = plans.filter(({ id }) => beside.includes(id));
    const { trespassed, undeclared } = compareOwners(changed, own?.files ?? [], others);
    if (undeclared.length > 0 && own !== undefined) {
      report({
        kind: "notice",
        message: `Task ${plan}/${task} changes files that its plan does not name: ${undeclared.join(", ")}`,
      });
    }
    return trespassed;
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
    const { host, agent, home, report } = this.context;
    const project = await loadProject(host, home.root);
    const file = project.plans.byId.get(step.plan)?.file;
    if (file === undefined) {
      throw planGone(step.plan);
    }
    const onOutput = (text: string) => this.#output(text);
    const opened = await agent.open({
      directory: joinPath(this.workspace.root, step.directory),
      role: "execution",
      strict: true,
      env: agentEnvironment(),
      onOutput,
      onNotice: (message) => report({ kind: "notice", message }),
      onPermission: () => Promise.resolve({ kind: "refuse", reason: "nobody is there to allow it" }),
    });
    if (opened.kind === "failed") throw new AgentError(opened.message, opened.hint);
    return this.#session = { plan: step.plan, file, agent: opened.session, turns: 0 };
  }
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
