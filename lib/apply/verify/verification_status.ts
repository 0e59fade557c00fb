import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import type { Phase } from "../../parse/project/model.ts";
import { parseVerification, type VerificationRecord } from "../../parse/documents/verification.ts";
import { type Repository, repositoryPath } from "../git/repository.ts";

/** Reads the last verification of a phase on a branch; undefined if there is none. */
export async function readVerificationOn(
  branch: string,
  { directory, number }: Phase,
  repository: Repository,
): Promise<VerificationRecord | undefined> {
  const path = repositoryPath(repository, `${directory}/${printPhaseNumber(number)}-VERIFICATION.md`);
  const ref = (await repository.git.refsOf([branch])).get(branch);
  const text = ref && await repository.git.textAt(ref, path);
  return text === undefined ? undefined : parseVerification(text);
}
