import assert from "node:assert/strict";
import { loadModuleParser } from "../../../lib/deps/babel.ts";
import { loadPatternSearch } from "../../../lib/deps/re2.ts";
import type { FileFact } from "../../../lib/plan/verification/file_facts.ts";
import { gapCommand } from "../../../lib/plan/verification/gaps.ts";
import { type JudgeInput, judgePhase } from "../../../lib/plan/verification/verify.ts";
import type { RepeatedCheck, Verification } from "../../../schemas/verification.ts";
import { fc } from "../../deps/fast_check.ts";
import { planText } from "../../support/plans.ts";
import { phaseOf, projectOf } from "../../support/project.ts";

const parse = await loadModuleParser();
const search = await loadPatternSearch();

interface Case extends Partial<Omit<JudgeInput, "phase" | "facts">> {
  /** Must-haves of plan 01-01, in YAML, below its truths. */
  readonly must?: string;
  readonly truths?: string;
  readonly files?: Readonly<Record<string, string | FileFact>>;
  readonly requirementsText?: string;
}

/** Judges a project of one plan in phase 1. */
function judge(
  { must = "", truths = "[It works]", files = {}, requirementsText, ...rest }: Case,
): Verification {
  const text = planText({ plan: "01", files: Object.keys(files), tasks: [] })
    .replace('  truths: ["It works"]', () => `  truths: ${truths}\n${must}`)
    .replace("must_haves:", "requirements: [AUTH-01, AUTH-09]\nmust_haves:");
  const project = projectOf({
    "phases/01-base/01-01-PLAN.md": text,
    ...(requirementsText === undefined ? {} : { "REQUIREMENTS.md": requirementsText }),
  });
  assert.ok(project.plans.all[0]?.file, "the plan of the test cannot be read");
  return judgePhase({
    phase: phaseOf(project, "1"),
    complete: new Set(["01-01"]),
    requirements: project.requirements,
    facts: (path) => {
      const fact = Object.hasOwn(files, path) ? files[path] : undefined;
      return typeof fact === "string" ? { kind: "text", text: fact } : fact;
    },
    search,
    parse,
    ...rest,
  });
}

/** The checks of the only artifact, each as `exists verified`. */
function artifactChecks(artifact: string, files: Case["files"] = {}): string {
  const [result] = judge({ must: `  artifacts: [${artifact}]`, files }).artifacts;
  return result!.checks.map(({ check, outcome }) => `${check} ${outcome}`).join(", ");
}

/** The checks and the outcome of the only link. */
function linkChecks(link: string, files: Case["files"] = {}): string {
  const [result] = judge({ must: `  key_links: [${link}]`, files }).links;
  return [...result!.checks.map(({ check, outcome }) => `${check} ${outcome}`), result!.outcome].join(", ");
}

const A = "export const a = 1;\nexport * from './b.js';\n";
const B = "export const b = 1;\nexport * from './index.ts';\n";

