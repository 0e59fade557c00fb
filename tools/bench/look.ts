/**
 * The program that repeated commands are compared with: lists every folder of a project and reads the status of every
 * file. Nothing can find out with less that a project is unchanged.
 *
 * deno run --allow-read tools/bench/look.ts <project>
 * @module
 */

function look(folder: string): number {
  let files = 0;
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = `${folder}/${name}`;
    files += isDirectory ? look(path) : Deno.statSync(path).size > 0 ? 1 : 0;
  }
  return files;
}

if (import.meta.main) {
  await Deno.stdout.write(new TextEncoder().encode(`${look(`${Deno.args[0] ?? "."}/.planning`)} files\n`));
}
