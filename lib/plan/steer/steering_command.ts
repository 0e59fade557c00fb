import type { SteeringAction, SteeringCommand } from "../../../schemas/steering.ts";
import { isRecord } from "../../collections/is_record.ts";
import { stripHidden } from "../../text/terminal_text.ts";

/** The maximum length of the user's words, in UTF-16 units. */
export const MAX_WORDS = 20_000;

const ACTIONS: readonly SteeringAction[] = ["tell", "interrupt", "retry", "skip"];

/** Parses the complete lines of commands to a run. Invalid lines are omitted. */
export function parseSteering(text: string): readonly SteeringCommand[] {
  return text.split("\n").flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return isCommand(value) ? [{ ...value, text: stripHidden(value.text) }] : [];
    } catch {
      return [];
    }
  });
}

function isCommand(value: unknown): value is SteeringCommand {
  if (!isRecord(value)) return false;
  const { action, plan, task, text } = value;
  const needsTask = action !== "tell";
  return ACTIONS.some((known) => known === action) && typeof plan === "string" &&
    /^[\w.-]{1,80}$/.test(plan) &&
    (task === undefined ? !needsTask : Number.isSafeInteger(task)) &&
    typeof text === "string" && text.length <= MAX_WORDS && (action !== "tell" || text.trim() !== "");
}
