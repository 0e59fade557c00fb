import type { ChosenAgent, SteeringAction, SteeringCommand } from "../../../schemas/steering.ts";
import { defined } from "../../collections/defined.ts";
import { readRoleAgent } from "../../parse/config/role_agent.ts";
import { type EditedLine, editLine, EMPTY_LINE } from "./edited_line.ts";
import type { Key } from "./typed_keys.ts";

/** The state of the keys during a run. */
export interface RunKeys {
  /** The ID of the chosen plan. */
  readonly plan?: string;
  /** All plans, the chosen plan, or the list of keys. */
  readonly screen: "plans" | "plan" | "help";
  /** The words that are typed for the chosen plan. */
  readonly line?: SteeringLine | undefined;
  /** A message about the last key; empty without one. */
  readonly message: string;
}

/** Words that are typed, and what happens with them. */
export interface SteeringLine extends EditedLine {
  readonly action: LineAction;
}

/** An action of a line: `model` retries with the model, or the agent, that is typed. */
export type LineAction = SteeringAction | "model";

/** What the user wants of a plan. */
export type Steer = Pick<SteeringCommand, "action" | "plan" | "text" | "agent" | "model">;

/** The state before the first key. */
export const NO_KEYS: RunKeys = { screen: "plans", message: "" };

/** The keys of the actions. */
const ACTIONS: Readonly<Record<string, LineAction>> = {
  t: "tell",
  i: "interrupt",
  r: "retry",
  m: "model",
  s: "skip",
};

/**
 * Returns the state after a key, and what the user wants of a plan if the key completes that.
 *
 * @param plans The IDs of the plans that can be chosen, in order.
 */
export function pressKey(
  keys: RunKeys,
  key: Key,
  plans: readonly string[],
): { readonly keys: RunKeys; readonly steer?: Steer } {
  const { plan, screen, line } = keys;
  if (plan !== undefined && line !== undefined) return typeWords({ ...keys, plan, line }, key);
  const now = { ...keys, message: "" };
  switch (key.kind) {
    case "up":
      return { keys: choose(now, plans.at(Math.max(0, plans.indexOf(plan ?? "") - 1))) };
    case "down":
      return { keys: choose(now, plans.at(Math.min(plans.length - 1, plans.indexOf(plan ?? "") + 1))) };
    case "enter":
    case "right":
      return { keys: openPlan(now, plan ?? plans[0]) };
    case "escape":
    case "left":
      return { keys: back(now) };
    case "character":
      break;
    default:
      return { keys: now };
  }
  const action = ACTIONS[key.text];
  if (action !== undefined) {
    return plan === undefined
      ? { keys: { ...now, message: "Choose a plan first, by its number" } }
      : { keys: { ...now, screen: "plan", line: { ...EMPTY_LINE, action } } };
  }
  if (key.text === "q") return { keys: back(now) };
  if (key.text === "?") return { keys: screen === "help" ? back(now) : { ...now, screen: "help" } };
  if (!/^[1-9]$/.test(key.text)) return { keys: now };
  return { keys: openPlan(now, plans[Number(key.text) - 1]) };
}

/**
 * Returns the state without a plan that can no longer be chosen. While words are typed for it, the state stays: the
 * rest of them must not count as keys.
 */
export function withoutEnded(keys: RunKeys, plans: readonly string[]): RunKeys {
  const { plan, line, ...rest } = keys;
  if (plan === undefined || line !== undefined || plans.includes(plan)) return keys;
  return { ...rest, screen: keys.screen === "plan" ? "plans" : keys.screen };
}

function choose(keys: RunKeys, plan: string | undefined): RunKeys {
  if (plan === undefined) return keys;
  return { ...keys, plan, screen: keys.screen === "help" ? "plans" : keys.screen };
}

function openPlan(keys: RunKeys, plan: string | undefined): RunKeys {
  return plan === undefined ? keys : { ...keys, plan, screen: "plan" };
}

function back(keys: RunKeys): RunKeys {
  if (keys.screen === "plans") return { ...keys, message: "Ctrl-C stops the run, which can be resumed" };
  return { ...keys, screen: keys.screen === "help" && keys.plan !== undefined ? "plan" : "plans" };
}

function typeWords(
  { line, plan, ...rest }: RunKeys & { readonly plan: string; readonly line: SteeringLine },
  key: Key,
): { readonly keys: RunKeys; readonly steer?: Steer } {
  const { action } = line;
  const keys = { ...rest, plan, message: "" };
  if (key.kind === "escape") return { keys };
  if (key.kind !== "enter") return { keys: { ...keys, line: { ...editLine(line, key), action } } };
  const text = (line.before + line.after).trim();
  const needsText = action === "tell" || action === "skip" || action === "model";
  if (text === "" && needsText) return { keys: { ...keys, line, message: "Type something, or Esc" } };
  if (action !== "model") return { keys, steer: { action, plan, text } };
  const chosen = readChosen(text);
  return chosen === undefined
    ? { keys: { ...keys, line, message: "Type a model, an agent, or <agent> model=<model>" } }
    : { keys, steer: { action: "retry", plan, text: "", ...chosen } };
}

/** Reads a model or an agent: `opus`, `codex`, `codex model=gpt-5`. */
function readChosen(text: string): ChosenAgent | undefined {
  const written = readRoleAgent(text);
  if (written === undefined) return /^[^\s-]\S*$/.test(text) ? { model: text } : undefined;
  const { name: agent, model } = written;
  return { agent, ...defined({ model }) };
}
