import { noticeText } from "../../report/terminal/notice_text.ts";
import type { AgentRole } from "../../../schemas/agent_answers.ts";
import type { Config } from "../../../schemas/config.ts";
import type { ErrorResult } from "../../../schemas/results/program.ts";
import { Consultation, type Consulted, type DataQuestion } from "../../apply/agent/core/consult.ts";
import { GitError } from "../../apply/git/process.ts";
import { openRepository, type Repository } from "../../apply/git/repository.ts";
import { makePermit, type Permit } from "../../apply/agent/core/permissions.ts";
import type { EventDraft } from "../../apply/interaction/interaction.ts";

import { roleAgent } from "../../plan/agents/role_agents.ts";
import { roleModel } from "../../plan/agents/tiers.ts";
import { printable } from "../../report/terminal/style.ts";
import { visibleOutput } from "../../text/terminal_text.ts";
import { type Answers, noQuestion } from "./answers.ts";
import type { CommandContext, Outcome } from "./command_context.ts";
import { recordedAgent } from "./recorded_agent.ts";
import { RoleView } from "./role_view.ts";
import { listenForInterruption } from "./interruption.ts";
import { withSandbox } from "./sandbox.ts";
import { type ProjectConfig, usableAgent } from "./usable_agent.ts";

/** Shows a message that the user should know. */
export function notice(message: string, { progress, progressStyle }: CommandContext): void {
  progress(noticeText(message, progressStyle));
}

/** Shows which answers no question has had. */
export function noticeUnused(answers: Answers, context: CommandContext): void {
  if (context.stage !== undefined) return;
  for (const id of answers.unused()) notice(noQuestion(id), context);
}

/** Returns a reporter for work that is not a run: it shows only notices. */
function reportTo(context: CommandContext): (event: EventDraft) => void {
  return (event) => {
    if (event.kind === "notice") notice(event.message, context);
  };
}

export interface PermitInput {
  /** Absolute path of the project root. */
  readonly root: string;
  readonly config: Config;
  readonly answers: Pick<Answers, "ask">;
}

/** Returns the function that decides on an agent's requests, and asks the user of this command. */
export function permitFor(
  { root, config, answers }: PermitInput,
  context: CommandContext,
  report: (event: EventDraft) => void = reportTo(context),
): Permit {
  const { host } = context;
  return makePermit({ host, root, offersAlways: !context.byAgent(), config, ask: answers.ask, report });
}

/**
 * Runs work that the user may interrupt by a signal or by cancelling a question. Its exit code is then 130.
 */
export async function interruptible(
  work: (signal: AbortSignal) => Promise<Outcome>,
  { cancelled }: Pick<Answers, "cancelled">,
  context: CommandContext,
): Promise<Outcome> {
  const notify = (message: string) => notice(message, context);
  const interruption = listenForInterruption(context, notify, () => notify("Stopped immediately"));
  const signal = AbortSignal.any([interruption.signal, cancelled]);
  try {
    const outcome = await work(signal);
    return signal.aborted ? { ...outcome, exitCode: 130 } : outcome;
  } finally {
    interruption.stop();
  }
}

/** Returns the name of the agent with its model: `claude (opus)`. */
export function agentLabel(config: Config, role: AgentRole): string {
  const model = roleModel(config, role);
  return `${roleAgent(config.agent, role).name}${model === undefined ? "" : ` (${model})`}`;
}

/** Marks started programs as this program's, for work without a lock, which would mark them. */
export function markPrograms({ host }: CommandContext): void {
  host.markPrograms(`${host.pid}-${new Date(host.now()).toISOString()}`);
}

export interface ConsultingInput {
  /** Absolute path of the folder that the agent reads. */
  readonly root: string;
  readonly config: Config;
  /** The part of the configuration that comes from a project; undefined when all of it is the user's. */
  readonly project: ProjectConfig | undefined;
  readonly role: AgentRole;
  /** The number of the phase that it is about, as printed; absent if it is about none. */
  readonly phase?: string;
  /** The topic of the question, for the progress message: `what phase 03 leaves open`. */
  readonly about: string;
  /** Answers the agent's requests for permission. */
  readonly answers: Answers;
  readonly signal: AbortSignal;
}

/** Asks the configured agent for data. Throws a UsageError when the agent cannot be used. */
export async function consult<T>(
  question: DataQuestion<T>,
  input: ConsultingInput,
  context: CommandContext,
): Promise<Consulted<T>> {
  const repository = await repositoryOf(input.root, context);
  return await withSandbox({ ...input, repository }, context, async (context, first) => {
    for (const message of first) notice(message, context);
    return await consultIn(repository, question, input, context);
  });
}

async function consultIn<T>(
  repository: Repository | undefined,
  question: DataQuestion<T>,
  { root, config, role, about, answers: given, signal, project, phase }: ConsultingInput,
  outer: CommandContext,
): Promise<Consulted<T>> {
  const view = new RoleView(outer);
  const { context, report } = view;
  const answers = view.answers(given);
  const { host, progress, progressStyle } = context;
  const found = await usableAgent({ root, config, project, roles: [role] }, context);
  const agent = repository === undefined ? found : await recordedAgent(found, {
    repository,
    config,
    phase,
    log: context.log,
    used: context.used,
    ask: answers.ask,
    report,
  });
  if (context.hosting === undefined) {
    progress(progressStyle.dim(`${agentLabel(config, role)} is asked ${about}\n`));
  }
  const consultation = new Consultation({
    host,
    agent,
    config,
    directory: root,
    role,
    git: repository?.git,
    permit: permitFor({ root, config, answers }, context),
    signal,
    notice: (message) => {
      if (!context.hosting?.agent.isRepeating) notice(message, context);
    },
  });
  try {
    return await consultation.ask(question);
  } finally {
    view.close();
    await consultation.close();
  }
}

async function repositoryOf(root: string, { host }: CommandContext): Promise<Repository | undefined> {
  try {
    return await openRepository(host, root);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return undefined;
  }
}

/**
 * Returns the outcome of a command whose agent did not answer.
 *
 * @param interrupted What to do after an interruption; by default, the command continues.
 */
export function withoutAnswer(
  consulted: Exclude<Consulted<unknown>, { readonly kind: "answer" }>,
  { style }: CommandContext,
  interrupted: string = INTERRUPTED.hint,
): Outcome {
  const isWaiting = consulted.kind === "failed" && consulted.question !== undefined;
  const exitCode = consulted.kind === "interrupted" ? 130 : isWaiting ? 3 : 1;
  const { message, hint, output } = consulted.kind === "interrupted"
    ? { ...INTERRUPTED, hint: interrupted }
    : consulted;
  const result: ErrorResult = { formatVersion: 1, error: { message, hint, exitCode } };
  const lines = [`${style.red("✗")} ${printable(message)}`, printable(hint), visibleOutput(output.trim())];
  return { exitCode, result, text: `${lines.filter((line) => line !== "").join("\n")}\n` };
}

/** What to do after an interruption that left nothing behind. */
export const BEGIN_AGAIN = "Nothing was written; the same command begins again";

const INTERRUPTED = {
  message: "Interrupted",
  hint: "Run the same command to continue from here",
  output: "",
};
