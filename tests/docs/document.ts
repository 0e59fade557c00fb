/**
 * Documents as scenarios: what their blocks do when they are followed from top to bottom.
 *
 * A ```` ```sh ```` block is a script. A ```` ```console ```` block contains commands after `$ ` and their
 * output; a line of `…` stands for omitted lines. A comment before a block has options: `test: file <path>`
 * has its text written to a file, `test: exit <code>` is how its last command ends, `test: skip <why>` leaves
 * it out. Two kinds of comment stand alone: `test: run`, with commands in the lines that follow, and `test:
 * demo <folder>`, which makes the sample project there.
 * @module
 */
import { blocksOf, type MarkdownBlock } from "../deps/marked.ts";

/** A command with the output that the document shows. */
export interface ShownCommand {
  readonly command: string;
  /** The output, with a line break at its end where there is any. */
  readonly output: string;
  /** Offset of the output in the document, inclusive. */
  readonly start: number;
  /** Offset of its end, exclusive. */
  readonly end: number;
}

/** One thing to do with a document. */
export type DocumentStep =
  | { readonly kind: "script"; readonly text: string; readonly exitCode: number }
  | { readonly kind: "console"; readonly commands: readonly ShownCommand[]; readonly exitCode: number }
  | { readonly kind: "file"; readonly path: string; readonly text: string }
  | { readonly kind: "demo"; readonly folder: string };

/** Returns the steps of a document, in order. */
export function stepsOf(markdown: string): readonly DocumentStep[] {
  const steps: DocumentStep[] = [];
  let comment = "";
  for (const block of blocksOf(markdown)) {
    if (block.kind === "comment") {
      const [, word = "", rest = ""] = /^test:\s*(\S+)\s*([^]*)$/.exec(block.text) ?? [];
      if (word === "run") steps.push({ kind: "script", text: rest, exitCode: 0 });
      else if (word === "demo") steps.push({ kind: "demo", folder: rest });
      else if (word !== "") comment = `${word} ${rest}`;
      continue;
    }
    steps.push(...stepOf(block, comment, markdown));
    comment = "";
  }
  if (comment !== "") throw new Error(`No block follows the comment "${comment}"`);
  return steps;
}

function stepOf(block: MarkdownBlock, comment: string, markdown: string): readonly DocumentStep[] {
  const [word, rest = ""] = [comment.split(" ")[0], comment.slice(comment.indexOf(" ") + 1)];
  if (word === "skip") {
    if (rest === "") throw new Error("A skipped block needs a reason: <!-- test: skip … -->");
    return [];
  }
  if (word === "file") return [{ kind: "file", path: rest, text: `${block.text}\n` }];
  if (word !== "" && word !== "exit") throw new Error(`Unknown comment "test: ${comment}"`);
  const exitCode = word === "exit" ? Number(rest) : 0;
  if (block.language === "sh") return [{ kind: "script", text: block.text, exitCode }];
  if (block.language !== "console") return [];
  return [{ kind: "console", commands: commandsOf(block, markdown), exitCode }];
}

function commandsOf(block: MarkdownBlock, markdown: string): readonly ShownCommand[] {
  const commands: { command: string; output: string; start: number; end: number }[] = [];
  let at = markdown.indexOf("\n", block.start) + 1;
  let continues = false;
  for (const line of block.text.split("\n")) {
    const next = at + line.length + 1;
    const last = commands.at(-1);
    if (continues && last !== undefined) Object.assign(last, extended(last.command, line, next));
    else if (line.startsWith("$ ")) {
      commands.push({ command: line.slice(2), output: "", start: next, end: next });
    } else if (last === undefined) throw new Error(`A console block begins with "$ ", not with "${line}"`);
    else Object.assign(last, { output: `${last.output}${line}\n`, end: next });
    continues = (line.startsWith("$ ") || continues) && line.endsWith("\\");
    at = next;
  }
  return commands;
}

function extended(command: string, line: string, at: number) {
  return { command: `${command}\n${line}`, start: at, end: at };
}
