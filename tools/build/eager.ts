/**
 * Marks the functions of a program that are to be compiled with it, and not when they are first called.
 *
 * The cache that Deno keeps of a program holds what was compiled when it was loaded. All else is compiled
 * at each start anew, and a commit hook calls hundreds of functions a few times each. V8 takes a function
 * in parentheses for one that is called at once and compiles it where it stands, so that it gets into the
 * cache. Minifiers drop parentheses that mean nothing: a name stands before them until that is done.
 * @module
 */
import { loadModuleParser } from "../../lib/deps/babel.ts";

/** Part of a text, as UTF-16 offsets. */
export interface Range {
  /** Offset of the first character. */
  readonly start: number;
  /** Offset behind the last one. */
  readonly end: number;
}

/** The name before the parentheses. No such function exists: a program with the marks cannot be run. */
const MARK = "wf$eager";

/**
 * Puts marks around functions of a program that means the same then, once the marks are parentheses.
 * Methods of classes stay as they are: they cannot stand in parentheses.
 *
 * @param functions The functions to be marked; others, and what is no function, are passed over.
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

/** Turns the marks of a program into parentheses alone. */
export function dropMarks(program: string): string {
  return program.replaceAll(`${MARK}(`, "(");
}

/** A text in place of a part. */
interface Edit extends Range {
  readonly text: string;
}

/** A node of the syntax tree, as far as all of them are alike. */
interface Node extends Range {
  readonly type: string;
  readonly [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/** A node and all below it, apart from what is not entered. */
function* nodesIn(value: unknown, enters: (node: Node) => boolean = () => true): Iterable<Node> {
  if (Array.isArray(value)) {
    for (const item of value) yield* nodesIn(item, enters);
  } else if (isNode(value) && enters(value)) {
    yield value;
    for (const [key, child] of Object.entries(value)) {
      if (!/comments$/i.test(key)) yield* nodesIn(child, enters);
    }
  }
}

/** `var f = mark(function (…) {…});` in place of `function f(…) {…}`. */
function declaredAsVariable(node: Node, program: string): readonly Edit[] {
  const { id } = node as unknown as { readonly id: Range };
  const name = program.slice(id.start, id.end);
  return [
    { start: node.start, end: node.start, text: `var ${name} = ${MARK}(` },
    { ...rangeOf(id), text: "" },
    { start: node.end, end: node.end, text: ");" },
  ];
}

/** The mark around an expression, or around the value that a method of an object is then. */
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

/** Whether `super` stands in a method, which only a method may say; what stands in a class is the class's. */
function usesSuper(node: Node): boolean {
  return [...nodesIn(node, ({ type }) => !type.startsWith("Class"))].some(({ type }) => type === "Super");
}

/** Declared functions are there before anything runs; as variables they are when they stand first. */
function hoisted(program: string, declarations: readonly Range[], edits: readonly Edit[]): string {
  const begin = /^#!.*\n/.exec(program)?.[0].length ?? 0;
  const isIn = (range: Range) => (edit: Edit) => edit.start >= range.start && edit.end <= range.end;
  const first = declarations.map((range) => applied(program, edits.filter(isIn(range)), range));
  const others = edits.filter((edit) => !declarations.some((range) => isIn(range)(edit)));
  const cuts = declarations.map((range) => ({ ...rangeOf(range), text: "" }));
  const rest = applied(program, [...others, ...cuts], { start: begin, end: program.length });
  return [program.slice(0, begin), ...first.map((text) => `${text}\n`), rest].join("");
}

/** Part of a text with edits in it, of which no two overlap. */
function applied(text: string, edits: readonly Edit[], { start, end }: Range): string {
  const parts: string[] = [];
  let done = start;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    parts.push(text.slice(done, edit.start), edit.text);
    done = edit.end;
  }
  return parts.join("") + text.slice(done, end);
}

function rangeOf({ start, end }: Range): Range {
  return { start, end };
}

function keyOf({ start, end }: Range): string {
  return `${start}:${end}`;
}