const ARTIFACTS: readonly [what: string, artifact: string, files: Case["files"], checks: string][] = [
  ["a file", "{ path: a.ts, provides: x }", { "a.ts": A }, "exists verified"],
  [
    "a file with ./ and a remark",
    "{ path: ./src/a.ts (new), provides: x }",
    { "src/a.ts": A },
    "exists verified",
  ],
  [
    "a path that is a plain string",
    "'src/[id]/(shop)/page.tsx'",
    { "src/[id]/(shop)/page.tsx": A },
    "exists verified",
  ],
  ["a name without its folder", "{ path: main.go, provides: x }", { "cmd/main.go": "" }, "exists verified"],
  [
    "a name that two files have",
    "{ path: main.go, provides: x }",
    { "a/main.go": "", "b/main.go": "" },
    "exists failed",
  ],
  ["a missing file", "{ path: a.ts, provides: x, min_lines: 3, exports: [a] }", {}, "exists failed"],
  [
    "a folder",
    "{ path: wasm/, provides: x }",
    { wasm: { kind: "directory", empty: false } },
    "exists verified",
  ],
  [
    "an empty folder",
    "{ path: wasm/, provides: x }",
    { wasm: { kind: "directory", empty: true } },
    "exists failed",
  ],
  ["lines of a folder", "{ path: src/a, provides: x, min_lines: 1 }", {
    "src/a": { kind: "directory", empty: false },
  }, "exists verified, min_lines unverified"],
  [
    "a file outside of the project",
    "{ path: ../a.ts, provides: x }",
    { "../a.ts": { kind: "outside" } },
    "exists failed",
  ],
  ["a name in another case", "{ path: src/App.ts, provides: x }", {
    "src/App.ts": { kind: "missing", near: "src/app.ts" },
  }, "exists failed"],
  ["a pattern of paths", '{ path: "src/**/*.ts", provides: x }', {}, "exists unverified"],
  ["an address", '{ path: "https://example.com/a.ts", provides: x }', {}, "exists unverified"],
  ["words", "{ path: The user model, provides: x }", {}, "exists unverified"],
  ["a file that is no text", "{ path: a.png, provides: x, contains: y }", {
    "a.png": { kind: "unread", reason: "it is not a text file" },
  }, "exists verified, contains unverified"],
  [
    "enough lines",
    "{ path: a.ts, provides: x, min_lines: 2 }",
    { "a.ts": "1\n2\n" },
    "exists verified, min_lines verified",
  ],
  [
    "too few lines",
    "{ path: a.ts, provides: x, min_lines: 3 }",
    { "a.ts": "1\n2\n" },
    "exists verified, min_lines failed",
  ],
  [
    "an empty file",
    "{ path: a.ts, provides: x, min_lines: 1 }",
    { "a.ts": "" },
    "exists verified, min_lines failed",
  ],
  [
    "text it contains",
    '{ path: a.ts, provides: x, contains: "const a" }',
    { "a.ts": A },
    "exists verified, contains verified",
  ],
  [
    "text it does not contain",
    "{ path: a.ts, provides: x, contains: nothing }",
    { "a.ts": A },
    "exists verified, contains failed",
  ],
  [
    "one of several texts it does not contain",
    '{ path: a.ts, provides: x, contains: ["const a", nothing] }',
    { "a.ts": A },
    "exists verified, contains verified, contains failed",
  ],
  [
    "text written as a pattern",
    '{ path: a.ts, provides: x, contains: "export.*from" }',
    { "a.ts": A },
    "exists verified, contains verified",
  ],
  [
    "brackets that are no pattern",
    '{ path: a.ts, provides: x, contains: "f(x)" }',
    { "a.ts": "fx" },
    "exists verified, contains failed",
  ],
  [
    "text it must not contain",
    "{ path: a.ts, provides: x, not_contains: const }",
    { "a.ts": A },
    "exists verified, not_contains failed",
  ],
  ["one of several it must not contain", '{ path: a.ts, provides: x, contains_not: "never|const" }', {
    "a.ts": A,
  }, "exists verified, not_contains failed"],
  [
    "several texts it must not contain",
    "{ path: a.ts, provides: x, not_contains: [never, const] }",
    { "a.ts": A },
    "exists verified, not_contains verified, not_contains failed",
  ],
  [
    "tests",
    "{ path: a.test.ts, provides: x, min_tests: 2 }",
    { "a.test.ts": "test('a');\n// test('b');\n" },
    "exists verified, min_tests failed",
  ],
  ["exports, followed through the project", "{ path: a.ts, provides: x, exports: [a, b] }", {
    "a.ts": A,
    "b.ts": B,
  }, "exists verified, exports verified, exports verified"],
  [
    "an export of a file that is not there",
    "{ path: a.ts, provides: x, exports: [b] }",
    { "a.ts": A },
    "exists verified, exports unverified",
  ],
  ["an export that is missing", "{ path: a.ts, provides: x, exports: [c] }", {
    "a.ts": A,
    "b.ts": "export const b = 1;",
  }, "exists verified, exports failed"],
  [
    "an export in a comment",
    "{ path: a.ts, provides: x, exports: [c] }",
    { "a.ts": "// export const c = 1" },
    "exists verified, exports failed",
  ],
  [
    "an export of a package",
    "{ path: a.ts, provides: x, exports: [c] }",
    { "a.ts": "export * from 'c';" },
    "exists verified, exports unverified",
  ],
  ["exports in another language", "{ path: A.cs, provides: x, exports: [A] }", {
    "A.cs": "public class A {}",
  }, "exists verified, exports unverified"],
];

for (const [what, artifact, files, checks] of ARTIFACTS) {
  Deno.test(`judgePhase() judges an artifact: ${what}`, () =>
    assert.equal(artifactChecks(artifact, files), checks));
}

