import type { VerificationStatus } from "../../schemas/verification.ts";
import type { Host } from "../host/host.ts";
import { printPhaseNumber } from "../parse/phase_number.ts";
import type { Phase } from "../parse/project.ts";
import { parseVerificationStatus } from "../parse/verification.ts";
import { ConfinedFiles } from "./confined_files.ts";

/** What an earlier verification of a phase has come to; undefined when there was none. */
export async function readVerificationStatus(
  host: Host,
  root: string,
  { directory, number }: Phase,
): Promise<VerificationStatus | undefined> {
  const path = `${directory}/${printPhaseNumber(number)}-VERIFICATION.md`;
  const text = await new ConfinedFiles(host, root).read(path);
  return text === undefined ? undefined : parseVerificationStatus(text);
}
