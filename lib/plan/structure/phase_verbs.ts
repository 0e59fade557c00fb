import { comparePhaseNumbers, type PhaseNumber, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { dependenciesOf } from "../../parse/project/dependencies.ts";
import type { Phase, Project } from "../../parse/project/model.ts";
import { findPhase, roadmapPath } from "../../parse/project/project.ts";
import { slugify } from "../../text/slug.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import {
  addPhase,
  movePhase,
  removeFromDependencies,
  removePhase,
  renamePhase,
} from "../documents/roadmap_structure.ts";
import { refuse, type Refused } from "../execution/refused.ts";
import { refuseArchived, unknownPhase } from "../command_lines/phase_argument.ts";
import { phasePlace } from "../naming/phase_place.ts";
import { preventsNumbers, refuseBegun, workOfPhase } from "./open_work.ts";
import {
  nextNumber,
  numberAfter,
  phaseNumbers,
  reorder,
  shiftDown,
  shiftUp,
  whole,
} from "./phase_numbers.ts";
import { type Renumbering, renumberPhases } from "./renumbering.ts";
import type { Documents } from "./restructure.ts";
import { bare, finishPhases } from "./finish_phases.ts";
import { findDuplicate, type StructureInput, type StructureResult } from "./structure_change.ts";

/** A change of the phases of a project. Numbers are those before the change. */
export type PhaseChange =
  | { readonly action: "add"; readonly name: string; readonly goal?: string | undefined }
  | {
    readonly action: "insert";
    /** The phase that it follows; 0 for the beginning. */
    readonly after: PhaseNumber;
    readonly name: string;
    readonly goal?: string | undefined;
    readonly renumber: boolean;
  }
  | { readonly action: "remove"; readonly phase: PhaseNumber; readonly renumber: boolean }
  | { readonly action: "rename"; readonly phase: PhaseNumber; readonly name: string }
  | {
    readonly action: "move";
    readonly phase: PhaseNumber;
    /** The phase that it follows; 0 for the beginning. */
    readonly after: PhaseNumber;
    readonly renumber: boolean;
  };

/** Plans a change of the phases of a project. */
export function planPhaseChange(change: PhaseChange, input: StructureInput): StructureResult {
  const problem = requireRoadmap(input.project);
  if (problem !== undefined) return problem;
  switch (change.action) {
    case "add":
      return add(change, input);
    case "insert":
      return insert(change, input);
    case "remove":
      return remove(change, input);
    case "rename":
      return rename(change, input);
    case "move":
      return move(change, input);
  }
}

/** Refuses without a roadmap, or if a number is not that of one phase. */
export function requireRoadmap(project: Project): Refused | undefined {
  return project.roadmap === undefined
    ? refuse(
      `There is no ${roadmapPath(project)}`,
      "Write one that lists the phases, or begin with wf new-project",
    )
    : findDuplicate(project);
}

type Of<T extends PhaseChange["action"]> = Extract<PhaseChange, { readonly action: T }>;

function add({ name, goal }: Of<"add">, input: StructureInput): StructureResult {
  const number = nextNumber(input.project);
  const after = phaseNumbers(input.project).findLast((other) => comparePhaseNumbers(other, number) < 0);
  return finishPhases({ number, subject: `add phase ${bare(number)}: ${name}` }, {
    joined: { number, after },
    roadmap: (text) => addPhase(text, { number, name, goal, after, inserted: false }),
  }, input);
}

function insert({ after, name, goal, renumber }: Of<"insert">, input: StructureInput): StructureResult {
  const { project } = input;
  const numbers = phaseNumbers(project);
  const missing = requirePhase(after, project, { orBeginning: true });
  if (missing !== undefined) return missing;
  if (!renumber) {
    const free = numberAfter(after, numbers);
    if (free === undefined) {
      return refuse(`There is no free number after phase ${bare(after)}`, "Use --renumber, or wf phase add");
    }
    return finishPhases({ number: free.number, subject: `insert phase ${bare(free.number)}: ${name}` }, {
      joined: free,
      roadmap: (text) => addPhase(text, { ...free, name, goal, inserted: true }),
    }, input);
  }
  const number = whole(after.parts[0]! + 1);
  const shifted = shiftUp(number.parts[0]!, numbers);
  const problem = requireUnbegun(
    [...shifted.keys()],
    input,
    `Leave the numbers as they are: wf phase insert ${bare(after)} ${quoteShell(name)}`,
  );
  if (problem !== undefined) return problem;
  const previous = numbers.findLast((other) => comparePhaseNumbers(other, number) < 0);
  return finishPhases({ number, subject: `insert phase ${bare(number)}: ${name}` }, {
    numbers: shifted,
    joined: { number, after: previous },
    roadmap: (text) => addPhase(text, { number, name, goal, after: previous, inserted: false }),
    undo: ["phase", "remove", bare(number), "--renumber"],
  }, input);
}