const LINKS: readonly [what: string, link: string, files: Case["files"], checks: string][] = [
  ["both files and the pattern", "{ from: a.ts, to: b.ts, via: x, pattern: 'from .*b' }", {
    "a.ts": A,
    "b.ts": B,
  }, "from verified, to verified, pattern verified, verified"],
  [
    "no match",
    "{ from: a.ts, to: b.ts, via: x, pattern: 'require' }",
    { "a.ts": A, "b.ts": B },
    "from verified, to verified, pattern failed, failed",
  ],
  ["a match at the beginning of a line", "{ from: a.ts, to: b.ts, via: x, pattern: '^export \\*' }", {
    "a.ts": A,
    "b.ts": B,
  }, "from verified, to verified, pattern verified, verified"],
  [
    "a file that is not there",
    "{ from: a.ts, to: src/c.ts, via: x, pattern: a }",
    { "a.ts": A },
    "from verified, to failed, pattern verified, failed",
  ],
  [
    "no file to look in",
    "{ from: a.ts, to: b.ts, via: x, pattern: a }",
    { "b.ts": B },
    "from failed, to verified, pattern unverified, failed",
  ],
  [
    "an endpoint",
    "{ from: a.ts, to: '/v1/users/{id}', via: x, pattern: a }",
    { "a.ts": A },
    "from verified, to unverified, pattern verified, verified",
  ],
  [
    "a package",
    "{ from: a.ts, to: '@scope/kit', via: x, pattern: a }",
    { "a.ts": A },
    "from verified, to unverified, pattern verified, verified",
  ],
  ["a module without its ending", "{ from: a.ts, to: src/b, via: x, pattern: a }", {
    "a.ts": A,
    "src/b.ts": B,
  }, "from verified, to verified, pattern verified, verified"],
  ["a method for the file of its class", "{ from: LoginForm.Open, to: Store.Get, via: x, pattern: a }", {
    "ui/LoginForm.cs": "a",
  }, "from verified, to unverified, pattern verified, verified"],
  [
    "what names no file at all",
    "{ from: The start, to: b.ts, via: x, pattern: a }",
    { "b.ts": B },
    "from unverified, to verified, pattern unverified, unverified",
  ],
  [
    "no pattern",
    "{ from: a.ts, to: b.ts, via: x }",
    { "a.ts": A, "b.ts": B },
    "from verified, to verified, pattern unverified, unverified",
  ],
  ["a pattern that looks around", "{ from: a.ts, to: b.ts, via: x, pattern: 'a(?=b)' }", {
    "a.ts": A,
    "b.ts": B,
  }, "from verified, to verified, pattern unverified, unverified"],
  ["a pattern that refers back", "{ from: a.ts, to: b.ts, via: x, pattern: '(a)\\1' }", {
    "a.ts": A,
    "b.ts": B,
  }, "from verified, to verified, pattern unverified, unverified"],
  [
    "a pattern that is none",
    "{ from: a.ts, to: b.ts, via: x, pattern: '(a' }",
    { "a.ts": A, "b.ts": B },
    "from verified, to verified, pattern unverified, unverified",
  ],
  ["a hostile pattern", "{ from: a.ts, to: b.ts, via: x, pattern: '(a+)+$' }", {
    "a.ts": `${"a".repeat(50_000)}!`,
    "b.ts": B,
  }, "from verified, to verified, pattern failed, failed"],
];

for (const [what, link, files, checks] of LINKS) {
  Deno.test(`judgePhase() judges a link: ${what}`, () => assert.equal(linkChecks(link, files), checks));
}

const GOOD = { must: "  artifacts: [{ path: a.ts, provides: x }]", files: { "a.ts": A } };
const HOLDS = [
  { plan: "01-01", truth: "It works", outcome: "verified", by: "agent", note: "a.ts:1 has it" },
] as const;
const CHECK: RepeatedCheck = { plan: "01-01", task: 1, command: "true", outcome: "verified", found: "" };
const BROKEN: RepeatedCheck = { ...CHECK, outcome: "unverified", found: "Broken by task 01-02/1 (e332daf)" };
const CONFIRMED = { kind: "confirmed" } as const;

