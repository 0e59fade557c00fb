import type { RuleExplanation } from "../../../schemas/results/validate.ts";
import { nearest } from "../../text/nearest.ts";
import { rulePageText } from "../../report/findings/rule_page.ts";
import { type Outcome, UsageError } from "../context/command_context.ts";

/** Prints the page of a rule. Throws a UsageError for an unknown code. */
export async function explainRule(code: string): Promise<Outcome> {
  const { rulePages } = await import("../../../generated/rule_pages.ts");
  const rule = rulePages.find((page) => page.code === code.trim());
  if (rule === undefined) {
    const codes = rulePages.map((page) => page.code);
    const meant = nearest(code, codes);
    throw new UsageError(
      `Unknown code "${code}"`,
      meant === undefined ? `The codes are ${codes.join(", ")}` : `Did you mean "${meant}"?`,
    );
  }
  const result: RuleExplanation = { formatVersion: 1, rule };
  return { exitCode: 0, result, text: rulePageText(rule) };
}
