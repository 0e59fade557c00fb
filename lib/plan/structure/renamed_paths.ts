import { comparePhaseNumbers, parsePhaseNumber, type PhaseNumber } from "../../parse/ids/phase_number.ts";
import { stemOf } from "../../parse/ids/plan_names.ts";
import { codeOf } from "../../parse/ids/project_code.ts";
import { PHASES, PLANNING } from "../../parse/ids/locations.ts";
import { numberLike } from "./renumbering.ts";
import { baseName } from "../../path/paths.ts";

/** A phase whose folder is renamed. */
export interface FolderMove {
  /** Its folder, relative to the project root. */
  readonly from: string;
  readonly to: string;
  readonly number: PhaseNumber;
  readonly newNumber: PhaseNumber;
}

/** A plan whose file is renamed, without those in a {@link FolderMove}. */
export interface PlanMove {
  /** The path of its file, relative to the project root. */
  readonly from: string;
  readonly to: string;
}

/** One or more names between slashes. */
const PATH = /[^\s\\`'"()<>[\]{},;:|@*]+/g;

/** The new paths of the files of phases. */
export class RenamedPaths {
  readonly #folders: ReadonlyMap<string, FolderMove>;
  /** The moved plans by their folder and stem. */
  readonly #plans: ReadonlyMap<string, PlanMove>;
  /** The names of the folders with changes. */
  readonly #names: ReadonlySet<string>;

  /** @param phases The folder of the phases, relative to the project root. */
  constructor(
    folders: readonly FolderMove[],
    plans: readonly PlanMove[],
    readonly phases: string = PHASES,
  ) {
    this.#folders = new Map(folders.map((move) => [move.from, move]));
    this.#plans = new Map(plans.map((move) => [`${folderOf(move.from)}/${stemOf(move.from)}`, move]));
    this.#names = new Set(
      [...folders.map(({ from }) => from), ...plans.map(({ from }) => folderOf(from))].map(baseName),
    );
  }

  /** Returns the new path of a file or folder. */
  of(path: string): string {
    if (!path.startsWith(`${this.phases}/`)) return path;
    const [own, name, ...below] = path.slice(this.phases.length + 1).split("/");
    const folder = `${this.phases}/${own}`;
    const plan = name === undefined || below.length > 0 ? undefined : this.#planOf(folder, name);
    if (plan !== undefined) return `${folderOf(plan.move.to)}/${stemOf(plan.move.to)}${plan.rest}`;
    const move = this.#folders.get(folder);
    if (move === undefined) return path;
    return [
      move.to,
      ...name === undefined ? [] : [below.length > 0 ? name : renamedFile(name, move)],
      ...below,
    ].join("/");
  }

  /** Returns the moved plan that a file belongs to by its name, such as its summary. */
  #planOf(folder: string, name: string): { readonly move: PlanMove; readonly rest: string } | undefined {
    const [whole, stem = ""] = /^(.*?)-?[A-Z]+\.md$/.exec(name) ?? [];
    const move = whole === undefined ? undefined : this.#plans.get(`${folder}/${stem}`);
    return move === undefined ? undefined : { move, rest: name.slice(stem.length) };
  }

  /**
   * Renames the paths of phases in a text: those with their folder, and with a folder given, the names of its files
   * alone. Paths of archived milestones and of other workstreams stay.
   *
   * @param folder The folder of a phase, relative to the project root.
   * @param isWhole True to rename only paths that name the folder of the phases in full.
   */
  inText(text: string, folder?: string, isWhole = false): string {
    if (this.#names.size === 0) return text;
    return text.replace(PATH, (word) => {
      const [end] = /[.!?]*$/.exec(word)!;
      const path = word.slice(0, word.length - end.length);
      return (this.#written(path, folder, isWhole) ?? path) + end;
    });
  }

  #written(path: string, folder: string | undefined, isWhole: boolean): string | undefined {
    const parts = path.split("/");
    if (isWhole && !parts.includes(PLANNING)) return undefined;
    if (parts.length === 1) {
      if (folder === undefined || !/^[\w.]*\d.*\.md$/.test(path)) return undefined;
      return baseName(this.of(`${folder}/${path}`));
    }
    const at = parts.findIndex((part, index) =>
      this.#names.has(part) && this.#isBelowPhases(parts.slice(0, index))
    );
    if (at === -1 || (at === 0 ? parts.length < 2 : parts.length === at + 1 && parts[at - 1] !== "phases")) {
      return undefined;
    }
    const renamed = this.of([this.phases, ...parts.slice(at)].join("/")).slice(this.phases.length + 1);
    return [...parts.slice(0, at), renamed].join("/");
  }

  /** Reports whether the names before that of a phase's folder may lead to the folder of the phases. */
  #isBelowPhases(parts: readonly string[]): boolean {
    const start = parts.lastIndexOf(PLANNING);
    if (start !== -1) return parts.slice(start).join("/") === this.phases;
    return parts.every((part, index) =>
      /^\.{1,2}$/.test(part) || (part === "phases" && index === parts.length - 1)
    );
  }
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/** Returns the name of a file in a renamed folder: with the folder's new name or number, if it begins with the old one. */
function renamedFile(name: string, { from, to, number, newNumber }: FolderMove): string {
  const folder = baseName(from);
  if (name.startsWith(`${folder}-`)) return baseName(to) + name.slice(folder.length);
  return withNumber(name, number, newNumber);
}

/** Replaces the number of a phase, after a project's code, at the beginning of a name. */
export function withNumber(name: string, number: PhaseNumber, newNumber: PhaseNumber): string {
  const code = codeOf(name);
  const [written] = /^\d+(?:\.\d+)*[A-Za-z]?(?=$|[-_.\s])/.exec(name.slice(code.length)) ?? [];
  const found = written === undefined ? undefined : parsePhaseNumber(written);
  if (found === undefined || comparePhaseNumbers(found, number) !== 0) return name;
  return code + numberLike(written!, newNumber) + name.slice(code.length + written!.length);
}
