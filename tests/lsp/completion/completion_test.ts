import assert from "node:assert/strict";
import { completeFolder, completionsAt } from "../../../lib/lsp/completion/completion.ts";
import { MAX_PROPOSED } from "../../../lib/lsp/completion/item.ts";
import { planText, writes } from "../../support/plans.ts";
import { covered, documentAt } from "../cursor.ts";

const PATH = ".planning/phases/02-next/02-02-PLAN.md";
const CONFIG = ".planning/config.json";
const plan = (phase: string, number: string) => planText({ phase, plan: number, tasks: [writes("a.txt")] });
const OTHERS = {
  ".planning/phases/01-base/01-01-PLAN.md": plan("01-base", "01"),
  ".planning/phases/02-next/02-01-PLAN.md": plan("02-next", "01"),
  ".planning/phases/03-last/03-01-PLAN.md": plan("03-last", "01"),
  ".planning/REQUIREMENTS.md": `# Requirements

- [ ] **AUTH-01**: Log in
- [ ] **AUTH-02**: Log out
- [ ] **MAIL-01**: Write

| Requirement | Phase | Status |
|---|---|---|
| AUTH-01 | Phase 1 | Pending |
| MAIL-01 | Phase 2 | Pending |
`,
};
const frontmatter = (yaml: string) => `---\n${yaml}\n---\n\n<objective>\nIt.\n</objective>\n`;
const body = (text: string) => `---\nphase: 02-next\n---\n\n${text}`;

/** What is proposed, each with what the word becomes. */
function proposed(path: string, marked: string) {
  const cursor = documentAt(path, marked, OTHERS);
  const completions = completionsAt(cursor.document, cursor.offset);
  assert.equal(completions.kind, "items");
  return completions.kind === "items" ? completions.items : [];
}

function labels(path: string, marked: string): string {
  return proposed(path, marked).map(({ label }) => label).join(" ");
}

/** The text after the proposal with a label was taken. */
function taken(path: string, marked: string, label: string): string {
  const cursor = documentAt(path, marked, OTHERS);
  const item = proposed(path, marked).find((candidate) => candidate.label === label);
  assert.ok(item, `no ${label} among ${labels(path, marked)}`);
  const { text } = cursor.document;
  return text.slice(0, item.span.start) + item.text + text.slice(item.span.end);
}

