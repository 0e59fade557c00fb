import type { WorkerOptions } from "../../../schemas/commands.ts";
import type { WorkerEvent } from "../../../schemas/results/worker.ts";
import { removeLeftWorkspaces } from "../../apply/executor/lane_workspace.ts";
import { NatsEngine } from "../../apply/executor/nats_engine.ts";
import { JobQueue } from "../../apply/executor/job_queue.ts";
import { openRefs } from "../../apply/executor/open_refs.ts";
import type { Delivery, LaneQueue } from "../../apply/executor/queue.ts";
import { CLONED, inTemporaryClone } from "../../apply/executor/temporary_clone.ts";
import { openRepository } from "../../apply/git/repository.ts";
import type { EventDraft } from "../../apply/interaction/interaction.ts";
import { maskEvent, maskFor } from "../../apply/interaction/secrets.ts";
import { defined } from "../../collections/defined.ts";
import { ProgramError } from "../../errors/program_error.ts";
import { workerFile } from "../../report/machines/worker_files.ts";
import { workerEventText, workerText } from "../../report/run/worker.ts";
import { type CommandContext, type Outcome, UsageError } from "../context/command_context.ts";
import { actingConfig } from "../context/configuration.ts";
import { notice } from "../context/consult.ts";
import { requireCommits, withLock } from "../context/lock_and_agent.ts";
import { actingOverrides, openProject, requireConfig } from "../context/open_project.ts";
import { usableAgent } from "../context/usable_agent.ts";
import { LaneWork, NoLane, type WorkerPlace } from "./lane_work.ts";
import { queueAccess, queueUrl } from "./queue_access.ts";

/** The pause after a lane that could not be worked on, in milliseconds. */
const PAUSE = 2000;
/** The default of `--lease`, in seconds. */
const LEASE = 30;

/** Carries out plans from a queue until the user interrupts, or the one of a job. */
export async function worker(options: WorkerOptions, context: CommandContext): Promise<Outcome> {
  const { print, clone, job, ...rest } = options;
  if (print !== undefined) {
    return { exitCode: 0, text: workerFile(print), result: { text: workerFile(print) } };
  }
  if (context.byAgent()) {
    throw new UsageError(
      "Cannot start a worker: a coding agent calls, and a worker pushes and runs what others plan",
      "Only you can start it, at a terminal",
    );
  }
  if (clone === undefined) return await work(options, context);
  const place = { url: clone, cwd: await context.cwd(), job };
  return await inTemporaryClone(context.host, place, ({ clone, folder }) => {
    const set = [...rest.set ?? [], `executor.remote=${CLONED}`];
    const cwd = () => Promise.resolve(clone);
    return work({ ...rest, ...defined({ job }), set }, { ...context, cwd }, folder);
  });
}

