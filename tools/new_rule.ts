/**
 * Makes the files of a new rule.
 *
 *     deno task new-rule <code>
 *
 * @module
 */
import { rules } from "../lib/check/rules/all_rules.ts";
import { scaffoldFromArguments } from "./scaffold/main.ts";
import { ruleScaffold } from "./scaffold/rule.ts";

await scaffoldFromArguments("new-rule <code>", (code) => {
  return ruleScaffold(
    code,
    rules.flatMap((rule) => [rule.code, ...(rule.codes ?? []).map((doc) => doc.code)]),
  );
});
