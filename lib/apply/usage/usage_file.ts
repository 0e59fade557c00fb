import type { UsageRecord } from "../../../schemas/usage.ts";
import { HostError } from "../../host/host.ts";
import { joinPath } from "../../path/paths.ts";
import { parseUsage } from "../../plan/usage/records.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import type { Git } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";

/** The file with what all runs used, in the repository's common folder. */
const USAGE_FILE = "wf/usage.jsonl";

/** Reads what the turns of a project used, oldest first; empty if nothing is known. */
export async function readUsage({ git, project }: Repository): Promise<readonly UsageRecord[]> {
  const text = await new ConfinedFiles(git.host, git.commonDirectory).read(USAGE_FILE);
  return parseUsage(text ?? "").filter((record) => record.project === project);
}

/** Prepares the file, so that records can be added. */
export async function prepareUsage({ host, commonDirectory }: Git): Promise<void> {
  const files = new ConfinedFiles(host, commonDirectory);
  await files.makeFolder("wf");
  await files.requireWritable(USAGE_FILE);
}

/** Adds a record. A file that cannot be written stops nothing. */
export function addUsage({ host, commonDirectory }: Git, record: UsageRecord): void {
  try {
    host.appendText(joinPath(commonDirectory, USAGE_FILE), `${JSON.stringify(record)}\n`);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
  }
}
