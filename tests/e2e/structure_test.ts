import assert from "node:assert/strict";
import type { StructureResult } from "../../schemas/results/structure.ts";
import { schemaProblems } from "../deps/ajv.ts";
import { treeOf } from "../plan/structure/any_tree.ts";
import { type ProgramCalled, wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";
import { fromRoot } from "../support/root.ts";
import { homeIn } from "../support/wide.ts";

const FIRST = ".planning/phases/01-base/01-01-PLAN.md";

/** The files of a project with three phases, whose plans depend on one another. */
function files(config: object = {}): Record<string, string> {
  const tree = treeOf([
    { name: "Base", plans: [[], [0]] },
    { name: "More", plans: [[1], [0]] },
    { name: "Rest", plans: [[2]] },
    { name: "Last", plans: [[]] },
  ]);
  const settings = { mode: "yolo", workflow: { verifier: false }, ...config };
  return { ...Object.fromEntries(tree), ".planning/config.json": `${JSON.stringify(settings)}\n` };
}

function call(folder: Folder, ...args: string[]): Promise<ProgramCalled> {
  return wf(args, { cwd: folder.path, env: homeIn(folder) });
}

type Result = StructureResult & { readonly code: number };

/** Calls a verb with `--json`, and returns its result. */
async function change(folder: Folder, ...args: string[]): Promise<Result> {
  const { code, stdout, stderr } = await call(folder, ...args, "--json");
  assert.notEqual(stdout, "", stderr);
  assert.equal(await schemaProblems("structure", JSON.parse(stdout)), "", stdout + stderr);
  return { code, ...JSON.parse(stdout) };
}

/** Calls a verb that is refused, and returns its message and hint. */
async function refusal(folder: Folder, ...args: string[]): Promise<string> {
  const { code, stderr } = await call(folder, ...args, "--yes");
  assert.equal(code, 2, stderr);
  return stderr;
}

/** The files below `.planning/`, with their texts. */
async function planning(folder: Folder): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  const read = async (path: string): Promise<void> => {
    for await (const { name, isDirectory } of Deno.readDir(`${folder.path}/${path}`)) {
      if (isDirectory) await read(`${path}/${name}`);
      // A file that was being written when the program was killed.
      else if (!name.endsWith(".tmp")) found[`${path}/${name}`] = await folder.read(`${path}/${name}`);
    }
  };
  await read(".planning");
  return Object.fromEntries(Object.entries(found).sort());
}

async function assertValid(folder: Folder): Promise<void> {
  const { code, stdout, stderr } = await call(folder, "validate", "--strict");
  assert.equal(code, 0, stdout + stderr);
}

interface Verb {
  readonly args: readonly string[];
  /** Paths that there are afterwards. */
  readonly there: readonly string[];
  /** Matches the roadmap. */
  readonly roadmap: RegExp;
}

