import assert from "node:assert/strict";
import { loadTrees } from "../../../lib/apply/files/load_project.ts";
import { Surveyor } from "../../../lib/apply/files/surveyor.ts";
import { checkPhases } from "../../../lib/check/rule.ts";
import { rules } from "../../../lib/check/rules/all_rules.ts";
import { DenoHost } from "../../../lib/host/deno.ts";
import type { Host } from "../../../lib/host/host.ts";
import { sourcesOf } from "../../../lib/parse/project/sources_of.ts";
import { FIXTURES, foldersIn } from "../../check/fixture_tree.ts";
import { MemoryHost } from "../../support/memory_host.ts";
import { planText, writes } from "../../support/plans.ts";
import { fromRoot } from "../../support/root.ts";

/** Checks a project, and returns the findings and the texts that they are reported with. */
async function checked(host: Host, root: string, many: number) {
  const surveyor = new Surveyor(host, root, many);
  const trees = await loadTrees(host, root, { texts: surveyor, parsers: surveyor.parsers });
  const found = trees.flatMap(({ project }) => checkPhases(project, { rules, alone: surveyor.findings }));
  const paths = new Set(found.map(({ span }) => span.path));
  const sources = new Map([
    ...trees.flatMap(({ project }) => [...sourcesOf(project)]),
    ...await surveyor.cutTexts(paths),
  ]);
  return { found, texts: [...paths].map((path) => sources.get(path)?.text) };
}

const roots = foldersIn(FIXTURES).flatMap((rule) =>
  ["valid", "invalid"].flatMap((kind) =>
    foldersIn(new URL(`${rule}/${kind}/`, FIXTURES)).map((name) => `fixtures/rules/${rule}/${kind}/${name}`)
  )
);

Deno.test("plans that are surveyed have the same findings as whole plans", async () => {
  const host = new DenoHost();
  for (const root of roots) {
    const [whole, surveyed] = [
      await checked(host, fromRoot(root), Infinity),
      await checked(host, fromRoot(root), 0),
    ];
    assert.deepEqual(surveyed, whole, root);
  }
});

Deno.test("an artifact of a surveyed plan may be referred to before it exists", async () => {
  const [folder, tasks] = [".planning/phases/01-base", [writes("src/a.ts")]];
  const maker = planText({ plan: "01", files: ["src/a.ts"], tasks });
  const reader = planText({
    plan: "02",
    dependsOn: ["01-01"],
    wave: 2,
    files: ["src/b.ts"],
    tasks: [writes("src/b.ts")],
  });
  const host = new MemoryHost({
    files: {
      "/p/src/index.ts": "",
      [`/p/${folder}/01-01-PLAN.md`]: maker.replace(
        "  truths:",
        "  artifacts: [{ path: src/made.ts, provides: entries }]\n  truths:",
      ),
      [`/p/${folder}/01-02-PLAN.md`]: reader.replace(
        "<tasks>",
        "<context>\n@src/made.ts\n@src/other.ts\n</context>\n\n<tasks>",
      ),
    },
  });
  for (const many of [Infinity, 0]) {
    const { found } = await checked(host, "/p", many);
    const missing = found.filter(({ code }) => code === "reference-missing");
    assert.deepEqual(missing.map(({ message }) => /src\/\w+/.exec(message)?.[0]), ["src/other"]);
  }
});
