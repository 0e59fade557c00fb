import type { Mode } from "../../../schemas/config.ts";
import type { RunOutcome } from "../../../schemas/event.ts";
import type { ExecutionPlan } from "../../../schemas/execution_plan.ts";
import type { Project } from "../../parse/project/model.ts";
import { begunPlan, changedPlanQuestion, planChanges } from "../../plan/run/plan_changes.ts";
import type { Repository } from "../git/repository.ts";
import { type Asker, askQuestion, type EventDraft } from "../interaction/interaction.ts";
import { readBegun, rememberBegun } from "./begun_plans.ts";

interface ChangedPlansInput {
  readonly plan: ExecutionPlan;
  readonly project: Project;
  readonly mode: Mode;
  /** Called before a question: throws if the run is refused in any case. */
  readonly beforeAsking: () => Promise<void>;
}

/**
 * Asks once about each open plan that has changed since its first turn.
 *
 * @returns The outcome that stops the run; undefined if it continues.
 */
export async function askAboutChanges(
  repository: Repository,
  { plan, project, mode, beforeAsking }: ChangedPlansInput,
  asking: { readonly ask: Asker; readonly report: (event: EventDraft) => void },
): Promise<Extract<RunOutcome, { readonly kind: "waiting" | "declined" }> | undefined> {
  for (const { id, complete } of plan.waves.flatMap(({ plans }) => plans)) {
    const file = project.plans.byId.get(id)?.file;
    const before = complete ? undefined : await readBegun(repository, id);
    if (file === undefined || before === undefined) continue;
    const changes = planChanges(before, begunPlan(file));
    if (changes.length === 0) continue;
    await beforeAsking();
    const question = changedPlanQuestion(id, changes, mode);
    const answer = await askQuestion(question, asking);
    if (answer.kind !== "answered") return { kind: "waiting", question };
    if (answer.value !== "yes") return { kind: "declined", question };
    await rememberBegun(repository, file);
  }
  return undefined;
}
