/**
 * Joins the modules of a program in one file, and keeps those lazy that it imports when it needs them.
 *
 * Each module but the first becomes a function, which is called when the module is first imported. V8 skims a
 * function that is not called at the start, and stores nothing of its content in Deno's code cache, which is
 * read at each start.
 * @module
 */
import { loadModuleParser } from "../../lib/deps/babel.ts";
import { MARK } from "./eager.ts";
import { applied, type Edit, isNode, type Node, nodesIn } from "./syntax.ts";

/** Options for {@link joinModules}. */
export interface JoinOptions {
  /** The name of the first module. */
  readonly entry: string;
  /** The names of the modules whose functions are marked; see `eager.ts`. */
  readonly eager: ReadonlySet<string>;
}

/**
 * Returns the program as one module. Throws on what bundlers do not write: other imports than of names, exports
 * of declarations.
 *
 * @param modules Texts by name. They import each other as `./<name>`, without cycles, and do not assign to
 * exported variables after their evaluation.
 */
export async function joinModules(
  modules: ReadonlyMap<string, string>,
  { entry, eager }: JoinOptions,
): Promise<string> {
  const parse = await loadModuleParser();
  const functions = new Map([...modules.keys()].map((name, index) => [`./${name}`, `module${index}$`]));
  const bodyOf = (name: string): string => {
    const text = modules.get(name)!;
    const syntax = parse(name, text);
    if (syntax.kind === "unparsable") throw new Error(`Cannot read ${name}: ${syntax.reason}`);
    const edits = syntax.body.flatMap((statement) =>
      isNode(statement) ? editsOf(statement, text, functions) : []
    );
    return applied(text, edits, { start: 0, end: text.length });
  };
  const others = [...modules.keys()].filter((name) => name !== entry).map((name) => {
    const made = `function () {\n${bodyOf(name)}}`;
    return `var ${functions.get(`./${name}`)} = once$(${eager.has(name) ? `${MARK}(${made})` : made});\n`;
  });
  const first = bodyOf(entry);
  const begin = /^#!.*\n/.exec(first)?.[0] ?? "";
  return [begin, ONCE, ...others, first.slice(begin.length)].join("");
}

const ONCE = "function once$(make) {\n  let made;\n  return () => made ??= make();\n}\n";

/** The edits that replace the imports and exports of a statement. */
function editsOf(statement: Node, text: string, functions: ReadonlyMap<string, string>): readonly Edit[] {
  const { type, start, end } = statement;
  if (type === "ImportDeclaration") {
    const source = valueOf(statement["source"]);
    if (!functions.has(source)) throw new Error(`Cannot join an import of "${source}"`);
    const call = `${functions.get(source)}();`;
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
    const called = functions.get(valueOf((node["arguments"] as readonly Node[])[0]));
    return called === undefined ? [] : [{ ...node, text: `Promise.resolve().then(${called})` }];
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

function valueOf(literal: unknown): string {
  return String((literal as { readonly value?: unknown } | undefined)?.value);
}
