import type { Rule } from "../rule.ts";
import { checksOf } from "../text/checks_of.ts";

/** Words that sentences have and commands hardly ever have outside of quotes. */
const SENTENCE_WORD =
  /^(?:the|an?|that|this|is|are|was|be|been|has|have|should|must|with|without|and|or|of|to|on|via|when|should|which|no|not|confirm|confirms|verify|check|ensure|shows?|appears?|returns?|contains?|exits?)[.,:;]?$/i;
/** The beginning of a command line: a lower-case program, a path, a variable, a group, a quote, a redirection. */
const CAPITALISED = /^[A-Z][a-z]+[,:]?$/;
const WORDS_NEEDED = 3;

/** Finds sentences where a command is expected. */
export const checkProse: Rule = {
  code: "check-prose",
  severity: "warning",
  summary: "`<automated>` contains a command, not a sentence",
  why:
    "The tool runs the text in `<automated>` in a shell. A sentence is not a program, so the check would fail " +
    "with any result. Sentences belong in `<verify>`, beside `<automated>`: the agent receives them. " +
    "Complete plans are not checked.",
  shows: ["<verify>"],
  *phase(phase) {
    for (const { task, command, span, element, path } of checksOf(phase)) {
      if (!isProse(command)) continue;
      yield {
        message: `The check of task ${task} is a sentence, not a command`,
        hint: "Write a command, or move the sentence out of <automated>",
        path,
        span,
        fix: {
          title: "Move the sentence out of <automated>",
          edits: [
            { start: element.start, end: span.start, text: "" },
            { start: span.end, end: element.end, text: "" },
          ],
        },
      };
    }
  },
};

/** Reports whether a text is a sentence: it begins like one, and several of its words are those of sentences. */
function isProse(command: string): boolean {
  const [first = "", ...others] = command.split("\n", 1)[0]!.replace(/"[^"]*"|'[^']*'|`[^`]*`/g, "“”").split(
    /\s+/,
  );
  if (!CAPITALISED.test(first)) return false;
  if (others.some((word) => /^(?:-\w|--\w)/.test(word))) return false;
  return others.length + 1 >= 4 &&
    others.filter((word) => SENTENCE_WORD.test(word)).length >= WORDS_NEEDED - 1;
}
