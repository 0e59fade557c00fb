import assert from "node:assert/strict";
import { rules } from "../../lib/check/rules/all_rules.ts";
import { fixProject } from "../../lib/check/fix/fix.ts";
import type { BodyElement } from "../../lib/parse/plan_file/scan_body.ts";
import type { PlanDocument } from "../../lib/parse/plan_file/plan_file.ts";
import { parseProject } from "../../lib/parse/project/project.ts";
import { resolveConfig } from "../../lib/plan/config/resolve.ts";
import type { Project, ProjectSources } from "../../lib/parse/project/model.ts";
import { fc } from "../deps/fast_check.ts";
import type { Diagnostic } from "../../schemas/diagnostic.ts";
import type { Task } from "../../schemas/plan_file.ts";
import { applyFix, check, FIXTURES, foldersIn, readTree } from "./fixture_tree.ts";

/** Plans as people and other tools write them, whose slips leave more than one reading. */
const REAL = new URL("../../fixtures/fixes/", import.meta.url);

/** The fields that a fix may give another value, by its code; by any other code none. */
const CHANGES: Readonly<Record<string, readonly string[]>> = {
  "duplicate-item": ["files_modified"],
  "field-value": ["type"],
  "files-not-listed": ["files_modified"],
  "wave-mismatch": ["wave"],
};

/** Codes whose fixes change the checks of tasks, and nothing else in the body. */
const CHECKS: ReadonlySet<string> = new Set(["check-cannot-fail", "check-prose", "check-absolute-path"]);

/** Codes of findings in whose place something is read that was not read before. */
const OPENING: ReadonlySet<string> = new Set(["frontmatter-unparsable", "unknown-key", "field-value"]);

const TREES: readonly (readonly [name: string, folder: URL])[] = [
  ...foldersIn(REAL).map((name) => [name, new URL(`${name}/`, REAL)] as const),
  ...foldersIn(FIXTURES).flatMap((code) =>
    ["valid", "invalid"].flatMap((kind) =>
      foldersIn(new URL(`${code}/${kind}/`, FIXTURES)).map((name) =>
        [`${code}/${kind}/${name}`, new URL(`${code}/${kind}/${name}/`, FIXTURES)] as const
      )
    )
  ),
];

function planOf(project: Project, path: string): PlanDocument | undefined {
  return project.plans.all.find(({ source }) => source.path === path);
}

/** The elements and tasks of a body, wherever they are; without their `<verify>` if a fix may change it. */
function bodyOf({ body, tasks, source }: PlanDocument, { code }: Diagnostic): unknown {
  const content = ({ name, children, inner }: BodyElement): unknown =>
    name === "verify" && CHECKS.has(code)
      ? [name]
      : children.length > 0
      ? [name, children.map(content)]
      : [name, source.text.slice(inner.start, inner.end)];
  const withoutChecks = (task: Task) =>
    !CHECKS.has(code)
      ? task
      : task.type === "auto"
      ? { ...task, verify: "", checks: [] }
      : task.type === "checkpoint:human-action"
      ? { ...task, verification: "", checks: [] }
      : task;
  const elements = body.elements.map(content);
  // Before its frontmatter can be read, a tdd plan is not known as one.
  return code === "frontmatter-unparsable"
    ? elements
    : { elements, tasks: tasks.map(({ task }) => withoutChecks(task)) };
}

/** What a plan's frontmatter says, without the fields that a fix may change, and the keys it renames. */
function fieldsOf({ fields }: PlanDocument, finding: Diagnostic, others: PlanDocument): unknown {
  const isOther = (key: string) =>
    !(CHANGES[finding.code] ?? []).includes(key) &&
    (finding.code !== "unknown-key" || key in fields === key in others.fields);
  return Object.fromEntries(Object.entries(fields).filter(([key]) => isOther(key)));
}

/** The findings of a project, each on a line, in order. */
function findingsOf(sources: ProjectSources): readonly string[] {
  const plain = (message: string) => message.replace(/, like \d+ more$/, "");
  return check(sources).map(({ code, span, message }) => `${code} ${span.path}: ${plain(message)}`);
}

/** What a project says besides the given plans: its other plans, its documents and its configuration. */
function restOf(project: Project, changed: ReadonlySet<string>): unknown {
  const { plans, roadmap, requirements, state, config } = project;
  return {
    plans: plans.all.filter(({ source }) => !changed.has(source.path)).map((
      { id, source },
    ) => [id, source.text]),
    documents: [roadmap?.source.text, requirements?.source.text, state?.text],
    config: resolveConfig({ file: config.file }).config,
  };
}

function assertMeaningStays(sources: ProjectSources, finding: Diagnostic): void {
  const { title, edits } = finding.fix!;
  const [before, after] = [parseProject(sources), parseProject(applyFix(sources, finding))];
  const changed = new Set(edits.map(({ path = finding.span.path }) => path));
  assert.deepEqual(restOf(after, changed), restOf(before, changed), title);
  if (finding.code !== "frontmatter-unparsable") {
    assert.deepEqual(after.plans.all.map(({ id }) => id), before.plans.all.map(({ id }) => id));
  }
  for (const path of changed) {
    const [plan, fixed] = [planOf(before, path), planOf(after, path)];
    if (plan !== undefined && fixed !== undefined) assertPlanStays(plan, fixed, finding);
  }
}

