/**
 * Joins the modules that a program loads at each start, since Node takes half a millisecond for each.
 * @module
 */
import { run } from "./run.ts";
import { applied, type Edit } from "./syntax.ts";

/** Options for {@link joinStart}. */
export interface StartOptions {
  /** The first module of the program. */
  readonly program: string;
  /** The first modules of a library, relative to the folder. */
  readonly library: readonly string[];
}

/**
 * Joins the modules that a program imports at each start into two: those that the library reaches too, and the others,
 * so that the library loads nothing of the program.
 *
 * @param folder Absolute path of a folder of modules from `deno bundle --code-splitting`.
 */
export async function joinStart(folder: string, { program, library }: StartOptions): Promise<void> {
  const modules = await modulesIn(folder);
  const imported = (name: string) =>
    importsOf(modules.get(name)!).map(({ from }) => from).filter((from) => modules.has(from));
  const loaded = (name: string) =>
    [...modules.get(name)!.matchAll(/\bimport\("([^"]+)"\)/g)].map(([, specifier]) => nameIn(specifier!))
      .filter((from) => modules.has(from));
  const start = reachable([program], imported);
  start.delete(program);
  const shared = reachable(library, (name) => [...imported(name), ...loaded(name)]);
  const inOrder = [...start];
  await join(inOrder.filter((name) => shared.has(name)), { folder, modules, file: "shared.js" });
  await join(inOrder.filter((name) => !shared.has(name)), { folder, modules, file: "start.js" });
}

interface Joining {
  readonly folder: string;
  /** The texts of all modules by name. Kept up to date. */
  readonly modules: Map<string, string>;
  /** The name of the resulting file. */
  readonly file: string;
}

/**
 * Joins modules in a file, from which others then import the same. Throws if they are imported in a form that the
 * bundler does not write.
 */
async function join(names: readonly string[], { folder, modules, file }: Joining): Promise<void> {
  const write = async (name: string, text: string) => {
    modules.set(name, text);
    await Deno.writeTextFile(`${folder}/${name}`, text);
  };
  const exports = new Map<string, string>();
  for (const [name, text] of modules) {
    if (names.includes(name)) continue;
    const edits = importsOf(text).filter(({ from }) => names.includes(from)).map((statement): Edit => {
      const { from, specifier } = statement;
      const clause = statement.names.map(([theirs, own]) => {
        const exported = `${theirs}$${names.indexOf(from)}`;
        exports.set(exported, `export { ${theirs} as ${exported} } from "./${from}";\n`);
        return `${exported} as ${own}`;
      });
      const named = clause.length === 0 ? "" : `{ ${clause.join(", ")} } from `;
      return { ...statement, text: `import ${named}"${specifier.replace(from, file)}";\n` };
    });
    const changed = applied(text, edits, { start: 0, end: text.length });
    const left = names.find((other) => changed.includes(`/${other}"`));
    if (left !== undefined) throw new Error(`Cannot join ${left}, which ${name} imports`);
    if (edits.length > 0) await write(name, changed);
  }
  const path = `${folder}/${file}`;
  const evaluated = names.map((name) => `import "./${name}";\n`);
  await Deno.writeTextFile(path, [...evaluated, ...exports.values()].join(""));
  const others = [...modules.keys()].filter((name) => !names.includes(name)).flatMap((
    name,
  ) => ["--external", `./${name}`]);
  await run(Deno.execPath(), ["bundle", "--quiet", "--no-config", ...others, "-o", file, file], folder);
  modules.set(file, await Deno.readTextFile(path));
  for (const name of names) {
    modules.delete(name);
    await Deno.remove(`${folder}/${name}`);
  }
}

/** Returns the texts of the modules of a folder, recursively, by their paths in it. */
async function modulesIn(folder: string, below = ""): Promise<Map<string, string>> {
  const modules = new Map<string, string>();
  for await (const { name, isDirectory } of Deno.readDir(`${folder}/${below}`)) {
    const path = `${below}${name}`;
    if (isDirectory) (await modulesIn(folder, `${path}/`)).forEach((text, path) => modules.set(path, text));
    else if (name.endsWith(".js")) modules.set(path, await Deno.readTextFile(`${folder}/${path}`));
  }
  return new Map([...modules].sort());
}

interface ImportStatement {
  readonly start: number;
  readonly end: number;
  /** The names in the module and those that they get. */
  readonly names: readonly (readonly [theirs: string, own: string])[];
  readonly specifier: string;
  /** The name of the module. */
  readonly from: string;
}

/** Returns the imports at the beginning of a module: `import { a, b as c } from "./d.js";`. */
function importsOf(text: string): readonly ImportStatement[] {
  const pattern = /import\s*(?:\{([^}]*)\}\s*from\s*)?"([^"]+)";\s*/y;
  pattern.lastIndex = /^(?:#!.*\n)?/.exec(text)![0].length;
  const found: ImportStatement[] = [];
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [statement, names = "", specifier = ""] = match;
    found.push({
      start: match.index,
      end: match.index + statement.length,
      names: [...names.matchAll(/([\w$]+)(?: as ([\w$]+))?/g)].map((
        [, theirs = "", own = theirs],
      ) => [theirs, own]),
      specifier,
      from: nameIn(specifier),
    });
  }
  return found;
}

/** Returns the name of the imported module. Only first modules are in folders, and no other imports them. */
function nameIn(specifier: string): string {
  return specifier.replace(/^(?:\.{1,2}\/)+/, "");
}

/** Returns nodes of a graph and what they reach. */
function reachable(nodes: Iterable<string>, next: (node: string) => readonly string[]): Set<string> {
  const found = new Set(nodes);
  for (const node of found) next(node).forEach((to) => found.add(to));
  return found;
}
