import { isRecord } from "../../collections/is_record.ts";
import { CommonRecord } from "../files/common_record.ts";
import type { Git } from "../git/git.ts";
import { type Repository, repositoryPath } from "../git/repository.ts";

const RECORD = new CommonRecord("wf/summaries.json", isRecord);

/**
 * Records a summary that was written and is not committed yet.
 *
 * @param path The path of the summary, relative to the project root.
 * @param facts A hash of the facts in the summary.
 */
export async function rememberSummary(repository: Repository, path: string, facts: string): Promise<void> {
  const known = await read(repository.git);
  await RECORD.write(repository.git, { ...known, [repositoryPath(repository, path)]: facts });
}

/** Reports whether a summary of the same facts was written and is not committed yet. A resumed run then keeps the file. */
export async function isWritten(repository: Repository, path: string, facts: string): Promise<boolean> {
  return (await read(repository.git))[repositoryPath(repository, path)] === facts;
}

/** Removes the record of a summary, once it is committed. */
export async function forgetSummary(repository: Repository, path: string): Promise<void> {
  const { [repositoryPath(repository, path)]: found, ...others } = await read(repository.git);
  if (found === undefined) return;
  if (Object.keys(others).length === 0) await RECORD.remove(repository.git);
  else await RECORD.write(repository.git, others);
}

async function read(git: Git): Promise<Readonly<Record<string, unknown>>> {
  return await RECORD.read(git) ?? {};
}
