import assert from "node:assert/strict";
import {
  journalAmong,
  parseBases,
  parseBranchPair,
  parseCommitFiles,
  parseCommits,
  parseJournal,
  parseLineCounts,
  parseMergeTree,
  parseNameStatus,
  parseStatus,
  parseVersion,
  parseWorkingTree,
  parseWorktrees,
} from "../../../lib/apply/git/output.ts";

const HASH = "0123456789abcdef0123456789abcdef01234567";

Deno.test("parseWorkingTree() returns the checked-out branch and the differences", () => {
  const output = [`# branch.oid ${HASH}`, "# branch.head wf/ä", "# branch.upstream origin/x", "? # a.md", ""];
  const { branch, commit, status } = parseWorkingTree(output.join("\0"));
  assert.deepEqual([branch, commit, status.map(({ path }) => path)], ["wf/ä", HASH, ["# a.md"]]);
});

Deno.test("parseWorkingTree() of a branch without a commit, and of a HEAD that is detached", () => {
  const { branch, commit } = parseWorkingTree("# branch.oid (initial)\0# branch.head main\0");
  assert.deepEqual([branch, commit], ["main", undefined]);
  assert.equal(parseWorkingTree(`# branch.oid ${HASH}\0# branch.head (detached)\0`).branch, undefined);
});

Deno.test("parseBranchPair() returns two branches and their merge base, if there is one", () => {
  assert.deepEqual(parseBranchPair("b1\na1\n^c1\n--\n"), { one: "a1", other: "b1", base: "c1" });
  assert.deepEqual(parseBranchPair("b1\na1\n--\n"), { one: "a1", other: "b1", base: undefined });
});

Deno.test("parseStatus() distinguishes untracked, staged, changed and conflicting paths, and both paths of a rename", () => {
  const output = [
    `1 M. N... 100644 100644 100644 ${HASH} ${HASH} staged only.txt`,
    `1 .M N... 100644 100644 100644 ${HASH} ${HASH} src/ä b.ts`,
    `1 MM N... 100644 100644 100644 ${HASH} ${HASH} both.ts`,
    `2 R. N... 100644 100644 100644 ${HASH} ${HASH} R100 new name.ts`,
    "old name.ts",
    `u UU N... 100644 100644 100644 100644 ${HASH} ${HASH} ${HASH} clash.ts`,
    "? new file.md",
    "",
  ].join("\0");
  assert.deepEqual(parseStatus(output).map(({ path, kind }) => ({ path, kind })), [
    { path: "staged only.txt", kind: "staged" },
    { path: "src/ä b.ts", kind: "changed" },
    { path: "both.ts", kind: "changed" },
    { path: "new name.ts", kind: "staged" },
    { path: "old name.ts", kind: "staged" },
    { path: "clash.ts", kind: "conflicted" },
    { path: "new file.md", kind: "untracked" },
  ]);
});

Deno.test("parseStatus() reports changed files that are also staged, and removed files", () => {
  const entry = (marks: string) => `1 ${marks} N... 100644 100644 100644 ${HASH} ${HASH} ${marks}`;
  const entries = parseStatus([entry("MM"), entry(".D"), entry("D."), entry(".M")].join("\0"));
  assert.deepEqual(entries.map(({ staged, gone }) => [staged, gone]), [
    [true, false],
    [false, true],
    [true, false],
    [false, false],
  ]);
});

Deno.test("parseStatus() of a clean tree is empty", () => {
  assert.deepEqual(parseStatus(""), []);
});

Deno.test("parseJournal() reads commits of tasks, plans, milestones and reverts, and passes others by", () => {
  const record = (...fields: string[]) => [...fields, ""].join("\0");
  const output = [
    record("c6", 'Revert "feat(01-01): add: x"', `This reverts commit ${HASH}.\n`),
    record("c5", "chore(01-01): do task 2 again", "Wf-Again: 01-01/2\n"),
    record("c4", "docs: complete milestone v1.0", "Wf-Milestone: v1.0\nWf-Phases: 01, 02.1\n"),
    record("c3", "docs(01-01): complete plan", "Wf-Plan: 01-01\n"),
    record("c2", "feat(01-01): add: x", "Wf-Plan: 01-01\nWf-Task: 2\n"),
    record("c1", "says Wf-Plan: in its text", "and Wf-Plan: 01-01 in its body\n"),
    record("c0", "odd", "As said: This reverts commit nothing.\n"),
  ].join("\0");
  assert.deepEqual(parseJournal(output), [
    { commit: "c6", reverts: [HASH] },
    { commit: "c5", again: { plan: "01-01", task: 2 } },
    { commit: "c4", milestone: "v1.0", phases: ["01", "02.1"] },
    { commit: "c3", subject: "docs(01-01): complete plan", plan: "01-01", task: undefined },
    { commit: "c2", subject: "feat(01-01): add: x", plan: "01-01", task: 2 },
  ]);
});

Deno.test("parseJournal() reads what was answered at a checkpoint, in order", () => {
  const trailers = "Wf-Plan: 01-01\nWf-Task: 2\nWf-Answer: make it blue, please\nWf-Answer: approved\n";
  const record = (body: string) => ["c1", "chore", body, ""].join("\0");
  const expected = { commit: "c1", subject: "chore", plan: "01-01", task: 2 };
  const answers = ["make it blue, please", "approved"];
  assert.deepEqual(parseJournal(record(trailers)), [{ ...expected, answers }]);
  assert.deepEqual(parseJournal(record(`Long name\n\n${trailers}\nSee JIRA-1\n`)), [{
    ...expected,
    answers,
  }]);
  assert.deepEqual(parseJournal(record("Wf-Plan: 01-01\nWf-Task: 2\n")), [expected]);
});

