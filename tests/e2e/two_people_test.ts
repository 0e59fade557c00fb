import assert from "node:assert/strict";
import { planText } from "../support/plans.ts";
import { wf } from "../support/program.ts";
import { Folder, repository } from "../support/repository.ts";
import { codeOf, ROADMAP, STATE } from "../support/two_sides.ts";
import { homeIn } from "../support/wide.ts";

const PHASES = [["Base", 2], ["Form", 1], ["Page", 1]] as const;

function roadmap(): string {
  const all = PHASES.map(([name, plans], index) => ({ name, plans, number: index + 1 }));
  return `# Roadmap

## Phases

${all.map(({ name, number }) => `- [ ] **Phase ${number}: ${name}** - The ${name}`).join("\n")}

## Phase Details

${
    all.map(({ name, plans, number }) => {
      const items = Array.from({ length: plans }, (_, at) => `- [ ] 0${number}-0${at + 1}: Write\n`);
      return `### Phase ${number}: ${name}\n**Goal**: ${name}\n**Plans**: ${plans} plans\n\n${
        items.join("")
      }`;
    }).join("\n")
  }
## Progress

| Phase | Plans Complete | Status | Completed |
|-------|----------------|--------|-----------|
${all.map(({ name, plans, number }) => `| ${number}. ${name} | 0/${plans} | Planned | - |\n`).join("")}`;
}

const STATE_TEXT = `---
status: planned
last_updated: "2026-01-01T10:00:00.000Z"
progress:
  total_phases: 3
  completed_phases: 0
  total_plans: 4
  completed_plans: 0
  percent: 0
---

# Project State

## Current Position

Phase: 1 of 3 (Base)
Plan: 0 of 2 in current phase
Status: Ready to execute
Last activity: 2026-01-01 — Project initialized

Progress: [░░░░░░░░░░] 0%

## Blockers

- The server is slow
- There is no key

## Session Continuity

Last session: 2026-01-01
Stopped at: Project initialized
`;

const FILES = {
  ".planning/config.json": JSON.stringify({
    agent: { name: "shell" },
    gates: { confirm_plan: false, execute_next_plan: false, issues_review: false },
  }),
  [ROADMAP]: roadmap(),
  [STATE]: STATE_TEXT,
  ...Object.fromEntries(PHASES.flatMap(([name, plans], index) =>
    Array.from({ length: plans }, (_, at) => {
      const [phase, plan] = [`0${index + 1}-${name.toLowerCase()}`, `0${at + 1}`];
      const path = `.planning/phases/${phase}/0${index + 1}-${plan}-PLAN.md`;
      const file = `${name}${plan}.txt`;
      const task = {
        name: `Write ${name}`,
        files: file,
        script: `echo x > ${file}`,
        check: `test -s ${file}`,
      };
      return [path, planText({ phase, plan, files: [file], tasks: [task] })];
    })
  )),
};

/** A server, and the clones of people. */
async function server(): Promise<AsyncDisposable & { clone(name: string): Promise<Folder> }> {
  const origin = await repository(FILES);
  const place = await Folder.make();
  return {
    async clone(name) {
      await place.git("clone", "--quiet", origin.path, name);
      const clone = Folder.at(`${place.path}/${name}`);
      await clone.git("config", "user.name", name);
      await clone.git("config", "user.email", `${name}@example.invalid`);
      await clone.git("switch", "--quiet", "--create", name);
      return clone;
    },
    async [Symbol.asyncDispose]() {
      await place[Symbol.asyncDispose]();
      await origin[Symbol.asyncDispose]();
    },
  };
}

async function call(folder: Folder, ...words: readonly string[]): Promise<string> {
  const answers = words[0]!.startsWith("phase") ? ["--yes"] : ["--answer", "must_haves=approved"];
  const called = await wf([...words, ...answers], { cwd: folder.path, env: homeIn(folder) });
  assert.equal(called.code, 0, called.stdout + called.stderr);
  return called.stdout + called.stderr;
}

/** Both documents without times, and without the width of the cells of tables. */
async function documents(folder: Folder): Promise<string> {
  const texts = [await folder.read(STATE), await folder.read(ROADMAP)];
  return texts.join("\n").replaceAll(/\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/g, "<time>").replaceAll(/ +\|/g, " |");
}

type Commands = readonly (readonly string[])[];
const CASES: readonly (readonly [what: string, ann: Commands, bob: Commands, next: Commands])[] = [
  ["different phases", [["execute-phase", "1"]], [["execute-phase", "2"]], []],
  ["several phases", [["execute-phase", "1"], ["execute-phase", "2"]], [["execute-phase", "3"]], []],
  [
    "plans of one phase",
    [["execute-phase", "1", "--plan", "01-01"]],
    [["execute-phase", "1", "--plan", "01-02"]],
    [["verify-phase", "1"]],
  ],
  ["a phase while the other adds one", [["execute-phase", "3"]], [["phase", "add", "More"]], []],
  ["a phase while the other inserts one", [["execute-phase", "2"]], [["phase", "insert", "2", "Fix"]], []],
  ["a phase while the other removes one", [["execute-phase", "2"]], [["phase", "remove", "3"]], []],
];

