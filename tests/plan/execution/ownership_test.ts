import assert from "node:assert/strict";
import { parsePlanFile, type PlanDocument } from "../../../lib/parse/plan_file/plan_file.ts";
import {
  compareFiles,
  declares,
  filesOf,
  overlapsByWave,
  overlapsOf,
  ownershipViolations,
  type PlanFiles,
} from "../../../lib/plan/execution/ownership.ts";
import { SourceText } from "../../../lib/text/source_text.ts";
import { fc } from "../../deps/fast_check.ts";
import { planText, writes } from "../../support/plans.ts";
import { phaseOf, projectOf } from "../../support/project.ts";

function planFile(files: readonly string[], tasks: readonly string[] = ["a.ts"]): PlanDocument {
  const text = planText({ plan: "01", files, tasks: tasks.map(writes) });
  return parsePlanFile(new SourceText(".planning/phases/01-base/01-01-PLAN.md", text));
}

function owner(id: string, ...files: readonly string[]): PlanFiles {
  return { id, files };
}

Deno.test("filesOf() returns the files of files_modified and of the tasks, each once", () => {
  assert.deepEqual(filesOf(planFile(["./a.ts", "docs/"], ["a.ts", "docs/b.md", "c.ts"])), {
    id: "01-01",
    files: ["a.ts", "docs/", "docs/b.md", "c.ts"],
  });
});

Deno.test("a plan declares its files and the content of its folders", () => {
  const plan = owner("01-01", "a.ts", "docs/", "test/**/*.ts");
  const paths = ["a.ts", "docs/x/y.md", "test/b/c.ts", "b.ts", "test/b/c.css"];
  assert.deepEqual(paths.filter((path) => declares(plan, path)), ["a.ts", "docs/x/y.md", "test/b/c.ts"]);
});

Deno.test("overlapsByWave() returns the waves with pairs", () => {
  const plan = (number: string, files: readonly string[]) => planText({ plan: number, files, tasks: [] });
  const project = projectOf({
    "phases/01-base/01-01-PLAN.md": plan("01", ["a"]),
    "phases/01-base/01-02-PLAN.md": plan("02", ["b"]),
    "phases/01-base/01-03-PLAN.md": plan("03", ["a", "c/"]),
    "phases/01-base/01-04-PLAN.md": plan("04", ["c/d"]),
  });
  const phase = phaseOf(project, "1");
  assert.equal(overlapsOf(phase).length, 2);
  assert.deepEqual(overlapsByWave(overlapsOf(phase), [["01-01", "01-02"], ["01-03", "01-04"]]), [
    { wave: 2, pairs: [{ first: "01-03", second: "01-04", paths: ["c/d"], index: 0 }] },
  ]);
});

const OWN = owner("01-01", "src/a.ts", "docs/");
const OTHERS = [owner("01-02", "src/b.ts", "lib/"), OWN, owner("01-03", "lib/x.ts")];

const TRESPASSES: readonly (readonly [
  what: string,
  changed: readonly string[],
  foreign: readonly (readonly [path: string, plan: string])[],
  undeclared: readonly string[],
])[] = [
  ["lets a task change what its plan declares", ["src/a.ts", "docs/x.md"], [], []],
  ["names the owner of a path", ["src/b.ts", "src/a.ts"], [["src/b.ts", "01-02"]], []],
  ["names the first owner of a path", ["lib/x.ts"], [["lib/x.ts", "01-02"]], []],
  ["tells what nobody declares", ["src/c.ts"], [], ["src/c.ts"]],
  ["sorts, and names a path once", ["z", "src/b.ts", "z", "lib/y"], [["lib/y", "01-02"], [
    "src/b.ts",
    "01-02",
  ]], [
    "z",
  ]],
];

for (const [what, changed, foreign, undeclared] of TRESPASSES) {
  Deno.test(`ownershipViolations() ${what}`, () => {
    const found = ownershipViolations(changed, OWN, OTHERS);
    assert.deepEqual(found.foreign.map(({ path, plan }) => [path, plan]), foreign);
    assert.deepEqual(found.undeclared, undeclared);
  });
}

Deno.test("a file that both plans declare is not a violation: such plans do not run concurrently", () => {
  const found = ownershipViolations(["src/a.ts"], OWN, [owner("01-02", "src/")]);
  assert.deepEqual(found, { foreign: [], undeclared: [] });
});

const anyFiles = fc.array(fc.constantFrom("a", "b", "d/", "d/a", "d/b", "e/**"), { maxLength: 4 });
const anyChanges = fc.array(fc.constantFrom("a", "b", "c", "d/a", "d/c", "e/a"), { maxLength: 6 });

Deno.test("each changed path is own, foreign or undeclared, and only one of the three", () => {
  fc.assert(
    fc.property(anyChanges, anyFiles, fc.array(anyFiles, { maxLength: 3 }), (changed, own, others) => {
      const plans = others.map((files, index) => owner(`01-0${index + 2}`, ...files));
      const { foreign, undeclared } = ownershipViolations(changed, owner("01-01", ...own), plans);
      const mine = changed.filter((path) => declares(owner("01-01", ...own), path));
      assert.deepEqual(
        [...new Set(mine), ...foreign.map(({ path }) => path), ...undeclared].sort(),
        [...new Set(changed)].sort(),
      );
      for (const { path, plan } of foreign) {
        assert.equal(plan, plans.find((other) => declares(other, path))?.id);
      }
      assert.ok(undeclared.every((path) => !plans.some((plan) => declares(plan, path))));
    }),
  );
});

Deno.test("compareFiles() ignores declared documents, because tasks do not write them", () => {
  assert.deepEqual(compareFiles(["a", ".planning/phases/01-base/01-01-SUMMARY.md"], ["a"]), {
    undeclared: [],
    untouched: [],
  });
});
