import assert from "node:assert/strict";
import { fc } from "../deps/fast_check.ts";
import { schemaProblems } from "../deps/ajv.ts";
import { planText, smallProject, writes } from "../support/plans.ts";
import { wf } from "../support/program.ts";
import { repository } from "../support/repository.ts";
import { codeOf, ROADMAP, roadmap, STATE, state, twoSides } from "../support/two_sides.ts";

Deno.test("hook install --merge-driver lets branches that completed different phases merge and rebase", async () => {
  await using folder = await twoSides();
  assert.equal(await codeOf(folder, "merge", "other"), 1, "without it");
  await folder.git("merge", "--abort");
  const preview = await wf(["hook", "install", "--merge-driver", "--dry-run"], { cwd: folder.path });
  assert.match(preview.stdout, /^\+\*\*\/\.planning\/\*\*\/STATE\.md merge=wf$/m);
  assert.equal(await folder.has(".git/info/attributes"), false);
  const { stdout } = await wf(["hook", "install", "--merge-driver", "--json"], { cwd: folder.path });
  assert.equal(await schemaProblems("hook", JSON.parse(stdout)), "");
  assert.equal(await codeOf(folder, "merge", "--quiet", "--no-edit", "other"), 0);
  assert.equal(await folder.read(ROADMAP), roadmap(1, 2));
  assert.equal(await folder.read(STATE), state(2));
  await folder.git("reset", "--quiet", "--hard", "HEAD^1");
  assert.equal(await codeOf(folder, "rebase", "--quiet", "other"), 0);
  assert.equal(await folder.read(STATE), state(2));
});

Deno.test("the merge driver leaves lines of users in conflict, and --uninstall removes it", async () => {
  await using folder = await twoSides("theirs\n");
  await folder.write({ ".git/info/attributes": "*.png binary\n" });
  const install = ["hook", "install", "--merge-driver"];
  await wf(install, { cwd: folder.path });
  assert.equal(await codeOf(folder, "merge", "other"), 1);
  assert.equal(await folder.read(ROADMAP), roadmap(1, 2));
  assert.equal(
    await folder.read(STATE),
    `${state(2)}<<<<<<< ours\nours\n=======\ntheirs\n>>>>>>> theirs\n`,
  );
  await folder.git("merge", "--abort");
  assert.equal((await wf([...install, "--uninstall"], { cwd: folder.path })).code, 0);
  assert.equal(await folder.read(".git/info/attributes"), "*.png binary\n");
  assert.equal(await codeOf(folder, "config", "--get", "merge.wf.driver"), 1);
});

Deno.test("without wf, the merge driver merges as git does", async () => {
  await using folder = await twoSides();
  await wf(["hook", "install", "--merge-driver"], { cwd: folder.path });
  const driver = await folder.git("config", "merge.wf.driver");
  await folder.git("config", "merge.wf.driver", driver.replace(/^\S+/, "/nowhere/wf"));
  assert.equal(await codeOf(folder, "merge", "other"), 1);
  assert.match(await folder.read(ROADMAP), /^<<<<<<< ours\n- \[x\] \*\*Phase 1[^]*^>>>>>>> theirs$/m);
});

Deno.test("without a remote, phases whose merges were skipped are merged later without conflicts", async () => {
  const path = ".planning/phases/02-more/02-01-PLAN.md";
  const more = planText({ phase: "02-more", plan: "01", files: ["e.txt"], tasks: [writes("e.txt")] });
  const config = { mode: "yolo", git: { branching_strategy: "phase" } };
  await using folder = await repository({ ...smallProject(config), [path]: more });
  const run = (phase: string, merge: string) =>
    wf(["execute-phase", phase, "--answer", `merge=${merge}`], { cwd: folder.path });
  for (const phase of ["1", "2"]) assert.equal((await run(phase, "skip")).code, 0);
  const first = await run("1", "squash");
  assert.equal(first.code, 0, first.stderr);
  assert.equal(await folder.has(".git/info/attributes"), false);
  const second = await run("2", "squash");
  assert.equal(second.code, 0, second.stderr);
  assert.match(second.stderr, /^! Merges of STATE\.md and ROADMAP\.md in this clone now use wf/m);
  assert.match(await folder.read(ROADMAP), /^- \[x\] \*\*Phase 1.*\n- \[x\] \*\*Phase 2/m);
  assert.equal(await folder.git("status", "--porcelain"), "");
});

