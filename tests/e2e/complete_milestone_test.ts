import assert from "node:assert/strict";
import type { MilestoneResult } from "../../schemas/milestone.ts";
import { schemaProblems } from "../deps/ajv.ts";
import { planText, writes } from "../support/plans.ts";
import { type Called, wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";
import { fromRoot } from "../support/root.ts";

const ROADMAP = `# Roadmap: Shop

## Milestones

- 🚧 **v1.0 MVP** - Phase 1
- 📋 **v1.1 More** - Phase 2

## Phases

- [ ] **Phase 1: Base** - the beginning
- [ ] **Phase 2: More** - the rest

### Phase 1: Base
**Requirements**: [CORE-01]

### Phase 2: More
**Requirements**: [MORE-01]
`;
const REQUIREMENTS = `# Requirements

- [ ] **CORE-01**: It begins
- [ ] **MORE-01**: It goes on
`;
const STATE = `---
status: executing
---

# State

## Current Position

Phase: 1 of 2 (Base)
Status: In progress
Last activity: 2026-01-01 — nothing
`;
const PHASE = ".planning/phases/01-base";
const ARCHIVED = ".planning/milestones/v1.0-phases/01-base";
const BRANCH = "wf/v1.0-mvp";

function files(config: object = {}): Record<string, string> {
  return {
    ".planning/config.json": JSON.stringify({ mode: "yolo", ...config }),
    ".planning/ROADMAP.md": ROADMAP,
    ".planning/REQUIREMENTS.md": REQUIREMENTS,
    ".planning/STATE.md": STATE,
    [`${PHASE}/01-01-PLAN.md`]: planText({ plan: "01", files: ["a.txt"], tasks: [writes("a.txt")] }),
  };
}

const PASSED = "---\nstatus: passed\n---\n";
const VERIFICATION = `${PHASE}/01-VERIFICATION.md`;

/** A repository whose first phase is verified, on a branch where one is given; as an execution leaves it. */
async function complete(config: object = {}, branch?: string, verification = PASSED): Promise<Folder> {
  const folder = await repository(files(config));
  if (branch !== undefined) {
    await folder.git("config", `branch.${branch}.wfbase`, "main");
    await folder.git("switch", "--quiet", "-c", branch);
  }
  const documents = { [`${PHASE}/01-01-SUMMARY.md`]: "# Summary\n", [VERIFICATION]: verification };
  await folder.write({ "a.txt": "a\n", ...documents });
  await folder.git("add", "--all");
  await folder.git("commit", "--quiet", "--message=feat(01-01): add a.txt");
  return folder;
}

function call(folder: Folder, ...args: readonly string[]): Promise<Called> {
  return wf(args, { cwd: folder.path });
}

async function resultOf({ stdout }: Called): Promise<MilestoneResult> {
  const value = JSON.parse(stdout);
  assert.equal(await schemaProblems("complete-milestone", value), "");
  return value;
}

Deno.test("complete-milestone archives, commits and tags the current branch with strategy none", async () => {
  await using folder = await complete();
  await folder.write({ [`${PHASE}/notes.txt`]: "mine\n" });
  assert.equal(
    (await call(folder, "status")).stdout.split("Next:")[1]!.trim().split("\n")[0],
    "wf complete-milestone",
  );
  const called = await call(folder, "complete-milestone", "--json");
  assert.equal(called.code, 0, called.stderr);
  const result = await resultOf(called);
  assert.deepEqual([result.tag, result.commits.length, result.outcome?.kind], ["v1.0", 1, "completed"]);
  assert.equal((await folder.subjects()).at(-1), "docs: complete milestone v1.0 MVP");
  assert.equal(await folder.git("cat-file", "-t", "v1.0"), "tag");
  assert.equal(await folder.git("rev-parse", "v1.0^{commit}"), await folder.git("rev-parse", "HEAD"));
  assert.equal(
    await folder.git("show", "HEAD:.planning/milestones/v1.0-ROADMAP.md"),
    await folder.git("show", "HEAD~1:.planning/ROADMAP.md"),
  );
  assert.equal(await folder.read(".planning/milestones/v1.0-REQUIREMENTS.md"), REQUIREMENTS);
  assert.ok(await folder.has(`${ARCHIVED}/01-01-SUMMARY.md`));
  assert.equal(await folder.has(PHASE), false);
  // What git did not know before goes along and stays unknown to it.
  assert.equal(await folder.git("status", "--porcelain"), `?? ${ARCHIVED}/notes.txt`);
  assert.match(await folder.read(".planning/ROADMAP.md"), /^- ✅ \*\*v1\.0 MVP\*\* - Phase 1 \(shipped /m);
  assert.equal(
    await folder.read(".planning/REQUIREMENTS.md"),
    "# Requirements\n\n- [ ] **MORE-01**: It goes on\n",
  );
  assert.match(await folder.read(".planning/STATE.md"), /^Status: Milestone v1\.0 MVP complete$/m);
  assert.match(await folder.read(".planning/MILESTONES.md"), /^- \*\*Phase 1: Base\*\* - 1 plan, 1 task$/m);
  const again = await call(folder, "complete-milestone", "v1.0");
  assert.equal(again.code, 0, again.stderr);
  assert.match(again.stdout, /Nothing to do/);
});

Deno.test("gates.confirm_transition makes complete-milestone ask before it changes anything", async () => {
  await using folder = await complete();
  const ask = ["complete-milestone", "--set", "mode=interactive"];
  const { code, stdout } = await call(folder, ...ask);
  assert.equal(code, 3);
  assert.match(stdout, /move \.planning\/phases\/01-base to/);
  assert.match(stdout, /wf complete-milestone --set mode=interactive --answer confirm_transition=yes/);
  assert.equal(await folder.git("status", "--porcelain"), "");
  assert.equal((await call(folder, ...ask, "--answer", "confirm_transition=no")).code, 3);
  assert.equal((await call(folder, ...ask, "--set", "gates.confirm_transition=false")).code, 0);
});

Deno.test("complete-milestone --dry-run shows everything and changes nothing", async () => {
  await using folder = await complete();
  const called = await call(folder, "complete-milestone", "--dry-run", "--json");
  const { milestone } = await resultOf(called);
  assert.deepEqual(milestone.steps.map(({ kind }) => kind), ["archive-milestone", "tag"]);
  assert.equal(await folder.git("status", "--porcelain"), "");
  assert.match((await call(folder, "complete-milestone", "--dry-run")).stdout, /^tag v1\.0 on main$/m);
});

Deno.test("complete-milestone is refused while phases are incomplete, unless --allow-incomplete is given", async () => {
  await using folder = await repository(files());
  const refused = await call(folder, "complete-milestone", "--yes");
  assert.equal(refused.code, 1);
  assert.match(refused.stdout, /✗ Phase 01 Base 0\/1: 01-01 is not complete/);
  assert.match(refused.stdout, /wf execute-phase 1\n {2}wf complete-milestone --yes --allow-incomplete/);
  assert.equal(await folder.git("status", "--porcelain"), "");
  const { code, stderr } = await call(folder, "complete-milestone", "--allow-incomplete");
  assert.equal(code, 0, stderr);
  assert.match(await folder.read(".planning/MILESTONES.md"), /incomplete: 0 of 1 plan/);
  assert.match(await folder.read(".planning/REQUIREMENTS.md"), /CORE-01/);
});

Deno.test("a verification that found gaps keeps a milestone from being complete", async () => {
  const gaps = { [`${PHASE}/01-VERIFICATION.md`]: "---\nstatus: gaps_found\n---\n" };
  await using folder = await complete();
  await folder.write(gaps);
  const { code, stdout } = await call(folder, "complete-milestone");
  assert.equal(code, 1);
  assert.match(stdout, /its verification found gaps: \.planning\/phases\/01-base\/01-VERIFICATION\.md/);
});

Deno.test("complete-milestone lists the milestones for an unknown one, and detects an existing tag", async () => {
  await using folder = await complete();
  const unknown = await call(folder, "complete-milestone", "v9");
  assert.equal(unknown.code, 2);
  assert.match(unknown.stderr, /Unknown milestone "v9"[^]*v1\.0, v1\.1/);
  await folder.git("tag", "v1.0", "HEAD~1");
  const taken = await call(folder, "complete-milestone");
  assert.equal(taken.code, 2);
  assert.match(taken.stderr, /Tag "v1\.0" exists already/);
  await folder.write({ "a.txt": "changed\n" });
  await folder.git("tag", "-d", "v1.0");
  const dirty = await call(folder, "complete-milestone");
  assert.equal(dirty.code, 2);
  assert.match(dirty.stderr, /not committed:\n {4}a\.txt/);
});

Deno.test("strategy phase tags the base, and names branches that are merged and that are not", async () => {
  const strategy = { git: { branching_strategy: "phase" } };
  await using folder = await complete(strategy, "wf/phase-01-base");
  const elsewhere = await call(folder, "complete-milestone");
  assert.equal(elsewhere.code, 2);
  assert.match(elsewhere.stderr, /git switch main/);
  await folder.git("switch", "--quiet", "main");
  const unmerged = await call(folder, "complete-milestone", "--set", "mode=interactive");
  assert.match(unmerged.stdout, /wf\/phase-01-base of phase 01 is not merged[^]*wf execute-phase 1/);
  await folder.git("merge", "--quiet", "wf/phase-01-base");
  const { code, stdout, stderr } = await call(folder, "complete-milestone");
  assert.equal(code, 0, stderr);
  assert.match(stdout, /git branch -d wf\/phase-01-base/);
  await folder.git("branch", "-d", "wf/phase-01-base");
  assert.equal(await folder.git("rev-parse", "v1.0^{commit}"), await folder.git("rev-parse", "main"));
});

const MILESTONE = { git: { branching_strategy: "milestone" } };

for (const mode of ["squash", "history", "skip"] as const) {
  Deno.test(`strategy milestone offers the merge of its branch: ${mode}`, async () => {
    await using folder = await complete(MILESTONE, BRANCH);
    assert.equal(await folder.git("branch", "--show-current"), BRANCH);
    const { code, stdout, stderr } = await call(folder, "complete-milestone", "--answer", `merge=${mode}`);
    assert.equal(code, 0, stderr);
    if (mode === "skip") {
      assert.equal(await folder.git("tag"), "");
      assert.deepEqual(await folder.subjects("main"), ["start"]);
      assert.equal((await call(folder, "complete-milestone", "v1.0")).code, 0);
    } else assert.ok(stdout.includes(`git branch ${mode === "squash" ? "-D" : "-d"} ${BRANCH}`), stdout);
    assert.equal((await folder.subjects("main")).at(-1), "feat(v1.0): MVP");
    assert.equal((await folder.subjects("main")).length, mode === "history" ? 4 : 2);
    assert.equal(await folder.git("rev-parse", "v1.0^{commit}"), await folder.git("rev-parse", "main"));
    assert.equal(await folder.git("diff", "main", BRANCH), "");
    assert.equal(await folder.git("status", "--porcelain"), "");
  });
}

Deno.test("a milestone's merge with conflicts can be aborted, and resolved manually", async () => {
  await using folder = await complete(MILESTONE, BRANCH);
  await folder.git("switch", "--quiet", "main");
  await folder.write({ "a.txt": "something else\n" });
  await folder.git("add", "a.txt");
  await folder.git("commit", "--quiet", "--message=other");
  await folder.git("switch", "--quiet", BRANCH);
  const met = await call(folder, "complete-milestone");
  assert.equal(met.code, 4, met.stderr);
  assert.match(met.stdout, /^ {4}a\.txt: added in main, added in wf\/v1\.0-mvp$/m);
  assert.deepEqual(await folder.subjects("main"), ["start", "other"]);
  assert.equal((await call(folder, "complete-milestone", "--answer", "conflict=manual")).code, 4);
  assert.equal(await folder.git("branch", "--show-current"), "main");
  assert.equal((await call(folder, "complete-milestone")).code, 4);
  const aborted = await call(folder, "complete-milestone", "--answer", "conflict=abort");
  assert.equal(aborted.code, 4);
  assert.equal(await folder.git("status", "--porcelain"), "");
  assert.deepEqual(await folder.subjects("main"), ["start", "other"]);
  await call(folder, "complete-milestone", "--answer", "conflict=manual");
  await folder.write({ "a.txt": "both\n" });
  await folder.git("add", "a.txt");
  const { code, stderr } = await call(folder, "complete-milestone");
  assert.equal(code, 0, stderr);
  assert.equal((await folder.subjects("main")).at(-1), "feat(v1.0): MVP");
  assert.equal(await folder.git("rev-parse", "v1.0^{commit}"), await folder.git("rev-parse", "main"));
  assert.match(await folder.git("log", "-1", "--format=%B", "main"), /^Wf-Milestone: v1\.0$/m);
});

Deno.test("a hook that refuses the commit keeps everything, and the same command continues", async () => {
  await using folder = await complete();
  await folder.hook("pre-commit", "echo not now; exit 1");
  const refused = await call(folder, "complete-milestone");
  assert.equal(refused.code, 1);
  assert.match(refused.stdout, /not now/);
  const blocked = await call(folder, "execute-phase", "1");
  assert.equal(blocked.code, 2);
  await folder.hook("pre-commit", "exit 0");
  const { code, stderr } = await call(folder, "complete-milestone");
  assert.equal(code, 0, stderr);
  assert.equal(await folder.git("status", "--porcelain"), "");
  assert.equal((await folder.subjects()).filter((subject) => subject.includes("milestone")).length, 1);
});

Deno.test("without commits of documents an empty commit ends the milestone, and plan IDs can be reused", async () => {
  await using folder = await repository({ ".gitignore": ".planning/\n" });
  await folder.write(files({ planning: { commit_docs: false } }));
  assert.equal((await call(folder, "execute-phase", "1")).code, 0);
  const { code, stderr } = await call(folder, "complete-milestone");
  assert.equal(code, 0, stderr);
  assert.equal((await folder.subjects()).at(-1), "chore: complete milestone v1.0 MVP");
  await folder.write({
    [`${PHASE}/01-01-PLAN.md`]: planText({ plan: "01", files: ["b.txt"], tasks: [writes("b.txt")] }),
  });
  const next = await call(folder, "execute-phase", "1");
  assert.equal(next.code, 0, next.stderr);
  assert.equal((await folder.subjects()).at(-1), "feat(01-01): add b.txt");
});

/** Of how many effects a completion is killed before one. `deno task soak` sets 1: each. */
const STRIDE = Number(Deno.env.get("WF_KILL_STRIDE") ?? 31);
const SCENARIOS: Readonly<Record<string, readonly [config: object, branch?: string]>> = {
  "on the current branch": [{}],
  "on a branch of its own": [MILESTONE, BRANCH],
  "with tracked documents that are never committed": [{ planning: { commit_docs: false } }],
};

/** Returns the state of a repository once a milestone is complete, without times. */
async function left(folder: Folder): Promise<string> {
  const branches = (await folder.git("for-each-ref", "--format=%(refname)", "refs")).split("\n");
  const parts = [
    await folder.git("branch", "--show-current"),
    await folder.git("status", "--porcelain"),
    await folder.git("stash", "list"),
    String(await folder.has(".git/wf/milestone.json")),
    await folder.read(".planning/ROADMAP.md"),
    await folder.read(".planning/STATE.md"),
  ];
  for (const ref of branches) {
    parts.push(
      ref,
      (await folder.subjects(ref)).join("\n"),
      await folder.git("ls-tree", "-r", "--name-only", ref),
    );
    parts.push(await folder.git("show", `${ref}:.planning/ROADMAP.md`));
  }
  return parts.join("\n");
}

for (const [name, scenario] of Object.entries(SCENARIOS)) {
  Deno.test(`completing a milestone has the same result after a kill before any effect: ${name}`, async () => {
    const program = fromRoot("tests/support/mortal_program.ts");
    await using origin = await complete(...scenario);
    const copy = async () => {
      const folder = await repository();
      await Deno.remove(folder.path, { recursive: true });
      await new Deno.Command("cp", { args: ["-a", origin.path, folder.path] }).output();
      return folder;
    };
    await using undisturbed = await copy();
    let effects = 0;
    const onEffect = () => void effects++;
    const first = await wf(["complete-milestone"], { cwd: undisturbed.path, onEffect });
    assert.equal(first.code, 0, first.stderr);
    assert.ok(effects > 10, `${effects} effects`);
    const expected = await left(undisturbed);
    for (let effect = 1 + 7 % STRIDE; effect <= effects; effect += STRIDE) {
      await using folder = await copy();
      const when = `effect ${effect} of ${effects}`;
      const dying = { WF_DIE_AT: String(effect) };
      const killed = await wf(["complete-milestone"], { cwd: folder.path, env: dying, program });
      assert.equal(killed.code, 137, `${when}: ${killed.stderr}`);
      const { code, stderr } = await wf(["complete-milestone"], { cwd: folder.path });
      // After a kill behind the last effect there is no current milestone any more.
      const version = code === 2 && /names the current milestone/.test(stderr) ? ["v1.0"] : undefined;
      if (version) {
        assert.equal((await wf(["complete-milestone", ...version], { cwd: folder.path })).code, 0, when);
      } else assert.equal(code, 0, `${when}: ${stderr}`);
      assert.equal(await left(folder), expected, when);
    }
  });
}

Deno.test("documents of a milestone that a hook refuses and reformats are committed as it leaves them", async () => {
  await using folder = await complete();
  await folder.hook(
    "pre-commit",
    "f=.planning/MILESTONES.md\ngrep -q FORMATTED $f && exit 0\necho '<!-- FORMATTED -->' >> $f\nexit 1",
  );
  const { code, stderr } = await call(folder, "complete-milestone");
  assert.equal(code, 0, stderr);
  assert.equal(await folder.git("status", "--porcelain"), "");
  assert.match(await folder.git("show", "v1.0:.planning/MILESTONES.md"), /FORMATTED/);
});

const OPEN =
  "---\nstatus: human_needed\n---\n\n## To Check by Hand\n\n1. It works (plan 01-01). See whether it holds.\n";

Deno.test("complete-milestone names a phase that needs a person and waits until it is accepted", async () => {
  await using folder = await complete({ mode: "interactive" }, undefined, OPEN);
  const { code, stdout, stderr } = await call(folder, "complete-milestone", "--yes");
  assert.equal(code, 3, stdout + stderr);
  assert.match(stderr, /Not verified: phase 01 \(needs a person \(1\)\)/);
  assert.match(stdout, /Phase 01 \(Base\): needs a person \(1\)/);
  assert.equal(await folder.git("tag"), "");
  const command = /^ {2}wf (complete-milestone .*unverified=accept)$/m.exec(stdout)![1]!;
  const stopped = await call(folder, "complete-milestone", "--yes", "--answer", "unverified=stop");
  assert.equal(stopped.code, 3);
  assert.equal(await folder.git("tag"), "");
  const accepted = await call(folder, ...command.split(" "));
  assert.equal(accepted.code, 0, accepted.stderr);
  assert.equal(await folder.git("tag"), "v1.0");
});

Deno.test("complete-milestone keeps the acceptance in its next command", async () => {
  await using folder = await complete({ mode: "interactive" }, undefined, OPEN);
  const { code, stdout } = await call(folder, "complete-milestone", "--answer", "unverified=accept");
  assert.equal(code, 3);
  const command = /^ {2}wf (complete-milestone .*confirm_transition=yes)$/m.exec(stdout)![1]!;
  assert.equal((await call(folder, ...command.split(" "))).code, 0);
});

Deno.test("complete-milestone in mode yolo names what needs a person, and stops at gaps", async () => {
  await using folder = await complete({}, undefined, OPEN);
  const done = await call(folder, "complete-milestone");
  assert.equal(done.code, 0, done.stdout);
  assert.match(done.stderr, /Not verified: phase 01 \(needs a person \(1\)\)/);
  assert.match(done.stderr, /unverified: accept \(configuration\)/);
  const gaps = "---\nstatus: gaps_found\n---\n\n## Gaps\n\n1. b.txt is not there.\n";
  await using other = await complete({}, undefined, gaps);
  const { code, stdout } = await call(other, "complete-milestone");
  assert.equal(code, 1);
  assert.match(stdout, /its verification found gaps/);
  assert.match(stdout, /^Next:\n {2}wf plan new 1\n/m);
  assert.equal(await other.git("tag"), "");
});

const GAPS = "---\nstatus: gaps_found\n---\n\n## Gaps\n\n1. b.txt is not there.\n";

Deno.test("neither --allow-incomplete nor --yes accepts gaps, and a completed milestone names open items", async () => {
  await using folder = await complete({ mode: "interactive" }, undefined, GAPS);
  const asked = await call(folder, "complete-milestone", "--allow-incomplete", "--yes");
  assert.equal(asked.code, 3, asked.stdout + asked.stderr);
  assert.match(asked.stderr, /^! Not complete: phase 01 \(its verification found gaps: /m);
  assert.equal(await folder.git("tag"), "");
  const command = /^ {2}wf (complete-milestone .*unverified=accept)$/m.exec(asked.stdout)![1]!;
  const accepted = await call(folder, ...command.split(" "), "--json");
  assert.equal(accepted.code, 0, accepted.stderr);
  const { milestone, tag } = await resultOf(accepted);
  assert.equal(tag, "v1.0");
  assert.equal(milestone.phases[0]?.gaps, VERIFICATION);
  assert.match(milestone.warnings[0]!, /^Not complete: phase 01 /);
  assert.match(await folder.read(".planning/MILESTONES.md"), /- incomplete: 1 of 1 plan, with gaps$/m);
});

Deno.test("complete-milestone of an incomplete milestone reports that", async () => {
  await using folder = await repository(files());
  const { code, stdout, stderr } = await call(folder, "complete-milestone", "--allow-incomplete");
  assert.equal(code, 0, stderr);
  assert.match(stderr, /^! Not complete: phase 01 \(01-01 is not complete\)$/m);
  assert.match(stdout, /^! Milestone v1\.0 MVP is archived with 1 phase not complete, tagged v1\.0$/m);
});

Deno.test("the suggested answer to the warning about unverified phases is accepted", async () => {
  await using folder = await complete({ workflow: { verifier: false } }, undefined, PASSED);
  await folder.git("rm", "--quiet", VERIFICATION);
  await folder.git("commit", "--quiet", "--message=docs: without it");
  const stopped = await call(folder, "complete-milestone", "--answer", "unverified=stop");
  assert.equal(stopped.code, 3, stopped.stderr);
  const { code, stderr } = await call(folder, "complete-milestone", "--answer", "unverified=accept");
  assert.equal(code, 0, stderr);
  assert.match(stderr, /Not verified: phase 01 \(executed\)/);
  assert.doesNotMatch(stderr, /No question was asked/);
});

Deno.test("after the archive, the suggested command answers only the merge", async () => {
  await using folder = await complete(
    { mode: "interactive", ...MILESTONE, workflow: { verifier: false } },
    BRANCH,
  );
  await folder.git("rm", "--quiet", VERIFICATION);
  await folder.git("commit", "--quiet", "--message=docs: without it");
  const waiting = await call(folder, "complete-milestone", "--yes", "--answer", "unverified=accept");
  assert.equal(waiting.code, 3, waiting.stderr);
  const command = /^ {2}wf (complete-milestone .*merge=squash)$/m.exec(waiting.stdout)![1]!;
  const { code, stderr } = await call(folder, ...command.split(" "));
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stderr, /No question was asked/);
  assert.equal(await folder.git("tag"), "v1.0");
});

Deno.test("commands refuse a phase of a complete milestone, also one that was incomplete, and change nothing", async () => {
  for (const args of [[], ["--allow-incomplete"]]) {
    await using folder = args.length === 0 ? await complete() : await repository(files());
    assert.equal((await call(folder, "complete-milestone", ...args)).code, 0);
    const head = await folder.git("rev-parse", "HEAD");
    for (
      const command of [
        "discuss-phase 1",
        "verify-phase 1",
        "execute-phase 1",
        "waves 1",
        "show 1",
        "plan new 1 More",
        "phase rename 1 Other",
        "phase remove 1",
        "phase move 1 2",
        "abandon 1 --why x",
      ]
    ) {
      const yes = /^(?:plan|phase|abandon)/.test(command) ? ["--yes"] : [];
      const { code, stderr } = await call(folder, ...command.split(" "), ...yes);
      assert.equal(code, 2, command);
      assert.match(stderr, /^error Phase 1 belongs to a milestone that is complete\n.*wf phase add/, command);
    }
    assert.equal(await folder.git("rev-parse", "HEAD"), head);
    assert.equal(await folder.git("status", "--porcelain"), "");
  }
});
