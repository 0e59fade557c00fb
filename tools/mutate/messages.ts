import { ts } from "./typescript.ts";

/** Properties whose text is for people. */
const FOR_PEOPLE = new Set([
  "description",
  "detail",
  "hint",
  "label",
  "message",
  "note",
  "question",
  "reason",
  "title",
  "what",
]);

/** Options of git that change only how much it prints. */
const SILENCING = new Set(["--quiet", "-q"]);

/**
 * Reports whether an expression is part of a text for people: it is in an error, in a property such as `hint`, or
 * is prose. Tests need not hold its wording.
 */
export function isMessage(node: ts.Node): boolean {
  if (ts.isStringLiteralLike(node) && SILENCING.has(node.text)) return true;
  for (let at: ts.Node = node; at !== undefined; at = at.parent) {
    if (ts.isStatement(at) && !ts.isThrowStatement(at)) return false;
    if (ts.isFunctionLike(at) && at !== node) return false;
    if (isProse(at) || isForPeople(at)) return true;
  }
  return false;
}

function isForPeople(node: ts.Node): boolean {
  if (ts.isNewExpression(node)) return /Error$/.test(node.expression.getText());
  if (ts.isPropertyAssignment(node)) return FOR_PEOPLE.has(node.name.getText());
  return ts.isCallExpression(node) && /(?:^|\.)(?:notice|refused)$/.test(node.expression.getText());
}

/** Reports whether a text contains two words, at least one of them of letters only. */
function isProse(node: ts.Node): boolean {
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return false;
  return /(?:^|[\s`"'(])[A-Za-z]{2,}[,:]? [A-Za-z$("]/.test(node.getText());
}
