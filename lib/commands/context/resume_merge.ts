import type { RunOutcome } from "../../../schemas/event.ts";
import { resumeMerge } from "../../apply/merge/pending_merge.ts";
import type { Repository } from "../../apply/git/repository.ts";
import type { EventDraft } from "../../apply/interaction/interaction.ts";
import { conflictQuestion } from "../../plan/run/questions.ts";
import type { Answers } from "./answers.ts";

/**
 * Resumes a merge that the user was asked to resolve, if there is one.
 *
 * @returns The outcome of the command if it cannot continue, otherwise undefined.
 */
export async function resumePendingMerge(
  { git }: Repository,
  answers: Answers,
  { report }: { readonly report: (event: EventDraft) => void },
): Promise<RunOutcome | undefined> {
  let result = await resumeMerge(git, false, report);
  if (result.kind === "unresolved") {
    const answer = await answers.ask(conflictQuestion(result.merge, result.conflicts));
    if (answers.cancelled.aborted) return { kind: "interrupted" };
    if (answer?.value === "abort") result = await resumeMerge(git, true, report);
  }
  switch (result.kind) {
    case "none":
    case "merged":
      return undefined;
    case "unresolved":
    case "aborted": {
      const { branch, base } = result.merge;
      return result.kind === "unresolved"
        ? { kind: "conflict", branch, base, conflicts: result.conflicts, begun: true }
        : { kind: "conflict", branch, base, conflicts: [], begun: false };
    }
    case "refused": {
      const message = `A hook refused to merge ${result.merge.branch} into ${result.merge.base}`;
      return { kind: "failed", message, output: result.output };
    }
  }
}