const PROPOSED: readonly (readonly [where: string, path: string, marked: string, labels: string])[] = [
  [
    "the keys that are not there yet",
    PATH,
    frontmatter("phase: 02-next\nplan: 02\ntype: execute\n‸\nwave: 1"),
    "depends_on files_modified autonomous requirements must_haves gap_closure",
  ],
  ["the keys of must_haves", PATH, frontmatter("must_haves:\n  truths: []\n  ‸"), "artifacts key_links"],
  [
    "the keys of an artifact",
    PATH,
    frontmatter("must_haves:\n  artifacts:\n    - path: x\n      m‸"),
    "provides min_lines exports contains not_contains min_tests",
  ],
  ["the types of plans", PATH, frontmatter("type: ‸"), "execute tdd"],
  ["true and false", PATH, frontmatter("autonomous: ‸"), "true false"],
  ["the folder's name", PATH, frontmatter("phase: ‸"), "02-next"],
  ["the number in the file's name", PATH, frontmatter("plan: ‸"), "02"],
  ["the computed wave", PATH, frontmatter("depends_on: [02-01]\nwave: ‸"), "2"],
  [
    "plans of the phase, then earlier ones, and none of later phases",
    PATH,
    frontmatter("depends_on: [‸]"),
    "02-01 01-01",
  ],
  ["the plans that are not named yet", PATH, frontmatter("depends_on: [02-01, ‸]"), "01-01"],
  ["requirements of the phase first", PATH, frontmatter("requirements: [‸]"), "MAIL-01 AUTH-01 AUTH-02"],
  ["nothing in a list that is there", PATH, frontmatter("depends_on: [02-01]‸"), ""],
  ["nothing in a truth", PATH, frontmatter("must_haves:\n  truths:\n    - It ‸"), ""],
  [
    "the elements of the body that are not there yet",
    PATH,
    body("<objective>\n</objective>\n\n<‸"),
    "execution_context context interfaces feature tasks task threat_model verification success_criteria output",
  ],
  ["tasks in tasks", PATH, body("<tasks>\n<ta‸\n</tasks>"), "task feature"],
  [
    "commands in verify",
    PATH,
    body('<tasks>\n<task type="auto">\n<verify>\n<‸\n</verify>\n</task>\n</tasks>'),
    "automated",
  ],
  [
    "what is open, the innermost first",
    PATH,
    body("<tasks>\n<task>\n<action>\nDo it.\n</‸"),
    "/action /task /tasks",
  ],
  ["the attributes of a task", PATH, body('<tasks>\n<task type="auto" ‸>'), "gate"],
  [
    "the types of tasks",
    PATH,
    body('<tasks>\n<task type="‸">'),
    "auto checkpoint:decision checkpoint:human-verify checkpoint:human-action",
  ],
  [
    "whether a checkpoint blocks",
    PATH,
    body('<tasks>\n<task gate="bl‸">'),
    "blocking non-blocking blocking-human",
  ],
  ["nothing in text", PATH, body("<objective>\nBuild ‸\n</objective>"), ""],
  ["values of a key", CONFIG, '{ "mode": ‸ }', '"interactive" "yolo"'],
  ["values in the place of the one that is there", CONFIG, '{ "mode": "yo‸ko" }', '"interactive" "yolo"'],
  [
    "values of a key in an object",
    CONFIG,
    '{ "git": { "branching_strategy": "‸" } }',
    '"none" "phase" "milestone"',
  ],
  ["true and false for a switch", CONFIG, '{ "planning": { "commit_docs": ‸ } }', "true false"],
  ["nothing for a key that is not known", CONFIG, '{ "other": ‸ }', ""],
  ["nothing in other documents", ".planning/ROADMAP.md", "# Roadmap\n‸", ""],
];

for (const [where, path, marked, expected] of PROPOSED) {
  Deno.test(`completion proposes ${where}`, () => assert.equal(labels(path, marked), expected));
}

Deno.test("children that the specification gives a type of task come first", () => {
  const checkpoint = body('<tasks>\n<task type="checkpoint:decision">\n<‸\n</task>\n</tasks>');
  assert.match(labels(PATH, checkpoint), /^name files resume-signal decision context options /);
  const auto = labels(PATH, body('<tasks>\n<task type="auto">\n<‸\n</task>\n</tasks>'));
  assert.match(auto, /^name files action verify done /);
  assert.doesNotMatch(auto, /\b(?:tdd|further|attributes)\b/);
});

Deno.test("completion proposes the keys of the configuration that are not there yet, with their defaults", () => {
  const all = labels(CONFIG, '{ "mode": "yolo", "git": {}, ‸ }').split(" ");
  assert.ok(all.includes("planning") && !all.includes("mode") && !all.includes("git"));
  assert.equal(
    taken(CONFIG, '{ "mode": "yolo", ‸ }', "granularity"),
    '{ "mode": "yolo", "granularity": "standard" }',
  );
  assert.equal(taken(CONFIG, '{ "gr‸": "fine" }', "granularity"), '{ "granularity": "fine" }');
  assert.equal(taken(CONFIG, "{ ‸ }", "$schema"), '{ "\\$schema": "$0" }');
  assert.match(labels(CONFIG, '{ "parallelization": { ‸ } }'), /^enabled plan_level /);
  assert.equal(taken(CONFIG, '{ ‸"mode": "yolo" }', "git"), '{ "git": {$0},"mode": "yolo" }');
});

