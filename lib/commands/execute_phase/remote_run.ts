import { configDefaults } from "../../../generated/metadata.ts";
import type { ExecutionPlan } from "../../../schemas/execution_plan.ts";
import type { Asker, EventDraft } from "../../apply/interaction/interaction.ts";
import { BatchEngine } from "../../apply/executor/batch_engine.ts";
import { NatsEngine } from "../../apply/executor/nats_engine.ts";
import { startNatsServer } from "../../apply/executor/nats_server.ts";
import { openRefs } from "../../apply/executor/open_refs.ts";
import { RemoteLanes, type RemoteOptions } from "../../apply/executor/remote_lanes.ts";
import type { Repository } from "../../apply/git/repository.ts";
import type { RunLog } from "../../apply/log/run_log.ts";
import { readUserPolicy } from "../../apply/trust/user_policy.ts";
import { UsageMeter } from "../../apply/usage/metered_agent.ts";
import { addUsage } from "../../apply/usage/usage_file.ts";
import { defined } from "../../collections/defined.ts";
import { transcriptPath } from "../../plan/log/run_files.ts";
import { batchSystem } from "../../plan/executor/batch_system.ts";
import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import type { CommandContext } from "../context/command_context.ts";
import { queueAccess, queueUrl } from "../worker/queue_access.ts";
import type { PhaseInput } from "./open_phase.ts";

export { hasLeftRun } from "../../apply/executor/remote_lanes.ts";

const OF_JOBS =
  "What the agents of jobs say and use is in the output of the jobs, not here, so a budget limits each plan on its own";

/** The lanes of a run on other machines, and what to close after it. */
export interface RemoteRun {
  readonly lanes: RemoteLanes;
  close(): Promise<void>;
}

/** Connects a run with the workers of other machines. Starts a server on this machine if none is configured. */
export async function openRemoteRun(
  { config: { executor, agent: { budget } }, phase: { number, plans } }: Pick<PhaseInput, "config" | "phase">,
  { repository, waves, log, ask, report }: {
    readonly repository: Repository;
    readonly waves: ExecutionPlan["waves"];
    readonly log: RunLog;
    readonly ask: Asker;
    readonly report: (event: EventDraft) => void;
  },
  context: CommandContext,
): Promise<RemoteRun> {
  const { host, used } = context;
  const { git, project: name } = repository;
  const { server: given, remote } = executor;
  const { project } = await openRefs(repository, remote);
  const isQueue = executor.name === "nats";
  const url = isQueue && given !== "" ? await queueUrl(given, "--set executor.server=", context) : "";
  const server = isQueue && url === "" ? await startNatsServer(git) : undefined;
  try {
    const engine = isQueue
      ? new NatsEngine({
        ...await queueAccess(server?.url ?? url, host),
        project,
        ...defined({ file: server?.file }),
        ...remote === configDefaults.executor.remote ? {} : { remote },
      })
      : new BatchEngine({ git, remote, system: batchSystem(executor) });
    const phase = printPhaseNumber(number);
    const { policy } = await readUserPolicy(host);
    const ceilings = policy.agent?.budget ?? {};
    const meter = { repository, budget, phase, run: log.id, ask, used, ceilings, report };
    const isComplete = (plan: string) =>
      waves.some((wave) => wave.plans.some(({ id, complete }) => id === plan && complete));
    const lanes = await RemoteLanes.open(engine, {
      repository,
      remote,
      phase,
      report,
      isOpen: (plan) => plans.some(({ id }) => id === plan) && !isComplete(plan),
      sendable: policy.executor?.send ?? [],
      spent: async () => await (await UsageMeter.open(meter)).spent(),
      transcript: transcriptIn(log),
      used: ({ kind: _, ...usage }) => {
        used.push(usage);
        const at = new Date(host.now()).toISOString();
        addUsage(git, { formatVersion: 1, at, run: log.id, phase, project: name, ...usage });
      },
    });
    if (!isQueue) report({ kind: "notice", message: OF_JOBS });
    if (server !== undefined && engine instanceof NatsEngine) {
      const message = `Other clones on this machine take plans with: ${engine.workerCommand}`;
      report({ kind: "notice", message });
    }
    return {
      lanes,
      close: async () => {
        await lanes.close();
        await server?.stop();
      },
    };
  } catch (error) {
    await server?.stop();
    throw error;
  }
}

/** Returns a function that adds what workers report to the transcripts of a log. */
function transcriptIn(log: RunLog): RemoteOptions["transcript"] {
  const prepared = new Map<string, Promise<void>>();
  return (plan, { task, content }) => {
    const path = transcriptPath({ plan, task, role: "execution" });
    const before = prepared.get(path) ?? log.prepare(path);
    prepared.set(path, before.then(() => log.entry(path, content)));
  };
}
