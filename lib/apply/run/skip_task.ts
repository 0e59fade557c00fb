import type { CommitTaskStep } from "../../../schemas/execution_plan.ts";
import { defined } from "../../collections/defined.ts";
import { skipMessage } from "../../plan/naming/work_message.ts";
import { commitPaths } from "../git/commit/commit.ts";
import { removeFeedback } from "../history/checkpoint_feedback.ts";
import { undoAgentCommits } from "./agent_commits.ts";
import { type CommittingLane, finish, type TaskCommit } from "./commit_task.ts";

/** Records that a task is not to be executed, in an empty commit. */
export async function skipTask(
  { plan, task, message: planned }: CommitTaskStep,
  why: string,
  lane: Pick<CommittingLane, "context" | "workspace" | "seal" | "task" | "guard">,
): Promise<TaskCommit> {
  const { context: { report }, workspace: { repository }, seal } = lane;
  const { head } = await undoAgentCommits({ plan, task }, { ...lane, head: lane.task.head });
  await seal.remember(lane.task, true);
  const name = planned.split("\n", 1)[0]!.replace(/^[^:]*: /, `task ${task}: `);
  const message = skipMessage(
    { scope: plan, name, tasks: [{ plan, task }], prefix: repository.project },
    why,
  );
  const made = await commitPaths(repository.git, { message, paths: [], ...defined({ head }) });
  if (made.kind === "refused") {
    const message = `A hook refused the commit that skips task ${plan}/${task}`;
    return { head, outcome: { kind: "turn-failed", message, output: made.output } };
  }
  await removeFeedback(repository, { plan, task });
  report({ kind: "committed", plan, commit: made.commit, subject: made.subject, files: [], skipped: true });
  return { head: made.head, outcome: await finish(lane) };
}
