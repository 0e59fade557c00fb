import type { Rule, RuleDoc } from "../rule.ts";

const shows = ["config.json"];

const CODES: readonly RuleDoc[] = [
  {
    code: "config-not-json",
    severity: "error",
    summary: "`config.json` is a JSON object; comments are allowed",
    why: "A configuration that cannot be read is not guessed at: commands that need it do not run.",
    shows,
  },
  {
    code: "config-duplicate-key",
    severity: "error",
    summary: "Each key of `config.json` is given once",
    why: "Only one of two values of a key can apply, and which one depends on the reader.",
    shows,
  },
  {
    code: "config-value",
    severity: "error",
    summary: "Each key of `config.json` has an allowed value of its type",
    why: "An invalid value would be ignored silently, and the default would apply instead.",
    shows,
  },
  {
    code: "config-unknown-key",
    severity: "warning",
    summary: "Each key of `config.json` is known",
    why:
      "An unknown key has no effect here. It is kept, because other tools may use it; keys that are not similar to a " +
      "known one are reported in one finding.",
    shows,
  },
  {
    code: "config-legacy",
    severity: "warning",
    summary: "Settings have their current place and form: `commit_docs` is in `planning`",
    why:
      "Earlier forms and those of other tools are still read: `parallelization: true`, `depth` for `granularity`, " +
      '`"Coarse"` for `"coarse"`, and keys that have moved. Where two places of a key disagree, only you know which ' +
      "is right, so nothing is changed.",
    shows,
  },
];

/**
 * Checks that the configuration can be read and that every key in it has an effect. Its findings have their
 * own codes (`config-not-json`, `config-value`, `config-unknown-key`, …), which the parser reports.
 */
export const configuration: Rule = {
  code: "config",
  severity: "error",
  summary: "`config.json` is JSON with known keys and allowed values",
  why: "A setting that is silently ignored is worse than no setting.",
  shows,
  codes: CODES,
  *project(project) {
    yield* project.config.diagnostics;
  },
};
