import type { Question } from "../../../schemas/question.ts";
import type { PlanFile } from "../../../schemas/plan_file.ts";
import type { PhaseVerdict, TruthResult, Verification } from "../../../schemas/verification.ts";
import { defined } from "../../collections/defined.ts";
import { loadModuleParser, type ModuleParser } from "../../deps/babel.ts";
import { loadPatternSearch, type PatternSearch } from "../../deps/re2.ts";
import { hasSummary } from "../../parse/project/project.ts";
import type { Project } from "../../parse/project/model.ts";
import { looksLikePattern, unwantedStrings, wantedStrings } from "../../plan/verification/file_checks.ts";
import type { FileFact } from "../../plan/verification/file_facts.ts";
import {
  type JudgeInput,
  judgePhase,
  type PersonVerdict,
  type TruthVerdict,
} from "../../plan/verification/verify.ts";
import { roadmapSection } from "../../parse/roadmap/section.ts";
import { ROADMAP } from "../../plan/verification/statements.ts";
import { phaseChecks } from "../../plan/verification/phase_checks.ts";
import type { History } from "../../plan/history/repo_snapshot.ts";
import { isOwnVerification } from "../../plan/verification/document.ts";
import { REPORTED } from "../../plan/verification/gaps.ts";
import {
  issuesReviewQuestion,
  mustHavesQuestion,
  replaceQuestion,
} from "../../plan/verification/questions.ts";
import { templateNotice } from "../../plan/project/undescribed_phase.ts";
import { phaseVerdict, verificationVerdict } from "../../plan/status/phase_verdict.ts";
import { parseGaps, parseVerification } from "../../parse/documents/verification.ts";
import { earlierFindings, type LastVerification, readLast } from "./last_verification.ts";
import { LATER } from "../../plan/run/questions.ts";
import { completeIn, type CompletePlans } from "../history/complete_plans.ts";
import { readHistory } from "../history/read_history.ts";
import type { Host } from "../../host/host.ts";
import type { CheckLog } from "../run/run_check.ts";
import { readFileFact } from "../files/file_facts.ts";
import { type Known, record, type Recorded, type RecordInput } from "./record.ts";
import { checksAgain, confirmChecks, planFiles } from "./checks_again.ts";

/** A truth that no program can check. */
export type OpenTruth = Pick<TruthResult, "plan" | "truth">;

/** The verdicts on truths, or the question that the user has to answer before they can be judged. */
export type TruthAnswer = { readonly verdicts: readonly TruthVerdict[] } | { readonly question: Question };

/**
 * Judges truths by inspecting the work; it may omit some. Returns undefined if it is interrupted.
 */
export type TruthJudge = (truths: readonly OpenTruth[]) => Promise<TruthAnswer | undefined>;

/** Options for {@link verifyPhase}. */
export interface VerifyInput extends RecordInput {
  /** The machine, which runs the checks. */
  readonly host: Host;
  /** Judges the truths when all plans are complete; without it, the user judges them. */
  readonly judge?: TruthJudge;
  /** Asks a question; undefined if there is no user to ask. */
  readonly ask: (question: Question) => Promise<{ readonly value: string } | undefined>;
  /** Fires when the user interrupts the verification or leaves a question. */
  readonly signal: AbortSignal;
  /** Keeps the long outputs of checks. */
  readonly log?: CheckLog | undefined;
  /** True to defer truths that only the user can judge, if there is no answer. */
  readonly leaves?: boolean;
}

/** The result of {@link verifyPhase}. */
export interface VerifyOutcome extends Omit<Recorded, "kind"> {
  /** The results of the must-haves. */
  readonly verification: Verification;
  /**
   * `recorded`: the documents contain the result. `waiting`: a question has no answer yet. `declined`: the user
   * answered the gate with no. `refused`: a hook refused the documents. `kept`: the document of someone else is
   * kept, and nothing was recorded. `interrupted`: the user interrupted the verification, and nothing was recorded.
   */
  readonly kind: "recorded" | "waiting" | "declined" | "refused" | "kept" | "interrupted";
  /** The verdict on the phase. */
  readonly verdict: PhaseVerdict;
  /** The question that waits or was answered with no. */
  readonly question?: Question;
  /** True if truths that only the user can judge are deferred. */
  readonly left?: boolean;
}

