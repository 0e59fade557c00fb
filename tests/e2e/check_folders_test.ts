import assert from "node:assert/strict";
import { wf } from "../support/program.ts";
import { homeIn, wide } from "../support/wide.ts";

const SCRIPT = (name: string) => `echo ${name} > ${name}.txt`;

Deno.test("a check that changes to the project by an absolute path tests the worktree of its plan", async () => {
  await using folder = await wide((shared) => {
    const home = shared.slice(0, -"/.git".length);
    const plan = (name: string) => ({
      plan: name,
      files: [`${name}.txt`],
      tasks: [{
        name: `Do ${name}`,
        files: `${name}.txt`,
        script: SCRIPT(name),
        check: `cd "${home}" && test -f ${name}.txt && pwd > "${shared}/${name}.pwd"`,
      }],
    });
    return [plan("01"), plan("02")];
  });
  const { code, stderr } = await wf(["execute-phase", "1"], { cwd: folder.path, env: homeIn(folder) });
  assert.equal(code, 0, stderr);
  const places = [await folder.read(".git/01.pwd"), await folder.read(".git/02.pwd")];
  assert.ok(places.some((place) => place.trim() !== folder.path), "a plan ran in a worktree");
  assert.equal(await folder.read("01.txt"), "01\n");
});

Deno.test("a check that runs outside of the project is run as written, and the run reports it", async () => {
  await using folder = await wide(() => [{
    plan: "01",
    files: ["01.txt"],
    tasks: [{ name: "Do 01", files: "01.txt", script: SCRIPT("01"), check: "cd / && test -d usr" }],
  }]);
  const { code, stdout, stderr } = await wf(["execute-phase", "1"], {
    cwd: folder.path,
    env: homeIn(folder),
  });
  assert.equal(code, 0, stderr);
  assert.match(stdout + stderr, /The check of task 01-01\/1 runs in \/, so it does not test this project/);
});
