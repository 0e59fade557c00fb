import { fromRoot, run } from "./run.ts";
import { type Target, targetOfThisMachine } from "./targets.ts";

/** Options for {@link compile}. */
export interface CompileOptions {
  /** The program as a module for Node, relative to the repository's root. */
  readonly entry: string;
  /** The output folder, relative to the repository's root. */
  readonly folder: string;
}

/**
 * Builds a standalone program for a target, on any machine.
 *
 * It reads no configuration and no variables from the current folder: by default Bun would load `.env`,
 * `bunfig.toml`, and code that it names.
 *
 * @returns The path of the program.
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

/** Returns the path of Bun for a target, downloading it if it is not cached. */
async function runtimeOf({ runtime, executable }: Target): Promise<string> {
  const specifier = `${runtime}/package.json`;
  await import(specifier, { with: { type: "json" } });
  const folder = new URL(".", import.meta.resolve(specifier));
  return decodeURIComponent(new URL(executable, folder).pathname);
}