function assertPlanStays(before: PlanDocument, changed: PlanDocument, finding: Diagnostic): void {
  assert.deepEqual(bodyOf(changed, finding), bodyOf(before, finding), finding.fix!.title);
  if (finding.code === "frontmatter-unparsable") return;
  if (typeof before.fields["autonomous"] === "boolean") {
    assert.equal(changed.fields["autonomous"], before.fields["autonomous"]);
  }
  const isNested = finding.code === "unknown-key" &&
    Object.keys(before.fields).join() === Object.keys(changed.fields).join();
  if (isNested) return;
  assert.deepEqual(
    fieldsOf(changed, finding, before),
    fieldsOf(before, finding, changed),
    finding.fix!.title,
  );
}

/** Ways in which people and tools write the same or a similar plan. */
const VARIATIONS: readonly ((text: string) => string)[] = [
  (text) => text.replaceAll("\n", "\r\n"),
  (text) => `\uFEFF${text}`,
  (text) => text.replace(/^(\w+:.*)$/m, "$1   # as agreed"),
  (text) =>
    text.replace(
      /^files_modified: \[(.*)\]$/m,
      (_, list: string) => `files_modified:\n${list.split(/, */).map((path) => `  - ${path}`).join("\n")}`,
    ),
  (text) => text.replace(/^files_modified: \[(.*)\]$/m, "files_modified: [\n  $1\n]"),
  (text) => text.replace(/^files_modified: \[/m, "files_modified: [Various, src/old.ts (DELETE), "),
  (text) => text.replace(/^depends_on: .*$/m, "depends_on: []"),
  (text) => text.replace(/^wave: (\d+)$/m, 'wave: "$1"'),
  (text) => text.replace(/^wave: \d+$/m, "wave: 4"),
  (text) => text.replace(/^autonomous: true$/m, "autonomous: false"),
  (text) => text.replace(/^phase: .*$/m, "phase: 01-another-name"),
  (text) => text.replace(/^( *)truths:\n/m, "$1truths:\n$1  - Says this: and that\n$1  - && works\n"),
  (text) =>
    text.replace(
      /^must_haves:\n/m,
      "must_haves:\n  artifacts:\n    - path: a.kt (conditional delete)\n" +
        "      provides: [A part, another]\n      exports: [Viewer default export]\n",
    ),
  (text) => text.replace(/<files>/, "<files>src/x.ts (read-only inspection), …/&lt;run-id&gt;/x.json, "),
  (text) => text.replace(/<files>/, "<files>Gallery.vue, lib/deep/y.ts, "),
  (text) => text.replace(/<\/task>/, "<threat_model>\n| T-1 | none |\n</threat_model>\n</task>"),
  (text) => text.replace(/<tasks>/, "<read_first>\n- a.ts\n</read_first>\n<tasks>"),
  (text) => text.replace(/<done>/, "- <done> is near\n</done>\n<done>"),
  (text) =>
    text.replace(
      /<\/tasks>/,
      '<checkpoint type="checkpoint:human-verify" gate="blocking">\n' +
        "<what-built>A</what-built>\n</checkpoint>\n</tasks>",
    ),
  (text) => text.replace(/<task type="auto">/, '<task type="manual">'),
  (text) => text.replace(/<task type="auto">/, "<task>"),
  (text) => text.replace(/<\/output>/, "</output>\n</output>"),
  (text) =>
    text.replace(
      /<automated>(.*)<\/automated>/,
      "<automated>cd /srv/work/app && $1 && echo PASS || echo FAIL</automated>",
    ),
  (text) =>
    text.replace(
      /<automated>.*<\/automated>/,
      "<automated>Confirm that the page shows the list of all people</automated>",
    ),
];

function varied(sources: ProjectSources, variations: readonly ((text: string) => string)[]): ProjectSources {
  const texts = [...sources.texts].map(([path, text]) => {
    return [
      path,
      path.endsWith("-PLAN.md") ? variations.reduce((done, vary) => vary(done), text) : text,
    ] as const;
  });
  return { ...sources, texts: new Map(texts) };
}

function assertNothingNew(sources: ProjectSources): void {
  const { texts, fixed } = fixProject(sources, { rules });
  if (fixed.some(({ code }) => OPENING.has(code))) return;
  const left = [...findingsOf(sources)];
  for (const found of findingsOf({ ...sources, texts: new Map([...sources.texts, ...texts]) })) {
    const at = left.indexOf(found);
    assert.ok(at !== -1, found);
    left.splice(at, 1);
  }
}

Deno.test("fixes of plans in all variations leave the meaning of everything else, and bring about no finding", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...TREES),
      fc.subarray([...VARIATIONS], { maxLength: 5 }),
      ([, folder], chosen) => {
        const sources = varied(readTree(folder), chosen);
        for (const finding of check(sources)) {
          if (finding.fix !== undefined) assertMeaningStays(sources, finding);
        }
        assertNothingNew(sources);
      },
    ),
    { numRuns: 200 },
  );
});

for (const [name, folder] of TREES) {
  const sources = readTree(folder);
  const fixes = check(sources).filter(({ fix }) => fix !== undefined);
  if (fixes.length === 0) continue;

  Deno.test(`each fix in ${name} leaves the meaning of everything else`, () => {
    for (const finding of fixes) assertMeaningStays(sources, finding);
  });

  Deno.test(`all fixes in ${name} bring about no finding`, () => {
    assertNothingNew(sources);
  });
}

for (const name of foldersIn(REAL)) {
  Deno.test(`no fix is offered for ${name}, which has findings`, () => {
    const found = check(readTree(new URL(`${name}/`, REAL)));
    assert.deepEqual(found.flatMap(({ fix }) => fix?.title ?? []), []);
    assert.ok(found.length > 0);
  });
}
