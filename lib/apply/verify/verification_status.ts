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
  const { code, stdout } = await repository.git.run(["show", `${ref}:${path}`]);
  return code === 0 ? parseVerification(stdout) : undefined;
}
