import type { RunOutcome } from "../../../schemas/event.ts";
import type { Instruction } from "../../../schemas/instruction.ts";
import { HostedAgent, type HostedReport, NO_TURNS } from "../../apply/agent/hosted.ts";
import { takeBaseline } from "../../apply/git/baseline.ts";
import {
  type HostedSession,
  hostedSession,
  readHostedHeads,
  repairBranch,
} from "../../apply/session/hosted_session.ts";
import type { Preparation } from "../../apply/session/prepare.ts";
import type { Asker, EventDraft } from "../../apply/interaction/interaction.ts";
import { loggedAgent } from "../../apply/log/logged_agent.ts";
import type { RunLog } from "../../apply/log/run_log.ts";
import { advanceView, EMPTY_VIEW } from "../../plan/run/live_view.ts";
import { summarizeRun } from "../../plan/run/summary.ts";
import { defined } from "../../collections/defined.ts";
import { confirmFlag, planFlag } from "../../plan/command_lines/repeated_flags.ts";
import { answerFlags } from "../../plan/command_lines/commands.ts";
import { makeInstruction, noReport, noteOf, printToken } from "../../plan/run/instruction.ts";
import { instructionText } from "../../report/run/instruction.ts";
import type { Answers } from "../context/answers.ts";
import type { ExitCode } from "../../errors/program_error.ts";
import type { CommandContext, Outcome } from "../context/command_context.ts";
import { openPhase, type PhaseOptions } from "../execute_phase/open_phase.ts";
import { runPhase } from "../execute_phase/run_phase.ts";
import { requireTrust } from "../trust/require_trust.ts";
import { requireNoOtherTurn } from "./other_turn.ts";
import { withSandbox } from "../context/sandbox.ts";
import { exitCodeOf, RunInProgress, withLock } from "../context/lock_and_agent.ts";

export interface HostedRunOptions {
  readonly answers: Answers;
  /** True when tasks of several plans may be in progress at the same time. */
  readonly parallel: boolean;
  /** The report of the host, if it has one. */
  readonly report: HostedReport | undefined;
}

/**
 * Advances a phase until the host or the user has to act, and returns the instruction for that. Waits while another
 * call of the host advances it: several of its agents may report at the same time.
 */
export async function advanceHostedRun(
  options: PhaseOptions,
  hosted: HostedRunOptions,
  context: CommandContext,
): Promise<Outcome> {
  for (;;) {
    try {
      return await advance(options, hosted, context);
    } catch (error) {
      if (!(error instanceof RunInProgress) || !error.by.hosted) throw error;
      await new Promise((done) => setTimeout(done, POLL));
    }
  }
}

/** Time between two attempts to take the lock, in milliseconds. */
const POLL = 200;

