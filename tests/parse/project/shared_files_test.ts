import assert from "node:assert/strict";
import { computedWaves, plansOf } from "../../../lib/parse/project/dependencies.ts";
import { overlaps } from "../../../lib/parse/project/overlaps.ts";
import type { PlanDocument } from "../../../lib/parse/plan_file/plan_file.ts";
import { sharings } from "../../../lib/parse/project/shared_files.ts";
import { fc } from "../../deps/fast_check.ts";
import { assertLinear } from "../../ratio.ts";
import { frontmatter, projectOf } from "../planning_tree.ts";

/** A phase of plans that declare these files, each plan with its `depends_on`. */
function phaseOf(plans: readonly (readonly [files: readonly string[], dependsOn?: string])[]) {
  const project = projectOf(Object.fromEntries(plans.map(([files, depends_on = "[]"], index) => {
    const plan = String(index + 1).padStart(2, "0");
    const files_modified = JSON.stringify(files);
    return [`01-base/01-${plan}-PLAN.md`, frontmatter({ plan, files_modified, depends_on })];
  })));
  return { plans: plansOf(project.phases[0]!), waves: computedWaves(project.phases[0]!, project) };
}

/** What the plans share, as `plan: path first… last count`. */
function shared(...plans: Parameters<typeof phaseOf>[0]): readonly string[] {
  const phase = phaseOf(plans);
  return sharings(phase.plans, phase.waves).flatMap(({ plan, paths }) =>
    paths.map(({ path, index, first, last, count }) =>
      `${plan.id}: ${path} at ${index} with ${
        first.join(" ")
      }, last ${last.plan.id} at ${last.index}, ${count}`
    )
  );
}

Deno.test("sharings() has one value for each later plan, which names three of the earlier and counts them", () => {
  assert.deepEqual(shared([["a"]], [["a"]], [["b", "a"]], [["a"]], [["a"]]), [
    "01-02: a at 0 with 01-01, last 01-01 at 0, 1",
    "01-03: a at 1 with 01-01 01-02, last 01-02 at 0, 2",
    "01-04: a at 0 with 01-01 01-02 01-03, last 01-03 at 1, 3",
    "01-05: a at 0 with 01-01 01-02 01-03, last 01-04 at 0, 4",
  ]);
});

Deno.test("sharings() counts a plan once, whatever ways it meets a path", () => {
  assert.deepEqual(shared([["src/a/b", "src/", "src/a"]], [["src/a/c", "src/a/d"]], [["src/a"]]), [
    "01-02: src/a/c at 0 with 01-01, last 01-01 at 1, 1",
    "01-02: src/a/d at 1 with 01-01, last 01-01 at 1, 1",
    "01-03: src/a at 0 with 01-01 01-02, last 01-02 at 0, 2",
  ]);
});

Deno.test("sharings() names a file where the earlier plan declares it, and the folder where several share in it", () => {
  assert.deepEqual(shared([["src/a.ts"]], [["src/"]]), [
    "01-02: src/a.ts at 0 with 01-01, last 01-01 at 0, 1",
  ]);
  assert.deepEqual(shared([["src/a.ts"]], [["src/b.ts"]], [["src/"]]), [
    "01-03: src/ at 0 with 01-01 01-02, last 01-02 at 0, 2",
  ]);
});

Deno.test("sharings() leaves the plans of other waves alone", () => {
  assert.deepEqual(shared([["a"]], [["a"], "['01-01']"]), []);
});

Deno.test("sharings() passes over what two complete plans share, and nothing else", () => {
  const { plans, waves } = phaseOf([[["a"]], [["a"]], [["a"]], [["a"]]]);
  const complete = new Set(["01-01", "01-02", "01-04"]);
  const found = sharings(plans, waves, ({ id }) => complete.has(id)).map(({ plan, paths }) => {
    return [plan.id, ...paths.flatMap(({ first }) => first)];
  });
  assert.deepEqual(found, [["01-03", "01-01", "01-02"], ["01-04", "01-03"]]);
});

const anyPath = fc.array(fc.constantFrom("a", "b", "*"), { minLength: 1, maxLength: 3 }).map((parts) =>
  parts.join("/")
);

Deno.test("sharings() says of the same plans as overlaps() that they wait, for the same first and last", () => {
  fc.assert(
    fc.property(fc.array(fc.array(anyPath, { maxLength: 3 }), { minLength: 1, maxLength: 6 }), (files) => {
      const { plans, waves } = phaseOf(files.map((paths) => [paths]));
      const found = sharings(plans, waves).map(({ plan, paths }) => {
        const earlier = paths.flatMap(({ first, last }) => [...first, last.plan.id]).sort();
        return { plan: plan.id, first: earlier[0], last: earlier.at(-1) };
      });
      const pairs = overlaps(plans, waves);
      const wanted = [...new Set(pairs.map(({ second }) => second))].map((plan) => {
        const earlier = pairs.filter(({ second }) => second === plan).map(({ first }) => first);
        return { plan, first: earlier[0], last: earlier.at(-1) };
      });
      assert.deepEqual(found, wanted);
    }),
  );
});

const WIDE: readonly (readonly [what: string, files: (plan: number) => readonly string[]])[] = [
  ["share one file", () => ["src/a.ts"]],
  ["share a folder and its files by turns", (plan) => plan % 2 === 0 ? ["src/"] : ["src/a.ts"]],
  ["share the whole project", (plan) => [plan % 3 === 0 ? "./" : `src/${plan}/a.ts`]],
  ["share ten files", () => Array.from({ length: 10 }, (_, file) => `src/${file}.ts`)],
];

for (const [what, files] of WIDE) {
  Deno.test(`sharings() takes time linear in the plans of a wave that ${what}`, () => {
    const make = (size: number): readonly PlanDocument[] =>
      phaseOf(Array.from({ length: size }, (_, plan) => [files(plan)])).plans;
    const waves = (plans: readonly PlanDocument[]) => new Map(plans.map(({ id }) => [id, 1]));
    assertLinear(make, (plans) => assert.ok(sharings(plans, waves(plans)).length > plans.length / 4), 200);
  });
}
