import type { RunOutcome } from "../../schemas/event.ts";
import type { ExecutionPlan } from "../../schemas/execution_plan.ts";
import { plansOf } from "../parse/dependencies.ts";
import {
  comparePhaseNumbers,
  parsePhaseNumber,
  type PhaseNumber,
  printPhaseNumber,
} from "../parse/phase_number.ts";
import { hasSummary, type Phase, type Project } from "../parse/project.ts";

/** What there is to run when everything is done. */
export const LOOK_BACK = "git log --graph --oneline";

/** What {@link nextCommands} knows of a run beside how it ended. */
export interface NextCommandsInput {
  /** What was to be done. */
  readonly plan: ExecutionPlan;
  /** The project. */
  readonly project: Project;
  /** Arguments of the command that a further one needs too, such as `--agent` and its name. */
  readonly flags?: readonly string[];
}

/** The commands that make sense after a run, the likeliest first. Each can be pasted. */
export function nextCommands(
  outcome: RunOutcome,
  { plan, project, flags = [] }: NextCommandsInput,
): readonly string[] {
  const again = [executePhaseCommand(plan.phase.number), ...flags.map(shellWord)].join(" ");
  switch (outcome.kind) {
    case "completed": {
      const next = nextPhase(parsePhaseNumber(plan.phase.number)!, project);
      return [next === undefined ? LOOK_BACK : executePhaseCommand(printPhaseNumber(next.number))];
    }
    case "waiting": {
      const { id, kind, choices, open } = outcome.question;
      const answers = choices.map(({ value }) => value);
      if (open) answers.push(kind === "human-verify" ? "what is wrong" : "your answer");
      return answers.map((value) => `${again} --answer ${id}=${shellWord(value)}`);
    }
    case "conflict":
      return [`git switch ${shellWord(outcome.base)} && git merge ${shellWord(outcome.branch)}`, again];
    case "failed":
      // What the failed task left would make the working tree dirty.
      return [`git stash --include-untracked && ${again}`];
    case "declined":
    case "interrupted":
      return [again];
  }
}

/** The phase after this one that has plans without a summary, else the first such phase. */
function nextPhase(current: PhaseNumber, project: Project): Phase | undefined {
  const open = project.phases.filter((phase) => {
    return comparePhaseNumbers(phase.number, current) !== 0 &&
      plansOf(phase).some((candidate) => !hasSummary(phase, candidate));
  });
  return open.find((phase) => comparePhaseNumbers(phase.number, current) > 0) ?? open[0];
}

/** The command that executes a phase; its number as printed. */
export function executePhaseCommand(number: string): string {
  return `wf execute-phase ${bare(number)}`;
}

/** A phase number as people type it: without leading zeros. */
function bare(number: string): string {
  return number.replace(/^0+(?=\d)/, "");
}

/** A word for a POSIX shell, in quotes where it needs them. */
export function shellWord(word: string): string {
  return /^[\w./@:+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
