import assert from "node:assert/strict";
import { rules } from "../../lib/check/rules/all_rules.ts";
import { fixProject } from "../../lib/check/fix/fix.ts";
import type { BodyElement } from "../../lib/parse/plan_file/scan_body.ts";
import type { PlanDocument } from "../../lib/parse/plan_file/plan_file.ts";
import { parseProject } from "../../lib/parse/project/project.ts";
import type { ProjectSources } from "../../lib/parse/project/model.ts";
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

function planOf(sources: ProjectSources, path: string): PlanDocument | undefined {
  return parseProject(sources).plans.all.find(({ source }) => source.path === path);
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
    CHECKS.has(code) && task.type === "auto" ? { ...task, verify: "", checks: [] } : task;
  return { elements: body.elements.map(content), tasks: tasks.map(({ task }) => withoutChecks(task)) };
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
  return check(sources).map(({ code, span, message }) => `${code} ${span.path}: ${message}`);
}

function assertMeaningStays(sources: ProjectSources, finding: Diagnostic): void {
  const path = finding.span.path;
  const after = applyFix(sources, finding);
  const [before, changed] = [planOf(sources, path), planOf(after, path)];
  if (before === undefined || changed === undefined) return;
  assert.equal(changed.id, before.id);
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

for (const [name, folder] of TREES) {
  const sources = readTree(folder);
  const fixes = check(sources).filter(({ fix }) => fix !== undefined);
  if (fixes.length === 0) continue;

  Deno.test(`each fix in ${name} leaves the meaning of everything else`, () => {
    for (const finding of fixes) assertMeaningStays(sources, finding);
  });

  Deno.test(`all fixes in ${name} bring about no finding`, () => {
    const { texts, fixed } = fixProject(sources, { rules });
    if (fixed.some(({ code }) => OPENING.has(code))) return;
    const left = [...findingsOf(sources)];
    for (const found of findingsOf({ ...sources, texts: new Map([...sources.texts, ...texts]) })) {
      const at = left.indexOf(found);
      assert.ok(at !== -1, found);
      left.splice(at, 1);
    }
  });
}

for (const name of foldersIn(REAL)) {
  Deno.test(`no fix is offered for ${name}, which has findings`, () => {
    const found = check(readTree(new URL(`${name}/`, REAL)));
    assert.deepEqual(found.flatMap(({ fix }) => fix?.title ?? []), []);
    assert.ok(found.length > 0);
  });
}
