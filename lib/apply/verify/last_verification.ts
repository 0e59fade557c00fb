import { PLANNING } from "../../parse/project/project.ts";
import { phaseReference } from "../../parse/project/phase_reference.ts";
import type { Phase } from "../../parse/project/model.ts";
import { isOwnVerification, personFindings, verificationPath } from "../../plan/verification/document.ts";
import type { EarlierFindings } from "../../plan/verification/verify.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import { type Repository, repositoryPath } from "../git/repository.ts";
import type { RecordInput } from "./record.ts";

export interface LastVerification {
  /** The path of its document, relative to the project root. */
  readonly path: string;
  readonly text: string;
}

/** Reads the last verification of a phase; undefined if there is none. */
export async function readLast(
  phase: Phase,
  { reader: { host, root } }: RecordInput,
): Promise<LastVerification | undefined> {
  const path = verificationPath({ phase: phaseReference(phase) });
  const text = await new ConfinedFiles(host, root).read(path);
  return text === undefined ? undefined : { path, text };
}

/** Returns what a person found in the last verification; undefined if wf did not write it. */
export async function earlierFindings(
  { path, text }: LastVerification,
  { repository }: RecordInput,
): Promise<EarlierFindings | undefined> {
  if (!isOwnVerification(text)) return undefined;
  return { ...personFindings(text), outdated: await isOutdated(path, repository) };
}

/** Reports whether the work differs from the commit of a verification, or there is no such commit. */
async function isOutdated(path: string, repository: Repository | undefined): Promise<boolean> {
  if (repository === undefined) return true;
  const { git, prefix } = repository;
  const found = await git.run([
    "log",
    "-1",
    "--format=%H",
    "HEAD",
    "--",
    `:(top)${repositoryPath(repository, path)}`,
  ]);
  const commit = found.stdout.trim();
  if (found.code !== 0 || commit === "") return true;
  const work = [`:(top)${prefix}`, `:(exclude,top)${repositoryPath(repository, PLANNING)}`];
  return (await git.run(["diff", "--quiet", commit, "--", ...work])).code !== 0;
}
