import { comparePhaseNumbers, type PhaseNumber, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { documentIn } from "../../parse/ids/locations.ts";
import type { Project } from "../../parse/project/model.ts";
import { REQUIREMENTS_PATH } from "../../parse/requirements/requirements.ts";
import { phaseStanding } from "../../parse/roadmap/phase_state.ts";
import { roadmapPath } from "../../parse/project/project.ts";
import { bareNumber } from "../command_lines/commands.ts";
import { editPhaseCells } from "../documents/requirements_edit.ts";
import { type PhaseMembership, updateRanges } from "../documents/roadmap_ranges.ts";
import { renumberRoadmap } from "../documents/roadmap_structure.ts";
import { refuse } from "../execution/refused.ts";
import { oneLine } from "../naming/commit_message.ts";
import { phaseNumbers } from "./phase_numbers.ts";
import { type FolderMove, withNumber } from "./renamed_paths.ts";
import { type Renumbering, renumberPhases } from "./renumbering.ts";
import { NO_CHANGES, restructure, type Restructuring } from "./restructure.ts";
import type { StructureInput, StructureResult } from "./structure_change.ts";
import { baseName } from "../../path/paths.ts";

/** The parts of a change of phases. */
export interface PhaseSteps {
  readonly numbers?: Renumbering;
  /** The old numbers of phases that are removed or moved. */
  readonly gone?: readonly PhaseNumber[];
  /** The phase that is added or moved, and the old number of the one that it follows. */
  readonly joined?: PhaseMembership["joined"];
  readonly folders?: readonly FolderMove[];
  readonly removed?: ReadonlySet<string>;
  /** Moves phases in the roadmap, before they get their new numbers. */
  readonly place?: (text: string) => string;
  /** Changes the roadmap, after its phases have their new numbers. */
  readonly roadmap?: (text: string) => string;
  readonly cell?: (cell: string) => string;
  /** The arguments that take it back; by default they remove the phase, and null if nothing does. */
  readonly undo?: readonly string[] | null;
}

/** Carries out a change of phases in all documents. */
export function finishPhases(
  { number, subject }: { readonly number: PhaseNumber; readonly subject: string },
  { numbers = new Map(), gone = [], joined, folders = [], removed = new Set(), place, roadmap, cell, undo }:
    PhaseSteps,
  { project, documents }: StructureInput,
): StructureResult {
  const same = (text: string) => text;
  const cells = (text: string) =>
    editPhaseCells(text, (written) => renumberPhases((cell ?? same)(written), numbers));
  const isRemoval = cell !== undefined;
  const edit = (text: string) => {
    const structured = isRemoval
      ? renumberRoadmap((roadmap ?? same)(text), numbers)
      : (roadmap ?? same)(renumberRoadmap((place ?? same)(text), numbers));
    return cells(updateRanges(structured, { kept, gone, joined }));
  };
  const kept = new Map(
    phaseNumbers(project).filter((number) => !gone.some((other) => comparePhaseNumbers(other, number) === 0))
      .map((number) => {
        return [number, numbers.get(printPhaseNumber(number)) ?? number] as const;
      }),
  );
  const restructuring: Restructuring = {
    ...NO_CHANGES,
    numbers,
    folders: [...folders, ...renumberedFolders(project, numbers)],
    removed,
    edits: new Map([[roadmapPath(project), edit], [documentIn(project.base, REQUIREMENTS_PATH), cells]]),
  };
  const result = restructure(documents, restructuring);
  if (result.kind === "refused") return result;
  const { kind } = phaseStanding(number, result.project.roadmap);
  if (joined !== undefined && (kind === "shipped" || kind === "excluded")) {
    return refuse(
      `Phase ${bare(number)} would belong to a milestone that is shipped`,
      "Add it to the current one: wf phase add",
    );
  }
  return {
    ...result,
    target: bare(number),
    subject: oneLine(subject),
    inverse: undo === null ? undefined : undo ?? ["phase", "remove", bare(number)],
  };
}

function renumberedFolders({ phases }: Project, numbers: Renumbering): readonly FolderMove[] {
  return phases.flatMap(({ number, directory }) => {
    const newNumber = numbers.get(printPhaseNumber(number));
    if (newNumber === undefined) return [];
    const name = baseName(directory);
    const to = `${directory.slice(0, -name.length)}${withNumber(name, number, newNumber)}`;
    return [{ from: directory, to, number, newNumber }];
  });
}

/** Returns a phase number as users type it. */
export function bare(number: PhaseNumber): string {
  return bareNumber(printPhaseNumber(number));
}
