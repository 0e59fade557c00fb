import type { Config } from "../../../schemas/config.ts";
import type { Question } from "../../../schemas/question.ts";
import type { PlanFile } from "../../../schemas/plan_file.ts";
import type { TruthResult, Verification } from "../../../schemas/verification.ts";
import { defined } from "../../collections/defined.ts";
import { loadModuleParser, type ModuleParser } from "../../deps/babel.ts";
import { loadPatternSearch, type PatternSearch } from "../../deps/re2.ts";
import { PLANNING } from "../../parse/project/project.ts";
import type { Project } from "../../parse/project/model.ts";
import { REQUIREMENTS_PATH } from "../../parse/requirements/requirements.ts";
import { ROADMAP_PATH } from "../../parse/roadmap/roadmap.ts";
import { docsMessage } from "../../plan/naming/commit_message.ts";
import { looksLikePattern, unwantedStrings, wantedStrings } from "../../plan/verification/file_checks.ts";
import type { FileFact } from "../../plan/verification/file_facts.ts";
import { verificationVerdict } from "../../plan/status/phase_verdict.ts";
import { measureProgress } from "../../plan/progress/progress.ts";
import { markRequirements } from "../../plan/documents/requirements_edit.ts";
import { updateRoadmap } from "../../plan/documents/roadmap_edit.ts";
import {
  type JudgeInput,
  judgePhase,
  type PersonVerdict,
  type TruthVerdict,
} from "../../plan/verification/verify.ts";
import {
  isOwnVerification,
  renderVerification,
  scoreText,
  verificationPath,
  withoutTime,
} from "../../plan/verification/document.ts";
import { issuesReviewQuestion, mustHavesQuestion } from "../../plan/verification/questions.ts";
import { LATER } from "../../plan/run/questions.ts";
import { type CompletePlans, completePlans } from "../history/complete_plans.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import { readFileFact } from "../files/file_facts.ts";
import type { ProjectReader } from "../files/project_reader.ts";
import { commitReformatted } from "../git/commit_reformatted.ts";
import { projectPath, type Repository, repositoryPath } from "../git/repository.ts";

/** A truth that no program can check. */
export type OpenTruth = Pick<TruthResult, "plan" | "truth">;

/**
 * Judges truths by inspecting the work; it may omit some. Returns undefined if it is interrupted.
 */
export type TruthJudge = (truths: readonly OpenTruth[]) => Promise<readonly TruthVerdict[] | undefined>;

/** Options for {@link verifyPhase}. */
export interface VerifyInput {
  /** Reads the project. */
  readonly reader: ProjectReader;
  /** The repository. Without one, only summaries show which plans are complete, and nothing is committed. */
  readonly repository: Repository | undefined;
  /** The configuration of this invocation. */
  readonly config: Config;
  /** The phase's folder, relative to the project root. */
  readonly directory: string;
  /** Judges the truths when all plans are complete; without it, the user judges them. */
  readonly judge?: TruthJudge;
  /** Asks a question; undefined if there is no user to ask. */
  readonly ask: (question: Question) => Promise<{ readonly value: string } | undefined>;
  /** Fires when the user interrupts the verification or leaves a question. */
  readonly signal: AbortSignal;
  /** Reports a notice to the user. */
  readonly notice: (message: string) => void;
  /** True to ask nothing and write nothing. */
  readonly dryRun?: boolean;
  /** True to defer truths that only the user can judge, if there is no answer. */
  readonly leaves?: boolean;
}