/** @param within The folder for worktrees, if it is removed with the clone. */
async function work(options: WorkerOptions, context: CommandContext, within?: string): Promise<Outcome> {
  const { host } = context;
  const { root, project } = await openProject(context);
  const { base } = project;
  const { file } = project.config;
  const { job } = options;
  const own = [{ key: "executor.name", value: job === undefined ? "nats" : "batch" }];
  const overrides = [...actingOverrides(options, context), ...own];
  requireConfig(project, overrides);
  const repository = await openRepository(host, root, base);
  const config = await actingConfig(repository, { file, overrides }, context);
  const url = job === undefined
    ? await queueUrl(options.queue ?? config.executor.server, "wf worker --queue ", context)
    : "";
  const [slots, lease] = [wholeNumber("slots", options.slots, 1), wholeNumber("lease", options.lease, LEASE)];
  const { remote } = config.executor;
  const { refs, project: id } = await openRefs(repository, remote);
  const used = options.queue === undefined ? [] : [{ key: "executor.server", value: url }];
  const origin = { file, overrides: [...overrides, ...used], plans: true };
  await usableAgent({ root, config, project: origin, roles: ["execution"] }, context);
  return await withLock(repository, "worker", async ({ baseline, notices }, log) => {
    notices.forEach((message) => notice(message, context));
    await requireCommits(repository);
    await removeLeftWorkspaces(repository, (event) => report(event, context, log));
    const engine = job === undefined
      ? new NatsEngine({ ...await queueAccess(url, host), project: id, lease: lease * 1000 })
      : new JobQueue(refs, job);
    await engine.open();
    const [drain, stop] = [new AbortController(), new AbortController()];
    const unlisten = host.onInterrupt(() => {
      const isSecond = drain.signal.aborted;
      drain.abort();
      // A batch system kills a job soon after it has asked it to end.
      if (isSecond || job !== undefined) return stop.abort();
      notice(
        "Stopping: each plan is released after its current task. Interrupt again to stop at once",
        context,
      );
    });
    const place: WorkerPlace = {
      home: { repository, root, branch: await repository.git.currentBranch() ?? "", baseline },
      base,
      within,
      refs,
      name: options.name ?? (host.hostname() || "worker"),
      overrides,
      log,
      report: (draft) => report(draft, context, log),
      signal: stop.signal,
      drain: drain.signal,
    };
    const many = slots === 1 ? "one at a time" : `up to ${slots} at a time`;
    const what = job === undefined ? `plans, ${many},` : `the plan of job ${job}`;
    notice(
      `Worker ${place.name} carries out ${what} for everyone who can push to ${remote} below refs/wf/`,
      context,
    );
    try {
      await Promise.all(Array.from({ length: slots }, () => workFrom(engine, place, context)));
      if (engine instanceof JobQueue && !engine.isFound && !stop.signal.aborted) {
        notice(`No plan waits for job ${job}: its run has ended, or no run has submitted this job`, context);
      }
      const isLeft = engine instanceof JobQueue && engine.isLeft;
      return { exitCode: stop.signal.aborted ? 130 : isLeft ? 1 : 0 };
    } finally {
      unlisten();
      await engine.close();
    }
  }, { leavesNothing: true, worker: true, config, context });
}

/** Carries out lanes one after the other until the worker drains. */
async function workFrom(queue: LaneQueue, place: WorkerPlace, context: CommandContext): Promise<void> {
  let said = "";
  for (;;) {
    const delivery = await queue.take(place.drain);
    if (delivery === undefined) return;
    let ended: Parameters<Delivery["end"]>[0] = "released";
    let isTaken = false;
    let refused = "";
    try {
      ended = await new LaneWork(delivery, place, context).run(() => {
        isTaken = true;
        show("taken", delivery, context);
      });
    } catch (error) {
      if (!(error instanceof ProgramError)) throw error;
      refused = `${error.message}. ${error.hint}`;
      // The coordinator submits it again as long as its run needs it.
      if (error instanceof NoLane) ended = "finished";
    } finally {
      await delivery.end(ended);
      if (isTaken) show(ended, delivery, context);
    }
    if (refused === "") continue;
    if (refused !== said) tell(refused, { delivery, name: place.name }, context);
    said = refused;
    await pause(place.drain);
  }
}

/** Tells the user, here and at the coordinator, why this worker does not get on with a lane. */
function tell(
  message: string,
  { delivery, name }: { readonly delivery: Delivery; readonly name: string },
  context: CommandContext,
): void {
  notice(message, context);
  const event: EventDraft = { kind: "notice", message: `Worker ${name}: ${message}` };
  delivery.tell(maskEvent(event, maskFor(context.host)));
}

function show(kind: WorkerEvent["kind"], { job: { run, lane } }: Delivery, context: CommandContext): void {
  const event: WorkerEvent = { formatVersion: 1, kind, run, plan: lane };
  if (context.json) context.emit(event);
  else context.progress(workerText(event, context.progressStyle));
}

function report(
  draft: EventDraft,
  { json, progress, progressStyle }: CommandContext,
  log: WorkerPlace["log"],
): void {
  const event = log.timed(draft);
  log.event(event);
  if (!json) progress(workerEventText(event, progressStyle));
}

async function pause(signal: AbortSignal): Promise<void> {
  await new Promise<void>((done) => {
    const timer = setTimeout(done, PAUSE);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      done();
    });
  });
}

function wholeNumber(flag: string, text: string | undefined, other: number): number {
  if (text === undefined) return other;
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new UsageError(`Cannot use --${flag} ${text}: expected a whole number from 1`);
}
