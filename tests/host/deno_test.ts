import assert from "node:assert/strict";
import { HostError } from "../../lib/host/host.ts";
import { Folder, host } from "../support/repository.ts";

Deno.test("readText() keeps a byte order mark and CRLF", async () => {
  await using folder = await Folder.make({ "a.md": "\uFEFFa\r\nb" });
  assert.equal(await host.readText(`${folder.path}/a.md`), "\uFEFFa\r\nb");
});

Deno.test("writeText() keeps a file's mode, follows a link and leaves no other file behind", async () => {
  await using folder = await Folder.make({ "real.sh": "old" });
  await Deno.chmod(`${folder.path}/real.sh`, 0o750);
  await Deno.symlink("real.sh", `${folder.path}/link.sh`);
  await host.writeText(`${folder.path}/link.sh`, "new");
  assert.equal(await folder.read("real.sh"), "new");
  assert.equal((await Deno.stat(`${folder.path}/real.sh`)).mode! & 0o777, 0o750);
  assert.equal((await Deno.lstat(`${folder.path}/link.sh`)).isSymlink, true);
  assert.deepEqual((await host.readDirectory(folder.path)).map(({ name }) => name), ["link.sh", "real.sh"]);
});

Deno.test("writeText() that fails leaves the old file and nothing else", async () => {
  await using folder = await Folder.make({ "a/b": "old" });
  await assert.rejects(host.writeText(`${folder.path}/a/b/c`, "new"), HostError);
  assert.equal(await folder.read("a/b"), "old");
});

Deno.test("createText() makes a file once", async () => {
  await using folder = await Folder.make();
  const made = await Promise.all([1, 2, 3].map((n) => host.createText(`${folder.path}/x/lock`, String(n))));
  assert.equal(made.filter(Boolean).length, 1);
});

Deno.test("run() gives output and exit code, feeds standard input and takes variables away", async () => {
  const result = await host.run({
    argv: ["sh", "-c", 'cat; echo "$A-${HOME-none}"; echo oops >&2; exit 3'],
    cwd: "/",
    stdin: "in ",
    env: { A: "a", HOME: undefined },
  });
  assert.deepEqual(result, { code: 3, stdout: "in a-none\n", stderr: "oops\n" });
});

Deno.test("run() ends the whole process group when its signal fires", async () => {
  await using folder = await Folder.make();
  const controller = new AbortController();
  const stubborn = "trap '' TERM; touch begun; for i in 1 2 3; do sleep 1; done; touch late";
  const argv = ["sh", "-c", `sh -c "${stubborn}" > /dev/null 2>&1 & sleep 30`] as const;
  const running = host.run({ argv, cwd: folder.path, signal: controller.signal });
  while (!await folder.has("begun")) await new Promise((resolve) => setTimeout(resolve, 10));
  controller.abort();
  assert.notEqual((await running).code, 0);
  await new Promise((resolve) => setTimeout(resolve, 3500));
  assert.equal(await folder.has("late"), false);
});

Deno.test("run() says when a program is not there", async () => {
  await assert.rejects(host.run({ argv: ["no-such-program"], cwd: "/" }), { reason: "not-found" });
});

Deno.test("isAlive() knows this process and one that has ended", async () => {
  const child = new Deno.Command("sh", { args: ["-c", "exit 0"] }).spawn();
  await child.status;
  assert.equal(host.isAlive(Deno.pid), true);
  assert.equal(host.isAlive(child.pid), false);
});
