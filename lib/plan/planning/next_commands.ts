import { answerCommands, executePhaseCommand, planPhaseCommand } from "../command_lines/commands.ts";
import { withLasting } from "../command_lines/repeated_flags.ts";
import type { Question } from "../../../schemas/question.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import type { PlanPhaseEnd } from "./loop.ts";
import { FINDINGS, REPLAN } from "./questions.ts";

/** A call of plan-phase, to repeat it. */
export interface PlanningCall {
  /** The number of the phase, as printed. */
  readonly phase: string;
  /** The arguments `--cwd`, `--agent` and `--set` with their values. */
  readonly flags: readonly string[];
  /** The arguments `--gaps` and `--skip-verify`, and `--yes` if every gate is confirmed. */
  readonly choices: readonly string[];
  /** The values of `--answer`. */
  readonly answers: readonly string[];
}

export function planningCommand(call: PlanningCall): string {
  const answers = call.answers.map((answer) => `--answer ${quoteShell(answer)}`);
  return [base(call), ...call.choices, ...answers].join(" ");
}

/**
 * Returns the next commands after planning, the most likely first. Once plans exist, a next call keeps them
 * instead of paying for them again.
 */
export function planningCommands(
  end: PlanPhaseEnd,
  call: PlanningCall & { readonly plans: boolean },
): readonly string[] {
  const same = planningCommand(call);
  // A gate that was answered with no is asked again.
  const confirmed = call.choices.includes("--yes") && end.kind !== "declined" ? " --yes" : "";
  const keep = `${base(call)} --skip-verify${confirmed} --answer ${REPLAN}=keep`;
  const replan = `${base(call)}${confirmed} --answer ${REPLAN}=replan`;
  switch (end.kind) {
    case "planned":
      return [withLasting(executePhaseCommand(call.phase), call.flags)];
    case "invalid":
      return ["wf validate", replan];
    case "refused":
      return [call.plans ? keep : same];
    case "failed":
      return call.plans ? [keep, replan] : [same];
    case "interrupted":
      return [same];
    case "declined":
      return [replan];
    case "waiting":
      if (end.question.id === FINDINGS) return [keep, replan];
      if (end.question.kind === "agent") return answerCommands(end.question, askedAgain(end.question, call));
      return answerCommands(end.question, end.question.id === "confirm_breakdown" ? keep : same);
  }
}

/** Returns the call in which the agent that asks works again, on what it has written. */
function askedAgain({ id }: Question, call: PlanningCall & { readonly plans: boolean }): string {
  const others = call.choices.filter((choice) => choice !== "--research");
  const answers = call.answers.filter((answer) => !answer.startsWith(`${REPLAN}=`));
  return planningCommand({
    ...call,
    choices: id.startsWith("research") ? ["--research", ...others] : others,
    answers: call.plans ? [...answers, `${REPLAN}=replan`] : answers,
  });
}

function base({ phase, flags }: PlanningCall): string {
  return [planPhaseCommand(phase), ...flags.map(quoteShell)].join(" ");
}
