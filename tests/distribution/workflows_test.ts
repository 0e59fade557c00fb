import assert from "node:assert/strict";
import denoConfig from "../../deno.json" with { type: "json" };
import { TARGETS } from "../../tools/build/targets.ts";
import { fromRoot } from "../support/root.ts";

const NAMES = ["ci.yml", "release.yml"];
const texts = await Promise.all(
  NAMES.map((name) => Deno.readTextFile(fromRoot(`.github/workflows/${name}`))),
);

Deno.test("the workflows run tasks that there are", () => {
  for (const text of texts) {
    for (const [, task] of text.matchAll(/\btask ([a-z]+)/g)) {
      assert.ok(task! in denoConfig.tasks, task);
    }
  }
});

Deno.test("the workflows use the version of Deno that the tests use", () => {
  const versions = texts.flatMap((text) =>
    [...text.matchAll(/deno(?:-version: |@)(\d\S*)/g)].map(([, at]) => at)
  );
  assert.deepEqual([...new Set(versions)], ["2.9.6"]);
});

Deno.test("every standalone program is started on its own system before it is released", () => {
  assert.match(
    texts[1]!,
    /^ {2}ci:\n {4}uses: \.\/\.github\/workflows\/ci\.yml\n\n {2}build:\n {4}needs: ci\n/m,
  );
  for (const { file } of TARGETS) assert.ok(texts[0]!.includes(file), file);
});

Deno.test("a release compiles with the permissions of deno task compile", () => {
  const [flags] = denoConfig.tasks.compile.command.split(" -o ");
  assert.ok(texts[1]!.includes(`${flags} \\\n`), flags);
});

Deno.test("actions of others are named by commit, and see no credentials of git", async () => {
  for (const text of [...texts, await Deno.readTextFile(fromRoot("action.yml"))]) {
    for (const [line, action] of text.matchAll(/\buses: ([^.\s]\S*).*/g)) {
      assert.match(line, /@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, action);
    }
    const checkouts = text.match(/actions\/checkout@.*\n +with:\n +persist-credentials: false\n/g) ?? [];
    assert.equal(checkouts.length, text.match(/actions\/checkout@/g)?.length ?? 0);
  }
});

Deno.test("no job may do more than it does", () => {
  const [ci = "", release = ""] = texts;
  assert.deepEqual(ci.match(/^\s*(?:contents|id-token|attestations|packages): \w+$/gm), ["  contents: read"]);
  const jobs = release.split("\njobs:\n")[1]!.split(/^ {2}(?=\w+:$)/m).slice(1);
  const writes = jobs.map((job) => [/^\w+/.exec(job)![0], ...job.match(/[\w-]+(?=: write$)/gm) ?? []]);
  assert.deepEqual(writes, [
    ["ci"],
    ["build", "id-token", "attestations"],
    ["publish", "id-token"],
    ["release", "contents"],
  ]);
});

Deno.test("a release comes from main, and names files that exist", async () => {
  const release = texts[1]!;
  assert.match(
    release,
    /fetch-depth: 0\n[^]*git merge-base --is-ancestor "\$GITHUB_SHA" origin\/main\n[^]*build all/,
  );
  for (const [, file] of release.matchAll(/\b(lib\/\S+\.ts)\b/g)) {
    assert.ok((await Deno.stat(fromRoot(file!))).isFile, file);
  }
});