function remove({ phase: number, renumber }: Of<"remove">, input: StructureInput): StructureResult {
  const { project } = input;
  const missing = requirePhase(number, project) ?? refuseArchived(number, project);
  if (missing !== undefined) return missing;
  const begun = workOfPhase(number, input);
  if (begun !== undefined) {
    return refuseBegun(`remove phase ${bare(number)}`, begun, `Undo its work first: wf undo ${bare(number)}`);
  }
  const phase = findPhase(project, number);
  const dependent = phase && dependentPlan(phase, project);
  if (dependent !== undefined) {
    return refuse(
      `Cannot remove phase ${bare(number)}: plan ${dependent} depends on it`,
      "Remove the dependency from its depends_on, or remove that plan first",
    );
  }
  const numbers = phaseNumbers(project);
  const left = numbers.filter((other) => comparePhaseNumbers(other, number) !== 0);
  const isAlone = number.parts.length === 1 && number.letter === "" &&
    !left.some(({ parts }) => parts[0] === number.parts[0]);
  const shifted = renumber && isAlone ? shiftDown(number.parts[0]!, left) : new Map();
  const problem = requireUnbegun(
    [...shifted.keys()],
    input,
    `Leave the other numbers as they are: wf phase remove ${bare(number)}`,
  );
  if (problem !== undefined) return problem;
  const name = phasePlace(project, number)!.name;
  const removed = phase === undefined ? [] : filesIn(phase, input.documents);
  return finishPhases({ number, subject: `remove phase ${bare(number)}: ${name}` }, {
    numbers: shifted,
    removed: new Set(removed),
    gone: [number],
    roadmap: (text) => removePhase(removeFromDependencies(text, number), number),
    cell: (cell) => comparesTo(cell, number) ? "-" : cell,
    undo: null,
  }, input);
}

function rename({ phase: number, name }: Of<"rename">, input: StructureInput): StructureResult {
  const { project } = input;
  const missing = requirePhase(number, project) ?? refuseArchived(number, project);
  if (missing !== undefined) return missing;
  const place = phasePlace(project, number)!;
  const begun = workOfPhase(number, input);
  if (begun?.kind === "branch" || begun?.kind === "worktree") {
    const reason = `${begun.reason}, which is named after it`;
    return refuseBegun(`rename phase ${bare(number)}`, { reason }, "Finish the phase first");
  }
  const listed = project.roadmap!.phases.some((one) => comparePhaseNumbers(one.number, number) === 0);
  const phase = findPhase(project, number);
  // The folder of a phase with finished work is part of history.
  const to = phase === undefined || begun !== undefined ? undefined : renamedFolder(phase, name);
  return finishPhases({ number, subject: `rename phase ${bare(number)}: ${name}` }, {
    folders: to === undefined ? [] : [{ from: phase!.directory, to, number, newNumber: number }],
    roadmap: (text) => listed ? renamePhase(text, number, { from: place.name, to: name }) : text,
    undo: ["phase", "rename", bare(number), place.name],
  }, input);
}