const TAKEN: readonly (readonly [marked: string, label: string, after: string])[] = [
  [frontmatter("wa‸"), "wave", frontmatter("wave: ")],
  [frontmatter("wa‸: 1"), "wave", frontmatter("wave: 1")],
  [frontmatter("must‸"), "must_haves", frontmatter("must_haves:")],
  [frontmatter('depends_on: ["0‸"]'), "02-01", frontmatter('depends_on: ["02-01"]')],
  [frontmatter("depends_on: ‸"), "02-01", frontmatter("depends_on: [02-01]")],
  [frontmatter("depends_on:\n  ‸"), "02-01", frontmatter("depends_on:\n  - 02-01")],
  [frontmatter("depends_on:\n  - 0‸"), "02-01", frontmatter("depends_on:\n  - 02-01")],
  [frontmatter('type: "‸"'), "tdd", frontmatter('type: "tdd"')],
  [body("<ob‸>"), "objective", body("<objective>\n$0\n</objective>")],
  [body("<objective>\n</‸>"), "/objective", body("<objective>\n</objective>")],
  [body("<tasks>\n<task t‸"), "type", body('<tasks>\n<task type="${1:auto}"')],
];

for (const [marked, label, after] of TAKEN) {
  Deno.test(`${label} taken in ${JSON.stringify(marked.slice(0, 40))} replaces the word alone`, () => {
    assert.equal(taken(PATH, marked, label), after);
  });
}

const FOLDERS: readonly (readonly [marked: string, folder: string, word: string])[] = [
  [body("<context>\n@‸\n</context>"), "", ""],
  [body("<context>\n@.planning/ph‸ases/x.md\n</context>"), ".planning", "phases"],
  [body("<context>\n- `@./src/lib/fo‸`\n</context>"), "src/lib", "fo"],
  [body("<execution_context>\n@src/‸\n</execution_context>"), "src", ""],
  [body('<tasks>\n<task type="auto">\n<files>src/a.ts, src/b‸</files>\n</task>\n</tasks>'), "src", "b"],
  [frontmatter("files_modified: [src/a.ts, src/‸]"), "src", ""],
  [frontmatter("must_haves:\n  artifacts:\n    - path: src/f‸"), "src", "f"],
];

for (const [marked, folder, word] of FOLDERS) {
  Deno.test(`the path in ${JSON.stringify(marked.slice(26, 70))} goes on in "${folder}"`, () => {
    const cursor = documentAt(PATH, marked);
    const completions = completionsAt(cursor.document, cursor.offset);
    assert.equal(completions.kind, "folder");
    if (completions.kind !== "folder") return;
    assert.equal(completions.folder, folder);
    assert.equal(covered(cursor, completions.span), word);
  });
}

Deno.test("a path that leaves the project is not completed", () => {
  const { document, offset } = documentAt(PATH, body("<context>\n@../‸\n</context>"));
  assert.deepEqual(completionsAt(document, offset), { kind: "items", items: [] });
});

Deno.test("folders are proposed with a slash, and git's own not at all", () => {
  const span = { start: 0, end: 0 };
  const entries = [{ name: ".git", isFolder: true }, { name: "a.ts", isFolder: false }, {
    name: "src",
    isFolder: true,
  }];
  assert.deepEqual(completeFolder(entries, span).map(({ label }) => label), ["a.ts", "src/"]);
});

Deno.test("of very many plans, the nearest are proposed, and the others once a part of their ID is typed", () => {
  const many = Array.from({ length: MAX_PROPOSED + 50 }, (_, index) => {
    const [number, phase] = [
      String(index % 10 + 1).padStart(2, "0"),
      String(Math.floor(index / 10) + 1).padStart(2, "0"),
    ];
    return [`.planning/phases/${phase}-a/${phase}-${number}-PLAN.md`, ""];
  });
  const path = ".planning/phases/99-a/99-01-PLAN.md";
  const idsAt = (yaml: string) => {
    const { document, offset } = documentAt(path, frontmatter(yaml), Object.fromEntries(many));
    const completions = completionsAt(document, offset);
    return completions.kind === "items" ? completions.items.map(({ label }) => label) : [];
  };
  const nearest = idsAt("depends_on: [‸]");
  assert.deepEqual([nearest.length, nearest[0], nearest.at(-1)], [MAX_PROPOSED, "25-01", "06-10"]);
  assert.deepEqual(idsAt("depends_on: ['01-0‸']").length, 9);
});
