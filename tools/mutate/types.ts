import { ts } from "./typescript.ts";

/** Reports whether a type has a member with one of the flags, or can be anything. */
export function accepts(type: ts.Type, flags: ts.TypeFlags): boolean {
  const all = flags | ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter;
  return membersOf(type).some((member) => (member.flags & all) !== 0);
}

/** Reports whether a type has both truth values and nothing else. */
export function isBoolean(type: ts.Type): boolean {
  const members = membersOf(type).filter(({ flags }) => (flags & ts.TypeFlags.Undefined) === 0);
  return members.length > 1 && members.every(({ flags }) => (flags & ts.TypeFlags.BooleanLike) !== 0);
}

/** Reports whether all of a type are numbers. */
export function isNumber(type: ts.Type): boolean {
  return membersOf(type).every(({ flags }) => (flags & ts.TypeFlags.NumberLike) !== 0);
}

/** Reports whether a type is `string`, also beside `undefined`. */
export function isString(type: ts.Type): boolean {
  return membersOf(type).some(({ flags }) => (flags & ts.TypeFlags.String) !== 0);
}

/** Reports whether a type is a list of any length. */
export function isArray(type: ts.Type, checker: ts.TypeChecker): boolean {
  return membersOf(type).some((member) => checker.isArrayType(member));
}

/** Returns the type that a function must return where this expression is its result, promises resolved. */
export function returned(node: ts.Expression, checker: ts.TypeChecker): ts.Type | undefined {
  const fn = ts.findAncestor(node.parent, ts.isFunctionLike);
  if (fn === undefined) return undefined;
  const signature = checker.getSignatureFromDeclaration(fn as ts.SignatureDeclaration);
  if (signature === undefined) return undefined;
  const type = checker.getReturnTypeOfSignature(signature);
  const isAsync = (ts.getCombinedModifierFlags(fn as ts.Declaration) & ts.ModifierFlags.Async) !== 0;
  return isAsync ? checker.getAwaitedType(type) : type;
}

function membersOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}
