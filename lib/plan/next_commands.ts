import type { RunOutcome } from "../../schemas/event.ts";
import type { ExecutionPlan } from "../../schemas/execution_plan.ts";
import { comparePhaseNumbers, parsePhaseNumber, printPhaseNumber } from "../parse/phase_number.ts";
import type { Project } from "../parse/project.ts";

/** The commands that make sense after a run, the likeliest first. Each can be pasted. */
export function nextCommands(outcome: RunOutcome, plan: ExecutionPlan, project: Project): readonly string[] {
  const again = `wf execute-phase ${bare(plan.phase.number)}`;
  switch (outcome.kind) {
    case "completed": {
      const current = parsePhaseNumber(plan.phase.number)!;
      const following = project.phases.find((phase) =>
        comparePhaseNumbers(phase.number, current) > 0 && phase.plans.length > 0
      );
      if (following !== undefined) return [`wf execute-phase ${bare(printPhaseNumber(following.number))}`];
      return ["git log --graph --oneline"];
    }
    case "waiting": {
      const { id, choices, open } = outcome.question;
      const answers = choices.map(({ value }) => `${again} --answer ${id}=${quote(value)}`);
      return open ? [...answers, `${again} --answer ${id}=${quote("what is wrong")}`] : answers;
    }
    case "conflict":
      return [`git switch ${quote(outcome.base)} && git merge ${quote(outcome.branch)}`, again];
    case "failed":
    case "declined":
    case "interrupted":
      return [again];
  }
}

/** A phase number as people type it: without leading zeros. */
function bare(number: string): string {
  return number.replace(/^0+(?=\d)/, "");
}

/** A word for a POSIX shell. */
function quote(word: string): string {
  return /^[\w./@:+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