Deno.test("parseNameStatus() distinguishes new paths from existing ones", () => {
  assert.deepEqual(parseNameStatus("A\0new.ts\0M\0old.ts\0D\0gone.ts\0"), {
    created: ["new.ts"],
    modified: ["old.ts", "gone.ts"],
  });
});

Deno.test("parseCommitFiles() returns the paths of each commit, also those that look like a status", () => {
  const other = HASH.replaceAll("0", "f");
  assert.deepEqual([...parseCommitFiles(`${HASH}\0A\0M\0M\0b.ts\0${other}\0D\0c.ts\0`)], [
    [HASH, { created: ["M"], modified: ["b.ts"] }],
    [other, { created: [], modified: ["c.ts"] }],
  ]);
  assert.deepEqual([...parseCommitFiles("")], []);
});

Deno.test("parseBases() reads branches with dots and slashes in their names", () => {
  const bases = parseBases("branch.wf/v1.0-mvp.wfbase\nmain\0branch.wf/phase-02.1-x.wfbase\nrelease/1.x\0");
  assert.deepEqual([...bases], [["wf/v1.0-mvp", "main"], ["wf/phase-02.1-x", "release/1.x"]]);
});

Deno.test("parseMergeTree() gives the tree of a clean merge, and what each side did to each path", () => {
  assert.deepEqual(parseMergeTree(`${HASH}\0`, 0), { kind: "clean", tree: HASH });
  const entry = (stage: number, path: string) => `100644 ${HASH} ${stage}\t${path}`;
  const entries = [
    ...[1, 2, 3].map((stage) => entry(stage, "a b.txt")),
    entry(1, "gone.txt"),
    entry(2, "gone.txt"),
    entry(1, "left.txt"),
    entry(3, "left.txt"),
    entry(2, "new.txt"),
    entry(3, "new.txt"),
  ];
  assert.deepEqual(parseMergeTree(`${HASH}\0${entries.join("\0")}\0`, 1), {
    kind: "conflict",
    tree: HASH,
    conflicts: [
      { path: "a b.txt", base: "changed", branch: "changed" },
      { path: "gone.txt", base: "changed", branch: "removed" },
      { path: "left.txt", base: "removed", branch: "changed" },
      { path: "new.txt", base: "added", branch: "added" },
    ],
  });
});

Deno.test("parseWorktrees() reads folders with their branches, none where HEAD is detached, and why they are locked", () => {
  const output = `worktree /a b\0HEAD ${HASH}\0branch refs/heads/wf/work/01-01\0\0` +
    `worktree /c\0HEAD ${HASH}\0detached\0locked\0\0` +
    `worktree /d\0HEAD ${HASH}\0branch refs/heads/d\0locked on a disk\0prunable gone\0\0`;
  assert.deepEqual(parseWorktrees(output), [
    { directory: "/a b", branch: "wf/work/01-01", locked: undefined },
    { directory: "/c", branch: undefined, locked: "" },
    { directory: "/d", branch: "d", locked: "on a disk" },
  ]);
});

Deno.test("parseVersion() reads the versions of the systems' own builds", () => {
  assert.deepEqual(parseVersion("git version 2.39.5\n"), [2, 39]);
  assert.deepEqual(parseVersion("git version 2.45.2.windows.1\n"), [2, 45]);
  assert.deepEqual(parseVersion("git version 2.39.3 (Apple Git-146)\n"), [2, 39]);
  assert.equal(parseVersion("hg 6\n"), undefined);
});

Deno.test("parseCommits() reads commits with their files, also with names that look like a status, and without", () => {
  const first = `${HASH}\0p q t\0add a\0one\ntwo\n\0\0\nM\0a b.txt\0A\0A\0D\0gone.txt\0`;
  const without = `${HASH}\0 t\0empty\0\0\0`;
  const empty = {
    commit: HASH,
    parents: [],
    tree: "t",
    subject: "empty",
    body: "",
    created: [],
    modified: [],
    removed: [],
  };
  assert.deepEqual(parseCommits(first + without + without), [
    {
      commit: HASH,
      parents: ["p", "q"],
      tree: "t",
      subject: "add a",
      body: "one\ntwo\n",
      created: ["A"],
      modified: ["a b.txt", "gone.txt"],
      removed: ["gone.txt"],
    },
    empty,
    empty,
  ]);
  assert.deepEqual(parseCommits(""), []);
});

Deno.test("journalAmong() returns what git finds with the patterns for the journal", () => {
  const texts = [
    "Wf-Plan: 01-01",
    "Wf-Plan:01-01",
    "* feat(01-01): a",
    "This reverts commit 0123456789",
    "other",
  ];
  const found = journalAmong(texts.map((body, index) => ({ commit: `${index}`, subject: "a", body })));
  assert.deepEqual(found.map(({ commit }) => commit), ["0", "2", "3"]);
});

Deno.test("parseLineCounts() sums up the lines of a file over all commits, in the order of the paths", () => {
  const output = `${HASH}\x001\t2\tb\tc.txt\0-\t-\ta.png\0${HASH}\x0010\t0\tb\tc.txt\x003\t0\ta.png\0`;
  assert.deepEqual([...parseLineCounts(output)], [
    ["a.png", { added: null, removed: null }],
    ["b\tc.txt", { added: 11, removed: 2 }],
  ]);
  assert.deepEqual([...parseLineCounts("")], []);
});
