import assert from "node:assert/strict";
import { fixProject, type FixResult } from "../../../lib/check/fix/fix.ts";
import { rules } from "../../../lib/check/rules/all_rules.ts";
import type { ProjectSources } from "../../../lib/parse/project/model.ts";
import { unifiedDiff } from "../../../lib/report/findings/diff.ts";
import { fc } from "../../deps/fast_check.ts";
import { planText, writes } from "../../support/plans.ts";
import { check, FIXTURES, foldersIn, readTree } from "../fixture_tree.ts";

function fix(sources: ProjectSources): FixResult {
  return fixProject(sources, { rules });
}

/** The sources after all fixes. */
function after(sources: ProjectSources): ProjectSources {
  return { ...sources, texts: new Map([...sources.texts, ...fix(sources).texts]) };
}

/** How many errors of each code each file holds; the places move. */
function errors(sources: ProjectSources): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { severity, code, span } of check(sources)) {
    if (severity === "error") {
      counts.set(`${code} ${span.path}`, (counts.get(`${code} ${span.path}`) ?? 0) + 1);
    }
  }
  return counts;
}

function one(path: string, text: string): ProjectSources {
  return { texts: new Map([[path, text]]), paths: [path] };
}

const PLAN = ".planning/phases/01-base/01-01-PLAN.md";

for (const code of foldersIn(FIXTURES)) {
  for (const name of foldersIn(new URL(`${code}/invalid/`, FIXTURES))) {
    const sources = readTree(new URL(`${code}/invalid/${name}/`, FIXTURES));
    if (fix(sources).texts.size === 0) continue;

    Deno.test(`fixProject() changes these bytes and no others in ${code}/invalid/${name}`, async (t) => {
      const files = [...fix(sources).texts].map(([path, text]) => {
        return { path, before: sources.texts.get(path)!, after: text };
      });
      await t.assertSnapshot(unifiedDiff(files));
      assert.deepEqual(fix(after(sources)).fixed, [], "again changes nothing");
    });
  }
}

Deno.test("fixProject() mends what a mend lays open, until nothing is left", () => {
  const text = planText({ plan: "01", tasks: [writes("src/a.txt")] })
    .replace("files_modified: []", "files_modified: b.txt")
    .replace("autonomous: true", "autonomous: 'yes'")
    .replace('["It works"]', "\n    - Login: works: well");
  const { remaining, texts } = fix(one(PLAN, text));
  assert.match(texts.get(PLAN)!, /^files_modified: \[src\/a.txt, b.txt\]\nautonomous: true$/m);
  assert.match(texts.get(PLAN)!, /^ {4}- 'Login: works: well'$/m);
  assert.deepEqual(remaining, []);
});

/** The waves of plans 01, 02 … after all fixes, given what each states and depends on. */
function wavesAfter(...plans: readonly (readonly [wave: number, dependsOn: readonly string[]])[]): number[] {
  const texts = new Map(plans.map(([wave, dependsOn], index) => {
    const plan = `0${index + 1}`;
    const text = planText({ plan, wave, dependsOn, files: [plan], tasks: [writes(plan)] });
    return [`.planning/phases/01-base/01-${plan}-PLAN.md`, text];
  }));
  const fixed = after({ texts, paths: [...texts.keys()] });
  return [...fixed.texts.values()].map((text) => Number(/^wave: (\d)$/m.exec(text)?.[1]));
}

Deno.test("fixProject() writes the wave that dependencies give where all plans keep their order", () => {
  assert.deepEqual(wavesAfter([1, []], [3, ["1"]], [4, ["2"]]), [1, 2, 3]);
});

Deno.test("fixProject() changes no wave that may be the only order there is", () => {
  assert.deepEqual(wavesAfter([3, []], [4, []], [4, []]), [3, 4, 4], "plans that depend on none");
  assert.deepEqual(wavesAfter([3, []], [4, ["1"]]), [3, 4], "a phase that does not count from 1");
  assert.deepEqual(wavesAfter([1, []], [2, ["1"]], [3, ["1"]]), [1, 2, 3], "plans that would come together");
});

