import type { Diagnostic } from "../../schemas/diagnostic.ts";
import type { Rule } from "./rule.ts";

/**
 * Applies `--strict` to findings: turns warnings that the specification itself supports into errors.
 *
 * Warnings of rules that only reflect common practice stay warnings.
 */
export function strictly(diagnostics: readonly Diagnostic[], rules: readonly Rule[]): readonly Diagnostic[] {
  const strict = new Set(rules.filter((rule) => rule.strict).map((rule) => rule.code));
  return diagnostics.map((found) => {
    return found.severity === "warning" && strict.has(found.code) ? { ...found, severity: "error" } : found;
  });
}