const VERBS: Readonly<Record<string, Verb>> = {
  "phase add": {
    args: ["phase", "add", "Reports", "--goal", "Users see reports"],
    there: [],
    roadmap:
      /\*\*Phase 4: Last\*\*.*\n- \[ \] \*\*Phase 5: Reports\*\* - Users see reports\n[^]*### Phase 5: Reports\n/,
  },
  "phase insert": {
    args: ["phase", "insert", "1", "Hotfix"],
    there: [".planning/phases/02-more/02-01-PLAN.md"],
    roadmap:
      /- \[ \] \*\*Phase 1\.1: Hotfix \(INSERTED\)\*\*\n[^]*\| 1\.1\. Hotfix +\| 0\/\? +\| Not started/,
  },
  "phase insert --renumber": {
    args: ["phase", "insert", "1", "Hotfix", "--renumber"],
    there: [".planning/phases/03-more/03-01-PLAN.md", ".planning/phases/04-rest/04-CONTEXT.md"],
    roadmap:
      /\*\*Phase 2: Hotfix\*\*\n- \[ \] \*\*Phase 3: More[^]*### Phase 4: Rest\n[^]*\*\*Depends on\*\*: Phase 3\n/,
  },
  "phase remove": {
    args: ["phase", "remove", "3"],
    there: [FIRST],
    roadmap: /^(?![^]*Phase 3)[^]*\*\*Depends on\*\*: Phase 2\n/,
  },
  "phase rename": {
    args: ["phase", "rename", "2", "Überblick"],
    there: [".planning/phases/02-uberblick/02-01-PLAN.md"],
    roadmap: /Phase 2: Überblick\*\*[^]*### Phase 2: Überblick\n[^]*\| 2\. Überblick \|/,
  },
  "phase move": {
    args: ["phase", "move", "4", "1"],
    there: [".planning/phases/01.1-last/01.1-01-PLAN.md"],
    roadmap: /Phase 1: Base\*\*.*\n- \[ \] \*\*Phase 1\.1: Last\*\*[^]*### Phase 1\.1: Last\n/,
  },
  "phase move --renumber": {
    args: ["phase", "move", "4", "2", "--renumber"],
    there: [".planning/phases/03-last/03-01-PLAN.md", ".planning/phases/04-rest/04-01-PLAN.md"],
    roadmap:
      /Phase 3: Last\*\*.*\n- \[ \] \*\*Phase 4: Rest\*\*[^]*\| 3\. Last \|[^|]*\|[^|]*\|[^|]*\|\n\| 4\. Rest/,
  },
  "plan new": {
    args: ["plan", "new", "2", "Count visits", "--depends-on", "02-01"],
    there: [".planning/phases/02-more/02-03-PLAN.md"],
    roadmap: /./,
  },
  "plan insert --renumber": {
    args: ["plan", "insert", "02-01", "Count visits", "--renumber"],
    there: [".planning/phases/02-more/02-03-PLAN.md"],
    roadmap: /./,
  },
  "plan remove": {
    args: ["plan", "remove", "03-01"],
    there: [".planning/phases/03-rest/03-CONTEXT.md"],
    roadmap: /./,
  },
  "plan rename": {
    args: ["plan", "rename", "02-01", "03-05"],
    there: [".planning/phases/03-rest/03-05-PLAN.md"],
    roadmap: /./,
  },
};
for (const [name, { args, there, roadmap }] of Object.entries(VERBS)) {
  Deno.test(`${name} previews, makes one commit of documents, and the printed command takes it back`, async () => {
    await using folder = await repository(files());
    const [before, head] = [await planning(folder), await folder.git("rev-parse", "HEAD")];
    const preview = await change(folder, ...args, "--dry-run");
    assert.deepEqual([preview.code, preview.outcome, preview.commit], [0, "planned", null]);
    assert.deepEqual(await planning(folder), before);
    const { code, outcome, commit, back, ...made } = await change(folder, ...args, "--yes");
    assert.deepEqual([code, outcome], [0, "changed"]);
    const { created, changed, moved, removed, renamed, diff } = preview;
    assert.deepEqual({ created, changed, moved, removed, renamed, diff }, {
      created: made.created,
      changed: made.changed,
      moved: made.moved,
      removed: made.removed,
      renamed: made.renamed,
      diff: made.diff,
    });
    assert.equal(commit, await folder.git("rev-parse", "HEAD"));
    assert.equal(await folder.git("rev-parse", "HEAD^"), head);
    assert.equal(await folder.git("status", "--porcelain"), "");
    for (const path of there) assert.equal(await folder.has(path), true, path);
    assert.match(await folder.read(".planning/ROADMAP.md"), roadmap);
    await assertValid(folder);
    await folder.git(...back!.split(" ").slice(1));
    assert.deepEqual(await planning(folder), before);
  });
}

Deno.test("a change of phases asks first: without a terminal it ends with 3, and the named command makes it", async () => {
  await using folder = await repository(files());
  const before = await planning(folder);
  const { code, outcome, next } = await change(folder, "phase", "insert", "1", "Hot fix");
  assert.deepEqual([code, outcome], [3, "waiting"]);
  assert.deepEqual(next, ["wf phase insert 1 'Hot fix' --yes"]);
  assert.deepEqual(await planning(folder), before);
});

