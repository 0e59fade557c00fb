/**
 * Joins the modules of a program in a few files, and keeps those lazy that it imports when it needs them.
 *
 * Deno reads and hashes the whole file at each start, so the first one contains only what each start needs, and
 * loads the others on demand. Each module but the first becomes a function, which is called when the module is
 * first imported. V8 skims a function that is not called at the start, and stores nothing of its content in
 * Deno's code cache, which is read with the file.
 * @module
 */
import { loadModuleParser } from "../../lib/deps/babel.ts";
import { MARK } from "./eager.ts";
import { applied, type Edit, isNode, type Node, nodesIn } from "./syntax.ts";

/** Options for {@link joinModules}. */
export interface JoinOptions {
  /** The name of the first module. */
  readonly entry: string;
  /** The names of the modules whose functions are marked; see `eager.ts`. They get into the second file. */
  readonly eager: ReadonlySet<string>;
  /** The names of the second file and of the last one. */
  readonly parts: readonly [eager: string, rest: string];
  /** The version of all files, which the first compares with the others. */
  readonly version: string;
}

/** A program of several files. */
export interface JoinedModules {
  /** The text of the first file. */
  readonly first: string;
  /** The texts of the others by name. */
  readonly parts: ReadonlyMap<string, string>;
}

/**
 * Returns the program as one module that loads others on demand. Throws on what bundlers do not write: other
 * imports than of names, exports of declarations.
 *
 * @param modules Texts by name. They import each other as `./<name>`, without cycles, and do not assign to
 * exported variables after their evaluation.
 */
export async function joinModules(
  modules: ReadonlyMap<string, string>,
  { entry, eager, parts, version }: JoinOptions,
): Promise<JoinedModules> {
  const parse = await loadModuleParser();
  const syntaxes = new Map([...modules].map(([name, text]) => {
    const syntax = parse(name, text);
    if (syntax.kind === "unparsable") throw new Error(`Cannot read ${name}: ${syntax.reason}`);
    return [name, (syntax.body as readonly unknown[]).filter(isNode)] as const;
  }));
  const importsOf = (name: string): readonly string[] =>
    syntaxes.get(name)!.filter(({ type }) => type === "ImportDeclaration").map((statement) =>
      nameIn(statement["source"])
    );
  /** The number of the file of each module: a module imports only from its own file and those before it. */
  const files = new Map<string, number>();
  for (const [file, names] of [[entry], eager, modules.keys()].entries()) {
    const waiting = [...names];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (files.has(name) || !modules.has(name)) continue;
      files.set(name, file);
      waiting.push(...importsOf(name));
    }
  }
  const ids = new Map([...modules.keys()].map((name, index) => [name, `m${index}`]));
  const bodyOf = (name: string): string => {
    const text = modules.get(name)!;
    const target = (name: string) => ({ id: ids.get(name), part: parts[files.get(name)! - 1] });
    const own = parts[files.get(name)! - 1];
    const edits = syntaxes.get(name)!.flatMap((statement) => editsOf(statement, { text, target, own }));
    return applied(text, edits, { start: 0, end: text.length });
  };
  const modulesOf = (file: number): string =>
    [...modules.keys()].filter((name) => name !== entry && files.get(name) === file).map((name) => {
      const made = `function () {\n${bodyOf(name)}}`;
      return `modules$.${ids.get(name)} = once$(${eager.has(name) ? `${MARK}(${made})` : made});\n`;
    }).join("");
  const body = bodyOf(entry);
  const begin = /^#!.*\n/.exec(body)?.[0] ?? "";
  const loader = LOADER.replaceAll("VERSION", version).replace("PARTS", JSON.stringify(parts));
  return {
    first: [begin, loader, modulesOf(0), body.slice(begin.length)].join(""),
    parts: new Map(parts.map((name, index) => [
      name,
      `export var version = "${version}";\nexport var define = ${MARK}(function (modules$, once$, load$) {\n${
        modulesOf(index + 1)
      }});\n`,
    ])),
  };
}

