/**
 * What may be relied on, whatever became of the files: real-looking plans with lines and bytes deleted,
 * doubled, swapped and inserted.
 */
import assert from "node:assert/strict";
import { fixProject } from "../../lib/check/fix/fix.ts";
import { rules } from "../../lib/check/rules/all_rules.ts";
import { parsePlanFile } from "../../lib/parse/plan_file/plan_file.ts";
import type { ProjectSources } from "../../lib/parse/project/model.ts";
import { SourceText } from "../../lib/text/source_text.ts";
import type { Diagnostic } from "../../schemas/diagnostic.ts";
import { fc } from "../deps/fast_check.ts";
import { CHECKPOINT_PLAN, EXECUTE_PLAN, mutated, UNTIDY_PLAN } from "../parse/samples.ts";
import { applyFix, assertPlaces, check } from "./fixture_tree.ts";

const FOLDER = ".planning/phases/03-accounts";
const CONFIG = '{\n  // ours\n  "depth": "quick", "parallelization": true,\n  "commit_docs": true\n}\n';
const ROADMAP = `# Roadmap

- [x] **Phase 2.1: Mend (INSERTED)** - between
- [ ] **Phase 3: Accounts** - people have accounts

### Phase 3: Accounts
**Requirements**: AUTH-01, AUTH-02

- [ ] 03-01-PLAN.md
- [x] 03-02: text
`;
const REQUIREMENTS = "# Requirements\n\n- [ ] **AUTH-01**: Log in\n- [x] **AUTH-02**: Log out\n";

/** A plan of the field that wants each kind of mend. */
const SLIPPED_PLAN = EXECUTE_PLAN
  .replace(/^wave: .*$/m, "wave: '3'")
  .replace(/^autonomous: .*$/m, "autonomous: false")
  .replace(/^files_modified:[^]*?\n(?=\w)/m, "files_modified: src/a.ts (new), src/b.ts\n")
  .replace(/^depends_on:[^]*?\n(?=\w)/m, "depends_on: 01, 03-09\n")
  .replace("</output>", "</output>\n</output>")
  .replace(/ {4}- (.*)\n/, '    - It works: "always"\n    - `code` is shown\n    - "It" is here\n');

const SEEDS = [EXECUTE_PLAN, CHECKPOINT_PLAN, UNTIDY_PLAN, SLIPPED_PLAN];

/** A phase of three plans, each of them changed or not, with the documents that belong to it. */
const anySources: fc.Arbitrary<ProjectSources> = fc.record({
  "03-01-PLAN.md": fc.oneof(mutated([EXECUTE_PLAN]), fc.constantFrom(EXECUTE_PLAN)),
  "03-02-PLAN.md": fc.oneof(mutated([CHECKPOINT_PLAN, UNTIDY_PLAN]), fc.constantFrom(CHECKPOINT_PLAN)),
  "03-03-login-PLAN.md": mutated(SEEDS),
  "../../config.json": mutated([CONFIG]),
  "../../ROADMAP.md": mutated([ROADMAP]),
  "../../REQUIREMENTS.md": mutated([REQUIREMENTS]),
}).map((files) => {
  const texts = Object.entries(files).map((
    [name, text],
  ): [string, string] => [
    name.startsWith("../../") ? `.planning/${name.slice(6)}` : `${FOLDER}/${name}`,
    text,
  ]);
  const summary = `${FOLDER}/03-02-SUMMARY.md`;
  return { texts: new Map(texts), paths: [...texts.map(([path]) => path), summary] };
});

function frontmatterKind(path: string, text: string): string {
  return parsePlanFile(new SourceText(path, text)).frontmatter.kind;
}

Deno.test("findings lie in their files and come in one order, however the files were read", () => {
  fc.assert(
    fc.property(anySources, (sources) => {
      const found = check(sources);
      for (const finding of found) assertPlaces(finding, sources.texts);
      assert.deepEqual(check(reversed(sources)), found);
      const inOrder = found.toSorted((a, b) =>
        compare(a.span.path, b.span.path) || a.span.start - b.span.start
      );
      assert.deepEqual(found, inOrder);
    }),
    { numRuns: 150 },
  );
});

Deno.test("fixProject() keeps readable what was readable, and does nothing the second time", () => {
  fc.assert(
    fc.property(anySources, (sources) => {
      const { texts, remaining } = fixProject(sources, { rules });
      const mended = { ...sources, texts: new Map([...sources.texts, ...texts]) };
      assert.deepEqual(withoutPatterns(check(mended)), withoutPatterns(remaining));
      assert.deepEqual(fixProject(mended, { rules }).texts, new Map());
      for (const [path, text] of texts) {
        if (!path.endsWith("-PLAN.md")) continue;
        assert.equal(
          frontmatterKind(path, text),
          "parsed",
          "a plan is mended only where all of it can be read",
        );
      }
    }),
    { numRuns: 150 },
  );
});

Deno.test("the fix of one finding changes the bytes of its edits and no others", () => {
  fc.assert(
    fc.property(anySources, fc.nat(), (sources, chosen) => {
      const fixable = check(sources).filter(({ fix }) => fix !== undefined);
      const finding = fixable[chosen % Math.max(1, fixable.length)];
      if (finding === undefined) return;
      const wanted = (other: Diagnostic) => other.fix !== undefined && nameOf(other) === nameOf(finding);
      const { texts, fixed } = fixProject(sources, { rules, wanted });
      if (fixed.length !== 1) return;
      const { texts: expected } = applyFix(sources, finding);
      for (const [path, text] of texts) assert.equal(text, expected.get(path));
    }),
    { numRuns: 150 },
  );
});

function reversed({ texts, paths }: ProjectSources): ProjectSources {
  return { texts: new Map([...texts].reverse()), paths: paths.toReversed() };
}

/** Whether a pattern can be used is asked of an engine, which the fixes do not need. */
function withoutPatterns(found: readonly Diagnostic[]): readonly Diagnostic[] {
  return found.filter(({ code }) => code !== "pattern-refused");
}

function nameOf({ code, message, span }: Diagnostic): string {
  return `${code} ${span.path} ${span.start} ${message}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
