import assert from "node:assert/strict";
import { trustPlace } from "../../../lib/apply/trust/place.ts";
import { Folder, host, repository } from "../../support/repository.ts";

Deno.test("trustPlace() is the project's real path, in a repository and outside of any", async () => {
  await using folder = await repository({ "sub/.planning/x": "" });
  const real = await Deno.realPath(folder.path);
  assert.equal(await trustPlace(host, `${folder.path}/sub`), `${real}/sub`);
  await using bare = await Folder.make();
  await Deno.symlink(folder.path, `${bare.path}/link`);
  assert.equal(await trustPlace(host, `${bare.path}/link/sub`), `${real}/sub`);
  assert.equal(await trustPlace(host, bare.path), await Deno.realPath(bare.path));
});

Deno.test("trustPlace() is the same for all worktrees of a repository", async () => {
  await using folder = await repository({ "sub/.planning/x": "" });
  await using elsewhere = await Folder.make();
  const real = await Deno.realPath(folder.path);
  for (const relative of ["false", "true"]) {
    const linked = `${elsewhere.path}/${relative}`;
    await folder.git("-c", `worktree.useRelativePaths=${relative}`, "worktree", "add", "--detach", linked);
    assert.equal(await trustPlace(host, `${linked}/sub`), `${real}/sub`);
  }
});

Deno.test("trustPlace() believes no folder that only claims to be a worktree of another repository", async () => {
  await using folder = await repository({ a: "" });
  await using clone = await Folder.make();
  await folder.git("worktree", "add", "--detach", `${clone.path}/real`);
  const own = async (path: string) => await Deno.realPath(`${clone.path}/${path}`);
  await clone.write({ "taken/.git": `gitdir: ${folder.path}/.git/worktrees/real\n` });
  assert.equal(await trustPlace(host, `${clone.path}/taken`), await own("taken"));
  await clone.write({
    "forged/.git": "gitdir: admin\n",
    "forged/admin/gitdir": "../.git\n",
    "forged/admin/commondir": `${folder.path}/.git\n`,
  });
  assert.equal(await trustPlace(host, `${clone.path}/forged`), await own("forged"));
  await clone.write({ "broken/.git": "gitdir: nowhere\n" });
  assert.equal(await trustPlace(host, `${clone.path}/broken`), await own("broken"));
});
