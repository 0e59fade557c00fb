import { REPOSITORY } from "../../lib/release/release.ts";
import { run } from "./run.ts";

const MARK = "{{commit}}";

/** The values that a build writes into its files. */
export interface Stamp {
  /** The commit, or `unknown`. */
  readonly commit: string;
  /** The repository on GitHub: owner and name. */
  readonly repository: string;
}

/** Returns the stamp of this checkout. `WF_COMMIT` and `WF_REPOSITORY` override it. */
export async function currentStamp(): Promise<Stamp> {
  const repository = Deno.env.get("WF_REPOSITORY") ?? REPOSITORY;
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) {
    throw new Error(`Cannot use WF_REPOSITORY "${repository}": expected <owner>/<name>`);
  }
  return { commit: Deno.env.get("WF_COMMIT") ?? await currentCommit(), repository };
}

/** Inserts the stamp into a text. */
export function stamped(text: string, { commit, repository }: Stamp): string {
  return text.replaceAll(MARK, commit).replaceAll(REPOSITORY, repository);
}

/** Stamps the files of a folder, recursively. */
export async function stampFolder(folder: string, stamp: Stamp): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) await stampFolder(path, stamp);
    else await stampFile(path, stamp);
  }
}

/** Stamps a file. */
export async function stampFile(path: string, stamp: Stamp): Promise<void> {
  const text = await Deno.readTextFile(path);
  const changed = stamped(text, stamp);
  if (changed !== text) await Deno.writeTextFile(path, changed);
}

async function currentCommit(): Promise<string> {
  try {
    const commit = (await run("git", ["rev-parse", "--verify", "HEAD"])).trim();
    return await run("git", ["status", "--porcelain"]) === "" ? commit : `${commit}-dirty`;
  } catch {
    return "unknown"; // No git, or no repository: an archive of the sources.
  }
}
