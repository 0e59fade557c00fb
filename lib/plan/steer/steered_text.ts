import type { SteeringCommand } from "../../../schemas/steering.ts";

/** Returns the words of a command, after the agent and the model to retry with: `with codex, model x: use it`. */
export function steeredText(
  { agent, model, text }: Pick<SteeringCommand, "agent" | "model" | "text">,
): string {
  const chosen = [agent, model === undefined ? undefined : `model ${model}`].filter((part) =>
    part !== undefined
  );
  if (chosen.length === 0) return text;
  return [`with ${chosen.join(", ")}`, text].filter((part) => part !== "").join(": ");
}
