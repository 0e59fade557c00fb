import assert from "node:assert/strict";
import { smallProject } from "../support/plans.ts";
import { homeAt, program, wf } from "../support/program.ts";
import { Folder, GIT_ENVIRONMENT, repository } from "../support/repository.ts";
import { homeIn } from "../support/wide.ts";

/** Runs a script in a namespace in which some folders are mounted in another way. */
async function mounted(mounts: readonly string[], script: string, env: Readonly<Record<string, string>>) {
  const args = ["--dev-bind", "/", "/", ...mounts, "--", "sh", "-c", script];
  const { code, stdout, stderr } = await new Deno.Command("bwrap", { args, env }).output();
  const text = new TextDecoder();
  assert.equal(code, 0, text.decode(stderr));
  return text.decode(stdout);
}

const ignore = !await mounted([], "true", {}).then(() => true, () => false);
const [WF, FIRST] = program();
const EXECUTE = [WF, ...FIRST, "execute-phase", "1"].map((word) => `'${word}'`).join(" ");
/** A task whose script cannot write begins again. */
const AGAIN = ["01-01/1", "01-01/2", "01-02/1", "01-02/2"].map((id) => `--answer ${id}/script=restart`).join(
  " ",
);

// What is written first: the lock of the run, a turn, the index, a document.
for (const kilobytes of [0, 40, 88]) {
  Deno.test({
    name: `a run with ${kilobytes} KB of disk space says so, and continues once there is more`,
    ignore,
    fn: async () => {
      await using origin = await repository(smallProject());
      await using disk = await Folder.make();
      const script = `cd '${disk.path}' && cp -a '${origin.path}/.' . && git update-index -q --refresh
        free=$(df -k --output=avail . | tail -1)
        head -c $(((free - ${kilobytes}) * 1024)) /dev/zero > .git/filler
        ${EXECUTE} 2>&1 && exit 1
        git fsck 2>&1; find .planning -size 0; rm .git/filler
        echo AGAIN; ${EXECUTE} ${AGAIN} 2>&1 || exit 1
        echo RESULT; git status --porcelain; git log --reverse --format=%s; cat [abcd].txt`;
      const env = { ...GIT_ENVIRONMENT, ...homeAt(`${disk.path}/.git/home`), NO_COLOR: "1" };
      const printed = await mounted(["--size", "6000000", "--tmpfs", disk.path], script, env);
      const [first = "", , result = ""] = printed.split(/^(?:AGAIN|RESULT)\n/m);
      assert.match(first, /no space left on device|out of diskspace/i);
      // What the script of a task writes is its own business.
      if (kilobytes === 0) assert.match(first, /Free some disk space, then run the same command/);
      assert.doesNotMatch(first, /missing|corrupt|\.planning.*md$/m);
      assert.equal((await wf(["execute-phase", "1"], { cwd: origin.path, env: homeIn(origin) })).code, 0);
      const expected = [...await origin.subjects(), "a.txt", "b.txt", "c.txt", "d.txt", ""];
      assert.deepEqual(result.split("\n"), expected);
    },
  });
}

for (const folder of ["", ".git/objects", ".planning"]) {
  Deno.test({
    name: `a run says that ${
      folder === "" ? "the project" : folder
    } cannot be written, and continues once it can`,
    ignore,
    fn: async () => {
      await using project = await repository(smallProject());
      const path = `${project.path}/${folder}`;
      const env = { ...GIT_ENVIRONMENT, ...homeIn(project), NO_COLOR: "1" };
      const script = `cd '${project.path}' && ${EXECUTE} 2>&1 && exit 1; true`;
      const printed = await mounted(["--ro-bind", path, path], script, env);
      assert.match(printed, /error .*Read-only file system/);
      assert.match(printed, /Make the disk or the folder writable, then run the same command/);
      const { code, stderr } = await wf(["execute-phase", "1"], { cwd: project.path, env: homeIn(project) });
      assert.equal(code, 0, stderr);
      assert.equal(await project.git("status", "--porcelain"), "");
    },
  });
}
