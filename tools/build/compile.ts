import { fromRoot, run } from "./run.ts";
import { type Target, targetOfThisMachine } from "./targets.ts";

/** What {@link compile} needs. */
export interface CompileOptions {
  /** The program as a module for Node, from the repository's root. */
  readonly entry: string;
  /** Folder that the program is put in, from the repository's root. */
  readonly folder: string;
}

/**
 * Makes a standalone program for a target, on any machine.
 *
 * It reads no configuration and no variables from the folder it is started in: by default Bun would
 * load `bunfig.toml`, and code that this names, and `.env`.
 *
 * @returns Path of the program.
 */
export async function compile(target: Target, { entry, folder }: CompileOptions): Promise<string> {
  const host = targetOfThisMachine();
  if (host === undefined) {
    throw new Error(`Cannot build on ${Deno.build.target}: no target fits this machine`);
  }
  const output = fromRoot(`${folder}/${target.file}`);
  await run(await runtimeOf(host), [
    "build",
    "--compile",
    "--minify",
    "--bytecode",
    "--splitting",
    "--format=esm",
    "--no-compile-autoload-dotenv",
    "--no-compile-autoload-bunfig",
    `--target=${target.bun}`,
    `--compile-executable-path=${await runtimeOf(target)}`,
    entry,
    "--outfile",
    output,
  ]);
  return output;
}

/** Path of Bun for a target, fetched where it is not in the cache yet. */
async function runtimeOf({ runtime, executable }: Target): Promise<string> {
  const specifier = `${runtime}/package.json`;
  await import(specifier, { with: { type: "json" } });
  const folder = new URL(".", import.meta.resolve(specifier));
  return decodeURIComponent(new URL(executable, folder).pathname);
}
