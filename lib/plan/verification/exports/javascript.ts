import type { ModuleStatement, ModuleSyntax } from "../../../deps/babel.ts";
import type { ExportsReading } from "./types.ts";

/** The exports found in the statements of a module. */
interface Found {
  readonly names: Set<string>;
  readonly from: string[];
  more?: string;
}

/** A node of the syntax tree, of any type. */
interface SyntaxNode {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Returns the exports of a TypeScript or JavaScript module. A default export also counts by its own name. */
export function moduleExports(syntax: ModuleSyntax): ExportsReading {
  if (syntax.kind === "unparsable") {
    return { kind: "unknown", reason: `the module cannot be parsed: ${syntax.reason}` };
  }
  const found: Found = { names: new Set(), from: [] };
  for (const statement of syntax.body) readStatement(statement, found);
  return { kind: "read", ...found };
}

function readStatement(statement: ModuleStatement, found: Found): void {
  switch (statement.type) {
    case "ExportNamedDeclaration":
      if (statement.declaration) addDeclared(node(statement.declaration), found);
      for (const { exported } of statement.specifiers) {
        found.names.add(exported.type === "Identifier" ? exported.name : exported.value);
      }
      break;
    case "ExportDefaultDeclaration":
      found.names.add("default");
      addDeclared(node(statement.declaration), found);
      break;
    case "ExportAllDeclaration":
      found.from.push(statement.source.value);
      break;
    case "TSImportEqualsDeclaration":
      if (statement.isExport) found.names.add(statement.id.name);
      break;
    case "TSExportAssignment":
      addAssigned(node(statement.expression), found);
      break;
    case "ExpressionStatement":
      readCommonJs(node(statement.expression), found);
  }
}

/** Adds the names of a declaration or an expression. */
function addDeclared(declared: SyntaxNode, found: Found): void {
  if (declared.type === "VariableDeclaration") {
    for (const declaration of nodes(declared["declarations"])) addPattern(declaration["id"], found);
  } else if (declared.type === "Identifier") {
    found.names.add(String(declared["name"]));
  } else {
    addPattern(declared["id"], found);
  }
}

/** Adds the names that a pattern binds: `a`, `{ a, b: [c] }`, `...d`. */
function addPattern(pattern: unknown, found: Found): void {
  if (!isNode(pattern)) return;
  switch (pattern.type) {
    case "Identifier":
      found.names.add(String(pattern["name"]));
      break;
    case "ObjectPattern":
      for (const property of nodes(pattern["properties"])) {
        addPattern(property["value"] ?? property["argument"], found);
      }
      break;
    case "ArrayPattern":
      for (const element of nodes(pattern["elements"])) addPattern(element, found);
      break;
    case "AssignmentPattern":
      addPattern(pattern["left"], found);
      break;
    case "RestElement":
      addPattern(pattern["argument"], found);
  }
}

/** Reads `module.exports = …`, `exports.a = …` and the equivalents of compilers. */
function readCommonJs(expression: SyntaxNode, found: Found): void {
  if (expression.type === "AssignmentExpression") {
    const { left, right } = expression;
    const name = isNode(left) ? exportedProperty(left) : undefined;
    if (isNode(left) && isExports(left)) addAssigned(right, found);
    else if (name !== undefined) found.names.add(name);
    // Compilers write exports.a = exports.b = void 0.
    if (isNode(right)) readCommonJs(right, found);
  }
  if (expression.type !== "CallExpression") return;
  const [first, second] = nodes(expression["arguments"]);
  const called = dotted(expression["callee"]);
  if (called === "Object.defineProperty" && isExports(first) && second?.type === "StringLiteral") {
    found.names.add(String(second["value"]));
  } else if (called === "Object.assign" && isExports(first)) {
    addAssigned(second, found);
  } else if (/(?:^|\.)__exportStar$/.test(called)) {
    addAssigned(first, found);
  }
}

/** Adds the exports of a module that assigns a value. */
function addAssigned(value: unknown, found: Found): void {
  if (!isNode(value)) return;
  found.names.add("default");
  switch (value.type) {
    case "ObjectExpression":
      for (const property of nodes(value["properties"])) {
        const { key } = property;
        if (property.type === "SpreadElement") addAssigned(property["argument"], found);
        else if (isNode(key) && property["computed"] !== true) {
          found.names.add(String(key["name"] ?? key["value"]));
        }
      }
      break;
    case "CallExpression": {
      const [specifier] = nodes(value["arguments"]);
      if (dotted(value["callee"]) === "require" && specifier?.type === "StringLiteral") {
        found.from.push(String(specifier["value"]));
      } else found.more = "its exports are computed";
      break;
    }
    case "AssignmentExpression":
      addAssigned(value["right"], found);
      break;
    case "Identifier":
      found.names.add(String(value["name"]));
      found.more = "its exports are the properties of a value";
      break;
    case "ClassExpression":
    case "FunctionExpression":
      addPattern(value["id"], found);
      break;
    default:
      found.more = "its exports are computed";
  }
}

/** Reports whether an expression is `exports` or `module.exports`. */
function isExports(expression: unknown): boolean {
  return ["exports", "module.exports"].includes(dotted(expression));
}

/** Returns the name in `exports.name` or `module.exports.name`. */
function exportedProperty(expression: SyntaxNode): string | undefined {
  return /^(?:module\.)?exports\.([^.]+)$/.exec(dotted(expression))?.[1];
}

/** Returns `a.b.c` for an expression of names and properties; empty for any other. */
function dotted(expression: unknown): string {
  const names: string[] = [];
  let at: unknown = expression;
  while (isNode(at) && at.type === "MemberExpression") {
    const property = at["property"];
    if (!isNode(property)) return "";
    if (at["computed"] === true && property.type !== "StringLiteral") return "";
    names.unshift(String(property["name"] ?? property["value"]));
    at = at["object"];
  }
  return isNode(at) && at.type === "Identifier" ? [String(at["name"]), ...names].join(".") : "";
}

/** Counts the calls that define tests: `test(…)`, `it(…)`, `Deno.test(…)`, `it.each(…)(…)`. */
export function countModuleTests(body: readonly ModuleStatement[]): number {
  let tests = 0;
  const open: unknown[] = [...body];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) open.push(...value);
    else if (isNode(value)) {
      if (value.type === "CallExpression" && TEST.test(calleeName(value["callee"]))) tests++;
      for (const [key, child] of Object.entries(value)) {
        if (typeof child === "object" && child !== null && !NOT_CODE.has(key)) open.push(child);
      }
    }
  }
  return tests;
}

const TEST =
  /^(?:(?:f|x)?it|x?test|Deno\.test|bench)(?:\.(?:only|skip|concurrent|serial|failing|todo|fails|each\(\)))*$/;
/** The parts of a node without code. */
const NOT_CODE: ReadonlySet<string> = new Set([
  "loc",
  "leadingComments",
  "trailingComments",
  "innerComments",
  "extra",
]);

/** Returns the name of a callee, with `()` if it is itself a call: `it.each()`. */
function calleeName(callee: unknown): string {
  if (isNode(callee) && callee.type === "CallExpression") return `${dotted(callee["callee"])}()`;
  if (isNode(callee) && callee.type === "TaggedTemplateExpression") return `${dotted(callee["tag"])}()`;
  return dotted(callee);
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

function node(value: object): SyntaxNode {
  return value as SyntaxNode;
}

function nodes(value: unknown): readonly SyntaxNode[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}
