/**
 * Generates the pages of the rules from their documentation and fixtures.
 * @module
 */
import type { RuleBlock, RulePage } from "../../schemas/results/validate.ts";
import type { RuleDoc } from "../../lib/check/rule.ts";
import { rules } from "../../lib/check/rules/all_rules.ts";
import { parseProject } from "../../lib/parse/project/project.ts";
import type { ProjectSources } from "../../lib/parse/project/model.ts";
import { rulePageText } from "../../lib/report/findings/rule_page.ts";
import { check, FIXTURES, foldersIn, readTree } from "../../tests/check/fixture_tree.ts";
import { MARK } from "./mark.ts";
import { excerpts } from "./rule_excerpts.ts";

/** All codes, in the order of the rules. */
const DOCS: readonly RuleDoc[] = rules.flatMap((rule): readonly RuleDoc[] => rule.codes ?? [rule]);

/** Returns the pages of all codes. Reads the fixtures of the rules. */
export function rulePages(): readonly RulePage[] {
  return DOCS.map(pageOf);
}

function pageOf(doc: RuleDoc): RulePage {
  const { code, severity, strict = false, summary, why } = doc;
  const invalid = foldersIn(new URL(`${code}/invalid/`, FIXTURES)).map((name) => {
    const sources = readTree(new URL(`${code}/invalid/${name}/`, FIXTURES));
    const found = check(sources);
    return { sources, found, own: found.filter((finding) => finding.code === code) };
  });
  const wrong = invalid.find(({ found, own }) => found.length === own.length) ?? invalid[0];
  const valid = foldersIn(new URL(`${code}/valid/`, FIXTURES))
    .map((name) => readTree(new URL(`${code}/valid/${name}/`, FIXTURES)));
  const right = valid.find((sources) => check(sources).length === 0) ?? valid[0];
  const [first] = wrong?.own ?? [];
  if (wrong === undefined || first === undefined || right === undefined) {
    throw new Error(`Cannot make the page of ${code}: its fixtures are missing`);
  }
  const blocks = (sources: ProjectSources, at?: typeof first.span): readonly RuleBlock[] =>
    excerpts(parseProject(sources), { sources, shows: doc.shows, at });
  return {
    code,
    severity,
    strict,
    fixable: invalid.some(({ own }) => own.some(({ fix }) => fix !== undefined)),
    summary,
    why,
    wrong: blocks(wrong.sources, first.span),
    message: first.message,
    hint: first.hint ?? "",
    right: blocks(right),
  };
}

/** Returns the text of `rules.md`: a table of the codes, then their pages. */
export function rulesReference(pages: readonly RulePage[]): string {
  const rows = pages.map((page) =>
    `| [\`${page.code}\`](#${page.code}) | ${page.severity} | ${page.strict ? "yes" : ""} | ${
      page.fixable ? "yes" : ""
    } | ${page.summary.replaceAll("|", "\\|")} |`
  );
  const head = `<!-- ${MARK} -->

# Rules

The findings of \`wf validate\`. An error stops an execution, a warning does not, a hint is advice. With
\`--strict\`, the warnings marked under Strict are errors, because they are about the documented
format of [plan files](../docs/plan-file.md). Findings
marked as fixable have an unambiguous fix. \`wf validate --explain <code>\` prints one of these pages.

| Code | Severity | Strict | Fixable | Rule |
| --- | --- | --- | --- | --- |
${rows.join("\n")}`;
  return [head, ...pages.map(rulePageText)].join("\n\n").trimEnd() + "\n";
}

/** Returns the text of `rule_pages.ts`, which holds the pages as data. */
export function rulePagesModule(pages: readonly RulePage[]): string {
  return `// ${MARK}
/**
 * The pages of the rules, as data.
 * @module
 */
import type { RulePage } from "../schemas/results/validate.ts";

/** The pages, in the order of the reference. */
export const rulePages: readonly RulePage[] = ${JSON.stringify(pages, null, 2)};
`;
}
