import type { Host } from "../../host/host.ts";
import { isRecord } from "../../collections/is_record.ts";
import { maskSecrets } from "../../text/mask_secrets.ts";
import { secretValues } from "../../plan/agents/withheld_variables.ts";
import type { EventDraft } from "./interaction.ts";

/** Masks the secrets in a text that leaves this machine or is stored: see {@link maskSecrets}. */
export type Mask = (text: string) => string;

/** Returns a mask that also knows the values of the secrets in the environment. */
export function maskFor(host: Host): Mask {
  // Many masks are made for texts that are rare.
  let known: ReturnType<typeof secretValues> | undefined;
  return (text) => maskSecrets(text, known ??= secretValues(host.environment()));
}

/** Masks the secrets in an event. The plan of a run stays: it is in the repository. */
export function maskEvent(event: EventDraft, mask: Mask): EventDraft {
  return event.kind === "run-started" ? event : maskStrings(event, mask);
}

/** Masks the secrets in all strings of a value. */
export function maskStrings<T>(value: T, mask: Mask): T {
  return masked(value, mask) as T;
}

function masked(value: unknown, mask: Mask): unknown {
  if (typeof value === "string") return mask(value);
  if (Array.isArray(value)) return value.map((one) => masked(one, mask));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, masked(one, mask)]));
}
