/**
 * Makes `generated/` from `schemas/`.
 *
 * `deno task generate` writes what has changed and removes what it once made and no longer makes.
 * With `--check` it writes nothing and exits with 1 when something differs.
 * @module
 */
import { type Difference, differences, readFolder } from "./generate/differences.ts";
import { generatedFiles } from "./generate/generated_files.ts";
import { MARK } from "./generate/mark.ts";

const FOLDER = new URL("../generated/", import.meta.url);

async function write(found: readonly Difference[], files: ReadonlyMap<string, string>): Promise<void> {
  await Deno.mkdir(FOLDER, { recursive: true });
  for (const { name, kind } of found) {
    const url = new URL(name, FOLDER);
    if (kind !== "superfluous") await Deno.writeTextFile(url, files.get(name) ?? "");
    else if ((await Deno.readTextFile(url)).includes(MARK)) await Deno.remove(url);
    else {
      print(`left alone  generated/${name}: not made by this tool`);
      continue;
    }
    print(`${kind === "superfluous" ? "removed" : "written"}  generated/${name}`);
  }
}

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(line + "\n"));
}

if (import.meta.main) {
  const files = await generatedFiles();
  const found = differences(files, await readFolder(FOLDER));
  if (!Deno.args.includes("--check")) {
    await write(found, files);
  } else if (found.length > 0) {
    for (const { name, kind } of found) print(`${kind}  generated/${name}`);
    print("Run `deno task generate` and commit what it writes.");
    Deno.exit(1);
  }
}
