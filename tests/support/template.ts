/**
 * Folders that are made once for each content, and copied for each test that needs one.
 * @module
 */
import { rmSync } from "node:fs";

const templates = new Map<string, Promise<string>>();

/**
 * Copies a template into an empty folder.
 *
 * @param key Names the content. Own to each file of tests.
 * @param make Makes the template and returns its path. Called once for each key.
 */
export async function copyTemplate(key: string, make: () => Promise<string>, to: string): Promise<void> {
  if (templates.size === 0) addEventListener("unload", removeAll);
  const template = templates.get(key) ?? make();
  templates.set(key, template);
  const from = await template;
  paths.add(from);
  copyFolder(from, to);
}

const paths = new Set<string>();

function removeAll(): void {
  // The folder of all temporary files may be gone already.
  for (const path of paths) rmSync(path, { recursive: true, force: true });
}

/** Copies what is in a folder. Synchronous, which takes a third of the time with files as small as these. */
function copyFolder(from: string, to: string): void {
  for (const { name, isDirectory } of Deno.readDirSync(from)) {
    if (!isDirectory) Deno.copyFileSync(`${from}/${name}`, `${to}/${name}`);
    else {
      Deno.mkdirSync(`${to}/${name}`);
      copyFolder(`${from}/${name}`, `${to}/${name}`);
    }
  }
}
