import type { Trespass } from "./next.ts";

/** A plan and the files it declares. */
export interface Owner {
  /** Plan ID. */
  readonly id: string;
  /** Files, or folders with all that is below them, relative to the project root. */
  readonly files: readonly string[];
}

/** Whether a list of files or folders names a path. */
export function declares(files: readonly string[], path: string): boolean {
  return files.some((known) => {
    const name = known.replace(/\/+$/, "");
    return path === name || path.startsWith(`${name}/`);
  });
}

/** Paths that a plan changed although it does not declare them. */
export interface Strays {
  /** Those that a plan beside it declares. */
  readonly trespassed: readonly Trespass[];
  /** Those that none of these plans declares. */
  readonly undeclared: readonly string[];
}

/** Compares what a plan changed with what it and the plans beside it declare. */
export function compareOwners(
  changed: readonly string[],
  own: readonly string[],
  beside: readonly Owner[],
): Strays {
  const trespassed: Trespass[] = [];
  const undeclared: string[] = [];
  for (const path of changed) {
    if (declares(own, path)) continue;
    const owner = beside.find(({ files }) => declares(files, path));
    if (owner === undefined) undeclared.push(path);
    else trespassed.push({ path, plan: owner.id });
  }
  return { trespassed, undeclared };
}
