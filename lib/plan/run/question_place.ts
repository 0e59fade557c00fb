import type { Question } from "../../../schemas/question.ts";
import { paragraphs } from "../../text/paragraphs.ts";

/**
 * Adds to a checkpoint's question the folder with the work that it is about.
 *
 * @param folder The absolute path of the worktree of its plan.
 */
export function withFolder(question: Question, folder: string): Question {
  const { kind, plan, details } = question;
  if (plan === undefined || (kind !== "human-verify" && kind !== "human-action")) return question;
  const what = kind === "human-action"
    ? `Plan ${plan} works in this folder, so change files of the project there:`
    : `The work of plan ${plan} is in this folder:`;
  return { ...question, details: paragraphs([details, `${what}\n  ${folder}`]) };
}
