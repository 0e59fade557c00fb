import assert from "node:assert/strict";
import { smallProject } from "../support/plans.ts";
import { wf } from "../support/program.ts";
import { Folder, repository } from "../support/repository.ts";
import { homeIn } from "../support/wide.ts";

const CLONES: readonly (readonly [kind: string, options: readonly string[]])[] = [
  ["a shallow clone with one commit", ["--depth=1"]],
  ["a shallow clone with half a plan", ["--depth=2"]],
  ["a partial clone without files", ["--filter=blob:none"]],
  ["a partial clone without folders", ["--filter=tree:0"]],
];

/** Plan 01-01 is complete, 01-02 is not. */
async function origin(): Promise<Folder> {
  const folder = await repository(smallProject());
  await folder.git("config", "uploadpack.allowFilter", "true");
  await folder.git("config", "uploadpack.allowAnySHA1InWant", "true");
  const { code, stderr } = await wf(["execute-phase", "1", "--plan", "01-01"], { cwd: folder.path });
  assert.equal(code, 0, stderr);
  return folder;
}

for (const [kind, options] of CLONES) {
  Deno.test(`a run in ${kind} continues where the others are`, async () => {
    await using from = await origin();
    await using place = await Folder.make();
    await place.git("clone", "--quiet", ...options, `file://${from.path}`, "clone");
    const clone = Folder.at(`${place.path}/clone`);
    await clone.git("config", "user.name", "Test");
    await clone.git("config", "user.email", "test@example.invalid");
    const { code, stderr } = await wf(["execute-phase", "1"], { cwd: clone.path, env: homeIn(clone) });
    assert.equal(code, 0, stderr);
    assert.deepEqual(
      await clone.git("log", "--format=%s", "--reverse", "origin/main..HEAD"),
      [
        "feat(01-02): add c.txt",
        "feat(01-02): add d.txt",
        "docs(01-02): complete plan: build part 02",
      ].join("\n"),
    );
    assert.equal(await clone.git("status", "--porcelain"), "");
  });
}