async function advance(
  options: PhaseOptions,
  { answers, parallel, report }: HostedRunOptions,
  context: CommandContext,
): Promise<Outcome> {
  const set = [...options.set ?? [], ...(parallel ? [] : ["parallelization.enabled=false"])];
  const opened = await openPhase({ ...options, set }, { ...context, byAgent: () => true });
  if (opened.kind === "findings") return opened.outcome;
  const { root, project, config, overrides } = opened.input;
  const { file } = project.config;
  await requireTrust({ root, file, overrides, config, agent: false, plans: true }, withoutTerminal(context));
  const repository = opened.input.repository!;
  await requireNoOtherTurn(repository);
  const { git, project: name } = repository;
  const flags = (options.set ?? []).flatMap((override) => ["--set", override]);
  const known = await hostedSession.read(git);
  const { phase, plan } = options;
  const isSame = known?.phase === phase && known.plan === plan && (known.project ?? name) === name;
  const continues = isSame ? known : undefined;
  const action = async (preparation: Preparation, log: RunLog) => {
    const session: HostedSession = {
      project: name,
      phase,
      ...defined({ plan }),
      flags,
      yes: options.yes ?? false,
      parallel,
      startedAt: log.record.startedAt,
      run: log.id,
      gates: {},
      ...NO_TURNS,
      heads: {},
      baseline: preparation.baseline,
    };
    const isOpen = report !== undefined &&
      continues?.turns.some((turn) => printToken(turn) === printToken(report));
    const repairs = isOpen && continues !== undefined ? await repairBranch(git, continues) : [];
    const record = recorder(log);
    const agent = new HostedAgent(isOpen ? report : undefined, continues);
    const gates: Record<string, string> = { ...continues?.gates };
    const notes: string[] = [...repairs];
    const work = {
      ...opened.input,
      repository,
      agent: loggedAgent(agent, log),
      log,
      answers: { ...answers, ask: rememberGates(answers, gates) },
      preparation,
      continues: continues !== undefined,
      ...(isOpen && continues !== undefined ? { heads: continues.heads } : {}),
      report: (event: EventDraft) => {
        record.report(event);
        const news = noteOf(event);
        notes.push(...news);
        for (const message of news) context.watch?.(message);
      },
    };
    const { outcome: ended, next, kept } = await withSandbox(work, context, async (context, first) => {
      if (continues === undefined) notes.push(...first);
      return await runPhase(work, context);
    });
    const { turns } = agent.left;
    // A verification that waits for the host has recorded nothing.
    const outcome = turns.some(({ task }) => task === 0) ? { kind: "suspended" } as const : ended;
    record.finish(outcome, next);
    if (outcome.kind === "completed") await hostedSession.remove(git);
    else if (outcome.kind === "interrupted" && isOpen && continues !== undefined) {
      // The same report is expected again.
      await hostedSession.write(git, { ...continues, gates });
    } else {
      const isIdle = outcome.kind === "waiting" && turns.every(({ directory }) => directory !== root);
      const asked = isIdle ? { asked: await takeBaseline(git, await git.status()) } : {};
      await hostedSession.write(git, {
        ...session,
        gates,
        ...agent.left,
        ...asked,
        ...await readHostedHeads(repository),
      });
    }
    if (report !== undefined && !agent.used) notes.push(noReport(report));
    const cwd = options.cwd === undefined ? [] : ["--cwd", options.cwd];
    const confirmed = confirmFlag(options.yes);
    const how = [
      ...planFlag(plan),
      ...flags,
      ...confirmed,
      ...(parallel ? ["--parallel"] : []),
      ...answerFlags(kept),
    ];
    const instruction = makeInstruction({
      outcome,
      next,
      notes,
      turns,
      again: ["execute-phase", phase, ...how, ...cwd],
      cwd,
    });
    return instructionOutcome(instruction, context, exitCodeOf(outcome));
  };
  return await withLock(repository, `execute-phase ${phase}`, action, {
    // The session records the unfinished work.
    leavesNothing: true,
    hosted: true,
    config: opened.input.config,
    context,
    ...defined({ continues }),
  });
}

/** Adds the events of a call to the log. The run ends with the call that leaves nothing to the host. */
function recorder(log: RunLog) {
  let view = EMPTY_VIEW;
  const report = (draft: EventDraft) => {
    const event = log.timed(draft);
    view = advanceView(view, event);
    log.event(event);
  };
  const finish = (outcome: RunOutcome, next: readonly string[]) => {
    if (outcome.kind === "suspended") return;
    const summary = summarizeRun(view);
    report({ kind: "run-finished", outcome, commits: summary.commits.length, summary, next });
  };
  return { report, finish };
}

/** Returns an asker that remembers gates across calls, as git has no record of their answers. */
function rememberGates({ ask }: Answers, gates: Record<string, string>): Asker {
  return async (question) => {
    const known = question.kind === "gate" ? gates[question.title] : undefined;
    if (known !== undefined) return { value: known, by: "person" };
    const answer = await ask(question);
    if (question.kind === "gate" && answer?.value === "yes") gates[question.title] = answer.value;
    return answer;
  };
}

/** Returns a context without a terminal: the host puts questions to the user. */
export function withoutTerminal(context: CommandContext): CommandContext {
  return { ...context, json: true, byAgent: () => true };
}

/** Returns the outcome of a call. Its exit code is that of the command only at the end. */
export function instructionOutcome(
  instruction: Instruction,
  { style }: CommandContext,
  ended: ExitCode,
): Outcome {
  const exitCode = instruction.kind === "stopped" ? ended : 0;
  return { exitCode, result: instruction, text: instructionText(instruction, style) };
}
