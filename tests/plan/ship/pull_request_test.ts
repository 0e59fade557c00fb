import assert from "node:assert/strict";
import { pullRequestText, type ShippedPhase } from "../../../lib/plan/ship/pull_request.ts";
import { planText } from "../../support/plans.ts";
import { phaseOf, projectOf } from "../../support/project.ts";

const CHECKPOINT = `<task type="checkpoint:human-verify" gate="blocking">
  <what-built>A page</what-built>
  <how-to-verify>Open http://localhost:8080</how-to-verify>
  <resume-signal>Type "approved"</resume-signal>
</task>`;

function shipped(values: Partial<ShippedPhase> = {}, summary?: string): ShippedPhase {
  const text = planText({
    plan: "01",
    autonomous: false,
    tasks: [{ name: "Add a", script: "true", check: "deno test" }, CHECKPOINT],
  });
  const [document] = phaseOf(projectOf({ "phases/01-base/01-01-PLAN.md": text }), "1").plans;
  const commits = [{ commit: "0123456789abcdef", subject: "feat(01-01): add a" }];
  return {
    phase: { number: "01", name: "Base", directory: ".planning/phases/01-base" },
    verdict: { word: "executed" },
    verification: undefined,
    plans: [{ document: document!, complete: true, commits, summary }],
    ...values,
  };
}

Deno.test("without a verification the text lists the truths and checks of the plans", () => {
  assert.equal(
    pullRequestText([shipped()], []),
    `## What was built

**01-01** Build part 01.

- feat(01-01): add a (0123456)

## Must-haves

Phase 01 (Base): executed

- [ ] It works

## Deviations

None recorded.

## Checks

- \`deno test\`

## How to try it

**01-01**

Open http://localhost:8080
`,
  );
});

Deno.test("deviations come from summaries, also from those of other tools", () => {
  const summary =
    "# Summary\n\n## Deviations from Plan\n\nUsed b, not a.\n\n## Files\n\n- a\n\n## Answers\n\n- yes\n";
  const text = pullRequestText([shipped({}, summary)], []);
  assert.match(
    text,
    /## Deviations\n\n\*\*01-01\*\* Deviations from Plan\n\nUsed b, not a\.\n\n\*\*01-01\*\* Answers\n\n- yes\n/,
  );
});

Deno.test("gaps and what needs a person come before the other must-haves", () => {
  const verification = "## Truths\n\n| t |\n\n## Gaps\n\n1. x\n\n## Checks\n\n| c |\n";
  const text = pullRequestText([shipped({ verdict: { word: "gaps", count: 1 }, verification })], []);
  assert.match(text, /Phase 01 \(Base\): gaps \(1\)\n\n### Gaps\n\n1\. x\n\n### Truths\n\n\| t \|\n/);
  assert.match(text, /## Checks\n\n\| c \|\n/);
});

Deno.test("an archived milestone has the subjects of its commits", () => {
  assert.equal(pullRequestText([], ["feat: a", "fix: b"]), "## What was built\n\n- feat: a\n- fix: b\n");
});

Deno.test("a long text is cut at a line, as servers limit it", () => {
  const text = pullRequestText([], Array.from({ length: 9_000 }, (_, number) => `feat: ${number}`));
  assert.ok(text.length <= 60_010);
  assert.match(text, /\n- feat: \d+\n\n…\n$/);
});
