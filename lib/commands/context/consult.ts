import type { AgentRole } from "../../../schemas/agent_answers.ts";
import type { Config } from "../../../schemas/config.ts";
import type { ErrorResult } from "../../../schemas/output.ts";
import { Consultation, type Consulted, type DataQuestion } from "../../apply/agent/core/consult.ts";
import { Git } from "../../apply/git/git.ts";
import { GitError } from "../../apply/git/process.ts";
import { makePermit } from "../../apply/agent/core/permissions.ts";
import type { EventDraft } from "../../apply/interaction/interaction.ts";

import { roleModel } from "../../plan/agents/tiers.ts";
import { printable } from "../../report/terminal/style.ts";
import { visibleOutput } from "../../text/terminal_text.ts";
import type { Answers } from "./answers.ts";
import type { CommandContext, Outcome } from "./command_context.ts";
import { listenForInterruption } from "./interruption.ts";
import { type ProjectConfig, usableAgent } from "./lock_and_agent.ts";

/** Shows a sentence that a person should know. */
export function notice(message: string, { progress, progressStyle }: CommandContext): void {
  progress(`${progressStyle.yellow("!")} ${printable(message)}\n`);
}

/** Takes events of work that is no run: of them only what a person should know is shown. */
export function reportTo(context: CommandContext): (event: EventDraft) => void {
  return (event) => {
    if (event.kind === "notice") notice(event.message, context);
  };
}

/**
 * Carries out work that a person may end, by a signal or by leaving a question, and ends with 130 where
 * it was.
 */
export async function interruptible(
  work: (signal: AbortSignal) => Promise<Outcome>,
  { left }: Pick<Answers, "left">,
  context: CommandContext,
): Promise<Outcome> {
  const interruption = listenForInterruption(context, (message) => notice(message, context));
  const signal = AbortSignal.any([interruption.signal, left]);
  try {
    const outcome = await work(signal);
    return signal.aborted ? { ...outcome, exitCode: 130 } : outcome;
  } finally {
    interruption.stop();
  }
}

/** An agent and its model: `claude (opus)`. */
export function agentWords(config: Config, role: AgentRole): string {
  const model = roleModel(config, role);
  return `${config.agent.name}${model === undefined ? "" : ` (${model})`}`;
}

/** Marks what is started as ours, for work that takes no lock and is not marked by it. */
export function markPrograms({ host }: CommandContext): void {
  host.markPrograms(`${host.pid}-${new Date(host.now()).toISOString()}`);
}

/** What {@link consult} works with. */
export interface ConsultingInput {
  /** Absolute path of the folder the agent looks at. */
  readonly root: string;
  /** The configuration of this invocation. */
  readonly config: Config;
  /** What of it comes from a project; undefined where all of it is the user's own. */
  readonly project: ProjectConfig | undefined;
  /** What the agent is asked for. */
  readonly role: AgentRole;
  /** What it is to find out, for whoever waits: `what phase 03 leaves open`. */
  readonly about: string;
  /** Answers what the agent asks leave for. */
  readonly answers: Answers;
  /** Ends it when it fires. */
  readonly signal: AbortSignal;
}

/** Lets the configured agent look and answer a question with data. Throws a UsageError when it cannot be used. */
export async function consult<T>(
  question: DataQuestion<T>,
  input: ConsultingInput,
  context: CommandContext,
): Promise<Consulted<T>> {
  const { root, config, role, about, answers, signal } = input;
  const { host, progress, progressStyle } = context;
  const agent = await usableAgent(input, context);
  progress(progressStyle.dim(`${agentWords(config, role)} is asked ${about}\n`));
  const consultation = new Consultation({
    host,
    agent,
    config,
    directory: root,
    role,
    git: await gitOf(root, context),
    permit: makePermit({ host, config, ask: answers.ask, report: reportTo(context) }),
    signal,
    notice: (message) => notice(message, context),
  });
  try {
    return await consultation.ask(question);
  } finally {
    await consultation.close();
  }
}

async function gitOf(root: string, { host }: CommandContext): Promise<Git | undefined> {
  try {
    return await Git.open(host, root);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return undefined;
  }
}

/** What a command comes to whose agent gave no answer. */
export function withoutAnswer(
  consulted: Exclude<Consulted<unknown>, { readonly kind: "answer" }>,
  { style }: CommandContext,
): Outcome {
  const exitCode = consulted.kind === "interrupted" ? 130 : 1;
  const { message, hint, output } = consulted.kind === "interrupted" ? INTERRUPTED : consulted;
  const result: ErrorResult = { formatVersion: 1, error: { message, hint, exitCode } };
  const lines = [`${style.red("✗")} ${printable(message)}`, printable(hint), visibleOutput(output.trim())];
  return { exitCode, result, text: `${lines.filter((line) => line !== "").join("\n")}\n` };
}

const INTERRUPTED = { message: "Interrupted", hint: "The same command goes on from here", output: "" };
