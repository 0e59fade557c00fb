import assert from "node:assert/strict";
import { groupStart, rememberStarted } from "../../lib/host/programs/deno_group.ts";

Deno.test("groupStart() leaves a program to Deno that was never started, or may be another one now", () => {
  const detached = (...argv: [string, ...string[]]) =>
    assert.deepEqual(groupStart(argv, {}), { argv, detached: true });
  detached("never-started", "a");
  rememberStarted(["./beside"]);
  detached("./beside");
  rememberStarted(["git"]);
  const elsewhere = { PATH: "/elsewhere" };
  assert.deepEqual(groupStart(["git"], elsewhere), { argv: ["git"], detached: true });
});

Deno.test("groupStart() has setsid start what has been started, where the system has it", () => {
  rememberStarted(["git"]);
  const { argv, detached } = groupStart(["git", "add", "--all"], { LC_ALL: "C" });
  if (detached) return assert.deepEqual(argv, ["git", "add", "--all"]);
  assert.match(argv[0], /^(?:\/usr)?\/bin\/setsid$/);
  assert.deepEqual(argv.slice(1), ["git", "add", "--all"]);
});

Deno.test({
  name: "groupStart() leaves all to Deno without leave to run setsid",
  permissions: { run: ["git"], read: true },
  async fn() {
    // Another copy of the module: what it found with all permissions is remembered.
    const { groupStart, rememberStarted } = await import("../../lib/host/programs/deno_group.ts?bare");
    rememberStarted(["git"]);
    assert.deepEqual(groupStart(["git"], {}), { argv: ["git"], detached: true });
  },
});
