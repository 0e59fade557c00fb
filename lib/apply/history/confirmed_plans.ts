import type { PlanFile } from "../../../schemas/plan_file.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import { sha256 } from "../files/sha256.ts";
import { CommonRecord } from "../files/common_record.ts";
import type { Git } from "../git/git.ts";

/** The hashes of the plans whose commands the user let run in this repository. No clone contains it. */
const RECORD = new CommonRecord<readonly string[]>(
  "wf/confirmed.json",
  (value): value is readonly string[] => Array.isArray(value),
);

/** Records that the user let the commands of plans run. */
export async function confirmPlans(git: Git, plans: readonly PlanFile[]): Promise<void> {
  const known = await RECORD.read(git) ?? [];
  const all = [...new Set([...known, ...await Promise.all(plans.map(planHash))])];
  if (all.length > known.length) await RECORD.write(git, all);
}

/** Returns the keys of those plans that the user let run, and that did not change since. */
export async function confirmedPlans(git: Git, plans: readonly PlanFile[]): Promise<ReadonlySet<string>> {
  const known = new Set(await RECORD.read(git));
  if (known.size === 0) return new Set();
  const hashes = await Promise.all(
    plans.map(async (plan) => [planKey(plan.id), await planHash(plan)] as const),
  );
  return new Set(hashes.flatMap(([key, hash]) => known.has(hash) ? [key] : []));
}

function planHash(plan: PlanFile): Promise<string> {
  return sha256(JSON.stringify(plan));
}
