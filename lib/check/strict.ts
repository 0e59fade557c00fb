import type { Diagnostic } from "../../schemas/diagnostic.ts";
import type { Rule } from "./rule.ts";

/**
 * Applies `--strict` to findings: turns warnings that the specification itself supports into errors.
 *
 * Warnings of rules that only reflect common practice stay warnings.
 *
 * @example
 * ```ts
 * import { checkProject, parseProject, rules, strictly } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * const path = ".planning/phases/01-start/01-01-PLAN.md";
 * const project = parseProject({ texts: new Map([[path, '---\nwave: "1"\n---\n']]), paths: [path] });
 * const shape = strictly(checkProject(project, rules), rules).find(({ code }) => code === "field-shape");
 * assert.equal(shape?.severity, "error");
 * ```
 */
export function strictly(diagnostics: readonly Diagnostic[], rules: readonly Rule[]): readonly Diagnostic[] {
  const strict = new Set(rules.filter((rule) => rule.strict).map((rule) => rule.code));
  return diagnostics.map((found) => {
    return found.severity === "warning" && strict.has(found.code) ? { ...found, severity: "error" } : found;
  });
}
