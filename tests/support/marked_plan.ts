/**
 * Two plans with a mark of its own in every element, and the documents they refer to, for tests of prompts.
 * @module
 */

/** The first plan: a decision in the middle, an automatic task before and after it. */
export const MARKED_PLAN = `---
phase: 01-base
plan: "01"
type: execute
wave: 1
depends_on: ["00-02"]
files_modified: [a.txt]
autonomous: false
requirements: [MARK-01, MARK-02]
user_setup:
  - service: P-service
    why: P-setup-why
    env_vars:
      - { name: P_SETUP_VARIABLE, source: P-setup-source }
p_field: P-own-field
must_haves:
  truths: ["P-truth"]
  artifacts:
    - path: p-artifact.txt
      provides: P-provides
      min_lines: 7
      exports: [P-export]
      contains: P-contains
  key_links:
    - from: p-from.txt
      to: p-to.txt
      via: P-via
      pattern: P-pattern
  p_more: ["P-more"]
---

<objective>
P-objective
</objective>

<execution_context>
@~/.other-tool/workflows/execute-plan.md
@./.other-tool/references/checkpoints.md
@/opt/.other-tool/templates/summary.md
@C:\\other-tool\\execute-plan.md
@docs/execute-plan.md
@docs/p-workflow.md
</execution_context>

<context>
@.planning/p-state.md
@src/p-source.ts (P-remark)

<interfaces>
\`\`\`python
    class P-indented:
        pass
@/lib/p-code
\`\`\`
</interfaces>
</context>

<interfaces>
    P-interfaces
</interfaces>

<threat_model>
P-threat
</threat_model>

<house_rules>
P-own
</house_rules>

<tasks>

<task type="auto">
  <name>T1-name</name>
  <files>t1-file.txt</files>
  <read_first>
    T1-read-first
  </read_first>
  <behavior>T1-behavior</behavior>
  <interfaces>
    def t1_interface():
        pass
  </interfaces>
  <action>T1-action</action>
  <constraints>T1-own</constraints>
  T1-loose
  <verify>T1-prose <automated>test "T1-check"</automated> T1-more-prose</verify>
  <acceptance_criteria>T1-acceptance</acceptance_criteria>
  <done>T1-done</done>
</task>

<task type="checkpoint:decision" gate="blocking">
  <name>Choose a color</name>
  <decision>Which one?</decision>
  <options>
    <option id="red"><name>T2-red</name></option>
    <option id="blue"><name>T2-blue</name></option>
  </options>
</task>

<task type="auto">
  <name>T3-name</name>
  <files>t3-file.txt</files>
  <action>T3-action</action>
  <verify>T3-verify</verify>
  <done>T3-done</done>
</task>

</tasks>

## P-heading

P-loose

<verification>
P-verification
</verification>

<success_criteria>
P-success
</success_criteria>

<output>
P-output
</output>
`;

/** What only the first prompt of a session about the first plan holds. */
export const PLAN_MARKS: readonly string[] = [
  "`.planning/phases/01-base/01-01-PLAN.md`",
  "P-objective",
  "- MARK-01: R-first\n",
  "- MARK-02: R-second\n",
  '<decisions path=".planning/phases/01-base/01-CONTEXT.md">\n## Implementation Decisions\n\n- **D-01:** C-decision\n',
  '<summary path=".planning/phases/00-before/00-01-SUMMARY.md">\n# S-indirect\n',
  '<summary path=".planning/phases/00-before/00-02-SUMMARY.md">\n---\nkey-decisions: [S-decision]\n---\n\n# S-direct\n',
  "## user_setup\n\n- service: P-service; why: P-setup-why; ",
  "env_vars: name: P_SETUP_VARIABLE; source: P-setup-source",
  "## p_field\n\nP-own-field",
  "Read what you need of these first:\n- `docs/p-workflow.md`\n",
  "- `.planning/p-state.md`\n",
  "- `src/p-source.ts` (P-remark)\n",
  "\n    class P-indented:\n        pass\n@/lib/p-code\n",
  "\n    P-interfaces\n",
  "P-threat",
  "## house_rules\n\nP-own",
  "## P-heading\n\nP-loose",
  "P-truth",
  "p-artifact.txt",
  "P-provides",
  "min_lines: 7",
  "P-export",
  "P-contains",
  "p-from.txt",
  "p-to.txt",
  "P-via",
  "P-pattern",
  "P-more",
  "P-verification",
  "P-success",
];

/** What no prompt holds. */
export const FOREIGN_MARKS: readonly string[] = [
  "other-tool",
  "execute-plan",
  "checkpoints.md",
  "MARK-03",
  "C-domain",
  "C-deferred",
  "P-output",
];

/** What only the prompt of the first task holds. */
export const FIRST_MARKS: readonly string[] = [
  "T1-name",
  "t1-file.txt",
  "## Read first\n\n    T1-read-first",
  "## Behavior\n\nT1-behavior",
  "    def t1_interface():\n        pass",
  "T1-action",
  "## constraints\n\nT1-own",
  "T1-loose",
  "Verify: T1-prose  T1-more-prose",
  '- `test "T1-check"`',
  "## Acceptance criteria\n\nT1-acceptance",
  "T1-done",
];

/** What only the prompt of the third task holds. */
export const THIRD_MARKS: readonly string[] = ["T3-name", "t3-file.txt", "T3-action", "T3-verify", "T3-done"];

/** The answer `blue` to the decision, as prompts have it. */
export const ANSWER_MARK = "choose a color: blue (T2-blue)";

/** A plan that depends on the first. */
export const DEPENDENT_PLAN = `---
phase: 01-base
plan: "02"
type: execute
wave: 2
depends_on: ["01-01"]
files_modified: [b.txt]
autonomous: true
must_haves:
  truths: ["Q-truth"]
---

<objective>
Q-objective
</objective>

<tasks>
<task type="auto">
  <name>Q-name</name>
  <action>Q-action</action>
  <verify>Q-verify</verify>
  <done>Q-done</done>
</task>
</tasks>
`;

function earlier(plan: string, dependsOn: string): string {
  return DEPENDENT_PLAN.replace("phase: 01-base", "phase: 00-before").replace('plan: "02"', `plan: "${plan}"`)
    .replace('depends_on: ["01-01"]', `depends_on: [${dependsOn}]`).replaceAll("Q-", "X-");
}

/** The documents that the plans refer to, by path, and the finished plans before them. */
export const MARKED_DOCUMENTS: Readonly<Record<string, string>> = {
  ".planning/REQUIREMENTS.md":
    "# Requirements\n\n- [ ] **MARK-01**: R-first\n- [ ] **MARK-02**: R-second\n- [ ] **MARK-03**: R-third\n",
  ".planning/phases/00-before/00-01-PLAN.md": earlier("01", ""),
  ".planning/phases/00-before/00-01-SUMMARY.md": "# S-indirect\n\nFirst.\n",
  ".planning/phases/00-before/00-02-PLAN.md": earlier("02", '"00-01"'),
  ".planning/phases/00-before/00-02-SUMMARY.md":
    "---\nkey-decisions: [S-decision]\n---\n\n# S-direct\n\nSecond.\n",
  ".planning/phases/01-base/01-CONTEXT.md":
    "<domain>\nC-domain\n</domain>\n\n<decisions>\n## Implementation Decisions\n\n- **D-01:** C-decision\n\n" +
    "</decisions>\n\n<deferred>\nC-deferred\n</deferred>\n",
};

/** How often a text holds a mark. */
export function countOf(text: string, mark: string): number {
  return text.split(mark).length - 1;
}
