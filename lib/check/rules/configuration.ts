import type { Rule, RuleDoc } from "../rule.ts";

const shows = ["config.json"];

/** The codes that the parser of the configuration gives. */
const CODES: readonly RuleDoc[] = [
  {
    code: "config-not-json",
    severity: "error",
    summary: "`config.json` is a JSON object; comments are allowed",
    why: "A configuration that cannot be read is not guessed at: no command that needs it runs.",
    shows,
  },
  {
    code: "config-duplicate-key",
    severity: "error",
    summary: "Each key of `config.json` is given once",
    why: "Of a key that is given twice only one can hold, and which one depends on who reads it.",
    shows,
  },
  {
    code: "config-value",
    severity: "error",
    summary: "Each key of `config.json` has a value of its type, and one of those allowed",
    why: "A value that means nothing would be passed over in silence, and the default would hold instead.",
    shows,
  },
  {
    code: "config-unknown-key",
    severity: "warning",
    summary: "Each key of `config.json` is one that the tool knows",
    why:
      "A key that is not known changes nothing here. It is kept, as other tools may use it; those that another " +
      "tool of this kind writes by itself are named in one finding.",
    shows,
  },
  {
    code: "config-legacy",
    severity: "warning",
    summary:
      "Settings stand where they belong, in the form that is written now: `commit_docs` lies in `planning`",
    why:
      "Earlier forms and those of other tools are still read: `parallelization: true`, `depth` for `granularity`, " +
      '`"Coarse"` for `"coarse"`, and keys that have moved. Where two places of a key disagree, only you know which ' +
      "is right: nothing is changed.",
    shows,
  },
];

/**
 * The configuration can be read, and every key in it does something. Its findings carry codes of
 * their own (`config-not-json`, `config-value`, `config-unknown-key`, …), given by the parser.
 */
export const configuration: Rule = {
  code: "config",
  severity: "error",
  summary: "`config.json` is JSON with known keys and allowed values",
  why: "A setting that is passed over in silence is worse than none.",
  shows,
  codes: CODES,
  *project(project) {
    yield* project.config.diagnostics;
  },
};