/**
 * Verifies the must-haves of a phase and records the result: `NN-VERIFICATION.md`, the verdict in the roadmap, and
 * the requirements of a phase that passed. Only a phase that passed is ticked. The documents are committed if the
 * configuration says so.
 *
 * If nothing is missing but not everything could be checked, the user is asked; without an answer the result is
 * recorded as it is. If a check found gaps and the gate `issues_review` is on, a user who is present sees them
 * first; otherwise they are recorded at once, as are the findings of a user. See docs/configuration.md.
 */
export async function verifyPhase(input: VerifyInput): Promise<VerifyOutcome> {
  const { reader, config, ask, signal, dryRun = false } = input;
  const project = await reader.read();
  const phase = project.phases.find(({ directory }) => directory === input.directory);
  if (phase === undefined) throw new Error(`Cannot verify "${input.directory}": the phase no longer exists`);
  const history = await historyOf(project, input);
  const isComplete: CompletePlans = history === undefined
    ? (plan, phase) => hasSummary(phase, plan)
    : completeIn(history, config);
  const left = templateNotice(project, phase.number);
  if (left !== undefined) input.notice(left);
  const known: Known = { project, isComplete };
  const complete = new Set(phase.plans.filter((plan) => isComplete(plan, phase)).map(({ id }) => id));
  const before = await readLast(phase, input);
  if (before !== undefined && !isOwnVerification(before.text) && !dryRun) {
    const kept = await keptOutcome(before, await prepareJudge({ project, phase, complete }, input), input);
    if (kept !== undefined) return kept;
  }
  const repeated = dryRun || history === undefined
    ? undefined
    : phaseChecks(planFiles(phase), history.journal);
  const stopped = repeated && await confirmChecks(phase, repeated, input);
  if (stopped !== undefined) {
    const judge = await prepareJudge({ project, phase, complete }, input);
    return outcome(await judge({}), { ...stopped, ...NOTHING });
  }
  const checks = repeated === undefined ? [] : await checksAgain(repeated, input);
  const earlier = before && await earlierFindings(before, input);
  const judge = await prepareJudge({ project, phase, complete, checks, earlier }, input);
  const checked = await judge({});
  if (dryRun) return outcome(checked, await record(checked, known, input));
  if (signal.aborted) return interrupted(checked);
  const found = await truthVerdicts(checked, complete, input);
  if (found === undefined) return interrupted(checked);
  if ("question" in found) {
    return outcome(checked, { kind: "waiting", question: found.question, ...NOTHING });
  }
  const { verdicts } = found;
  const verification = verdicts.length === 0 ? checked : await judge({ verdicts });
  const needsPerson = verification.status === "human_needed";
  // A person can withdraw what a person reported.
  const onlyReported = verification.status === "gaps_found" &&
    verification.gaps.every(({ what }) => what.startsWith(REPORTED));
  const question = needsPerson || onlyReported
    ? mustHavesQuestion(verification, needsPerson && (input.leaves ?? false))
    : undefined;
  const answer = question && await ask(question);
  if (answer === undefined && signal.aborted) return interrupted(verification);
  if (needsPerson && answer === undefined) {
    const recorded = await record(verification, known, input);
    const kind = recorded.kind === "refused" ? "refused" : "waiting";
    return outcome(verification, { ...recorded, kind, ...defined({ question }) });
  }
  if (answer?.value === LATER) {
    return outcome(verification, { left: needsPerson, ...await record(verification, known, input) });
  }
  const judged = answer === undefined
    ? verification
    : await judge({ verdicts, person: userJudgement(answer.value) });
  // The user's report needs no review, and is recorded before it can get lost.
  if (answer === undefined && judged.status === "gaps_found" && config.gates.issues_review) {
    const review = issuesReviewQuestion(judged);
    const reviewed = await ask(review);
    if (reviewed === undefined && signal.aborted) return interrupted(judged);
    if (reviewed?.value === "no") {
      return outcome(judged, { kind: "declined", question: review, ...NOTHING });
    }
  }
  return outcome(judged, await record(judged, known, input));
}

const NOTHING = { written: [], commit: null } as const;

function outcome(
  verification: Verification,
  rest: Omit<VerifyOutcome, "verification" | "verdict">,
): VerifyOutcome {
  return { verification, verdict: verificationVerdict(verification), ...rest };
}

function interrupted(verification: Verification): VerifyOutcome {
  return outcome(verification, { kind: "interrupted", ...NOTHING });
}

/**
 * Asks whether to keep a document that wf did not write, or that someone changed; its verdict then stands.
 *
 * @returns Undefined if it is to be replaced.
 */