/**
 * The functions of the first file. The other files are next to it, also if a link leads to it or its URL is
 * redirected. The version in their URLs makes Deno fetch them again after an upgrade.
 */
const LOADER = `var modules$ = {}, loaded$ = {};
function once$(make) {
  let made;
  return () => made ??= make();
}
async function load$(part) {
  const parts = PARTS;
  await Promise.all(parts.slice(0, parts.indexOf(part) + 1).map((name) => loaded$[name] ??= define$(name)));
}
async function define$(name) {
  try {
    const { version, define } = await import([partUrl$(name)][0]);
    if (version !== "VERSION") throw new Error("it is of another version than " + Deno.mainModule);
    define(modules$, once$, load$);
  } catch (cause) {
    throw new TypeError("Cannot load " + name + ": " + cause.message, { cause });
  }
}
function partUrl$(name) {
  const main = new URL(Deno.mainModule);
  if (main.protocol === "file:") {
    const path = decodeURIComponent(main.pathname);
    const real = Deno.realPathSync(Deno.build.os === "windows" ? path.slice(1) : path);
    main.pathname = real.replaceAll("%", "%25");
  }
  return new URL(name + "?VERSION", main).href;
}
`;

/** The place of a statement in the files of a program. */
interface Place {
  /** The text of its module. */
  readonly text: string;
  /** The file of its module; undefined for the first. */
  readonly own: string | undefined;
  /** Returns the name of a module's function, and the file it is in; without a name, it is not in the program. */
  readonly target: (name: string) => { readonly id: string | undefined; readonly part: string | undefined };
}

/** The edits that replace the imports and exports of a statement. */
function editsOf(statement: Node, { text, target, own }: Place): readonly Edit[] {
  const { type, start, end } = statement;
  if (type === "ImportDeclaration") {
    const { id } = target(nameIn(statement["source"]));
    if (id === undefined) throw new Error(`Cannot join an import of "${valueOf(statement["source"])}"`);
    const call = `modules$.${id}();`;
    const names = namesIn(statement, "ImportSpecifier", ["imported", "local"]);
    return [{ start, end, text: names === "" ? call : `var { ${names} } = ${call}` }];
  }
  if (type === "ExportNamedDeclaration" && !statement["source"] && !statement["declaration"]) {
    return [{
      start,
      end,
      text: `return { ${namesIn(statement, "ExportSpecifier", ["exported", "local"])} };`,
    }];
  }
  if (type.startsWith("Export")) throw new Error(`Cannot join ${type}: ${text.slice(start, end)}`);
  return [...nodesIn(statement)].flatMap((node) => {
    if (node.type !== "CallExpression" || (node["callee"] as Node).type !== "Import") return [];
    const { id, part } = target(nameIn((node["arguments"] as readonly Node[])[0]));
    if (id === undefined) return [];
    const loaded = part === undefined || part === own ? "Promise.resolve()" : `load$("${part}")`;
    return [{ ...node, text: `${loaded}.then(() => modules$.${id}())` }];
  });
}

/** Returns the properties of an object pattern or literal: `a: b, c: d`. */
function namesIn(statement: Node, kind: string, [key, value]: readonly [string, string]): string {
  return (statement["specifiers"] as readonly Node[]).map((specifier) => {
    if (specifier.type !== kind) throw new Error(`Cannot join ${specifier.type}`);
    return `${nameOf(specifier[key])}: ${nameOf(specifier[value])}`;
  }).join(", ");
}

function nameOf(identifier: unknown): string {
  return (identifier as { readonly name: string }).name;
}

/** Returns the name of the module that a literal names. */
function nameIn(literal: unknown): string {
  const value = valueOf(literal);
  return value.startsWith("./") ? value.slice("./".length) : `${value}: not in the program`;
}

function valueOf(literal: unknown): string {
  return String((literal as { readonly value?: unknown } | undefined)?.value);
}
