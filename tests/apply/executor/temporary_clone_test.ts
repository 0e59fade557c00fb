import assert from "node:assert/strict";
import { inTemporaryClone } from "../../../lib/apply/executor/temporary_clone.ts";
import { openLaneWorkspace } from "../../../lib/apply/executor/lane_workspace.ts";
import { Git } from "../../../lib/apply/git/git.ts";
import { extendedHost } from "../../../lib/host/extended_host.ts";
import { Folder, host, repository } from "../../support/repository.ts";

Deno.test("the clone of a worker that was killed is removed by the next one, with the worktree it worked in", async () => {
  await using home = await Folder.make();
  await using project = await repository({ "a.txt": "a\n" });
  const user = extendedHost(host, { home: () => home.path });
  const place = { url: project.path, cwd: home.path, job: undefined };
  await inTemporaryClone(user, place, async ({ clone, folder }) => {
    const git = await Git.open(user, clone);
    const { git: lane } = await openLaneWorkspace(git, { lane: "01-01", commit: "HEAD", within: folder });
    const isThere = () => Promise.all([clone, lane.root].map((path) => host.stat(`${path}/a.txt`)));
    await inTemporaryClone(user, place, () => Promise.resolve());
    assert.ok((await isThere()).every((found) => found !== undefined));

    const [record = ""] = await Array.fromAsync(
      Deno.readDir(`${home.path}/.wf/sandboxes`),
      ({ name }) => name,
    );
    const path = `.wf/sandboxes/${record}`;
    const killed = { ...JSON.parse(await home.read(path)), pid: 2 ** 22 + 1, started: "0" };
    await home.write({ [path]: JSON.stringify(killed) });
    await inTemporaryClone(user, place, () => Promise.resolve());
    assert.deepEqual(await isThere(), [undefined, undefined]);
    assert.equal(await host.stat(folder), undefined);
  });
});

const UNUSABLE: readonly (readonly [what: string, url: string, message: RegExp])[] = [
  ["that does not exist", "/nowhere/x.git", /^Cannot clone \/nowhere\/x\.git: .*'\/nowhere\/x\.git'/],
  ["without commits", "hub.git", /^Cannot clone hub\.git: /],
  ["with a login", "bad://me:secret@host/x.git", /^Cannot clone bad:\/\/…@host\/x\.git: [^]*$/],
];
for (const [what, url, message] of UNUSABLE) {
  Deno.test(`a repository ${what} cannot be cloned, which is said with a way to try it, and without a secret`, async () => {
    await using home = await Folder.make();
    await home.git("init", "--quiet", "--bare", "hub.git");
    const user = extendedHost(host, { home: () => home.path });
    const made = inTemporaryClone(user, { url, cwd: home.path, job: undefined }, () => Promise.resolve());
    await assert.rejects(made, (error: Error & { hint: string }) => {
      assert.match(error.message, message);
      assert.doesNotMatch(error.message + error.hint, /secret/);
      assert.match(error.hint, /git ls-remote/);
      return true;
    });
    assert.equal((await Array.fromAsync(Deno.readDir(`${home.path}/.wf/sandboxes`))).length, 0);
  });
}
