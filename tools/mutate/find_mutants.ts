import type { Mutant } from "./mutant.ts";
import { type Change, changesOf } from "./mutations.ts";
import type { SourceProgram } from "./source_program.ts";
import { ts } from "./typescript.ts";

/**
 * Lists the mutants of source files, in the order of the files and of the places in them.
 *
 * @param paths Paths relative to the root of the repository.
 * @param root The root, absolute.
 */
export function findMutants(
  paths: readonly string[],
  program: SourceProgram,
  root: string,
): readonly Mutant[] {
  const found: Mutant[] = [];
  for (const path of paths) {
    const file = program.file(`${root}/${path}`);
    const counts = new Map<string, number>();
    for (const change of allChanges(file, program.checker)) {
      const name = nameOf(change, file, path);
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      const { at, start, end, text, mutation } = change;
      const host = hostOf(change.node);
      found.push({
        id: found.length + 1,
        path,
        line: file.getLineAndCharacterOfPosition(at).line + 1,
        mutation,
        key: count === 1 ? name : `${name} (${count})`,
        edit: { start, end, text },
        host: { start: host.getStart(), end: host.end },
      });
    }
  }
  return found;
}

function* allChanges(node: ts.Node, checker: ts.TypeChecker): Iterable<Change> {
  if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
  yield* changesOf(node, checker);
  for (const child of childrenOf(node)) yield* allChanges(child, checker);
}

function childrenOf(node: ts.Node): readonly ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  return children;
}

/**
 * Returns the expression to switch: the whole of a chain of calls and accesses, because a part of it in parentheses
 * would lose its receiver, or end an optional chain too early.
 */
function hostOf(node: ts.Expression): ts.Expression {
  const { parent } = node;
  const continues = (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent) ||
    ts.isCallExpression(parent) || ts.isNonNullExpression(parent)) && parent.expression === node;
  return continues ? hostOf(parent) : node;
}

/** Names a change by where it is and what it changes, in one line. */
function nameOf({ node, at, start, end, text, mutation }: Change, file: ts.SourceFile, path: string): string {
  const before = shortened(file.text.slice(at, end).replace(/,\s*$/, ""));
  const around = mutation === "element" || end - start < 4 ? ` in ${shortened(node.getText())}` : "";
  const after = text === "" ? "nothing" : shortened(text);
  return `${path} ${functionOf(node)}: ${mutation}: ${before} -> ${after}${around}`;
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= 80 ? line : `${line.slice(0, 60)} … ${line.slice(-16)}`;
}

/** Returns the name of the function, method or constant that contains a node. */
function functionOf(node: ts.Node): string {
  const named = ts.findAncestor(node, (at) => {
    if (ts.isFunctionDeclaration(at) || ts.isMethodDeclaration(at) || ts.isGetAccessor(at)) return true;
    return ts.isVariableDeclaration(at) && at.parent.parent.parent.kind === ts.SyntaxKind.SourceFile;
  });
  return named === undefined ? "module" : (named as ts.NamedDeclaration).name?.getText() ?? "module";
}
