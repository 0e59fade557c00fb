/**
 * Follows the documents and writes into them what their commands print now. Read the differences before you
 * commit them; lines that were left out come back where the others have changed.
 *
 *     deno run -A tools/update_docs.ts [path…]
 * @module
 */
import { documents, readDocument } from "../tests/docs/documents.ts";
import { type DocumentProblem, follow } from "../tests/docs/scenario.ts";

const ROOT = new URL("../", import.meta.url);

/** A document with the outputs that were found. */
function corrected(markdown: string, problems: readonly DocumentProblem[]): string {
  let text = markdown;
  for (const problem of problems.toReversed()) {
    if (problem.kind !== "printed") continue;
    const output = problem.printed === "" ? "" : `${problem.printed.trimEnd()}\n`;
    text = text.slice(0, problem.start) + output + text.slice(problem.end);
  }
  return text;
}

function print(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(text));
}

let failed = false;
for (const path of Deno.args.length > 0 ? Deno.args : await documents()) {
  const markdown = await readDocument(path);
  const problems = await follow(markdown);
  const text = corrected(markdown, problems);
  if (text !== markdown) {
    await Deno.writeTextFile(new URL(path, ROOT), text);
    print(`written  ${path}\n`);
  }
  for (const problem of problems) {
    if (problem.kind !== "ended") continue;
    failed = true;
    print(`${path}: ends with ${problem.exitCode}\n$ ${problem.command}\n${problem.printed}\n`);
  }
}
if (failed) Deno.exit(1);
