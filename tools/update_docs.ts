/**
 * Follows the documents and writes into them what their commands print now. Read the differences before you
 * commit them; lines that were left out come back where the others have changed.
 *
 *     deno run -A tools/update_docs.ts [path…]
 * @module
 */
import { documents, readDocument } from "../tests/docs/documents.ts";
import { stepsOf } from "../tests/docs/document.ts";
import { LEFT_OUT, showsTruly } from "../tests/docs/output.ts";
import { type DocumentProblem, follow } from "../tests/docs/scenario.ts";

const ROOT = new URL("../", import.meta.url);

/** Whether an output is the same, or as good as that where lines are left out. */
function isSame(shown: string, printed: string): boolean {
  return shown.split("\n").includes(LEFT_OUT) ? showsTruly(shown, printed) : shown === printed;
}

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

function commandsIn(markdown: string): number {
  return stepsOf(markdown).flatMap((step) => step.kind === "console" ? step.commands : []).length;
}

function print(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(text));
}

let failed = false;
for (const path of Deno.args.length > 0 ? Deno.args : await documents()) {
  const markdown = await readDocument(path);
  let problems = await follow(markdown);
  // All of a page comes from one run, so that a commit has one name on it.
  if (problems.length > 0) problems = await follow(markdown, isSame);
  const text = corrected(markdown, problems);
  if (commandsIn(text) !== commandsIn(markdown)) {
    throw new Error(`Cannot update "${path}": an output holds a fence, so its block needs a longer one`);
  }
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