Deno.test("the journal follows finished plans to their new numbers, and a run goes on where it was", async () => {
  await using folder = await repository(files());
  assert.equal((await call(folder, "execute-phase", "1")).code, 0);
  assert.equal((await call(folder, "execute-phase", "2", "--plan", "02-01")).code, 0);
  const { renamed, commit } = await change(folder, "phase", "insert", "1", "Hotfix", "--renumber", "--yes");
  assert.deepEqual(renamed.map(({ from, to }) => `${from} ${to}`), [
    "02-01 03-01",
    "02-02 03-02",
    "03-01 04-01",
    "04-01 05-01",
  ]);
  assert.match(
    await folder.git("log", "-1", "--format=%B", commit!),
    /\n\nWf-Renamed: 02-01 03-01\nWf-Renamed: 02-02 03-02\nWf-Renamed: 03-01 04-01\nWf-Renamed: 04-01 05-01$/,
  );
  const count = (await folder.subjects()).length;
  assert.equal((await call(folder, "execute-phase", "3")).code, 0);
  const subjects = (await folder.subjects()).slice(count);
  assert.deepEqual(subjects.filter((subject) => subject.startsWith("feat")), ["feat(03-02): add 02-02.txt"]);
  const summary = ".planning/phases/03-more/03-01-SUMMARY.md";
  assert.match(await folder.read(summary), /^phase: "03-more"\nplan: "01"\n[^]*\n# Plan 03-01 Summary\n/m);
  // Without the verifier of the project, the user verifies.
  const verify = () => call(folder, "verify-phase", "3", "--answer", "must_haves=approved");
  assert.equal((await verify()).code, 0);
  assert.equal((await call(folder, "phase", "move", "3", "0", "--renumber", "--yes")).code, 0);
  const { code, stdout } = await call(folder, "verify-phase", "1");
  assert.equal(code, 0, stdout);
  assert.match(stdout, /the documents are up to date/);
  await assertValid(folder);
  assert.match(
    await refusal(folder, "plan", "rename", "01-01", "02-09"),
    /plan 01-01 is finished\n.*wf undo 01-01/,
  );
  await change(folder, "plan", "rename", "01-01", "01-09", "--yes");
  const undone = await call(folder, "undo", "01-09", "--yes");
  assert.match(undone.stdout, /^✓ Undid plan 01-09 in \S+: 1 commit reverted, 1 task to execute again$/m);
});

const REFUSED: Readonly<Record<string, readonly [args: readonly string[], reason: RegExp]>> = {
  "an unknown phase": [["phase", "remove", "7"], /Cannot find phase 7\n.*The phases are 1, 2, 3, 4/],
  "a phase that others depend on": [["phase", "remove", "1"], /plan 02-01 depends on it/],
  "a plan that others depend on": [["plan", "remove", "01-01"], /plan 01-02 depends on it/],
  "an unknown dependency": [
    ["plan", "new", "1", "X", "--depends-on", "09-01"],
    /There is no plan "09-01" to depend on/,
  ],
  "another wave": [["plan", "new", "1", "X", "--wave", "3"], /puts it into wave 1|put it into wave 1, not 3/],
  "a missing name": [["phase", "insert", "1"], /A name is missing/],
  "a taken number": [["plan", "rename", "02-01", "01-01"], /There is a plan 01-01 already/],
  "a phase after itself": [["phase", "move", "2", "2"], /cannot follow itself/],
  "a place that it has": [["phase", "move", "2", "1", "--renumber"], /follows phase 1 already/],
  "a plan that is none": [["plan", "remove", "2"], /Cannot find plan "2"/],
};

Deno.test("verbs refuse what they cannot do, and change nothing", async (t) => {
  await using folder = await repository(files());
  const before = await planning(folder);
  for (const [name, [args, reason]] of Object.entries(REFUSED)) {
    await t.step(name, async () => {
      assert.match(await refusal(folder, ...args), reason);
      assert.deepEqual(await planning(folder), before);
    });
  }
});

Deno.test("verbs refuse documents with changes, a detached HEAD and a run in progress; other changes do not matter", async () => {
  await using folder = await repository({ ...files(), "a.txt": "a\n" });
  await folder.write({
    "a.txt": "mine\n",
    ".planning/ROADMAP.md": `${await folder.read(".planning/ROADMAP.md")}\nMine.\n`,
  });
  assert.match(
    await refusal(folder, "phase", "add", "X"),
    /changes that are not committed:\n {4}\.planning\/ROADMAP\.md\n/,
  );
  await folder.git("restore", ".planning");
  await folder.git("add", "a.txt");
  assert.equal((await change(folder, "phase", "add", "X", "--yes")).outcome, "changed");
  assert.equal(await folder.git("status", "--porcelain"), "M  a.txt");
  await folder.git("switch", "--quiet", "--detach");
  assert.match(await refusal(folder, "phase", "add", "Y"), /HEAD is detached/);
  await folder.git("switch", "--quiet", "main");
  const held = {
    pid: 1,
    host: Deno.hostname(),
    startedAt: new Date().toISOString(),
    command: "execute-phase 1",
    baseline: {},
  };
  await folder.write({ ".git/wf/lock.json": JSON.stringify(held) });
  assert.match(await refusal(folder, "phase", "add", "Y"), /Another run is in progress: execute-phase 1/);
});

Deno.test("a branch of a phase keeps its name and its number", async () => {
  await using folder = await repository(files({ git: { branching_strategy: "phase" } }));
  await folder.git("branch", "wf/phase-02-more");
  assert.match(
    await refusal(folder, "phase", "rename", "2", "X"),
    /phase 2 has the branch "wf\/phase-02-more"/,
  );
  assert.match(
    await refusal(folder, "phase", "insert", "1", "X", "--renumber"),
    /has the branch .*\n.*wf phase insert 1 X/,
  );
  assert.equal((await change(folder, "phase", "insert", "1", "X", "--yes")).target, "1.1");
});

Deno.test("a hook that refuses leaves the documents changed, and the same command commits them", async () => {
  await using folder = await repository(files());
  await folder.hook("pre-commit", "echo not today; exit 1");
  const { code, outcome, output, next } = await change(folder, "phase", "rename", "3", "Reports", "--yes");
  assert.deepEqual([code, outcome, output], [1, "refused", "not today"]);
  assert.match(
    await refusal(folder, "phase", "add", "X"),
    /"wf phase rename 3 Reports" was begun and is not finished\n.*wf phase rename 3 Reports/,
  );
  assert.equal((await call(folder, "execute-phase", "1")).code, 2);
  await Deno.remove(`${folder.path}/.git/hooks/pre-commit`);
  assert.equal(next[0], "wf phase rename 3 Reports");
  assert.equal((await change(folder, "phase", "rename", "3", "Reports")).outcome, "changed");
  assert.equal(await folder.git("status", "--porcelain"), "");
  assert.equal((await folder.subjects()).at(-1), "docs: rename phase 3: Reports");
});

Deno.test("untracked files move with their phase, stay untracked, and are kept when it is removed", async () => {
  await using folder = await repository(files());
  const notes = ".planning/phases/03-rest/notes.txt";
  await folder.write({ [notes]: "mine\n" });
  await change(folder, "phase", "rename", "3", "Reports", "--yes");
  assert.equal(await folder.git("status", "--porcelain"), "?? .planning/phases/03-reports/notes.txt");
  const { stderr } = await call(folder, "phase", "remove", "3", "--yes");
  const [, kept] = /notes\.txt: kept in (\S+)/.exec(stderr)!;
  assert.equal(await Deno.readTextFile(`${kept}/.planning/phases/03-reports/notes.txt`), "mine\n");
  assert.equal(await folder.has(".planning/phases/03-reports"), false);
});

Deno.test("outside of a repository verbs change the documents, and remove none", async () => {
  await using folder = await repository(files());
  await Deno.remove(`${folder.path}/.git`, { recursive: true });
  const { outcome, commit, back } = await change(folder, "phase", "insert", "1", "X", "--yes");
  assert.deepEqual([outcome, commit, back], ["changed", null, "wf phase remove 1.1"]);
  assert.equal((await change(folder, "phase", "remove", "1.1", "--yes")).outcome, "changed");
  assert.match(await refusal(folder, "phase", "remove", "3"), /nothing would bring removed files back/);
});

const KILLED: Readonly<Record<string, object>> = {
  "a commit": {},
  "documents that are not committed": { planning: { commit_docs: false } },
};

for (const [name, config] of Object.entries(KILLED)) {
  Deno.test(`a verb with ${name} that is killed before any effect changes nothing or everything, and the same command completes it`, async () => {
    const program = fromRoot("tests/support/mortal_program.ts");
    await using origin = await repository(files(config));
    const copy = async () => {
      const folder = await repository();
      await Deno.remove(folder.path, { recursive: true });
      await new Deno.Command("cp", { args: ["-a", origin.path, folder.path] }).output();
      return folder;
    };
    const before = await planning(origin);
    await using undisturbed = await copy();
    let effects = 0;
    const args = ["phase", "insert", "1", "Hotfix", "--renumber", "--yes"];
    assert.equal((await wf(args, { cwd: undisturbed.path, onEffect: () => void effects++ })).code, 0);
    const after = await planning(undisturbed);
    const commits = await undisturbed.subjects();
    const found = new Set<string>();
    const stride = Number(Deno.env.get("WF_KILL_STRIDE") ?? 7);
    for (let effect = 1 + 2 % stride; effect <= effects; effect += stride) {
      await using folder = await copy();
      const when = `effect ${effect} of ${effects}`;
      const dead = await wf(args, { cwd: folder.path, env: { WF_DIE_AT: String(effect) }, program });
      if (dead.code === 0 && effect >= effects - 1) break;
      assert.equal(dead.code, 137, when);
      const isPending = await folder.has(".planning/.wf-change.json");
      const left = await planning(folder);
      const state = isPending
        ? "begun"
        : JSON.stringify(left) === JSON.stringify(before)
        ? "before"
        : "after";
      if (state === "after") assert.deepEqual(left, after, when);
      found.add(state);
      if (state !== "after") {
        const { code, stderr } = await wf(args, { cwd: folder.path });
        assert.equal(code, 0, `${when}: ${stderr}`);
      }
      assert.deepEqual(await planning(folder), after, when);
      assert.deepEqual(await folder.subjects(), commits, when);
    }
    if (stride === 1) assert.deepEqual([...found].sort(), ["after", "before", "begun"]);
  });
}
