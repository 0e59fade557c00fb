import { namesOf } from "./names.ts";
import { OPEN, type Scaffold } from "./scaffold.ts";

const PLAN = `---
phase: 01-base
plan: 01
type: execute
wave: 1
depends_on: []
files_modified: [src/1.ts]
autonomous: true
must_haves:
  truths:
    - A person can log in
---

<objective>
People log in.

Purpose: everybody has a place of their own.
Output: a form.
</objective>

<tasks>
<task type="auto">
  <name>Write the form</name>
  <files>src/1.ts</files>
  <action>
    Write the form.
  </action>
  <verify><automated>npm test</automated></verify>
  <done>The tests pass.</done>
</task>
</tasks>

<verification>
Before declaring plan complete:
- [ ] npm test passes
</verification>

<success_criteria>
- All tasks completed
</success_criteria>

<output>
After completion, create \`.planning/phases/01-base/01-01-SUMMARY.md\`
</output>
`;

const RULES = "lib/check/rules/all_rules.ts";

/**
 * Returns the files of a new rule.
 *
 * @param code The code of its findings, in kebab-case; permanent.
 * @param taken The codes of all rules.
 * @throws {RangeError} When the code has another form or is taken.
 */
export function ruleScaffold(code: string, taken: readonly string[]): Scaffold {
  const { snake, camel } = namesOf(code);
  if (taken.includes(code)) throw new RangeError(`Cannot use "${code}": a rule has this code`);
  const rule = `lib/check/rules/${snake}.ts`;
  const fixtures = `fixtures/rules/${code}`;
  const plan = ".planning/phases/01-base/01-01-PLAN.md";
  return {
    created: {
      [rule]: ruleText(code, camel),
      [`${fixtures}/valid/example/${plan}`]: PLAN,
      [`${fixtures}/invalid/example/${plan}`]: PLAN,
      [`${fixtures}/invalid/example/expected.json`]: "[]\n",
      [`tests/check/rules/${snake}_test.ts`]: testText(code, { snake, camel }),
    },
    inserted: [
      {
        path: RULES,
        text: `import { ${camel} } from "./${snake}.ts";\n`,
        at: (content) => importPlace(content, snake),
      },
      { path: RULES, text: `  ${camel},\n`, at: (content) => content.lastIndexOf("];") },
    ],
    next: [
      `${fixtures}/invalid/example: write a plan that is wrong; ${fixtures}/valid/example: one that is almost so`,
      `${rule}: find it, say why, and move the rule to its place in ${RULES}`,
      `tests/check/rules/${snake}_test.ts: test what the fixtures do not show, or remove the file`,
      "deno task update, then read the difference: expected.json, and the rule's page in generated/rules.md",
      "deno task ok",
    ],
  };
}

function ruleText(code: string, name: string): string {
  return `import type { Span } from "../../../schemas/diagnostic.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import type { Rule } from "../rule.ts";

/** Finds ${OPEN}. */
export const ${name}: Rule = {
  code: "${code}",
  severity: "warning",
  summary: "${OPEN}: the correct state, in a sentence without full stop",
  why: "${OPEN}: the reason for the rule and its exceptions, in a few sentences.",
  shows: ["frontmatter"],
  *plan(plan) {
    for (const span of wrongPlaces(plan)) {
      yield { message: "${OPEN}: what is wrong and why", hint: "${OPEN}: what to do about it", span };
    }
  },
};

/** Returns the places that are wrong. ${OPEN}: find them, or check \`planIn\`, \`phase\` or \`project\` instead. */
function wrongPlaces(_plan: PlanDocument): readonly Span[] {
  return [];
}
`;
}

function testText(
  code: string,
  { snake, camel }: { readonly snake: string; readonly camel: string },
): string {
  return `import assert from "node:assert/strict";
import { ${camel} } from "../../../lib/check/rules/${snake}.ts";

Deno.test("${code} is filled in", () => {
  const { summary, why } = ${camel};
  const open = summary.includes("${OPEN}") || why.includes("${OPEN}");
  assert.ok(!open, "${OPEN}: fill in lib/check/rules/${snake}.ts and its fixtures, then test what they do not show");
});
`;
}

/** The place of an import in the order of the files' names. */
function importPlace(content: string, snake: string): number {
  const imports = [...content.matchAll(/^import \{[^}]*\} from "\.\/([a-z0-9_]+)\.ts";\n/gm)];
  const next = imports.find(([, file = ""]) => file > snake);
  const last = imports.at(-1);
  return next?.index ?? (last === undefined ? -1 : last.index + last[0].length);
}
