import type { Edit, Mutation } from "./mutant.ts";
import { isMessage } from "./messages.ts";
import { accepts, isArray, isBoolean, isNumber, isString, returned } from "./types.ts";
import { ts } from "./typescript.ts";

/** A change of a node, and the kind of change. */
export interface Change extends Edit {
  readonly mutation: Mutation;
  /** The changed expression. */
  readonly node: ts.Expression;
  /** Offset of the part that is changed or removed. */
  readonly at: number;
}

const COMPARISONS: ReadonlyMap<string, string> = new Map(Object.entries({
  "===": "!==",
  "!==": "===",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
}));
const ARITHMETIC: ReadonlyMap<string, string> = new Map(Object.entries({
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
  "+=": "-=",
  "-=": "+=",
}));
/** Methods of arrays and strings that return the same type, so that a call of them can be left out. */
const SAME_TYPE = new Set([
  "filter",
  "sort",
  "toSorted",
  "reverse",
  "toReversed",
  "slice",
  "trim",
  "trimStart",
  "trimEnd",
  "toLowerCase",
  "replace",
  "replaceAll",
]);
const OPPOSITES: ReadonlyMap<string, string> = new Map(Object.entries({
  some: "every",
  every: "some",
  startsWith: "endsWith",
  endsWith: "startsWith",
  min: "max",
  max: "min",
}));

/** Returns the changes of one node of a syntax tree, so that the result still has the same types. */
export function changesOf(node: ts.Node, checker: ts.TypeChecker): readonly Change[] {
  if (ts.isIfStatement(node)) return [...fixed(node.expression, ["true", "false"])];
  if (ts.isWhileStatement(node)) return [...fixed(node.expression, ["false"])];
  if (ts.isConditionalExpression(node)) return [...fixed(node.condition, ["true", "false"])];
  if (ts.isBinaryExpression(node)) return binary(node, checker);
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return emptied(node, checker);
  if (ts.isTemplateExpression(node)) return emptied(node, checker);
  if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) {
    return flipped(node as ts.BooleanLiteral, checker);
  }
  if (ts.isReturnStatement(node)) {
    return node.expression === undefined ? [] : results(node.expression, checker);
  }
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return results(node.body, checker);
  if (ts.isExpressionStatement(node)) return removed(node);
  if (ts.isCallExpression(node)) return [...methods(node, checker), ...chained(node), ...spreadParts(node)];
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return chained(node);
  if (ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node)) return spreadParts(node);
  return [];
}

function change(node: ts.Expression, mutation: Mutation, text: string, at: ts.Node = node): Change {
  return { node, mutation, at: at.getStart(), start: at.getStart(), end: at.end, text };
}

/** Fixes a condition at true and at false: a test that notices both also notices the negated condition. */
function fixed(condition: ts.Expression, values: readonly string[]): readonly Change[] {
  if (condition.kind === ts.SyntaxKind.TrueKeyword) return [];
  return values.map((value) => change(condition, "condition", value));
}

/** Reports whether an expression is a whole condition, which is changed already. */
function isCondition(node: ts.Expression): boolean {
  const { parent } = node;
  return (ts.isIfStatement(parent) || ts.isWhileStatement(parent)) && parent.expression === node ||
    ts.isConditionalExpression(parent) && parent.condition === node;
}

function binary(node: ts.BinaryExpression, checker: ts.TypeChecker): readonly Change[] {
  const { left, right, operatorToken } = node;
  const operator = operatorToken.getText();
  const comparison = COMPARISONS.get(operator);
  if (comparison !== undefined) {
    // Negated equality, and a length that is not negative, are the condition fixed at true or false.
    const isFixed = operator.length === 3 || /\.(?:length|size) > 0$/.test(node.getText());
    return isFixed && isCondition(node) ? [] : [change(node, "comparison", comparison, operatorToken)];
  }
  if (operator === "&&" || operator === "||") {
    const other = operator === "&&" ? "||" : "&&";
    if (!isBoolean(checker.getTypeAtLocation(left))) return [];
    const text = `(${left.getText()} ${other} ${right.getText()})`;
    return [change(node, "logic", text)];
  }
  if (operator === "??") return [change(node, "default", right.getText())];
  const arithmetic = ARITHMETIC.get(operator);
  if (arithmetic === undefined) return [];
  const areNumbers = [left, right].every((side) => isNumber(checker.getTypeAtLocation(side)));
  return areNumbers ? [change(node, "arithmetic", arithmetic, operatorToken)] : [];
}

