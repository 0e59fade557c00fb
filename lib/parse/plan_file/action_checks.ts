import { automatedParts } from "./checks.ts";
import { isCommandLine, isSentence, namesProgram } from "./sentence.ts";

/** Matches fenced shell code. */
const FENCED = /^[ \t]*(`{3,}|~{3,})[ \t]*(?:sh|shell|bash)[ \t]*\r?\n([^]*?)^[ \t]*\1/gm;
/** Matches a part of a command that its author left for others to fill in: `<your-app>`. */
const PLACEHOLDER = /<[A-Za-z][\w .-]*>/;

/**
 * Returns the commands that verify what a person did, from the `<verification>` of a human-action: those in
 * `<automated>`, or fenced shell code, or the text itself if it is one code span with a program and arguments,
 * or can only be a command.
 *
 * Anything else is prose for the person: run as a command, a sentence would fail whatever they do.
 */
export function readActionChecks(verification: string): readonly string[] {
  const text = verification.trim();
  const automated = automatedParts(text);
  if (automated.length > 0) {
    return automated.filter((part) => part.isCommand && !isSentence(part.text)).map((part) => part.text);
  }
  const fenced = [...text.matchAll(FENCED)].map(([, , script]) => scriptOf(script!));
  const span = /^`([^`\n]+)`\.?$/.exec(text)?.[1]?.trim() ?? "";
  const whole = namesProgram(span) ? span : isCommandLine(text) ? text : "";
  return (fenced.length > 0 ? fenced : [whole])
    .filter((command) => command !== "" && !PLACEHOLDER.test(command) && !isSentence(command));
}

/** Returns the commands of a fenced block without its indentation; the first failure ends several lines. */
function scriptOf(block: string): string {
  const lines = block.split(/\r?\n/).filter((line) => line.trim() !== "");
  const indent = /^[ \t]*/.exec(lines[0] ?? "")![0].length;
  const script = lines.map((line) => line.slice(Math.min(indent, line.length - line.trimStart().length)));
  return script.length > 1 ? `set -e\n${script.join("\n")}` : script.join("");
}
