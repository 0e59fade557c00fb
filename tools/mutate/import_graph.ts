import { ts } from "./typescript.ts";

/** The modules that other modules import, directly or not, also only when they need them. Reads each file once. */
export class ImportGraph {
  readonly #direct = new Map<string, readonly string[]>();

  /** @param root The root of the repository, absolute. */
  constructor(readonly root: string) {}

  /** Returns a module and all modules of the repository that it imports. */
  async reach(path: string): Promise<ReadonlySet<string>> {
    const found = new Set([path]);
    for (const module of found) for (const next of await this.#imports(module)) found.add(next);
    return found;
  }

  async #imports(path: string): Promise<readonly string[]> {
    const known = this.#direct.get(path);
    if (known !== undefined) return known;
    const text = await Deno.readTextFile(`${this.root}/${path}`).catch(() => "");
    const { importedFiles } = ts.preProcessFile(text, true, true);
    const found = importedFiles.flatMap(({ fileName }) => {
      if (!fileName.startsWith(".")) return [];
      return [new URL(fileName, `file:///${path}`).pathname.slice(1)];
    });
    this.#direct.set(path, found);
    return found;
  }
}
