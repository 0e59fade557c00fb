import type { Rule } from "../rule.ts";
import { isSentence } from "../../parse/plan_file/sentence.ts";
import { checksOf } from "../text/checks_of.ts";

/** Finds sentences where a command is expected. */
export const checkProse: Rule = {
  code: "check-prose",
  severity: "warning",
  open: true,
  summary: "`<automated>` contains a command, not a sentence",
  why:
    "The tool runs the text in `<automated>` in a shell. A sentence is not a program, so the check would fail " +
    "with any result. Sentences belong in `<verify>`, next to `<automated>`: the agent receives them.  " +
    "Complete plans are not checked.",
  shows: ["<verify>"],
  *plan(plan) {
    for (const { task, command, span, element } of checksOf(plan)) {
      if (!isSentence(command)) continue;
      yield {
        message: `The check of task ${task} is a sentence, not a command`,
        hint: "Write a command, or move the sentence out of <automated>",
        span,
        // Lines after the sentence may be a script.
        ...(command.includes("\n") ? {} : {
          fix: {
            title: "Move the sentence out of <automated>",
            edits: [
              { start: element.start, end: span.start, text: "" },
              { start: span.end, end: element.end, text: "" },
            ],
          },
        }),
      };
    }
  },
};