const STATUSES: readonly [what: string, given: Case, status: Verification["status"], score: string][] = [
  ["a truth nobody looked at needs a person", GOOD, "human_needed", "1/2"],
  [
    "an agent's verdict completes the checks if its evidence exists",
    { ...GOOD, verdicts: HOLDS },
    "passed",
    "2/2",
  ],
  ["a person's word completes the checks", { ...GOOD, person: CONFIRMED }, "passed", "2/2"],
  [
    "an agent's verdict whose evidence does not exist needs a person",
    { ...GOOD, verdicts: [{ ...HOLDS[0], note: "a.ts:400" }] },
    "human_needed",
    "1/2",
  ],
  [
    "an agent's verdict without evidence needs a person",
    { ...GOOD, verdicts: [{ ...HOLDS[0], note: "I am sure" }] },
    "human_needed",
    "1/2",
  ],
  [
    "evidence may be a check that passed",
    { ...GOOD, verdicts: [{ ...HOLDS[0], note: "true passed" }], checks: [CHECK] },
    "passed",
    "2/2",
  ],
  [
    "evidence may not be a check that failed",
    { ...GOOD, verdicts: [{ ...HOLDS[0], note: "true passed" }], checks: [BROKEN] },
    "human_needed",
    "1/2",
  ],
  [
    "nothing checked is never passed by an agent",
    { files: GOOD.files, verdicts: HOLDS },
    "human_needed",
    "1/1",
  ],
  [
    "a task's check that passes again counts as a check",
    { files: GOOD.files, verdicts: HOLDS, checks: [CHECK] },
    "passed",
    "1/1",
  ],
  [
    "a task's check that no longer passes needs a person",
    { ...GOOD, verdicts: HOLDS, checks: [CHECK, BROKEN] },
    "human_needed",
    "2/2",
  ],
  [
    "a person can confirm that a check no longer has to pass",
    { ...GOOD, verdicts: HOLDS, checks: [BROKEN], person: CONFIRMED },
    "passed",
    "2/2",
  ],
  ["a person can confirm what nothing checks", { person: CONFIRMED }, "passed", "1/1"],
  [
    "a failed check is a gap, whatever anybody says",
    {
      ...GOOD,
      files: { "a.ts": { kind: "missing" } },
      verdicts: HOLDS,
      person: CONFIRMED,
    },
    "gaps_found",
    "1/2",
  ],
  [
    "a truth that does not hold is a gap",
    { ...GOOD, verdicts: [{ ...HOLDS[0], outcome: "failed" }] },
    "gaps_found",
    "1/2",
  ],
  [
    "the last word on a truth counts",
    { ...GOOD, verdicts: [{ ...HOLDS[0], outcome: "failed" }, ...HOLDS] },
    "passed",
    "2/2",
  ],
  [
    "what a person reports is a gap",
    { ...GOOD, person: { kind: "rejected", note: "It blinks" } },
    "gaps_found",
    "1/2",
  ],
  [
    "a plan that is not complete is a gap",
    { ...GOOD, verdicts: HOLDS, complete: new Set() },
    "gaps_found",
    "2/2",
  ],
  [
    "a check that cannot be made needs a person",
    {
      must: "  artifacts: [{ path: a.ts, provides: x }, { path: 'src/*.ts', provides: y }]",
      files: { "a.ts": A },
      verdicts: HOLDS,
    },
    "human_needed",
    "2/3",
  ],
];

for (const [what, given, status, score] of STATUSES) {
  Deno.test(`judgePhase(): ${what}`, () => {
    const verification = judge(given);
    assert.equal(verification.status, status);
    assert.equal(`${verification.score.verified}/${verification.score.total}`, score);
  });
}

Deno.test("judgePhase() describes each gap with its plan and what to do", () => {
  const { gaps, open } = judge({
    must:
      "  artifacts: [{ path: src/a.ts, provides: x }]\n  key_links: [{ from: b.ts, to: c.ts, via: x, pattern: z }]",
    files: { "b.ts": B, "c.ts": "" },
  });
  assert.deepEqual(gaps.map(({ plan, what, todo }) => [plan, what, todo]), [
    ["01-01", "src/a.ts does not exist", "Create src/a.ts, or correct the path in the plan"],
    ["01-01", "b.ts → c.ts: /z/ does not match in b.ts", "Connect them in b.ts, or correct the pattern"],
  ]);
  assert.deepEqual(open.map(({ what }) => what), ["It works"]);
});

Deno.test("judgePhase() names what broke a check, and what only an agent has judged", () => {
  const { open } = judge({ files: GOOD.files, verdicts: HOLDS, checks: [BROKEN] });
  assert.deepEqual(open.map(({ what, todo }) => [what, todo]), [
    [
      "Task 01-01/1 passed its check, which fails now: true. Broken by task 01-02/1 (e332daf)",
      "Fix it, or confirm that it no longer has to pass",
    ],
    ["It works", "Confirm it: only an agent has judged it"],
  ]);
});

