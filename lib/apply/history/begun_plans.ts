import type { PlanFile } from "../../../schemas/plan_file.ts";
import { isRecord } from "../../collections/is_record.ts";
import { type BegunPlan, begunPlan } from "../../plan/run/plan_changes.ts";
import { cutBytes } from "../../text/bytes.ts";
import { slugify } from "../../text/slug.ts";
import { CommonRecord } from "../files/common_record.ts";
import type { Repository } from "../git/repository.ts";

/** Reads a plan as it was at its first turn; undefined if it has not begun in this clone. */
export async function readBegun(repository: Repository, plan: string): Promise<BegunPlan | undefined> {
  return await recordOf(repository, plan).read(repository.git);
}

export async function rememberBegun(repository: Repository, file: PlanFile): Promise<void> {
  await recordOf(repository, file.id).write(repository.git, begunPlan(file));
}

/** Forgets a plan, once it is complete. */
export async function forgetBegun(repository: Repository, plan: string): Promise<void> {
  await recordOf(repository, plan).remove(repository.git);
}

function recordOf({ project }: Repository, plan: string): CommonRecord<BegunPlan> {
  const name = [project, plan].filter((part) => part !== "").map((part) => slugify(part)).join("-");
  return new CommonRecord(
    `wf/plans/${cutBytes(name, 200)}.json`,
    (value): value is BegunPlan =>
      isRecord(value) && Array.isArray(value.tasks) && Array.isArray(value.files) &&
      isRecord(value.mustHaves),
  );
}
