// The library reports what `wf validate` reports, in every format.
import assert from "node:assert/strict";
import {
  checkProject,
  githubText,
  rulePages,
  rules,
  sarifLog,
  sourcesOf,
  strictly,
  version,
  withoutHistory,
} from "../../../mod.ts";
import { findProjectRoot, loadProjects } from "../../../lib/apply/mod.ts";
import { demoFiles } from "../../../lib/demo/files.ts";
import { DenoHost } from "../../../lib/host/deno.ts";
import type { ValidateResult } from "../../../schemas/results/validate.ts";
import { Folder } from "../../support/repository.ts";
import { wf } from "../../support/program.ts";
import { fromRoot } from "../../support/root.ts";

/** Folders that hold `.planning`, with their paths below a folder. */
function* projectsIn(folder: string): Iterable<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (name === ".planning") yield folder;
    else if (isDirectory) yield* projectsIn(`${folder}/${name}`);
  }
}

async function findingsOf(folder: string) {
  const host = new DenoHost();
  const root = (await findProjectRoot(host, folder))!;
  const projects = (await loadProjects(host, root)).map(({ project }) => project);
  return {
    findings: withoutHistory(projects.flatMap((project) => checkProject(project, rules))),
    sources: new Map(projects.flatMap((project) => [...sourcesOf(project)])),
  };
}

async function assertSame(folder: string): Promise<readonly string[]> {
  const { findings, sources } = await findingsOf(folder);
  const { stdout } = await wf(["validate", "--json"], { cwd: folder });
  const { diagnostics }: ValidateResult = JSON.parse(stdout);
  const place = (path: string, offset: number) =>
    sources.get(path)?.position(offset) ?? { line: 1, column: 1 };
  assert.deepEqual(
    findings.map(({ code, severity, message, hint, span: { path, start, end }, fix }) => ({
      ...{ code, severity, message, hint, path, start: place(path, start), end: place(path, end) },
      fix: fix?.title,
    })),
    diagnostics.map(({ fix, ...found }) => ({ ...found, fix: fix?.title })),
    folder,
  );
  return findings.map(({ code }) => code);
}

Deno.test("the library finds in all fixtures what wf validate finds", async () => {
  const codes = new Set<string>();
  for (const folder of projectsIn(fromRoot("fixtures"))) {
    for (const code of await assertSame(folder)) codes.add(code);
  }
  for (const code of ["reference-missing", "pattern-refused", "file-unread"]) {
    assert.ok(codes.has(code), code);
  }
  assert.ok(codes.size > 50);
});

Deno.test("the library finds in the demo, and in one with errors, what wf validate finds", async () => {
  const path = ".planning/phases/01-first-chart/01-03-PLAN.md";
  const text = demoFiles[path]!.replace("<context>", "<context>\n@src/gone.ts");
  await using folder = await Folder.make(demoFiles);
  await using broken = await Folder.make({ ...demoFiles, [path]: text });
  assert.deepEqual(await assertSame(folder.path), []);
  assert.deepEqual(await assertSame(broken.path), ["reference-missing"]);
});

Deno.test("the library finds in workstreams what wf validate finds, and in the configuration only once", async () => {
  await using folder = await Folder.make({
    ".planning/config.json": '{ "gti": {} }',
    ".planning/workstreams/a/ROADMAP.md": "# Roadmap\n",
    ".planning/workstreams/a/phases/01-base/01-01-PLAN.md": "---\nplan: 01\nwave: two\n---\n",
  });
  const codes = await assertSame(folder.path);
  assert.deepEqual(codes.filter((code) => code === "config-unknown-key"), ["config-unknown-key"]);
  assert.ok(codes.includes("field-value"));
});

Deno.test("the library finds in a project of many plans, with bodies that are not kept, what wf validate finds", async () => {
  const plans = Array.from({ length: 420 }, (_, index) => {
    const text =
      `---\nphase: 01-base\nplan: ${index}\ntype: execute\nwave: 1\ndepends_on: ["01-${index - 1}"]\n` +
      "files_modified: [src/a.ts]\nautonomous: true\nmust_haves:\n  truths: [It works]\n  artifacts: []\n" +
      "  key_links: []\n---\n" +
      '<context>\n@src/gone.ts\n</context>\n<task type="auto">\n<name>Write</name>\n<done>TBD</done>\n';
    return [`.planning/phases/01-base/01-${index}-PLAN.md`, text];
  });
  await using folder = await Folder.make({ ...Object.fromEntries(plans), "src/a.ts": "" });
  const codes = await assertSame(folder.path);
  for (const code of ["reference-missing", "unclosed-task", "placeholder"]) {
    assert.ok(codes.filter((found) => found === code).length > 400, code);
  }
});

Deno.test("the library's reports are those of wf validate", async () => {
  const cwd = fromRoot("fixtures/rules/pattern-refused/invalid/lookaround");
  const { findings, sources } = await findingsOf(cwd);
  const location = { sources, prefix: "fixtures/rules/pattern-refused/invalid/lookaround" };
  const sarif = await wf(["validate", "--format", "sarif", "--strict"], { cwd });
  const strict = strictly(findings, rules);
  assert.deepEqual(JSON.parse(sarif.stdout), sarifLog(strict, { ...location, rules: rulePages, version }));
  const github = await wf(["validate", "--format", "github"], { cwd });
  assert.ok(github.stdout.startsWith(githubText(findings, location)));
});
