import assert from "node:assert/strict";
import { loadTrees } from "../../../lib/apply/files/load_project.ts";
import { Surveyor } from "../../../lib/apply/files/surveyor.ts";
import { checkPhases } from "../../../lib/check/rule.ts";
import { rules } from "../../../lib/check/rules/all_rules.ts";
import { DenoHost } from "../../../lib/host/deno.ts";
import type { Host } from "../../../lib/host/host.ts";
import { sourcesOf } from "../../../lib/parse/project/sources_of.ts";
import { FIXTURES, foldersIn } from "../../check/fixture_tree.ts";
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
