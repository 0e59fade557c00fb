import { phaseQuestions } from "../../generated/answers.mjs";
import type { DiscussPhaseOptions } from "../../schemas/commands.ts";
import type { Config } from "../../schemas/config.ts";
import type { Decision, DiscussResult, PhaseQuestions } from "../../schemas/discussion.ts";
import type { PhaseReference } from "../../schemas/phase.ts";
import type { Question } from "../../schemas/question.ts";
import { canAnswer, type Consulted, readAs } from "../apply/agent/core/consult.ts";
import { commitPlanning, type PlanningCommit } from "../apply/planning/commit.ts";
import { ConfinedFiles } from "../apply/files/confined_files.ts";
import type { Repository } from "../apply/git/repository.ts";
import { defined } from "../collections/defined.ts";
import { joinPath } from "../path/paths.ts";
import { contextPath, parseContext, type WaitingQuestion } from "../parse/documents/context.ts";
import { parsePhaseNumber } from "../parse/ids/phase_number.ts";
import { PROJECT_PATH } from "../parse/project/project.ts";
import type { Project } from "../parse/project/model.ts";
import { roadmapSection } from "../parse/roadmap/section.ts";
import { docsMessage } from "../plan/naming/commit_message.ts";
import type { ConfigOverride } from "../plan/config/resolve.ts";
import { addDecisions, addQuestions, newContext } from "../plan/discussion/context_edit.ts";
import { answerText, discussionQuestion, plainQuestions } from "../plan/discussion/discussion.ts";
import { templateNotice } from "../plan/project/undescribed_phase.ts";
import { confirmFlag, lastingFlags, withLasting } from "../plan/command_lines/repeated_flags.ts";
import { discussPhaseCommand, planCommandFor } from "../plan/command_lines/commands.ts";
import { quoteShell } from "../text/quote_shell.ts";
import { discussPhasePrompt, MAX_QUESTIONS } from "../prompts/discuss_phase.ts";
import { discussionText } from "../report/discussion.ts";
import { advance } from "./context/auto_advance.ts";
import { type Answers, makeAsker, readAnswers } from "./context/answers.ts";
import type { CommandContext, Outcome } from "./context/command_context.ts";
import {
  agentLabel,
  consult,
  interruptible,
  markPrograms,
  notice,
  noticeUnused,
  withoutAnswer,
} from "./context/consult.ts";
import { actingOverrides, openPhases, requireConfig, requirePlace } from "./context/open_project.ts";
import { showConfigured } from "./trust/require_trust.ts";
import { callingAtEnd } from "./context/call_user.ts";
import { openOrNone, requireCommits, withLock } from "./context/lock_and_agent.ts";
import { actingConfig } from "./context/configuration.ts";
import { refuseNested } from "./context/nested_agent.ts";
import { roleAgent } from "../plan/agents/role_agents.ts";

/** Asks the open questions of a phase and records the decisions. */
export async function discussPhase(options: DiscussPhaseOptions, context: CommandContext): Promise<Outcome> {
  const { root, project } = await openPhases(["discuss-phase", options.phase], context);
  const overrides = actingOverrides(options, context);
  const flags = readAnswers(options.answer);
  requireConfig(project, overrides);
  const phase = requirePlace(project, { command: "discuss-phase", phase: options.phase });
  const repository = await openOrNone({ root, base: project.base }, context);
  const config = await actingConfig(repository, { file: project.config.file, overrides }, context);
  const answers = makeAsker({ answers: flags, yes: options.yes ?? false }, context);
  const input: Input = { options, root, project, phase, repository, config, overrides, flags, answers };
  const done = await lockedDiscussion(input, context);
  if (options["dry-run"]) return done;
  return await advance("plan-phase", done, { phase: phase.number, options, config }, context);
}

async function lockedDiscussion(input: Input, context: CommandContext): Promise<Outcome> {
  const { options, repository, config } = input;
  const work = (own: CommandContext) =>
    interruptible((signal) => discuss(input, signal, own), input.answers, own);
  if (options["dry-run"]) return await work(context);
  if (repository === undefined) {
    markPrograms(context);
    return await callingAtEnd(`discuss-phase ${options.phase}`, context, () => work(context));
  }
  if (config.planning.commit_docs) await requireCommits(repository);
  return await withLock(repository, `discuss-phase ${options.phase}`, async ({ notices }, log) => {
    for (const message of notices) notice(message, context);
    return await work({ ...context, log });
  }, { leavesNothing: true, config, context });
}

