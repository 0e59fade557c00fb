import type { Host } from "../../host/host.ts";
import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import type { Phase } from "../../parse/project/model.ts";
import { parseVerification, type VerificationRecord } from "../../parse/documents/verification.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import { type Repository, repositoryPath } from "../git/repository.ts";

/** Reads the last verification of a phase in the working tree; undefined if there is none. */
export async function readVerification(
  host: Host,
  root: string,
  phase: Phase,
): Promise<VerificationRecord | undefined> {
  const text = await new ConfinedFiles(host, root).read(documentOf(phase));
  return text === undefined ? undefined : parseVerification(text);
}

/** Reads the last verification of each phase in the working tree, by the phase's folder. */
export async function readVerifications(
  host: Host,
  root: string,
  phases: readonly Phase[],
): Promise<ReadonlyMap<string, VerificationRecord>> {
  const found = await Promise.all(
    phases.map(async (phase) => [phase.directory, await readVerification(host, root, phase)] as const),
  );
  return new Map(found.flatMap(([directory, record]) => record === undefined ? [] : [[directory, record]]));
}

/** Reads the last verification of a phase on a branch; undefined if there is none. */
export async function readVerificationOn(
  branch: string,
  phase: Phase,
  repository: Repository,
): Promise<VerificationRecord | undefined> {
  const path = repositoryPath(repository, documentOf(phase));
  const { code, stdout } = await repository.git.run(["show", `refs/heads/${branch}:${path}`]);
  return code === 0 ? parseVerification(stdout) : undefined;
}

function documentOf({ directory, number }: Phase): string {
  return `${directory}/${printPhaseNumber(number)}-VERIFICATION.md`;
}
