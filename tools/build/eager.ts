/**
 * Marks functions of a program that V8 should compile with it, not when they are first called.
 *
 * Deno's code cache contains the functions that were compiled when the program was loaded. All others are
 * compiled again at each start, and a commit hook calls hundreds of functions a few times each. V8 assumes
 * that a function in parentheses is called immediately, and compiles it eagerly, so that it gets into the
 * cache. Minifiers drop redundant parentheses, so a function name precedes them until the program is
 * minified.
 * @module
 */
import { loadModuleParser } from "../../lib/deps/babel.ts";
import { applied, type Edit, isNode, type Node, nodesIn, type Range } from "./syntax.ts";

/** The function name before the parentheses. No such function exists: a program with marks cannot be run. */
export const MARK = "wf$eager";

/**
 * Marks functions of a program. Once {@link dropMarks} has removed the marks, its behavior is unchanged.
 * Methods of classes are not marked: they cannot be in parentheses.
 *
 * @param functions The functions to mark. Ranges that are not functions are ignored.
 */
export async function markEager(program: string, functions: readonly Range[]): Promise<string> {
  const parse = await loadModuleParser();
  const syntax = parse("program.js", program);
  if (syntax.kind === "unparsable") throw new Error(`Cannot read the program: ${syntax.reason}`);
  const wanted = new Set(functions.map(keyOf));
  const edits: Edit[] = [];
  const declarations: Range[] = [];
  for (const statement of syntax.body) {
    const declared = isNode(statement) && statement.type === "FunctionDeclaration" ? statement : undefined;
    for (const node of nodesIn(statement)) {
      if (!wanted.has(keyOf(node))) continue;
      if (node === declared) {
        edits.push(...declaredAsVariable(node, program));
        declarations.push(node);
      } else edits.push(...marked(node, program));
    }
  }
  return hoisted(program, declarations, edits);
}

/** Turns the marks of a program into plain parentheses. */
export function dropMarks(program: string): string {
  return program.replaceAll(`${MARK}(`, "(");
}

/** Replaces `function f(…) {…}` with `var f = mark(function (…) {…});`. */
function declaredAsVariable(node: Node, program: string): readonly Edit[] {
  const { id } = node as unknown as { readonly id: Range };
  const name = program.slice(id.start, id.end);
  return [
    { start: node.start, end: node.start, text: `var ${name} = ${MARK}(` },
    { ...rangeOf(id), text: "" },
    { start: node.end, end: node.end, text: ");" },
  ];
}

/** Marks a function expression, or a method of an object, which becomes a property with a function value. */
function marked(node: Node, program: string): readonly Edit[] {
  const end = { start: node.end, end: node.end, text: ")" };
  if (node.type === "FunctionExpression" || node.type === "ArrowFunctionExpression") {
    return [{ start: node.start, end: node.start, text: `${MARK}(` }, end];
  }
  if (node.type !== "ObjectMethod" || node["kind"] !== "method" || usesSuper(node)) return [];
  const key = rangeOf(node["key"] as Range);
  const name = program.slice(key.start, key.end);
  if (name === "__proto__") return [];
  const keyEnd = node["computed"] === true ? program.indexOf("]", key.end) + 1 : key.end;
  const written = node["computed"] === true ? `[${name}]` : name;
  const kind = `${node["async"] === true ? "async " : ""}function${node["generator"] === true ? "*" : ""}`;
  return [{ start: node.start, end: keyEnd, text: `${written}: ${MARK}(${kind}` }, end];
}

/** Returns true when a method uses `super`, which is allowed only in methods. Nested classes are ignored. */
function usesSuper(node: Node): boolean {
  return [...nodesIn(node, ({ type }) => !type.startsWith("Class"))].some(({ type }) => type === "Super");
}

/**
 * Moves function variables to the beginning, because declared functions are hoisted and variables are not.
 */
function hoisted(program: string, declarations: readonly Range[], edits: readonly Edit[]): string {
  const begin = /^#!.*\n/.exec(program)?.[0].length ?? 0;
  const isIn = (range: Range) => (edit: Edit) => edit.start >= range.start && edit.end <= range.end;
  const first = declarations.map((range) => applied(program, edits.filter(isIn(range)), range));
  const others = edits.filter((edit) => !declarations.some((range) => isIn(range)(edit)));
  const cuts = declarations.map((range) => ({ ...rangeOf(range), text: "" }));
  const rest = applied(program, [...others, ...cuts], { start: begin, end: program.length });
  return [program.slice(0, begin), ...first.map((text) => `${text}\n`), rest].join("");
}

function rangeOf({ start, end }: Range): Range {
  return { start, end };
}

function keyOf({ start, end }: Range): string {
  return `${start}:${end}`;
}
