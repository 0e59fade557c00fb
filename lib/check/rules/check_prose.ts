import type { Rule } from "../rule.ts";
import { checksOf } from "../text/checks_of.ts";

/** Words that sentences have and commands hardly ever have outside of quotes. */
const SENTENCE_WORD =
  /^(?:the|an?|that|this|is|are|was|be|been|has|have|should|must|with|without|and|or|of|to|on|via|when|should|which|no|not|confirm|confirms|verify|check|ensure|shows?|appears?|returns?|contains?|exits?)[.,:;]?$/i;
/** The first word of a sentence; programs rarely begin with a capital letter. */
const CAPITALISED = /^[A-Z][a-z]+[,:]?$/;
const MIN_WORDS = 4;
const MIN_SENTENCE_WORDS = 2;
/** An option, or an operator of the shell. */
const SHELL = /^--?\w|[|<>;&$]/;

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

/** Reports whether the first line of a text is a sentence: it begins like one and has several of their words. */
function isProse(command: string): boolean {
  const line = command.split("\n", 1).join("").replace(/"[^"]*"|'[^']*'|`[^`]*`/g, "“”");
  const words = line.split(/\s+/);
  return CAPITALISED.test(words[0] ?? "") && words.length >= MIN_WORDS &&
    !words.some((word) => SHELL.test(word)) &&
    words.filter((word) => SENTENCE_WORD.test(word)).length >= MIN_SENTENCE_WORDS;
}
