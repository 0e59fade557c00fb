import type { Rule } from "../rule.ts";

/** A summary says what was done: it is what marks a plan complete. */
export const summaryThin: Rule = {
  code: "summary-thin",
  severity: "warning",
  summary: "A summary is more than a line",
  why: "A plan counts as complete when its summary is there. A file with a single line, or none, says " +
    "nothing of what was done, and may be left from a run that broke off or from a shortcut.",
  shows: ["files"],
  *phase(phase) {
    for (const { path, text } of phase.shortSummaries) {
      const lines = text.split("\n").filter((line) => line.trim() !== "").length;
      if (lines > 1) continue;
      yield {
        message: `The summary has ${lines === 0 ? "no text" : "one line only"}, and marks its plan complete`,
        hint: "Say what was done, or remove the file so that the plan is executed",
        path,
        span: { start: 0, end: text.trimEnd().length },
      };
    }
  },
};
