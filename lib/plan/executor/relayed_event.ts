import type { RunEvent } from "../../../schemas/event.ts";
import { isRecord } from "../../collections/is_record.ts";
import { isNumber, isText } from "./values.ts";

/** The kinds of events that a worker reports to the coordinator's screen. */
export const RELAYED = [
  "turn-started",
  "agent-output",
  "check-finished",
  "hook-refused",
  "usage",
  "notice",
] as const;

type Relayed = Extract<RunEvent, { readonly kind: typeof RELAYED[number] }>;
/** An event of a worker, without its time. */
export type RelayedEvent = Relayed extends infer Event
  ? Event extends Relayed ? Omit<Event, "formatVersion" | "elapsed"> : never
  : never;

/** The fields of each kind, with the checks of their values. Other fields are left out. */
const FIELDS: Readonly<Record<Relayed["kind"], Readonly<Record<string, (value: unknown) => boolean>>>> = {
  "turn-started": { plan: isText, task: isNumber, name: isText, attempt: isNumber },
  "agent-output": { plan: isText, task: isNumber, text: isText },
  "check-finished": {
    plan: isText,
    task: isNumber,
    command: isText,
    passed: (value) => value === true || value === false,
    output: isText,
  },
  "hook-refused": { plan: isText, task: isNumber, output: isText },
  usage: { plan: isText, task: isNumber, agent: isText, role: isText },
  notice: { message: isText },
};

/** Returns the event in a message about a lane; undefined if it is not one that a worker may report of that lane. */
export function relayedEvent(value: unknown, lane: string): RelayedEvent | undefined {
  if (!isRecord(value)) return undefined;
  const kind = RELAYED.find((each) => each === value.kind);
  if (kind === undefined) return undefined;
  const fields = Object.entries(FIELDS[kind]);
  if (!fields.every(([name, isValid]) => isValid(value[name]))) return undefined;
  if (kind !== "notice" && value.plan !== lane) return undefined;
  const own = Object.fromEntries(fields.map(([name]) => [name, value[name]]));
  const more = kind === "usage" ? usageOf(value) : kind === "check-finished" ? expectedOf(value) : {};
  return { kind, ...own, ...more } as RelayedEvent;
}

function expectedOf({ expected }: Readonly<Record<string, unknown>>): object {
  return expected === "failure" ? { expected } : {};
}

/** Returns the amounts of a usage that are numbers. */
function usageOf({ model, tokens, cost }: Readonly<Record<string, unknown>>): object {
  const hasTokens = isRecord(tokens) && isNumber(tokens.input) && isNumber(tokens.output);
  const hasCost = isRecord(cost) && Number.isFinite(cost.amount) && typeof cost.currency === "string";
  return {
    ...typeof model === "string" ? { model } : {},
    ...hasTokens
      ? {
        tokens: {
          input: tokens.input,
          ...isNumber(tokens.cached) ? { cached: tokens.cached } : {},
          output: tokens.output,
        },
      }
      : {},
    ...hasCost ? { cost: { amount: cost.amount, currency: cost.currency } } : {},
  };
}
