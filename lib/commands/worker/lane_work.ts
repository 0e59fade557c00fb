import { version } from "../../../generated/version.ts";
import { carryOut } from "../../apply/executor/carry_out.ts";
import { receiveIgnored } from "../../apply/executor/ignored_files.ts";
import type { LaneRefs } from "../../apply/executor/lane_refs.ts";
import { type LaneWorkspace, openLaneWorkspace } from "../../apply/executor/lane_workspace.ts";
import { markLeft, restoreWork, stashLeft } from "../../apply/executor/left_work.ts";
import type { Delivery } from "../../apply/executor/queue.ts";
import { ProjectReader } from "../../apply/files/project_reader.ts";
import { rememberBaseline } from "../../apply/git/baseline.ts";
import { GitError } from "../../apply/git/process.ts";
import type { Repository } from "../../apply/git/repository.ts";
import { takeSnapshot } from "../../apply/history/take_snapshot.ts";
import type { EventDraft } from "../../apply/interaction/interaction.ts";
import { maskEvent, maskFor } from "../../apply/interaction/secrets.ts";
import type { RunLog } from "../../apply/log/run_log.ts";
import { resumeTree } from "../../apply/session/resume_work.ts";
import { forgetStopped } from "../../apply/session/stopped_record.ts";
import { fillWorktree, runSetUp } from "../../apply/worktrees/prepare_worktree.ts";
import { repositoryAt, rootIn, type Workspace } from "../../apply/worktrees/workspace.ts";
import { ProgramError } from "../../errors/program_error.ts";
import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import type { Config } from "../../../schemas/config.ts";
import type { TranscriptContent } from "../../../schemas/run_log.ts";
import type { ExecutionPlan } from "../../../schemas/execution_plan.ts";
import type { ConfigOverride } from "../../plan/config/resolve.ts";
import { planExecution } from "../../plan/execution/execution_plan.ts";
import {
  givenUp,
  laneDecision,
  type LaneHistory,
  type LaneMark,
  type LaneStop,
  readLane,
} from "../../plan/executor/lane_history.ts";
import { entryOf } from "../../plan/executor/relayed_entry.ts";
import { laneRef } from "../../plan/executor/lane_names.ts";
import { workerPlan } from "../../plan/executor/worker_plan.ts";
import { makeAsker } from "../context/answers.ts";
import type { CommandContext } from "../context/command_context.ts";
import { actingConfig } from "../context/configuration.ts";
import { permitFor } from "../context/consult.ts";
import { requireConfig } from "../context/open_project.ts";
import { recordedAgent } from "../context/recorded_agent.ts";
import { withSandbox } from "../context/sandbox.ts";
import { usableAgent } from "../context/usable_agent.ts";

/** The worker that carries out lanes. */
export interface WorkerPlace {
  /** The clone. */
  readonly home: Workspace;
  /** The folder of the project's documents. */
  readonly base: string;
  /** The folder for worktrees, if it is removed with the clone. */
  readonly within: string | undefined;
  readonly refs: LaneRefs;
  /** The name that the coordinator sees. */
  readonly name: string;
  /** The flags of the worker. */
  readonly overrides: readonly ConfigOverride[];
  readonly log: RunLog;
  /** Reports the progress of a lane. */
  readonly report: (event: EventDraft) => void;
  /** Fires to leave all lanes at once. */
  readonly signal: AbortSignal;
  /** Fires to leave each lane after its current task. */
  readonly drain: AbortSignal;
}

/** Thrown by a worker whose remote has no ref of the lane. */
export class NoLane extends ProgramError {}

type Ended = Parameters<Delivery["end"]>[0];

/** The pauses before a push is tried again while the remote cannot be reached, in milliseconds. */
const PAUSES: readonly number[] = [500, 1000, 2000, 4000, 8000, 16_000];

/** The work of one worker on one lane. It holds the lane as long as nobody else moves its ref. */
export class LaneWork {
  /** The commit of the ref as this worker has left it. */
  #tip = "";
  #lost = false;
  #finished = false;
  readonly #ref: string;

  constructor(readonly delivery: Delivery, readonly place: WorkerPlace, readonly context: CommandContext) {
    this.#ref = laneRef(delivery.job);
  }

