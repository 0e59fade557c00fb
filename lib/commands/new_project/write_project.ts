import type { Config } from "../../../schemas/config.ts";
import { ConfinedFiles } from "../../apply/files/confined_files.ts";
import { commitReformatted } from "../../apply/git/commit/commit_reformatted.ts";
import { Git, openingCommand } from "../../apply/git/git.ts";
import { GitError } from "../../apply/git/process.ts";
import { ignoresDocuments } from "../../apply/git/repository.ts";
import { removeStarted } from "../../apply/planning/started_project.ts";
import { CONFIG_PATH, parseConfig } from "../../parse/config/config.ts";
import { PLANNING } from "../../parse/project/project.ts";
import { joinPath, parentPath } from "../../path/paths.ts";
import { docsMessage } from "../../plan/naming/commit_message.ts";
import { SourceText } from "../../text/source_text.ts";
import { type CommandContext, UsageError } from "../context/command_context.ts";
import { notice } from "../context/consult.ts";
import { requireCommits } from "../context/lock_and_agent.ts";
import { trustOwnProject } from "../trust/renew_trust.ts";

/** Where a new project is written. */
export interface ProjectPlace {
  readonly root: string;
  /** The repository to commit to; undefined when nothing is committed. */
  readonly git: Git | undefined;
  readonly configText: string;
}

/** Writes the files that do not exist yet, and commits them. */
export async function writeProject(
  files: ReadonlyMap<string, string>,
  { root, git, configText }: ProjectPlace,
  context: CommandContext,
): Promise<string | null> {
  const { host } = context;
  const documents = new ConfinedFiles(host, root);
  for (const [path, content] of files) {
    await documents.makeFolder(parentPath(path));
    if (!await documents.create(path, content) && await documents.read(path) !== content) {
      notice(`${path} already exists and is not changed`, context);
    }
  }
  const commit = git === undefined
    ? null
    : await commitFiles(git, [...files.keys()].map((path) => repositoryPath(git, root, path)));
  await removeStarted(host, root);
  await trustOwnProject(root, parseConfig(new SourceText(CONFIG_PATH, configText)).file, context);
  return commit;
}

/**
 * Opens the repository to commit to, before anything is asked or written; undefined when documents are not
 * committed. Throws a UsageError when a commit is required but not possible.
 */
export async function repositoryOf(
  root: string,
  config: Config,
  context: CommandContext,
): Promise<Git | undefined> {
  if (!config.planning.commit_docs) return undefined;
  try {
    const git = await Git.open(context.host, root);
    if (await ignoresDocuments(git, repositoryPath(git, root, PLANNING))) return undefined;
    await requireCommits({ git });
    return git;
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    notice(`${error.message}: nothing is committed. ${error.hint}`.trim(), context);
    return undefined;
  }
}

/**
 * Returns the commands after which there is a repository with the new documents, if there is none: no plan can be
 * executed without one.
 */
export async function initCommands(
  { root, config: { planning } }: { readonly root: string; readonly config: Config },
  { host }: CommandContext,
): Promise<readonly string[]> {
  try {
    await Git.open(host, root);
    return [];
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const commit = `git add ${PLANNING} && git commit -m "${docsMessage("initialize project")}"`;
    return [openingCommand(error), ...planning.commit_docs ? [commit] : []];
  }
}

function repositoryPath(git: Git, root: string, path: string): string {
  return git.within(joinPath(root, path)) ?? path;
}

async function commitFiles(git: Git, paths: readonly string[]): Promise<string> {
  const result = await commitReformatted(git, { message: `${docsMessage("initialize project")}\n`, paths });
  if (result.kind === "refused") {
    throw new UsageError(
      `The files are written, but a hook refuses to commit them: ${result.output}`,
      "Fix what the hook reports and commit .planning",
    );
  }
  return result.commit;
}