Deno.test("judgePhase() judges each success criterion that no truth repeats, like a truth", () => {
  const criteria = ["It works.", "It is fast"];
  const undecided = judge({ ...GOOD, verdicts: HOLDS, criteria });
  assert.equal(undecided.status, "human_needed");
  assert.deepEqual(undecided.open, [{ what: "It is fast", todo: "Check whether it holds" }]);
  const slow = { plan: "ROADMAP", truth: "It is fast", outcome: "failed", by: "agent" } as const;
  const { status, gaps } = judge({ ...GOOD, verdicts: [...HOLDS, slow], criteria });
  assert.equal(status, "gaps_found");
  assert.deepEqual(gaps, [{ what: "Does not hold: It is fast", todo: "Fix it" }]);
});

Deno.test("judgePhase() says why evidence does not count", () => {
  const { truths } = judge({ ...GOOD, verdicts: [{ ...HOLDS[0], note: "a.ts:400" }] });
  assert.equal(truths[0]!.note, "a.ts:400; this evidence does not count: a.ts has 2 lines, not 400");
});

Deno.test("judgePhase() reports a plan that cannot be read, and a phase without plans", () => {
  const project = projectOf({
    "phases/01-base/01-01-PLAN.md": "---\nphase: 01-base\nplan: [\n---\n",
    "phases/02-more/notes.md": "",
  });
  const statusOf = (number: string) => {
    const phase = phaseOf(project, number);
    return judgePhase({ phase, complete: new Set(), requirements: undefined, facts: () => undefined });
  };
  assert.match(statusOf("1").gaps[0]!.what, /01-01 cannot be read/);
  // The plan may have a summary, so that its findings are history.
  const command = "wf validate --history .planning/phases/01-base/01-01-PLAN.md";
  assert.equal(statusOf("1").gaps[0]!.todo, `Fix it: ${command}`);
  assert.equal(gapCommand(statusOf("1").gaps), command);
  assert.equal(gapCommand(statusOf("2").gaps), undefined);
  assert.equal(statusOf("2").status, "gaps_found");
});

Deno.test("judgePhase() completes requirements only when the phase passes", () => {
  const requirementsText = "- [ ] **AUTH-01**: Log in\n";
  const states = (given: Case) =>
    judge({ ...given, requirementsText }).requirements.map(({ id, state }) => `${id} ${state}`);
  assert.deepEqual(states(GOOD), ["AUTH-01 pending", "AUTH-09 unknown"]);
  assert.deepEqual(states({ ...GOOD, person: CONFIRMED }), ["AUTH-01 complete", "AUTH-09 unknown"]);
});

const word = fc.constantFrom(
  "a.ts",
  "src/",
  "../x",
  "*",
  "",
  "x y",
  "@a/b",
  "/v1",
  "(a+)+$",
  "\\",
  "[",
  "a|b",
  "C:\\x",
  "\ud800",
);
const fact: fc.Arbitrary<FileFact> = fc.oneof(
  fc.string().map((text) => ({ kind: "text", text }) as const),
  fc.constantFrom<FileFact>(
    { kind: "missing" },
    { kind: "outside" },
    { kind: "directory", empty: true },
    { kind: "unread", reason: "large" },
  ),
);

Deno.test("judgePhase() never throws, and passes nothing unverified", () => {
  const artifacts = fc.array(
    fc.record({ path: word, provides: word, contains: word, exports: fc.array(word) }),
    { maxLength: 3 },
  );
  const links = fc.array(fc.record({ from: word, to: word, via: word, pattern: word }), { maxLength: 3 });
  const facts = fc.dictionary(fc.constantFrom("a.ts", "src", "../x", "x y"), fact);
  const verdict = fc.constantFrom([], HOLDS);
  fc.assert(
    fc.property(artifacts, links, facts, verdict, (artifacts, links, files, verdicts) => {
      const must = `  artifacts: ${JSON.stringify(artifacts)}\n  key_links: ${JSON.stringify(links)}`;
      const { status, score, ...results } = judge({ must, files, verdicts });
      const all = [...results.artifacts, ...results.links, ...results.truths];
      assert.equal(score.total, artifacts.length + links.length + 1);
      assert.equal(score.verified, all.filter(({ outcome }) => outcome === "verified").length);
      if (status !== "passed") return;
      assert.equal(score.verified, score.total);
      assert.ok([...results.artifacts, ...results.links].some(({ checks }) => checks.length > 0));
    }),
    { numRuns: 300 },
  );
});