function move({ phase: number, after, renumber }: Of<"move">, input: StructureInput): StructureResult {
  const { project } = input;
  const missing = requirePhase(number, project) ?? refuseArchived(number, project) ??
    requirePhase(after, project, { orBeginning: true });
  if (missing !== undefined) return missing;
  if (comparePhaseNumbers(number, after) === 0) {
    return refuse(`Phase ${bare(number)} cannot follow itself`, "Name another phase");
  }
  const numbers = phaseNumbers(project);
  const others = numbers.filter((other) => comparePhaseNumbers(other, number) !== 0);
  if (renumber) {
    const shifted = reorder(number.parts[0]!, after.parts[0]!, numbers);
    const problem = requireUnbegun(
      [...shifted.keys()],
      input,
      `Move only this phase: wf phase move ${bare(number)} ${bare(after)}`,
    );
    if (problem !== undefined) return problem;
    const own = numbers.filter(({ parts }) => parts[0] === number.parts[0]);
    const previous = others.findLast(({ parts }) =>
      parts[0] !== number.parts[0] && parts[0]! <= after.parts[0]!
    );
    const target = shifted.get(printPhaseNumber(number)) ?? number;
    if (shifted.size === 0) {
      return refuse(`Phase ${bare(number)} follows phase ${bare(after)} already`, "Nothing has to change");
    }
    return finishPhases({ number: target, subject: `move phase ${bare(number)} to ${bare(target)}` }, {
      numbers: shifted,
      gone: own,
      joined: { number: target, after: previous },
      place: (text) => own.reduceRight((whole, each) => movePhase(whole, each, previous), text),
      undo: [
        "phase",
        "move",
        bare(target),
        bare(number.parts[0]! > after.parts[0]! ? number : whole(number.parts[0]! - 1)),
        "--renumber",
      ],
    }, input);
  }
  const free = numberAfter(after, others);
  if (free === undefined) {
    return refuse(`There is no free number after phase ${bare(after)}`, "Use --renumber");
  }
  const numbersNow: Renumbering = new Map([[printPhaseNumber(number), free.number]]);
  const problem = requireUnbegun([...numbersNow.keys()], input, "Leave it in its place");
  if (problem !== undefined) return problem;
  return finishPhases(
    { number: free.number, subject: `move phase ${bare(number)} to ${bare(free.number)}` },
    {
      numbers: numbersNow,
      gone: [number],
      joined: free,
      place: (text) => movePhase(text, number, free.after),
      undo: null,
    },
    input,
  );
}

/** Returns the folder of a phase with another name; undefined if it has no name. */
function renamedFolder({ directory }: Phase, name: string): string | undefined {
  const [, before, old] = /^(.*\/[^/]*?\d+(?:\.\d+)*[A-Za-z]?-)([^/]+)$/.exec(directory) ?? [];
  return old === undefined || old === slugify(name) ? undefined : before + slugify(name);
}

/** Refuses a phase that the project does not have. */
export function requirePhase(
  number: PhaseNumber,
  project: Project,
  { orBeginning = false }: { readonly orBeginning?: boolean } = {},
): Refused | undefined {
  const isBeginning = number.parts.length === 1 && number.parts[0] === 0;
  if (phasePlace(project, number) !== undefined || (orBeginning && isBeginning)) return undefined;
  return unknownPhase(number, phaseNumbers(project));
}

/** Refuses to give phases other numbers if work of them was begun. */
function requireUnbegun(
  printed: readonly string[],
  input: StructureInput,
  alternative: string,
): Refused | undefined {
  for (const number of phaseNumbers(input.project)) {
    if (!printed.includes(printPhaseNumber(number))) continue;
    const begun = workOfPhase(number, input);
    if (begun !== undefined && preventsNumbers(begun, input)) {
      return refuseBegun(`change the number of phase ${bare(number)}`, begun, alternative);
    }
  }
  return undefined;
}

/** Returns a plan of another phase that depends on a phase. */
export function dependentPlan(phase: Phase, project: Project): string | undefined {
  const own = new Set(phase.plans.map(({ id }) => id));
  return project.plans.all.find((plan) =>
    !phase.plans.includes(plan) && dependenciesOf(plan, project).some((dependency) => {
      return own.has(dependency.id ?? "") ||
        (dependency.phase !== undefined && comparePhaseNumbers(dependency.phase, phase.number) === 0);
    })
  )?.id;
}

function filesIn({ directory }: Phase, { texts, others }: Documents): readonly string[] {
  return [...texts.keys(), ...others].filter((path) => path.startsWith(`${directory}/`));
}

function comparesTo(cell: string, number: PhaseNumber): boolean {
  return renumberPhases(cell, new Map([[printPhaseNumber(number), whole(0)]])) !== cell;
}