Deno.test("fixProject() changes no plan that is finished", () => {
  const text = planText({ plan: "01", files: ["a"], tasks: [writes("a")] }).replace("wave: 1", 'wave: "1"');
  const summary = PLAN.replace("PLAN", "SUMMARY");
  const open = one(PLAN, text);
  const own = { ...open, paths: [PLAN, summary] };
  assert.deepEqual([fix(open).texts.size, fix(own).texts.size], [1, 0]);
  assert.deepEqual(fix(own).remaining.map(({ code, fix }) => [code, fix]), [["field-shape", undefined]]);
  const ticked = (box: string, others: readonly string[]) => ({
    texts: new Map([...open.texts, [".planning/ROADMAP.md", `- [${box}] **Phase 1: Base**\n`]]),
    paths: [PLAN, ".planning/ROADMAP.md", ...others],
  });
  const other = ".planning/phases/01-base/01-07-SUMMARY.md";
  assert.equal(fix(ticked("x", [other])).texts.has(PLAN), false, "a ticked phase with summaries");
  assert.equal(fix(ticked(" ", [other])).texts.has(PLAN), true, "a phase that is not ticked");
  assert.equal(fix(ticked("x", [])).texts.has(PLAN), true, "a tick without summaries");
});

Deno.test("fixProject() does not make a fix that brings about an error, and makes the others", () => {
  const finding = (span: { start: number; end: number }, text: string) => ({
    message: "x",
    hint: "x",
    span,
    fix: { title: text, edits: [{ ...span, text }] },
  });
  const rule = {
    code: "test",
    severity: "warning" as const,
    summary: "x",
    why: "x",
    shows: [],
    *plan({ source: { text } }: { readonly source: { readonly text: string } }) {
      const wave = text.indexOf("wave: 1") + 6;
      const type = text.indexOf("execute");
      if (text.includes("wave: 1")) yield finding({ start: wave, end: wave + 1 }, "two");
      if (type !== -1) yield finding({ start: type, end: type + 7 }, "tdd");
    },
  };
  const text = planText({ plan: "01", files: ["a"], tasks: [writes("a")] });
  const result = fixProject(one(PLAN, text), { rules: [...rules, rule] });
  assert.deepEqual(result.fixed.map((found) => found.fix?.title), ["tdd"]);
  assert.equal(result.texts.get(PLAN), text.replace("execute", "tdd"));
});

Deno.test("fixProject() leaves a file alone whose YAML it cannot mend as a whole", () => {
  const text = planText({ plan: "01", wave: 7, tasks: [writes("a")] })
    .replace("must_haves:", "note: `x` y\nnote: z\nmust_haves:");
  assert.equal(fix(one(PLAN, text)).texts.size, 0);
});

const VALID = planText({ plan: "01", files: ["src/a.ts"], tasks: [writes("src/a.ts")] });
const CHECK = "<automated>test -f src/a.ts</automated>";

/** Texts with more than one possible meaning. */
const UNSURE: readonly [what: string, old: string | RegExp, text: string][] = [
  ["a text that ends with a quote only", "must_haves:", 'note: Fix: the form"\nmust_haves:'],
  ["such a text with quotes in it", "must_haves:", "note: Fix: the 'form''\nmust_haves:"],
  ["a list with an item that is no text", /files_modified: .*/, "files_modified:\n  - src/b.ts: new"],
  ["a task with another attribute for its type", '<task type="auto"', '<task Type="manual"'],
  ["a task with a gate", '<task type="auto"', '<task gate="blocking"'],
  [
    "a check whose failure is expected",
    CHECK,
    '<automated>npm test || echo "FAIL (expected: RED)"</automated>',
  ],
  ["a check that may be skipped", CHECK, "<automated>npm test && echo OK || echo Not run, fine</automated>"],
];

for (const [what, old, text] of UNSURE) {
  Deno.test(`fixProject() leaves ${what} to its author`, () => {
    const changed = VALID.replace(old, text);
    assert.notEqual(changed, VALID);
    assert.equal(fix(one(PLAN, changed)).texts.get(PLAN), undefined);
  });
}

Deno.test("fixProject() writes a number without zeros before it, which some readers take for a string", () => {
  const { texts } = fix(one(PLAN, VALID.replace("wave: 1", "wave: '01'")));
  assert.equal(texts.get(PLAN), VALID);
});

Deno.test("fixProject() changes only files that may change", () => {
  const text = planText({ plan: "01", files: ["a"], tasks: [writes("a")] }).replace("wave: 1", 'wave: "1"');
  const options = { rules, mayChange: (path: string) => path !== PLAN };
  const result = fixProject(one(PLAN, text), options);
  assert.equal(result.texts.size, 0);
  assert.equal(result.remaining.length, 1);
});

