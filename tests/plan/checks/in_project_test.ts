import assert from "node:assert/strict";
import { inProject } from "../../../lib/plan/checks/in_project.ts";

const FOLDERS = { here: "/opt/app/.git/wf/worktrees/02", home: "/opt/app" };
const { here } = FOLDERS;

Deno.test("inProject() leaves a check as it is that changes to no absolute folder", () => {
  const command = "cd server && npm test";
  assert.deepEqual(inProject(command, FOLDERS), { command, replaced: [], outside: [] });
});

const REPLACED: readonly (readonly [command: string, located: string])[] = [
  ["cd /opt/app && npm test", `cd ${here} && npm test`],
  ["cd '/opt/app/server' && npm test", `cd ${here}/server && npm test`],
  ["cd /srv/author/app/server; ls", `cd ${here}/server; ls`],
  ["cd web && ls && cd /opt/app/api && ls", `cd web && ls && cd ${here}/api && ls`],
];

for (const [command, located] of REPLACED) {
  Deno.test(`inProject() runs "${command}" in the working tree`, () => {
    const found = inProject(command, FOLDERS);
    assert.equal(found.command, located);
    assert.deepEqual(found.outside, []);
    assert.equal(found.replaced.length, 1);
  });
}

Deno.test("inProject() keeps a path in the working tree itself", () => {
  const command = `cd ${here}/server && ls`;
  assert.deepEqual(inProject(command, FOLDERS), { command, replaced: [], outside: [] });
});

Deno.test("inProject() keeps and names a folder outside of the project", () => {
  const command = "cd /opt/other && npm test";
  assert.deepEqual(inProject(command, FOLDERS), { command, replaced: [], outside: ["/opt/other"] });
});

for (const folder of ["/tmp/app", "/usr/share/app", "/etc/app"]) {
  Deno.test(`inProject() does not take ${folder} for the project, and does not report it`, () => {
    const command = `cd ${folder} && ls`;
    assert.deepEqual(inProject(command, FOLDERS), { command, replaced: [], outside: [] });
  });
}

Deno.test("inProject() does not leave the project by way of a path that names it", () => {
  const command = "cd /opt/app/../other && ls";
  assert.deepEqual(inProject(command, FOLDERS).replaced, []);
});

Deno.test("inProject() quotes a folder with a space and an apostrophe", () => {
  const found = inProject("cd /opt/app && ls", { here: "/w/it's one", home: "/opt/app" });
  assert.equal(found.command, "cd '/w/it'\\''s one' && ls");
});
