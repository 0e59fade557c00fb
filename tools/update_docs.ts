/**
 * Runs the commands of the documents and writes their current output into them. Read the differences before
 * you commit them: omitted lines reappear in an output that has changed.
 *
 * deno run -A tools/update_docs.ts [path…]
 * @module
 */
import { documents, readDocument } from "../tests/docs/documents.ts";
import { stepsOf } from "../tests/docs/document.ts";
import { LEFT_OUT, showsTruly } from "../tests/docs/output.ts";
import { type DocumentProblem, follow } from "../tests/docs/scenario.ts";

const ROOT = new URL("../", import.meta.url);

/** Returns true when an output is the same, except for omitted lines. */
function isSame(shown: string, printed: string): boolean {
  return shown.split("\n").includes(LEFT_OUT) ? showsTruly(shown, printed) : shown === printed;
}

/** Returns a document with the current outputs. */
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
  // All outputs of a page come from one run, so that a commit has one hash throughout.
  if (problems.length > 0) problems = await follow(markdown, isSame);
  const text = corrected(markdown, problems);
  if (commandsIn(text) !== commandsIn(markdown)) {
    throw new Error(`Cannot update "${path}": an output contains a fence, so its block needs a longer one`);
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
