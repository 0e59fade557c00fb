/**
 * The program that `validate` is compared with: reads every plan of a project and loads its frontmatter with
 * js-yaml. No positions, no body, no rules.
 *
 * deno run --allow-read tools/bench/frontmatters.ts <project> [--sync]
 *
 * With `--sync` it reads synchronously, the fastest possible way.
 * @module
 */
import { load } from "npm:js-yaml@5.5.0";

/** Loads the frontmatter at the beginning of a text. */
export function loadFrontmatter(text: string): unknown {
  return load(text.slice(text.indexOf("\n") + 1, text.indexOf("\n---", 3)));
}

function* planPaths(project: string): Generator<string> {
  const phases = `${project}/.planning/phases`;
  for (const { name: phase } of Deno.readDirSync(phases)) {
    for (const { name } of Deno.readDirSync(`${phases}/${phase}`)) yield `${phases}/${phase}/${name}`;
  }
}

if (import.meta.main) {
  const [project = ".", mode] = Deno.args;
  let loaded = 0;
  for (const path of planPaths(project)) {
    loadFrontmatter(mode === "--sync" ? Deno.readTextFileSync(path) : await Deno.readTextFile(path));
    loaded++;
  }
  await Deno.stdout.write(new TextEncoder().encode(`${loaded} frontmatters\n`));
}