Deno.test("fixProject() is linear in the number of mends", () => {
  const tags = "</verify>\n".repeat(5000);
  const text = planText({ plan: "01", files: ["a"], tasks: [writes("a")] }) + tags;
  const left = "</verify>\n";
  assert.equal(fix(one(PLAN, text)).texts.get(PLAN), text.slice(0, -tags.length) + left);
});

/** Slips that people make, as replacements in a valid plan. */
const SLIPS: readonly (readonly [from: string | RegExp, to: string])[] = [
  ["wave: 1", "wave: 4"],
  ["wave: 1", 'wave: "2"'],
  ["wave: 1", "wave: two"],
  ["autonomous: true", "autonomous: false"],
  ["autonomous: true", "autonomous: yes"],
  ["autonomous: true", "autonomous: 'true'"],
  ["phase: 01-base", "phase: 07-other"],
  ["depends_on: []", "depends_on: 01-02"],
  ["depends_on: []", "depends_on:"],
  ["depends_on: []", 'depends_on: "01-02", "01-03"'],
  ["files_modified: []", "files_modified:\n  - b.txt (new)\n  - 'c d.txt'"],
  ["files_modified: []", 'files_modified: ["x.ts"]'],
  ["files_modified: []", "files_modified: none"],
  [/must_haves:\n {2}truths: .*/, "must_haves:\n  - It works: always\n  - `code` is shown"],
  [/truths: .*/, "truths:\n    - Login: works: well\n    - 'it's fine'\n    - \"Done\" is shown"],
  [
    /truths: .*/,
    'truths: [a]\n  key_links:\n    - from: a\n      to: b\n      via: c\n      pattern: "x\\(\\d"',
  ],
  ["<output>", "</tasks>\n<output>"],
  ["</output>", "</output>\n</output>"],
  ["<files>", "<files>z.ts (new), `y.ts` — why, "],
  ['<task type="auto">', "<task>"],
];

const anyPlan = fc.tuple(
  fc.subarray([...SLIPS], { maxLength: 6 }),
  fc.boolean(),
  fc.boolean(),
  fc.boolean(),
).map(([slips, crlf, mark, newline]) => {
  let text = planText({ plan: "01", tasks: [writes("a.txt"), writes("src/b.ts")] });
  for (const [from, to] of slips) text = text.replace(from, () => to);
  if (!newline) text = text.trimEnd();
  return (mark ? "\uFEFF" : "") + (crlf ? text.replaceAll("\n", "\r\n") : text);
});

const anyConfig = fc.subarray([
  '"depth": "quick"',
  '"parallelization": true',
  '"commit_docs": true',
  '"search_gitignored": false',
  '"planning": { "search_gitignored": true }',
  '"granularity": "fine"',
  '"model_profile": "inherit"',
  '"mode": "yolo"',
]).map((keys) => `{\n  // ours\n  ${keys.join(",\n  ")}\n}\n`);

Deno.test("fixProject() ends, makes no error, keeps line ends and marks, and does nothing the second time", () => {
  fc.assert(
    fc.property(anyPlan, anyPlan, anyConfig, (first, second, config) => {
      const second2 = second.replace(/^plan: 01/m, "plan: 02");
      const texts = new Map([
        [".planning/config.json", config],
        [PLAN, first],
        [".planning/phases/01-base/01-02-PLAN.md", second2],
      ]);
      const sources = { texts, paths: [...texts.keys()] };
      const mended = after(sources);
      assert.deepEqual(fix(mended).texts, new Map());
      const parsed = !check(sources).some(({ code }) => code === "frontmatter-unparsable");
      if (parsed) {
        for (const [name, count] of errors(mended)) {
          assert.ok(count <= (errors(sources).get(name) ?? 0), name);
        }
      }
      for (const [path, text] of mended.texts) {
        const before = texts.get(path)!;
        assert.equal(text.startsWith("\uFEFF"), before.startsWith("\uFEFF"));
        assert.equal(text.endsWith("\n"), before.endsWith("\n"));
        if (before.includes("\r\n")) assert.equal(/(?<!\r)\n/.test(text), false);
        else assert.equal(text.includes("\r"), false);
      }
      assert.ok(mended.texts.get(".planning/config.json")!.includes("// ours"));
    }),
    { numRuns: 300 },
  );
});
