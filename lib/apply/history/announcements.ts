import { CommonRecord } from "../files/common_record.ts";
import type { Git } from "../git/git.ts";

const RECORD = new CommonRecord<readonly string[]>(
  "wf/announced.json",
  (value): value is readonly string[] => Array.isArray(value),
);

/** Reports whether an announcement was not made in this repository yet, and records it. */
export async function isNewAnnouncement(git: Git, name: string): Promise<boolean> {
  const made = await RECORD.read(git) ?? [];
  if (made.includes(name)) return false;
  await RECORD.write(git, [...made, name]);
  return true;
}
