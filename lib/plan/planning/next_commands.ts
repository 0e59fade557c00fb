import { answerCommands, executePhaseCommand, planPhaseCommand } from "../command_lines/commands.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import type { PlanPhaseEnd } from "./loop.ts";
import { FINDINGS, REPLAN } from "./questions.ts";

/** A call of plan-phase, as a further one repeats it. */
export interface PlanningCall {
  /** Number of the phase, as printed. */
  readonly phase: string;
  /** Where and how it works: `--cwd`, `--agent`, `--set` with their values, as words. */
  readonly flags: readonly string[];
  /** What it is to do: `--gaps`, `--skip-verify`; `--yes` where every gate is confirmed. */
  readonly choices: readonly string[];
  /** What was given with `--answer`. */
  readonly answers: readonly string[];
}

/** The same call once more. */
export function planningCommand(call: PlanningCall): string {
  const answers = call.answers.map((answer) => `--answer ${quoteShell(answer)}`);
  return [base(call), ...call.choices, ...answers].join(" ");
}

/**
 * What to type after planning, the likeliest first. Once plans are there, a further call takes them up
 * as they are instead of paying for them again.
 */
export function planningCommands(
  end: PlanPhaseEnd,
  call: PlanningCall & { readonly plans: boolean },
): readonly string[] {
  const same = planningCommand(call);
  // Where a gate was answered with no, it is asked again.
  const confirmed = call.choices.includes("--yes") && end.kind !== "declined" ? " --yes" : "";
  const taken = `${base(call)} --skip-verify${confirmed} --answer ${REPLAN}=keep`;
  const anew = `${base(call)}${confirmed} --answer ${REPLAN}=replan`;
  switch (end.kind) {
    case "planned":
      return [[executePhaseCommand(call.phase), ...call.flags.map(quoteShell)].join(" ")];
    case "invalid":
      return ["wf validate", anew];
    case "refused":
      return [call.plans ? taken : same];
    case "failed":
      return call.plans ? [taken, anew] : [same];
    case "interrupted":
      return [same];
    case "declined":
      return [anew];
    case "waiting":
      if (end.question.id === FINDINGS) return [taken, anew];
      return answerCommands(end.question, end.question.id === "confirm_breakdown" ? taken : same);
  }
}

function base({ phase, flags }: PlanningCall): string {
  return [planPhaseCommand(phase), ...flags.map(quoteShell)].join(" ");
}