/** The result of {@link verifyPhase}. */
export interface VerifyOutcome {
  /** The results of the must-haves. */
  readonly verification: Verification;
  /**
   * `recorded`: the documents contain the result. `waiting`: a question has no answer yet. `declined`: the user
   * answered the gate with no. `refused`: a hook refused the documents. `interrupted`: the user interrupted the
   * verification, and nothing was recorded.
   */
  readonly kind: "recorded" | "waiting" | "declined" | "refused" | "interrupted";
  /** The question that waits or was answered with no. */
  readonly question?: Question;
  /** True if truths that only the user can judge are deferred. */
  readonly left?: boolean;
  /** Documents that changed, or would change with `dryRun`, relative to the project root. */
  readonly written: readonly string[];
  /** The commit with these documents; null if there is none. */
  readonly commit: string | null;
  /** The output of the hook. */
  readonly output?: string;
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
  const isComplete = await completePlans(input.repository, { project, config });
  const known: Known = { project, isComplete };
  const complete = new Set(phase.plans.filter((plan) => isComplete(plan, phase)).map(({ id }) => id));
  const judge = await prepareJudge({ project, phase, complete }, input);
  const checked = await judge({});
  if (dryRun) return { verification: checked, ...await record(checked, known, input) };
  const verdicts = await truthVerdicts(checked, complete, input);
  if (verdicts === undefined) return interrupted(checked);
  const verification = verdicts.length === 0 ? checked : await judge({ verdicts });
  const question = verification.status === "human_needed"
    ? mustHavesQuestion(verification, input.leaves ?? false)
    : undefined;
  const answer = question && await ask(question);
  if (question !== undefined && answer === undefined) {
    if (signal.aborted) return interrupted(verification);
    const recorded = await record(verification, known, input);
    return { ...recorded, kind: recorded.kind === "refused" ? "refused" : "waiting", verification, question };
  }
  if (answer?.value === LATER) {
    return { verification, left: true, ...await record(verification, known, input) };
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
      return { kind: "declined", verification: judged, question: review, written: [], commit: null };
    }
  }
  return { verification: judged, ...await record(judged, known, input) };
}

function interrupted(verification: Verification): VerifyOutcome {
  return { kind: "interrupted", verification, written: [], commit: null };
}

function userJudgement(answer: string): PersonVerdict {
  return answer === "approved" ? { kind: "confirmed" } : { kind: "rejected", note: answer };
}

/** Judges the truths, if every plan that states one is complete. */
async function truthVerdicts(
  { truths }: Verification,
  complete: ReadonlySet<string>,
  { judge }: VerifyInput,
): Promise<readonly TruthVerdict[] | undefined> {
  if (judge === undefined || truths.length === 0 || !truths.every(({ plan }) => complete.has(plan))) {
    return [];
  }
  return await judge(truths.map(({ plan, truth }) => ({ plan, truth })));
}

/** The input of a judgement. */
interface Judged extends Pick<JudgeInput, "phase" | "complete"> {
  readonly project: Project;
}