async function keptOutcome(
  { path, text }: LastVerification,
  judge: (given: Pick<JudgeInput, "verdicts" | "person">) => Promise<Verification>,
  { ask, signal }: VerifyInput,
): Promise<VerifyOutcome | undefined> {
  const found = parseVerification(text);
  const verdict = phaseVerdict(found);
  const question = replaceQuestion(path, verdict);
  const answer = await ask(question);
  if (answer?.value === "replace") return undefined;
  const gaps = parseGaps(text).map((what) => ({ what, todo: `See ${path}` }));
  const { status } = found;
  const kept = { ...await judge({}), status, gaps: status === "gaps_found" ? gaps : [], open: [] };
  const kind = answer !== undefined ? "kept" : signal.aborted ? "interrupted" : "waiting";
  return { kind, verification: kept, verdict, ...(kind === "waiting" ? { question } : {}), ...NOTHING };
}

function userJudgement(answer: string): PersonVerdict {
  return answer === "approved" ? { kind: "confirmed" } : { kind: "rejected", note: answer };
}

async function historyOf(
  project: Project,
  { repository, config }: VerifyInput,
): Promise<History | undefined> {
  if (repository === undefined) return undefined;
  const from = await repository.git.commitOf("HEAD");
  return await readHistory(repository, { project, commitDocs: config.planning.commit_docs, from });
}

/** Judges the truths, if every plan that states one is complete. */
async function truthVerdicts(
  { truths: all }: Verification,
  complete: ReadonlySet<string>,
  { judge }: VerifyInput,
): Promise<TruthAnswer | undefined> {
  // What a person confirmed is not judged again.
  const truths = all.filter(({ by }) => by !== "person");
  if (
    judge === undefined || truths.length === 0 ||
    !truths.every(({ plan }) => plan === ROADMAP || complete.has(plan))
  ) {
    return { verdicts: [] };
  }
  return await judge(truths.map(({ plan, truth }) => ({ plan, truth })));
}

interface Judged extends Pick<JudgeInput, "phase" | "complete" | "checks" | "earlier"> {
  readonly project: Project;
}

/** Returns the function that judges the phase. Files that must-haves name are read once. */
async function prepareJudge(
  { project, phase, ...known }: Judged,
  { reader: { host, root: folder } }: VerifyInput,
): Promise<(given: Pick<JudgeInput, "verdicts" | "person">) => Promise<Verification>> {
  const root = await host.realPath(folder);
  const tools = await loadTools(planFiles(phase));
  const facts = new Map<string, FileFact>();
  const { criteria = [] } = (project.roadmap && roadmapSection(project.roadmap, phase.number)) ?? {};
  return async (given) => {
    for (;;) {
      const wanted = new Set<string>();
      const verification = judgePhase({
        phase,
        ...known,
        criteria,
        requirements: project.requirements,
        ...given,
        ...tools,
        facts: (path) => {
          if (!facts.has(path)) wanted.add(path);
          return facts.get(path);
        },
      });
      // The re-exports of a module, known once it is read, name further files.
      if (wanted.size === 0) return verification;
      for (const path of wanted) facts.set(path, await readFileFact(host, root, path));
    }
  };
}

interface Tools {
  readonly search?: PatternSearch;
  readonly parse?: ModuleParser;
}

/** Loads only the tools that the must-haves need. */
async function loadTools(plans: readonly PlanFile[]): Promise<Tools> {
  const mustHaves = plans.map(({ frontmatter }) => frontmatter.must_haves);
  const artifacts = mustHaves.flatMap((must) => must.artifacts ?? []);
  const texts = artifacts.flatMap((artifact) => [...wantedStrings(artifact), ...unwantedStrings(artifact)]);
  const patterns = mustHaves.some((must) => (must.key_links ?? []).length > 0) ||
    texts.some(looksLikePattern);
  const modules = artifacts.some(({ exports, min_tests }) =>
    exports !== undefined || min_tests !== undefined
  );
  const [search, parse] = await Promise.all([
    patterns ? loadPatternSearch() : undefined,
    modules ? loadModuleParser() : undefined,
  ]);
  return {
    ...defined({ search }),
    ...(parse === undefined ? {} : { parse: remembering(parse) }),
  };
}

/** Returns a parser that parses each module only once. */
function remembering(parse: ModuleParser): ModuleParser {
  const known = new Map<string, ReturnType<ModuleParser>>();
  return (path, text) => {
    const syntax = known.get(path) ?? parse(path, text);
    known.set(path, syntax);
    return syntax;
  };
}
