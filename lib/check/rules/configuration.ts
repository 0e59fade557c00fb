import type { Rule } from "../rule.ts";

/**
 * The configuration can be read, and every key in it does something. Its findings carry codes of
 * their own (`config-not-json`, `config-value`, `config-unknown-key`, …), given by the parser.
 */
export const configuration: Rule = {
  code: "config",
  severity: "error",
  summary: "`config.json` is JSON with known keys and allowed values",
  *project(project) {
    yield* project.config.diagnostics;
  },
};
