import type { AnswerCommand, SteeringAction, SteeringCommand } from "../../../schemas/steering.ts";
import { isRecord } from "../../collections/is_record.ts";
import { jsonLines } from "../../text/json_value.ts";
import { isModelName } from "../../parse/config/model_name.ts";
import { stripHidden } from "../../text/terminal_text.ts";

/** The maximum length of the user's words, in UTF-16 units. */
export const MAX_WORDS = 20_000;

const ACTIONS: readonly SteeringAction[] = ["tell", "interrupt", "retry", "skip"];

/** Parses what the user wants of plans in the complete lines of commands to a run. Other lines are omitted. */
export function parseSteering(text: string): readonly SteeringCommand[] {
  return jsonLines(text, isCommand).map((value) => ({ ...value, text: stripHidden(value.text) }));
}

/** Parses the answers in the complete lines of commands to a run. Other lines are omitted. */
export function parseAnswers(text: string): readonly AnswerCommand[] {
  return jsonLines(text, isAnswer).map((value) => ({ ...value, value: stripHidden(value.value) }));
}

function isAnswer(value: unknown): value is AnswerCommand {
  if (!isRecord(value)) return false;
  const { action, at, question, value: answer } = value;
  return action === "answer" && typeof at === "string" && typeof question === "string" &&
    typeof answer === "string" && answer.length <= MAX_WORDS;
}

function isCommand(value: unknown): value is SteeringCommand {
  if (!isRecord(value)) return false;
  const { action, plan, task, text, agent, model } = value;
  const isRetry = action === "retry";
  const needsTask = action !== "tell";
  return ACTIONS.some((known) => known === action) && typeof plan === "string" &&
    /^[\w.-]{1,80}$/.test(plan) &&
    (task === undefined ? !needsTask : Number.isSafeInteger(task)) &&
    (agent === undefined || isRetry && typeof agent === "string") &&
    (model === undefined || isRetry && typeof model === "string" && isModelName(model)) &&
    typeof text === "string" && text.length <= MAX_WORDS && (action !== "tell" || text.trim() !== "");
}