interface Input {
  readonly options: DiscussPhaseOptions;
  readonly root: string;
  readonly project: Project;
  readonly phase: PhaseReference;
  readonly repository: Repository | undefined;
  readonly config: Config;
  readonly overrides: readonly ConfigOverride[];
  readonly flags: ReadonlyMap<string, string>;
  readonly answers: Answers;
}

/** The context document before and after the changes of this call. */
interface Draft {
  /** Path relative to the project root. */
  readonly path: string;
  /** The previous content; undefined when the document is new. */
  readonly before: string | undefined;
  readonly text: string;
}

async function discuss(input: Input, signal: AbortSignal, context: CommandContext): Promise<Outcome> {
  const found = await askedDraft(input, signal, context);
  if (found.kind !== "answer") return withoutAnswer(found, context);
  const asked = found.value;
  const { waiting } = parseContext(asked.text);
  const dryRun = input.options["dry-run"] ?? false;
  const isNew = asked.before === undefined;
  const isPaid = canAnswer(roleAgent(input.config.agent, "discussion"));
  // Questions are saved before they are answered, so that the agent is not paid for them twice.
  if (!dryRun && !(isNew && !isPaid)) await save(asked, input, context);
  const decisions = dryRun ? [] : await decide(waiting, input, context);
  // Questions from the roadmap that the user cancelled can be asked again.
  const isNothing = isNew && !isPaid && decisions.length === 0 && input.answers.cancelled.aborted;
  if (!dryRun) reportUnused(input, context);
  const decided = { ...asked, text: addDecisions(asked.text, decisions) };
  const commit = dryRun || isNothing ? { kind: "none" } as const : await record(decided, input, context);
  const changed = isNothing || decided.text === decided.before ? [] : [decided.path];
  const open = parseContext(decided.text).waiting.map((one) => discussionQuestion(one, input.config.mode));
  return outcomeOf({ path: decided.path, changed, decisions, open, commit }, input, context);
}

/** Returns the document with its open questions: those of an earlier call, or new ones. */
async function askedDraft(
  input: Input,
  signal: AbortSignal,
  context: CommandContext,
): Promise<Consulted<Draft>> {
  const { host } = context;
  const { project, phase, root } = input;
  const path = contextPath(phase, project.paths);
  const before = await new ConfinedFiles(host, root).read(path);
  if (before !== undefined && parseContext(before).waiting.length > 0) {
    return { kind: "answer", value: { path, before, text: before } };
  }
  const found = await findQuestions({ ...input, decided: before === undefined ? "" : path }, signal, context);
  if (found.kind !== "answer") return found;
  const { boundary, questions } = found.value;
  const text = before ?? newContext({ phase, boundary, time: new Date(host.now()) });
  return { kind: "answer", value: { path, before, text: addQuestions(text, questions) } };
}

/** Finds the open questions: asks the agent if it can answer, otherwise reads the roadmap. */
async function findQuestions(
  input: Input & { readonly decided: string },
  signal: AbortSignal,
  context: CommandContext,
): Promise<Consulted<PhaseQuestions>> {
  const { project, phase, config, overrides, root, answers, options, decided } = input;
  const section = project.roadmap && roadmapSection(project.roadmap, parsePhaseNumber(phase.number)!);
  const plain = { boundary: section?.goal ?? "", questions: plainQuestions(section) };
  const left = templateNotice(project, parsePhaseNumber(phase.number)!);
  if (left !== undefined && !context.hosting?.agent.isRepeating) notice(left, context);
  if (!canAnswer(roleAgent(config.agent, "discussion"))) return { kind: "answer", value: plain };
  const about = `what phase ${phase.number} leaves open`;
  const origin = { file: project.config.file, overrides };
  if (options["dry-run"]) {
    showConfigured({ ...origin, config, agent: true, plans: false }, context);
    notice(`${agentLabel(config, "discussion")} would be asked ${about}`, context);
    return { kind: "answer", value: { boundary: "", questions: [] } };
  }
  refuseNested({ command: "discuss-phase", options, config }, context);
  if (decided !== "" && !context.hosting?.agent.isRepeating) {
    notice(
      `Phase ${phase.number} is discussed already, in ${decided}: now further questions are looked for`,
      context,
    );
  }
  const described = await context.host.stat(joinPath(root, PROJECT_PATH)) === undefined ? [] : [PROJECT_PATH];
  const prompt = discussPhasePrompt({
    number: phase.number,
    name: phase.name,
    section: section?.text ?? "",
    read: [...described, project.requirements?.source.path, project.roadmap?.source.path, project.state?.path]
      .filter((path) => path !== undefined),
    decided,
    searchIgnored: config.planning.search_gitignored,
  });
  const rehearsal = { ...plain, questions: plain.questions.slice(0, MAX_QUESTIONS) };
  const read = readAs(phaseQuestions, ({ questions }) => tooMany(questions.length));
  return await consult({ prompt, read, rehearsal }, {
    root,
    config,
    project: origin,
    role: "discussion",
    phase: phase.number,
    about,
    answers,
    signal,
  }, context);
}