/** Returns the function that judges the phase. Files that must-haves name are read once. */
async function prepareJudge(
  { project, phase, complete }: Judged,
  { reader: { host, root: folder } }: VerifyInput,
): Promise<(given: Pick<JudgeInput, "verdicts" | "person">) => Promise<Verification>> {
  const root = await host.realPath(folder);
  const tools = await loadTools(phase.plans.flatMap(({ file }) => file === undefined ? [] : [file]));
  const facts = new Map<string, FileFact>();
  return async (given) => {
    for (;;) {
      const wanted = new Set<string>();
      const verification = judgePhase({
        phase,
        complete,
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

async function committedDocuments(repository: Repository): Promise<ReadonlySet<string>> {
  const head = await repository.git.commitOf("HEAD");
  if (head === undefined) return new Set();
  const paths = await repository.git.filesAt(head, repositoryPath(repository, PLANNING));
  return new Set(paths.flatMap((path) => projectPath(repository, path) ?? []));
}

/** The project and its complete plans. */
interface Known {
  readonly project: Project;
  readonly isComplete: CompletePlans;
}

type Recorded = Pick<VerifyOutcome, "written" | "commit" | "output"> & {
  readonly kind: "recorded" | "refused";
};

/** Writes the changed documents, and commits those without other uncommitted changes. */
async function record(verification: Verification, known: Known, input: VerifyInput): Promise<Recorded> {
  const { reader: { host, root }, repository, config, notice, dryRun = false } = input;
  const changed = new Map<string, string>();
  const path = verificationPath(verification);
  const files = new ConfinedFiles(host, root);
  const before = await files.read(path);
  const text = renderVerification(verification, new Date(host.now()));
  const dirty = new Set((await repository?.git.status() ?? []).map((entry) => entry.path));
  const isDirty = (document: string) =>
    repository !== undefined && dirty.has(repositoryPath(repository, document));
  const others = before !== undefined && !isOwnVerification(before);
  const foreign = others && !await isKept(path, isDirty(path), repository);
  if (foreign) {
    notice(`${path} was not written by this command and is not committed, so it is not changed`);
  } else if (before === undefined || withoutTime(before) !== withoutTime(text)) {
    if (others && !dryRun) {
      notice(`${path} was not written by this command and is replaced; its old version is in the history`);
    }
    changed.set(path, text);
  }
  const ours = foreign ? [] : [path];
  for (const edit of sharedEdits(verification, known, input)) {
    const after = edit.change(edit.before);
    const mixed = await isMixed(edit, after, repository);
    if (after !== edit.before) changed.set(edit.path, after);
    if (!mixed) ours.push(edit.path);
    else if (after !== edit.before && !dryRun && config.planning.commit_docs) {
      notice(`${edit.path} had uncommitted changes, so it is left out of the commit`);
    }
  }
  const written = [...changed.keys()];
  if (dryRun) return { kind: "recorded", written, commit: null };
  for (const document of written) await files.requireWritable(document);
  for (const [document, content] of changed) await files.write(document, content);
  if (repository === undefined || !config.planning.commit_docs) {
    return { kind: "recorded", written, commit: null };
  }
  return { ...await commit(ours, verification, repository), written };
}

/** The change of a document that users also edit. */
interface SharedEdit {
  /** Relative to the project root. */
  readonly path: string;
  /** The current content of the document. */
  readonly before: string;
  /** Returns the document with the result of the verification. It is idempotent. */
  readonly change: (text: string) => string;
}

/** Returns the edits for the verdict in the roadmap, and for the requirements of a phase that passed. */
function sharedEdits(
  verification: Verification,
  { project, isComplete }: Known,
  { reader: { host }, directory }: VerifyInput,
): readonly SharedEdit[] {
  const edits: SharedEdit[] = [];
  const phase = project.phases.find((candidate) => candidate.directory === directory);
  const { roadmap, requirements } = project;
  if (roadmap !== undefined && phase !== undefined) {
    const time = new Date(host.now());
    const progress = {
      ...measureProgress(project, { phase, completed: "", isComplete, time }),
      verdict: verificationVerdict(verification),
      accepted: verification.status === "passed",
    };
    const change = (text: string) => updateRoadmap(text, progress);
    edits.push({ path: ROADMAP_PATH, before: roadmap.source.text, change });
  }
  if (requirements !== undefined && verification.status === "passed") {
    const ids = new Set(verification.requirements.map(({ id }) => id));
    const change = (text: string) => markRequirements(text, ids);
    edits.push({ path: REQUIREMENTS_PATH, before: requirements.source.text, change });
  }
  return edits;
}

/** Reports whether a document contains other uncommitted changes. */
async function isMixed(
  { path, change }: SharedEdit,
  after: string,
  repository: Repository | undefined,
): Promise<boolean> {
  if (repository === undefined) return false;
  const { code, stdout } = await repository.git.run(["show", `HEAD:${repositoryPath(repository, path)}`]);
  const lines = (whole: string) => whole.replaceAll("\r\n", "\n");
  return code !== 0 || lines(change(stdout)) !== lines(after);
}

/** Reports whether the current version of a document is committed. */
async function isKept(path: string, dirty: boolean, repository: Repository | undefined): Promise<boolean> {
  return repository !== undefined && !dirty && (await committedDocuments(repository)).has(path);
}

async function commit(
  documents: readonly string[],
  verification: Verification,
  repository: Repository,
): Promise<Omit<Recorded, "written">> {
  const wanted = new Set(documents.map((path) => repositoryPath(repository, path)));
  const paths = (await repository.git.status()).map(({ path }) => path).filter((path) => wanted.has(path));
  if (paths.length === 0) return { kind: "recorded", commit: null };
  const { phase, status } = verification;
  const result = status.replaceAll("_", " ");
  const message = docsMessage(`verify phase: ${result}, ${scoreText(verification)}`, phase.number);
  const made = await commitReformatted(repository.git, { message: `${message}\n`, paths });
  return made.kind === "refused"
    ? { kind: "refused", commit: null, output: made.output }
    : { kind: "recorded", commit: made.commit };
}
