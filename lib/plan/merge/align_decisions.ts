import {
  addDecisions,
  type Entry,
  recordedDecisions,
  removeDecisions,
} from "../documents/state_decisions.ts";
import type { Versions } from "./merge_values.ts";

/**
 * Gives three versions of a text the decisions that both sides have added at the end, in the same order. If both have
 * answered the same question differently, or text of users follows the decisions, git merges them as they are.
 */
export function alignDecisions(versions: Versions<string>): Versions<string> {
  const { base, ours, theirs } = versions;
  const known = new Set(recordedDecisions(base).map(textOf));
  const added = (text: string) => recordedDecisions(text).filter((entry) => !known.has(textOf(entry)));
  const [one, other] = [added(ours), added(theirs)];
  const texts = new Set([...one, ...other].map(textOf));
  const starts = new Set([...one, ...other].map(({ start }) => start));
  if (one.length === 0 || other.length === 0 || starts.size < texts.size) return versions;
  const [before, left, right] = [base, ours, theirs].map((text) => removeDecisions(text, texts));
  if (before === undefined || left === undefined || right === undefined) return versions;
  const add = (text: string) => addDecisions(text, [...texts].map((start) => () => ({ start, rest: "" })));
  return { base: add(before), ours: add(left), theirs: add(right) };
}

function textOf({ start, rest }: Entry): string {
  return start + rest;
}
