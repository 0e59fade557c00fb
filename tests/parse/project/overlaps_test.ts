import assert from "node:assert/strict";
import { computedWaves, plansOf } from "../../../lib/parse/project/dependencies.ts";
import { type Overlap, overlaps } from "../../../lib/parse/project/overlaps.ts";
import { fc } from "../../deps/fast_check.ts";
import { assertLinear } from "../../ratio.ts";
import { frontmatter, projectOf } from "../planning_tree.ts";

interface Files {
  readonly files?: string;
  readonly depends_on?: string;
  /** The text of `<files>` of a task. */
  readonly task?: string;
}

/** The overlaps of a phase of plans with these files. */
function overlapsOf(plans: Readonly<Record<string, Files>>): readonly Overlap[] {
  const project = projectOf(Object.fromEntries(
    Object.entries(plans).map(([plan, { files = "[]", depends_on = "[]", task }]) => [
      `01-base/01-${plan}-PLAN.md`,
      frontmatter({ plan, files_modified: files, depends_on }) +
      (task === undefined ? "" : `<tasks>\n<task type="auto">\n<files>${task}</files>\n</task>\n</tasks>\n`),
    ]),
  ));
  const phase = project.phases[0]!;
  return overlaps(plansOf(phase), computedWaves(phase, project));
}

/** What the second of two plans shares with the first. */
function sharedBy(first: Files, second: Files): readonly string[] {
  return overlapsOf({ "01": first, "02": second })[0]?.paths ?? [];
}

Deno.test("overlaps() names each pair of a wave that shares paths once, by the later plan", () => {
  const found = overlapsOf({
    "01": { files: "[a.ts, b.ts]" },
    "02": { files: "[c.ts, ./b.ts, a.ts]" },
    "03": { files: "[a.ts]", depends_on: "[1]" },
    "04": { files: "[a.ts, a.ts]" },
  });
  assert.deepEqual(found, [
    { first: "01-01", second: "01-02", paths: ["b.ts", "a.ts"], index: 1 },
    { first: "01-01", second: "01-04", paths: ["a.ts"], index: 0 },
    { first: "01-02", second: "01-04", paths: ["a.ts"], index: 0 },
  ]);
});

Deno.test("overlaps() passes over plans without a wave", () => {
  const project = projectOf({
    "01-base/01-01-PLAN.md": frontmatter({ files_modified: "[a]" }),
    "01-base/01-02-PLAN.md": frontmatter({ plan: "02", files_modified: "[a]" }),
  });
  assert.deepEqual(overlaps(plansOf(project.phases[0]!), new Map([["01-01", 1]])), []);
});

const SHARED: readonly (readonly [what: string, first: Files, second: Files, paths: readonly string[]])[] = [
  ["a file in the other's folder", { files: "[src/auth/]" }, { files: "[src/auth/a.ts]" }, ["src/auth/a.ts"]],
  ["the files in its folder", { files: "[src/a.ts, src/b/c.ts]" }, { files: "[src/]" }, [
    "src/a.ts",
    "src/b/c.ts",
  ]],
  ["a folder that is written without a slash", { files: "[src/auth]" }, { files: "[src/auth/a.ts]" }, [
    "src/auth/a.ts",
  ]],
  ["a folder within a folder", { files: "[src/]" }, { files: "[src/auth/]" }, ["src/auth/"]],
  ["the same folder, with and without a slash", { files: "[src/]" }, { files: "[src]" }, ["src/"]],
  ["anything with who declares the whole project", { files: "['./']" }, { files: "[a.ts]" }, ["a.ts"]],
  ["what may match a pattern", { files: "['src/**/*.ts']" }, { files: "[src/a.css]" }, ["src/a.css"]],
  ["a path that only a task names", { files: "[a.ts]" }, { task: "b.ts, ./a.ts (new)" }, ["a.ts"]],
  ["no file whose name begins the same", { files: "[src/a]" }, { files: "[src/ab, src/a.ts]" }, []],
  ["no file of a folder beside it", { files: "[src/a/]" }, { files: "[src/b/a.ts]" }, []],
];

for (const [what, first, second, paths] of SHARED) {
  Deno.test(`a plan shares ${what}`, () => assert.deepEqual(sharedBy(first, second), paths));
}

Deno.test("overlaps() gives no place in files_modified to a path that only a task names", () => {
  const [found] = overlapsOf({ "01": { files: "[a.ts]" }, "02": { files: "[b.ts]", task: "a.ts" } });
  assert.deepEqual(found, { first: "01-01", second: "01-02", paths: ["a.ts"], index: undefined });
});

const anyPath = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 3 }).map((parts) =>
  parts.join("/")
);

Deno.test("two plans overlap exactly when a path of one is a path of the other or lies below one", () => {
  fc.assert(fc.property(fc.array(anyPath, { maxLength: 3 }), fc.array(anyPath, { maxLength: 3 }), (a, b) => {
    const meets = (x: string, y: string) => x === y || x.startsWith(`${y}/`) || y.startsWith(`${x}/`);
    const wanted = b.flatMap((y) => a.filter((x) => meets(x, y)).map((x) => x.length > y.length ? x : y));
    const shared = sharedBy({ files: `[${a}]` }, { files: `[${b}]` });
    assert.deepEqual(new Set(shared), new Set(wanted));
  }));
});

Deno.test("overlaps() takes time in proportion to the files", () => {
  const plansWith = (files: number) => {
    const list = (from: number) =>
      `[${Array.from({ length: files }, (_, index) => `src/${(from + index) % 97}/${from + index}.ts`)}]`;
    const project = projectOf({
      "01-base/01-01-PLAN.md": frontmatter({ files_modified: list(0) }),
      "01-base/01-02-PLAN.md": frontmatter({ plan: "02", files_modified: list(files - 3) }),
    });
    return plansOf(project.phases[0]!);
  };
  const waves = new Map([["01-01", 1], ["01-02", 1]]);
  assertLinear(plansWith, (plans) => assert.equal(overlaps(plans, waves)[0]!.paths.length, 3), 2_000);
});