function tooMany(count: number): readonly string[] {
  return count > MAX_QUESTIONS
    ? [`There are ${count} questions, but at most ${MAX_QUESTIONS} are allowed`]
    : [];
}

/** Asks the open questions. Once the user cancels, only flags still answer. */
async function decide(
  waiting: readonly WaitingQuestion[],
  { answers, config, flags }: Input,
  { json, progress, progressStyle }: CommandContext,
): Promise<readonly Decision[]> {
  const decisions: Decision[] = [];
  let stopped = false;
  for (const point of waiting) {
    if (stopped && !flags.has(point.id)) continue;
    const answer = await answers.ask(discussionQuestion(point, config.mode));
    if (answer === undefined) {
      stopped = true;
      continue;
    }
    const { id, question } = point;
    decisions.push({ id, question, answer: answerText(answer.value, point) });
    if (!json && answer.by !== "person") {
      progress(progressStyle.dim(`${id}: ${answer.value} (${answer.by})\n`));
    }
  }
  return decisions;
}

/** Reports answers that no question has had, unless a later stage may still ask one. */
function reportUnused({ answers, config }: Input, context: CommandContext): void {
  if (!config.workflow.auto_advance) noticeUnused(answers, context);
}

async function save({ path, before, text }: Draft, { root }: Input, { host }: CommandContext): Promise<void> {
  if (text !== before) await new ConfinedFiles(host, root).write(path, text);
}

/** Writes and commits the document, including changes that an earlier call did not commit. */
async function record(draft: Draft, input: Input, context: CommandContext): Promise<PlanningCommit> {
  await save(draft, input, context);
  const open = parseContext(draft.text).waiting.length;
  const what = open === 0 ? "capture phase context" : "capture phase context, questions open";
  const message = docsMessage(what, input.phase.number);
  return await commitPlanning(input.repository, input.config, { paths: [draft.path], message });
}

interface Discussed {
  readonly path: string;
  /** The paths of the documents that the call changed, or would change. */
  readonly changed: readonly string[];
  readonly decisions: readonly Decision[];
  readonly open: readonly Question[];
  readonly commit: PlanningCommit;
}

function outcomeOf(
  { path, changed, decisions, open, commit }: Discussed,
  input: Input,
  context: CommandContext,
): Outcome {
  const { options, phase, answers } = input;
  const dryRun = options["dry-run"] ?? false;
  const result: DiscussResult = {
    formatVersion: 1,
    phase,
    path,
    decisions,
    open,
    written: changed,
    commit: commit.kind === "committed" ? commit.commit : null,
    next: nextCommands(open, input),
  };
  const refused = commit.kind === "refused" ? commit.output : undefined;
  const text = discussionText(result, {
    style: context.style,
    dryRun,
    interrupted: answers.cancelled.aborted,
    ...defined({ refused }),
  });
  const exitCode = refused !== undefined ? 1 : open.length > 0 && !dryRun ? 3 : 0;
  return { exitCode, result, text };
}

/**
 * Returns the next commands: this command with the recommended answers while questions are open, otherwise
 * the one that plans the phase; after a cancelled question the same command again.
 */
function nextCommands(
  open: readonly Question[],
  { options, phase, answers, config }: Input,
): readonly string[] {
  const discuss = discussPhaseCommand(phase.number);
  const flags = lastingFlags(options).map(quoteShell);
  const same = [discuss, ...flags, ...confirmFlag(options.yes)];
  if (options["dry-run"] || answers.cancelled.aborted) return [same.join(" ")];
  if (open.length === 0) {
    const plan = planCommandFor(phase.number, roleAgent(config.agent, "planning").name);
    return [withLasting(plan, lastingFlags(options))];
  }
  const given = open.map(({ id, choices }) => `--answer ${id}=${quoteShell(choices[0]!.value)}`);
  return [[...same, ...given].join(" ")];
}