  /**
   * Takes the lane, and carries it out as far as possible. Throws a ProgramError if this worker cannot, and
   * {@link NoLane} if no worker with its remote can.
   *
   * @param taken Called once it has the lane.
   */
  async run(taken: () => void): Promise<Ended> {
    const { refs, name } = this.place;
    const { job: { lane } } = this.delivery;
    const tip = (await refs.list(this.#ref)).get(this.#ref);
    if (tip === undefined) {
      throw new NoLane(
        `Cannot find plan ${lane} on "${refs.remote}": its run has ended, or uses another remote`,
        "For the run's remote: --set executor.remote=<remote>",
      );
    }
    await refs.fetch(this.#ref);
    const history = readLane(await refs.commits(tip));
    if (history === undefined) return "finished";
    const decision = laneDecision(history, version);
    if (decision === "leave") return "finished";
    if (decision === "refuse") {
      throw new ProgramError(
        `Cannot carry out plans of a run of wf ${history.version}: this is wf ${version}`,
        "Install the same version on all machines",
      );
    }
    this.#tip = tip;
    if (decision === "give-up") {
      const mark: LaneMark = { kind: "stop", outcome: givenUp(lane) };
      return await this.#push(await refs.mark(tip, lane, mark, history.last)) ? "finished" : "lost";
    }
    const claim: LaneMark = { kind: "claim", worker: name, nonce: crypto.randomUUID() };
    const claimed = await refs.mark(tip, lane, claim, history.last);
    if (!await this.#push(claimed)) return "lost";
    taken();
    const { log: { followers } } = this.place;
    const follow = (path: string, content: TranscriptContent) => {
      const entry = entryOf(lane, path, content);
      if (entry !== undefined) this.delivery.tell(entry);
    };
    followers.add(follow);
    await this.#work(history, claimed).finally(() => followers.delete(follow));
    if (this.#lost) return "lost";
    const { signal, drain } = this.place;
    if (this.delivery.cancelled.aborted) return "finished";
    return (signal.aborted || drain.aborted) && !this.#finished ? "released" : "finished";
  }

  /** Moves the ref. Returns false if another machine has moved it, and so holds the lane. */
  async #push(next: string): Promise<boolean> {
    for (const pause of [...PAUSES, undefined]) {
      try {
        const moved = await this.place.refs.move(this.#ref, { seen: this.#tip, next });
        if (moved === "moved") this.#lost = true;
        else this.#tip = next;
        return moved === "done";
      } catch (error) {
        if (!(error instanceof GitError) || pause === undefined) throw error;
        await new Promise((done) => setTimeout(done, pause));
      }
    }
    return false;
  }

  async #work(history: LaneHistory, commit: string): Promise<void> {
    const { home, within } = this.place;
    const { lane } = this.delivery.job;
    const worktree = await openLaneWorkspace(home.repository.git, { lane, commit, within });
    const repository = repositoryAt(home.repository, worktree.git);
    try {
      const tree = { repository, root: rootIn(repository), branch: worktree.branch };
      const stop = await this.#workIn({ ...tree, pushed: worktree.pushed }, history).catch(
        (error: unknown): LaneStop => {
          if (!(error instanceof ProgramError)) throw error;
          const { message, hint } = error;
          const said = hint === "" ? message : `${message}. ${hint}`;
          return { kind: "turn-failed", message: `Worker ${this.place.name}: ${said}`, output: "" };
        },
      );
      if (await this.#leave(repository, stop)) await worktree.pushed(this.#tip);
    } finally {
      // What no push has handed over stays in this clone.
      const report = (event: EventDraft) => this.#report(event);
      await stashLeft(repository, report);
      await worktree.stash(report);
      await worktree.remove();
    }
  }

  /** Records the uncommitted work and the reason why the lane stops, unless it is complete. Returns true if it did. */
  async #leave(repository: Repository, outcome: LaneStop | undefined): Promise<boolean> {
    if (this.#lost || this.#finished && outcome === undefined) return false;
    const { place: { refs }, delivery: { job: { lane } } } = this;
    const next = await markLeft(refs, { repository, lane, parent: this.#tip, outcome });
    if (!await this.#push(next)) return false;
    await forgetStopped(repository);
    this.delivery.tell();
    return true;
  }

  async #workIn(
    { pushed, ...tree }: Omit<Workspace, "baseline"> & Pick<LaneWorkspace, "pushed">,
    history: LaneHistory,
  ): Promise<LaneStop | undefined> {
    const { place: { home, base, overrides }, context } = this;
    const { repository, root } = tree;
    const reader = new ProjectReader(context.host, root, base);
    const project = await reader.read();
    requireConfig(project, overrides);
    const { file } = project.config;
    const config = await actingConfig(repository, { file, overrides }, context);
    const notice = (message: string) => this.#report({ kind: "notice", message });
    return await withSandbox({ root, config, repository }, context, async (context, notices) => {
      notices.forEach(notice);
      const origin = {
        root,
        config,
        project: { file, overrides, plans: true },
        roles: ["execution"] as const,
      };
      const agent = await usableAgent(origin, context);
      const plan = await this.#plan(reader, config, { repository, history });
      await fillWorktree(repository.git, { home, config, notice });
      const { lane } = this.delivery.job;
      const files = plan.waves.flatMap(({ plans }) => plans).find(({ id }) => id === lane)?.files ?? [];
      await receiveIgnored(history, { plan: lane, files, home, tree });
      const onOutput = (text: string) => this.#report({ kind: "agent-output", plan: lane, task: 0, text });
      const signal = AbortSignal.any([this.place.signal, this.delivery.cancelled]);
      const failed = await runSetUp({ host: context.host, config, signal, cwd: root, onOutput });
      if (signal.aborted) return undefined;
      if (failed !== undefined) {
        const message = `Cannot set up the worktree of lane ${lane} on ${this.place.name}: ${failed.command}`;
        return { kind: "turn-failed", message, output: failed.output };
      }
      const baseline = await rememberBaseline(repository.git);
      await restoreWork(history, lane, { ...tree, baseline });
      const report = (event: EventDraft) => this.#report(event);
      if (history.given?.feedback === undefined) {
        await resumeTree(repository, true, {
          project: await reader.read(),
          plan,
          agent: agent.name,
          commitDocs: config.planning.commit_docs,
          restart: false,
          // The coordinator has asked before it began the lane.
          ask: ({ preselected: value = "" }) => Promise.resolve({ value, by: "configuration" }),
          report,
        });
      }
      const answers = makeAsker({ answers: new Map(), yes: false }, { ...context, json: true });
      const phase = printPhaseNumber(project.plans.byId.get(lane)!.phase);
      const recorded = await recordedAgent(agent, {
        repository,
        config,
        phase,
        log: this.place.log,
        ask: answers.ask,
        used: [],
        report,
      });
      return await carryOut(plan, {
        context: {
          host: context.host,
          home: { ...tree, baseline, isOwn: true },
          reader,
          config,
          agent: recorded,
          signal,
          ask: answers.ask,
          permit: permitFor({ root, config, answers }, context, report),
          log: this.place.log,
          report,
        },
        given: history.given,
        committed: async (task) => {
          this.#finished = plan.steps.findLast((step) => step.kind === "commit-task")?.task === task;
          const head = await repository.git.commitOf("HEAD");
          const { refs } = this.place;
          const next = this.#finished ? await markLeft(refs, { repository, lane, parent: head! }) : head!;
          if (head !== this.#tip && !await this.#push(next)) return false;
          await pushed(next);
          this.delivery.tell();
          return !this.place.drain.aborted;
        },
      });
    });
  }

  /** Plans the lane from the repository. Throws a ProgramError if it has no work for a worker. */
  async #plan(
    reader: ProjectReader,
    config: Config,
    { repository, history }: { readonly repository: Repository; readonly history: LaneHistory },
  ): Promise<ExecutionPlan> {
    const { lane } = this.delivery.job;
    const project = await reader.read();
    const phase = project.phases.find(({ plans }) => plans.some(({ id }) => id === lane));
    if (phase === undefined) throw new ProgramError(`Cannot find plan ${lane}`);
    const taken = await takeSnapshot(repository, {
      project,
      target: undefined,
      commitDocs: config.planning.commit_docs,
    });
    const { branch, base } = history;
    const bases = new Map(base === undefined ? [] : [[branch, base]]);
    const snapshot = {
      ...taken,
      branch,
      bases,
      targetExists: base !== undefined,
      behind: [],
      worktrees: new Map(),
    };
    const planned = planExecution({ project, phase, only: lane, config, repository: snapshot });
    if (planned.kind === "refused") throw new ProgramError(planned.message, planned.hint);
    const plan = workerPlan(planned.plan, lane);
    if (plan.steps.length > 0) return plan;
    throw new ProgramError(`Lane ${lane} has no task that a worker can carry out`);
  }

  #report(event: EventDraft): void {
    const masked = maskEvent(event, maskFor(this.context.host));
    this.place.report(masked);
    const { name } = this.place;
    this.delivery.tell(
      masked.kind === "notice" ? { ...masked, message: `Worker ${name}: ${masked.message}` } : masked,
    );
  }
}
