import type { Diagnostic } from "../../schemas/diagnostic.ts";
import type { Rule } from "./rule.ts";

/**
 * Findings as `--strict` sees them: a warning that the specification itself supports is an error.
 *
 * Warnings of rules that only mirror habits of the field stay warnings.
 */
export function strictly(diagnostics: readonly Diagnostic[], rules: readonly Rule[]): readonly Diagnostic[] {
  const strict = new Set(rules.filter((rule) => rule.strict).map((rule) => rule.code));
  return diagnostics.map((found) => {
    return found.severity === "warning" && strict.has(found.code) ? { ...found, severity: "error" } : found;
  });
}
