import type { VerificationStatus } from "../../schemas/verification.ts";
import type { Host } from "../host/host.ts";
import { joinPath } from "../host/paths.ts";
import { printPhaseNumber } from "../parse/phase_number.ts";
import type { Phase } from "../parse/project.ts";
import { parseVerificationStatus } from "../parse/verification.ts";

/** What an earlier verification of a phase has come to; undefined when there was none. */
export async function readVerificationStatus(
  host: Host,
  root: string,
  { directory, number }: Phase,
): Promise<VerificationStatus | undefined> {
  const path = joinPath(root, directory, `${printPhaseNumber(number)}-VERIFICATION.md`);
  return await host.stat(path) === undefined ? undefined : parseVerificationStatus(await host.readText(path));
}
