import assert from "node:assert/strict";
import { confinePath } from "../../../lib/apply/files/confine.ts";
import { NOWHERE, resolveLinks } from "../../../lib/apply/files/resolve_links.ts";
import { Folder, host } from "../../support/repository.ts";

/** A working folder with links of all kinds, next to a foreign folder. */
async function withLinks(test: (path: string) => Promise<void>): Promise<void> {
  const folder = await Folder.make({ "work/src/a.ts": "", "work/.git/config": "", "other/b": "" });
  try {
    const link = (target: string, name: string) => Deno.symlink(target, `${folder.path}/work/${name}`);
    await link("../other", "out");
    await link("src", "in");
    await link(".git", "innocent");
    await link("../other/new", "dangling");
    await link("circle", "circle");
    await link("../other/b", "file");
    await test(`${folder.path}/work`);
  } finally {
    await Deno.remove(folder.path, { recursive: true });
  }
}

Deno.test("confinePath() holds agents to their folder, whatever links there are", async () => {
  await withLinks(async (work) => {
    const reason = async (path: string, access: "read" | "write" = "write") => {
      const confined = await confinePath(host, work, { path, access });
      return confined.kind === "path"
        ? confined.path.slice(work.length)
        : confined.reason.replace(/^".*" /, "");
    };
    const outside = "is outside the working folder";
    assert.equal(await reason(`${work}/src/a.ts`), "/src/a.ts");
    assert.equal(await reason(`${work}/src/new/deep.ts`), "/src/new/deep.ts");
    assert.equal(await reason(`${work}/in/new.ts`), "/src/new.ts");
    assert.equal(await reason(`${work}/src/../in/a.ts`), "/src/a.ts");
    assert.equal(await reason(`${work}/out/b`, "read"), outside);
    assert.equal(await reason(`${work}/out/new/deep`), outside);
    assert.equal(await reason(`${work}/file`, "read"), outside);
    assert.equal(await reason(`${work}/out/../x`), outside);
    assert.equal(await reason(`${work}/../other/b`, "read"), outside);
    assert.equal(await reason(`${work}x/b`), outside);
    assert.equal(await reason(work), outside);
    assert.equal(await reason(`${work}/dangling`), "is a broken link");
    assert.equal(await reason(`${work}/circle/x`), "is a broken link");
    assert.equal(await reason(`${work}/innocent/config`, "read"), "is one of git's own files");
    assert.equal(await reason(`${work}/.git/config`, "read"), "is one of git's own files");
    assert.equal(await reason("src/a.ts"), "is not an absolute path");
  });
});

Deno.test("confinePath() lets agents read the configuration and the settings of agents, and not write them", async () => {
  await withLinks(async (work) => {
    for (const path of [".planning/config.json", ".claude/settings.json", ".mcp.json"]) {
      const kind = async (access: "read" | "write") =>
        (await confinePath(host, work, { path: `${work}/${path}`, access })).kind;
      assert.deepEqual([await kind("read"), await kind("write")], ["path", "refused"]);
    }
  });
});

Deno.test("resolveLinks() follows what is there and keeps the names of what is not", async () => {
  await withLinks(async (work) => {
    assert.equal(await resolveLinks(host, `${work}/in/new/x`), `${work}/src/new/x`);
    assert.equal(await resolveLinks(host, `${work}/src/a.ts/x`), `${work}/src/a.ts/x`);
    assert.equal(await resolveLinks(host, `${work}/dangling/x`), NOWHERE);
  });
});