for (const [what, annDoes, bobDoes, next] of CASES) {
  Deno.test(`two people who finish ${what} on two branches merge and rebase with git alone, as if one had done it all`, async () => {
    await using place = await server();
    const [ann, bob, one] = [await place.clone("ann"), await place.clone("bob"), await place.clone("one")];
    for (const words of annDoes) await call(ann, ...words);
    for (const words of bobDoes) await call(bob, ...words);
    for (const words of [...annDoes, ...bobDoes, ...next]) {
      // One person alone verifies a phase with its last plan.
      if (words[0] !== "verify-phase") await call(one, ...words);
    }
    const expected = await documents(one);
    const [annHead, bobHead] = [await ann.git("rev-parse", "HEAD"), await bob.git("rev-parse", "HEAD")];
    await ann.git("fetch", "--quiet", bob.path, "bob");
    await bob.git("fetch", "--quiet", ann.path, "ann");
    const ways: readonly (readonly [clone: Folder, ...git: string[]])[] = [
      [ann, "merge", "--quiet", "--no-edit", bobHead],
      [bob, "merge", "--quiet", "--no-edit", annHead],
      [bob, "rebase", "--quiet", annHead],
    ];
    for (const [clone, ...words] of ways) {
      await clone.git("reset", "--quiet", "--hard", clone === ann ? annHead : bobHead);
      assert.equal(await codeOf(clone, ...words), 0, words.join(" "));
      for (const words of next) await call(clone, ...words);
      assert.equal(await documents(clone), expected, words.join(" "));
      assert.equal(await clone.git("status", "--porcelain"), "");
    }
  });
}

Deno.test("what both people wrote into the state is there after the merge, and what one removed is not", async () => {
  await using place = await server();
  const [ann, bob] = [await place.clone("ann"), await place.clone("bob")];
  const edit = async (clone: Folder, from: string, to: string) => {
    await clone.write({ [STATE]: (await clone.read(STATE)).replace(from, to) });
    await clone.git("commit", "--quiet", "--all", "--message=edit");
  };
  await edit(ann, "- The server is slow\n", "");
  await call(ann, "execute-phase", "1");
  await edit(bob, "## Session", "## Todos\n\n- Ask Carol\n\n## Session");
  await call(bob, "execute-phase", "2");
  await bob.git("fetch", "--quiet", ann.path, "ann");
  assert.equal(await codeOf(bob, "merge", "--quiet", "--no-edit", "FETCH_HEAD"), 0);
  assert.match(
    await bob.read(STATE),
    /^## Blockers\n\n- There is no key\n\n## Todos\n\n- Ask Carol\n\n## Session/m,
  );
});

Deno.test("quick tasks of two people on one day have different IDs, and merge", async () => {
  await using place = await server();
  const [ann, bob] = [await place.clone("ann"), await place.clone("bob")];
  const quick = async (clone: Folder, file: string) => {
    const task = `Write ${file}\n\n\`\`\`sh\necho x > ${file}\n\`\`\``;
    return /\b\d{6}-\d{2,6}\b/.exec(await call(clone, "quick", task, "--check", `test -s ${file}`))![0];
  };
  const first = await quick(ann, "a.txt");
  // IDs name the second.
  const start = Math.floor(Date.now() / 1000);
  while (Math.floor(Date.now() / 1000) === start) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.notEqual(await quick(bob, "b.txt"), first);
  await bob.git("fetch", "--quiet", ann.path, "ann");
  assert.equal(await codeOf(bob, "merge", "--quiet", "--no-edit", "FETCH_HEAD"), 0);
  assert.match(
    (await wf(["show", first], { cwd: bob.path })).stdout,
    /: Write a\.txt\n[^]*✓ complete · 1 of 1 task/,
  );
});

Deno.test("a clone is told once that its merges use wf, and never again after that was taken back", async () => {
  await using place = await server();
  const ann = await place.clone("ann");
  const notice = /Merges of STATE\.md and ROADMAP\.md in this clone now use wf/;
  const attributes = ".git/info/attributes";
  assert.match(await call(ann, "execute-phase", "2"), notice);
  assert.match(await ann.read(attributes), /STATE\.md merge=wf/);
  assert.doesNotMatch(await call(ann, "execute-phase", "3"), notice);
  const hook = ["hook", "install", "--merge-driver"];
  assert.equal((await wf([...hook, "--uninstall"], { cwd: ann.path })).code, 0);
  assert.doesNotMatch(await call(ann, "execute-phase", "1"), notice);
  assert.equal(await ann.has(attributes), false);
  assert.equal((await wf(hook, { cwd: ann.path })).code, 0);
  assert.match(await ann.git("config", "--list", "--local", "--name-only"), /^merge\.wf\.driver$/m);
  assert.equal(await codeOf(ann, "config", "--get", "wf.mergedriver"), 1);
});

Deno.test("a repository without a remote stays as it is until a merge has conflicts", async () => {
  await using folder = await repository(FILES);
  await folder.git("branch", "other");
  await call(folder, "execute-phase", "1");
  assert.equal(await folder.has(".git/info/attributes"), false);
  await folder.git("switch", "--quiet", "other");
  await call(folder, "execute-phase", "2");
  assert.equal(await codeOf(folder, "merge", "main"), 1);
  const { stdout } = await wf(["status", "--repair"], { cwd: folder.path });
  assert.match(stdout, /^✓ Merges of STATE\.md and ROADMAP\.md in this clone now use wf\./m);
  await folder.git("merge", "--abort");
  assert.equal(await codeOf(folder, "merge", "--quiet", "--no-edit", "main"), 0);
});