function emptied(
  node: ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateExpression,
  checker: ts.TypeChecker,
): readonly Change[] {
  const { parent } = node;
  const isEmpty = !ts.isTemplateExpression(node) && node.text === "";
  // An element of a list is removed as a whole.
  if (isEmpty || ts.isArrayLiteralExpression(parent) || isMessage(node)) return [];
  if (ts.isPropertyAssignment(parent) && parent.name === node) return [];
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return [];
  if (ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword) return [];
  if (ts.isBinaryExpression(parent) && /^(?:[!=]==|in)$/.test(parent.operatorToken.getText())) return [];
  if (ts.isCaseClause(parent) || ts.isElementAccessExpression(parent)) return [];
  if (ts.isTaggedTemplateExpression(parent)) return [];
  const expected = checker.getContextualType(node);
  return expected === undefined || accepts(expected, ts.TypeFlags.String)
    ? [change(node, "string", '""')]
    : [];
}

function flipped(node: ts.BooleanLiteral, checker: ts.TypeChecker): readonly Change[] {
  if (isCondition(node)) return [];
  const expected = checker.getContextualType(node);
  if (expected !== undefined && !isBoolean(expected) && !accepts(expected, ts.TypeFlags.Any)) return [];
  return [change(node, "boolean", node.kind === ts.SyntaxKind.TrueKeyword ? "false" : "true")];
}

/** Replaces a result by an empty or opposite one of the same type. */
function results(node: ts.Expression, checker: ts.TypeChecker): readonly Change[] {
  const type = returned(node, checker);
  if (type === undefined || isMessage(node)) return [];
  const texts: string[] = [];
  const isList = ts.isArrayLiteralExpression(node);
  if (isBoolean(type) && !isOperation(node)) texts.push(`!(${node.getText()})`);
  else if (isArray(type, checker) && !(isList && node.elements.length < 2)) texts.push("[]");
  else if (isString(type) && !ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) {
    texts.push('""');
  }
  const isUndefined = ts.isIdentifier(node) && node.text === "undefined";
  const isBlockResult = ts.isReturnStatement(node.parent);
  if (isBlockResult && !isUndefined && accepts(type, ts.TypeFlags.Undefined)) texts.push("undefined");
  return texts.map((text) => change(node, "return", text));
}

/** Reports whether an expression is changed by other mutations than its negation. */
function isOperation(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node)) return isOperation(node.expression);
  return ts.isBinaryExpression(node) || ts.isConditionalExpression(node) ||
    node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword;
}

/** Removes a statement that is a call or an assignment. */
function removed({ expression }: ts.ExpressionStatement): readonly Change[] {
  const inner = ts.isAwaitExpression(expression) || ts.isVoidExpression(expression)
    ? expression.expression
    : expression;
  if (ts.isCallExpression(inner) && inner.expression.kind === ts.SyntaxKind.SuperKeyword) return [];
  return [change(expression, "call", "undefined")];
}

/** Leaves out a call that returns the same type, or calls the opposite method. */
function methods(node: ts.CallExpression, checker: ts.TypeChecker): readonly Change[] {
  if (!ts.isPropertyAccessExpression(node.expression) || isMessage(node)) return [];
  const { expression: receiver, name } = node.expression;
  const opposite = OPPOSITES.get(name.text);
  if (opposite !== undefined) return [change(node, "method", opposite, name)];
  if (!SAME_TYPE.has(name.text)) return [];
  const [before, after] = [receiver, node].map((one) => checker.getTypeAtLocation(one));
  const isSame = isString(before!) && isString(after!) ||
    isArray(before!, checker) && isArray(after!, checker);
  return isSame ? [change(node, "method", receiver.getText())] : [];
}

/** Takes for granted that the start of an optional chain is there. */
function chained(
  node: ts.CallExpression | ts.PropertyAccessExpression | ts.ElementAccessExpression,
): readonly Change[] {
  const token = node.questionDotToken;
  if (token === undefined) return [];
  return [change(node, "chain", ts.isPropertyAccessExpression(node) ? "." : "", token)];
}

/** Removes the elements of a list, and what is spread into a list, an object or arguments. */
function spreadParts(
  node: ts.ArrayLiteralExpression | ts.ObjectLiteralExpression | ts.CallExpression,
): readonly Change[] {
  if (isMessage(node)) return [];
  const parts: ts.NodeArray<ts.Node> = ts.isArrayLiteralExpression(node)
    ? node.elements
    : ts.isObjectLiteralExpression(node)
    ? node.properties
    : node.arguments;
  return parts.flatMap((part, index) => {
    const isSpread = ts.isSpreadElement(part) || ts.isSpreadAssignment(part);
    const isElement = ts.isArrayLiteralExpression(node) && !ts.isOmittedExpression(part);
    if (!isSpread && !isElement || isMessage(part)) return [];
    const [before, next] = [parts[index - 1], parts[index + 1]];
    const at = part.getStart();
    const start = next === undefined && before !== undefined ? before.end : at;
    const end = next?.getStart() ?? parts.end;
    return [{ node, mutation: "element", at, start, end, text: "" } satisfies Change];
  });
}
