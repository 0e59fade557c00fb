import type { CommitMessageOptions } from "../../schemas/commands.ts";
import type { CommitMessageResult } from "../../schemas/results/program.ts";
import { readPlanId } from "../parse/ids/plan_id.ts";
import { commitMessage as makeMessage } from "../plan/naming/commit_message.ts";
import { type Outcome, UsageError } from "./context/command_context.ts";

export function commitMessage({ plan, type, description }: CommitMessageOptions): Promise<Outcome> {
  const id = readPlanId(plan);
  if (id === undefined) {
    throw new UsageError(`Cannot read the plan ID "${plan}"`, "Give phase and plan, for example 03-01");
  }
  if (description.trim() === "") {
    throw new UsageError("The description is empty", "Describe in a few words what the commit does");
  }
  const message = makeMessage(id, type, description);
  const result: CommitMessageResult = { formatVersion: 1, message };
  return Promise.resolve({ exitCode: 0, result, text: `${message}\n` });
}
