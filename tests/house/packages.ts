/**
 * The npm packages that the code names.
 * @module
 */
import { findInCode, modulesIn, type Place } from "./source_files.ts";

/** A package named in a module. */
export interface PackageUse {
  /** Name of the package, with its scope. */
  readonly package: string;
  /** The version behind it, as written; empty for none. */
  readonly version: string;
  /** Path of the module. */
  readonly path: string;
}

/** The packages that the modules below the folders or files name, in imports and elsewhere in their code. */
export async function packagesIn(...starts: readonly string[]): Promise<readonly PackageUse[]> {
  const places = await findInCode(await modulesIn(...starts), /["'`]npm:(?:@[\w.-]+\/)?[\w.-]+[^"'`]*/);
  return places.map(packageUse);
}

function packageUse({ place, text }: Place): PackageUse {
  const [, name = "", version = ""] = /npm:((?:@[\w.-]+\/)?[\w.-]+)(?:@([^/]*))?/.exec(text) ?? [];
  return { package: name, version, path: place.slice(0, place.lastIndexOf(":")) };
}
