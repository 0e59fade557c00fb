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
  for (const { file } of TARGETS) assert.ok(texts[0]!.includes(file), file);
});

Deno.test("a release compiles with the permissions of deno task compile", () => {
  const [flags] = denoConfig.tasks.compile.command.split(" -o ");
  assert.ok(texts[1]!.includes(`${flags} \\\n`), flags);
});
