import { joinPath } from "../../path/paths.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import type { Git } from "../git/git.ts";
import { type Repository, repositoryPath } from "../git/repository.ts";

/** The record, in the repository's common folder. */
const RECORD = "wf/summaries.json";

/**
 * Records a summary that was written and is not committed yet.
 *
 * @param path The path of the summary, relative to the project root.
 * @param facts A hash of the facts in the summary.
 */
export async function rememberSummary(repository: Repository, path: string, facts: string): Promise<void> {
  const known = await read(repository.git);
  await write(repository.git, { ...known, [repositoryPath(repository, path)]: facts });
}

/** Reports whether a summary of the same facts was written and is not committed yet. A resumed run then keeps the file. */
export async function isWritten(repository: Repository, path: string, facts: string): Promise<boolean> {
  return (await read(repository.git))[repositoryPath(repository, path)] === facts;
}

/** Removes the record of a summary, once it is committed. */
export async function forgetSummary(repository: Repository, path: string): Promise<void> {
  const { [repositoryPath(repository, path)]: found, ...others } = await read(repository.git);
  if (found !== undefined) await write(repository.git, others);
}

type Written = Readonly<Record<string, unknown>>;

async function read(git: Git): Promise<Written> {
  try {
    const value: unknown = JSON.parse(await git.host.readText(pathOf(git)));
    return typeof value === "object" && value !== null ? value as Written : {};
  } catch {
    return {};
  }
}

async function write(git: Git, written: Written): Promise<void> {
  const files = new ConfinedFiles(git.host, git.commonDirectory);
  if (Object.keys(written).length === 0) await files.remove(RECORD);
  else await files.write(RECORD, `${JSON.stringify(written)}\n`);
}

function pathOf(git: Git): string {
  return joinPath(git.commonDirectory, RECORD);
}