Deno.test("merge-driver --json prints the files that it has rewritten", async () => {
  await using folder = await repository({ a: roadmap(), b: roadmap(1), c: roadmap(2) });
  const { stdout } = await wf(["merge-driver", "a", "b", "c", ROADMAP, "--json"], { cwd: folder.path });
  const result = JSON.parse(stdout);
  assert.equal(await schemaProblems("merge-driver", result), "");
  assert.deepEqual(result.written, ["a", "b", "c"]);
});

Deno.test("a merge driver of that name that wf did not set up stays", async () => {
  await using folder = await repository(smallProject());
  await folder.git("config", "merge.wf.driver", "true");
  const { code, stderr } = await wf(["hook", "install", "--merge-driver"], { cwd: folder.path });
  assert.equal(code, 2, stderr);
  assert.equal(await folder.git("config", "merge.wf.driver"), "true");
});

const DOCUMENT: Readonly<Record<string, string>> = {
  [ROADMAP]:
    `${roadmap()}\n### Phase 1: Base\n**Plans**: 0/2 plans complete\n\n- [ ] 01-01: Write\n- [ ] 01-02: Read\n
| Phase | Plans | Status |\n|---|---|---|\n| 1. Base | 0/2 | Not started |\n| 2. Form | 0/1 | Not started |\n`,
  [STATE]: `${state(0, 0)}
## Current Position\n\nPlan: 0 of 2 in current phase\nStatus: Ready to execute\nProgress: [░░░░░░░░░░] 0%\n
### Decisions\n\n- [01-00]: color: red\n\n## Session Continuity\n\nStopped at: Completed 01-00\n`,
};

/** What wf writes: ticks, counts, statuses, dates and decisions. */
function written(text: string, side: number): string {
  return text.replace(`- [ ] **Phase ${side}`, `- [x] **Phase ${side}`).replace(
    `- [ ] 01-0${side}`,
    `- [x] 01-0${side}`,
  )
    .replaceAll(/\b0\/2/g, "1/2").replace("| Not started |", "| In Progress |")
    .replace("Ready to execute", "In progress").replace("completed_plans: 0", "completed_plans: 1")
    .replace("Completed 01-00", `Completed 01-0${side}`)
    .replace("00.000Z", `0${side}.000Z`).replace(
      "color: red\n",
      `color: red\n- [01-0${side}]: size: ${side}\n`,
    );
}

Deno.test("what users write in any line of both sides is in the result of git's merge", async () => {
  await using folder = await repository(smallProject());
  const places = fc.array(fc.record({ at: fc.nat(30), how: fc.constantFrom("line", "end", "cell") }), {
    minLength: 1,
    maxLength: 4,
  });
  let conflicts = 0;
  const runs = fc.asyncProperty(fc.constantFrom(STATE, ROADMAP), places, places, async (path, ...sides) => {
    const base = DOCUMENT[path]!;
    const notes: string[] = [];
    const [ours, theirs] = sides.map((edits, side) => {
      const lines = written(base, side + 1).split("\n");
      for (const [index, { at, how }] of edits.entries()) {
        const note = `note ${side}.${index}.`;
        notes.push(note);
        const place = at % lines.length;
        const line = lines[place]!;
        const whole = how === "cell" ? line.replace(/( \|)$/, ` ${note}$1`) : line;
        if (how === "line") lines.splice(place, 0, note);
        else lines[place] = whole === line ? `${line} ${note}` : whole;
      }
      return lines.join("\n");
    });
    await folder.write({ base, ours: ours!, theirs: theirs! });
    const args = ["merge-driver", "base", "ours", "theirs", path];
    assert.equal((await wf(args, { cwd: folder.path })).code, 0);
    conflicts += Math.min(1, await codeOf(folder, "merge-file", "ours", "base", "theirs"));
    const merged = await folder.read("ours");
    for (const note of notes) assert.ok(merged.includes(note), `${note} is lost:\n${merged}`);
  });
  await fc.assert(runs, { numRuns: 30 });
  assert.ok(conflicts > 0 && conflicts < 30, `${conflicts} conflicts`);
});
