import { comparePhaseNumbers, type PhaseNumber, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import type { Project } from "../../parse/project/model.ts";
import { phaseStanding } from "../../parse/roadmap/phase_state.ts";
import { countedPhases } from "../progress/progress.ts";
import type { Renumbering } from "./renumbering.ts";

/** Returns the numbers of the phases with a folder or in the roadmap, outside of shipped milestones, in order. */
export function phaseNumbers(project: Project): readonly PhaseNumber[] {
  return countedPhases(project).numbers;
}

/** Returns the number of a phase after all others. */
export function nextNumber(project: Project): PhaseNumber {
  const counted = phaseNumbers(project);
  const shipped = (project.roadmap?.phases ?? []).map(({ number }) => number)
    .filter((number) => phaseStanding(number, project.roadmap).kind === "shipped");
  const numbers = counted.length > 0 ? counted : shipped;
  return whole(Math.max(0, ...numbers.map(({ parts }) => parts[0]!)) + 1);
}

/** A free number for a phase after another one. */
export interface InsertedNumber {
  readonly number: PhaseNumber;
  /** The phase that it follows in the order of numbers; undefined for the first. */
  readonly after: PhaseNumber | undefined;
}

/**
 * Returns a free number for a phase after another one, so that no other number changes: 3.1 after 3, 3.2 if there
 * is a 3.1, 12B after 12A. Undefined if there is none.
 *
 * @param numbers The numbers that are in use, in order.
 */
export function numberAfter(
  after: PhaseNumber,
  numbers: readonly PhaseNumber[],
): InsertedNumber | undefined {
  const { parts, letter } = after;
  const isFree = (number: PhaseNumber) => !numbers.some((other) => comparePhaseNumbers(other, number) === 0);
  const following = numbers.find((other) => comparePhaseNumbers(other, after) > 0);
  const fits = (number: PhaseNumber) => {
    return isFree(number) && (following === undefined || comparePhaseNumbers(number, following) < 0);
  };
  if (letter !== "") {
    const next = { parts, letter: String.fromCharCode(letter.charCodeAt(0) + 1) };
    return letter !== "Z" && fits(next) ? { number: next, after } : undefined;
  }
  if (parts.length > 1) {
    const next = { parts: [...parts.slice(0, -1), parts.at(-1)! + 1], letter };
    return fits(next) ? { number: next, after } : { number: child(after, numbers), after };
  }
  const number = child(after, numbers);
  const last = numbers.findLast((other) => comparePhaseNumbers(other, number) < 0);
  return { number, after: last };
}

/** Returns the first free number below one: 3.2 if there is a 3.1. */
function child({ parts }: PhaseNumber, numbers: readonly PhaseNumber[]): PhaseNumber {
  const taken = numbers.filter((other) => {
    return other.parts.length > parts.length && parts.every((part, index) => other.parts[index] === part);
  }).map((other) => other.parts[parts.length]!);
  return { parts: [...parts, Math.max(0, ...taken) + 1], letter: "" };
}

/** Returns the numbers that make room for a whole one: the phases from there up to the first gap move up by one. */
export function shiftUp(from: number, numbers: readonly PhaseNumber[]): Renumbering {
  let end = from;
  while (numbers.some(({ parts }) => parts[0] === end)) end++;
  return renumberWhole(numbers, (part) => part >= from && part < end ? part + 1 : part);
}

/** Returns the numbers that close the gap of a removed whole one: all later phases move down by one. */
export function shiftDown(removed: number, numbers: readonly PhaseNumber[]): Renumbering {
  return renumberWhole(numbers, (part) => part > removed ? part - 1 : part);
}

/**
 * Returns the numbers after a phase was moved, with those below it: the same whole numbers, in the new order.
 *
 * @param after The whole number that it follows; 0 for the beginning.
 */
export function reorder(moved: number, after: number, numbers: readonly PhaseNumber[]): Renumbering {
  const wholes = [...new Set(numbers.map(({ parts }) => parts[0]!))];
  const others = wholes.filter((part) => part !== moved);
  const at = others.findLastIndex((part) => part <= after) + 1;
  const order = [...others.slice(0, at), moved, ...others.slice(at)];
  const now = new Map(order.map((part, index) => [part, wholes[index]!]));
  return renumberWhole(numbers, (part) => now.get(part)!);
}

function renumberWhole(numbers: readonly PhaseNumber[], change: (part: number) => number): Renumbering {
  return new Map(numbers.flatMap((number) => {
    const [first, ...rest] = number.parts;
    const now = change(first!);
    return now === first ? [] : [[printPhaseNumber(number), { ...number, parts: [now, ...rest] }] as const];
  }));
}

export function whole(number: number): PhaseNumber {
  return { parts: [number], letter: "" };
}
