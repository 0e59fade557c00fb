import type { Rule } from "../rule.ts";

/** Reports patterns that cannot be compiled and run in time linear in the text. */
export const patternRefused: Rule = {
  code: "pattern-refused",
  severity: "warning",
  strict: true,
  summary: "Each `pattern` of a key link is a regular expression that can be run in linear time",
  why: "Verification searches files for these patterns with an engine that no pattern can bring to a halt. " +
    "It has no lookaround and no backreferences. A pattern that the engine refuses is never found, so the " +
    "key link never holds.",
  shows: ["must_haves"],
  *planIn(plan, { refusedPatterns }) {
    if (refusedPatterns === undefined || refusedPatterns.size === 0) return;
    for (const { text, span } of plan.patterns) {
      const reason = refusedPatterns.get(text);
      if (reason === undefined) continue;
      yield {
        message: `The pattern cannot be used: ${reason}`,
        hint: /\(\?[=!<]/.test(text)
          ? "Remove the lookaround: search for the text itself"
          : /\\[1-9k]/.test(text)
          ? "Repeat the text in place of the backreference"
          : "Correct it: write a backslash before each special character that is meant literally",
        span,
      };
    }
  },
};
