import type { Verification } from "../../../schemas/verification.ts";
import type { Project } from "../../parse/project/model.ts";
import { markRequirements } from "../../plan/documents/requirements_edit.ts";
import { updateRoadmap } from "../../plan/documents/roadmap_edit.ts";
import { docsMessage } from "../../plan/naming/commit_message.ts";
import { measureProgress } from "../../plan/progress/progress.ts";
import { verificationVerdict } from "../../plan/status/phase_verdict.ts";
import {
  isOwnVerification,
  renderVerification,
  scoreText,
  verificationPath,
  withoutTime,
} from "../../plan/verification/document.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import { commitReformatted } from "../git/commit/commit_reformatted.ts";
import { type Repository, repositoryPath } from "../git/repository.ts";
import type { Config } from "../../../schemas/config.ts";
import type { ProjectReader } from "../files/project_reader.ts";
import { saveCopies } from "../worktrees/backup.ts";
import type { CompletePlans } from "../history/complete_plans.ts";

/** Options for {@link record}. */
export interface RecordInput {
  /** Reads the project. */
  readonly reader: ProjectReader;
  /** The repository. Without one, only summaries show which plans are complete, and nothing is committed. */
  readonly repository: Repository | undefined;
  /** The configuration of this invocation. */
  readonly config: Config;
  /** The phase's folder, relative to the project root. */
  readonly directory: string;
  /** Reports a notice to the user. */
  readonly notice: (message: string) => void;
  /** True to write nothing, and ask nothing before. */
  readonly dryRun?: boolean;
}

/** The project and its complete plans. */
export interface Known {
  readonly project: Project;
  readonly isComplete: CompletePlans;
}

/** The result of {@link record}. */
export interface Recorded {
  /** `refused`: a hook refused the documents. */
  readonly kind: "recorded" | "refused";
  /** Documents that changed, or would change with `dryRun`, relative to the project root. */
  readonly written: readonly string[];
  /** The commit with these documents; null if there is none. */
  readonly commit: string | null;
  /** The output of the hook. */
  readonly output?: string;
}

/** Writes the changed documents, and commits those without other uncommitted changes. */
export async function record(
  verification: Verification,
  known: Known,
  input: RecordInput,
): Promise<Recorded> {
  const { reader: { host, root }, repository, config, notice, dryRun = false } = input;
  const changed = new Map<string, string>();
  const path = verificationPath(verification);
  const files = new ConfinedFiles(host, root);
  const before = await files.read(path);
  const text = renderVerification(verification, new Date(host.now()));
  if (before === undefined || withoutTime(before) !== withoutTime(text)) changed.set(path, text);
  if (before !== undefined && !dryRun && !isOwnVerification(before)) {
    await keepCopy({ path, text: before }, input);
  }
  const ours = [path];
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
  { reader: { host }, directory }: RecordInput,
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
    edits.push({ path: roadmap.source.path, before: roadmap.source.text, change });
  }
  if (requirements !== undefined && verification.status === "passed") {
    const ids = new Set(verification.requirements.map(({ id }) => id));
    const change = (text: string) => markRequirements(text, ids);
    edits.push({ path: requirements.source.path, before: requirements.source.text, change });
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
  const committed = await repository.git.textAt("HEAD", repositoryPath(repository, path));
  const lines = (whole: string) => whole.replaceAll("\r\n", "\n");
  return committed === undefined || lines(change(committed)) !== lines(after);
}

/** Saves the document of someone else that is replaced, outside of the project, and reports it. */
async function keepCopy(
  { path, text }: { readonly path: string; readonly text: string },
  { repository, notice }: RecordInput,
): Promise<void> {
  if (repository === undefined) return;
  notice(
    `${path} is replaced; its old version is kept in ${await saveCopies(
      repository,
      new Map([[path, text]]),
    )}`,
  );
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
