import type { Rule } from "../rule.ts";

/** Finds summaries without content, which mark their plans as complete. */
export const summaryThin: Rule = {
  code: "summary-thin",
  severity: "warning",
  summary: "A summary is longer than one line",
  why: "A plan counts as complete when its summary exists. A file with a single line, or none, does not " +
    "describe what was done, and may be left over from an interrupted run or a shortcut.",
  shows: ["files"],
  *phase(phase) {
    for (const { path, text } of phase.shortSummaries) {
      const lines = text.split("\n").filter((line) => line.trim() !== "").length;
      if (lines > 1) continue;
      yield {
        message: `The summary ${
          lines === 0 ? "is empty" : "has only one line"
        }, but marks its plan as complete`,
        hint: "Describe what was done, or remove the file so that the plan is executed",
        path,
        span: { start: 0, end: text.trimEnd().length },
      };
    }
  },
};
