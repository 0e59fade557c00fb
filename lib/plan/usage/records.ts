import type { UsageRecord } from "../../../schemas/usage.ts";
import { isRecord } from "../../collections/is_record.ts";

/** Reads the lines of the usage file. A line that is not complete, or not a record, is omitted. */
export function parseUsage(text: string): readonly UsageRecord[] {
  return text.split("\n").flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return isUsageRecord(value) ? [value] : [];
    } catch {
      return [];
    }
  });
}

function isUsageRecord(value: unknown): value is UsageRecord {
  if (!isRecord(value)) return false;
  const { at, agent, role, tokens, cost } = value;
  const numbers = (part: unknown, ...keys: readonly string[]) =>
    part === undefined || (isRecord(part) && keys.every((key) => Number.isFinite(part[key])));
  return [at, agent, role].every((text) => typeof text === "string") &&
    numbers(tokens, "input", "output") && numbers(cost, "amount");
}
