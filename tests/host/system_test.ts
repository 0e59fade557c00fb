import assert from "node:assert/strict";
import { installationKind } from "../../lib/host/installation.ts";
import { joinPath, parentPath, pathWithin } from "../../lib/path/paths.ts";
import {
  homeVariable,
  interruptSignals,
  portablePath,
  searchPath,
  treeEnding,
} from "../../lib/host/system.ts";

Deno.test("portablePath() turns paths of Windows, and leaves those of POSIX as they are", () => {
  const table: readonly (readonly [native: string, portable: string])[] = [
    [String.raw`C:\code\wf`, "C:/code/wf"],
    [String.raw`C:\a\..\b\.`, "C:/b"],
    [String.raw`C:\ `.trim(), "C:/"],
    ["C:/mixed\\slashes", "C:/mixed/slashes"],
    [String.raw`\\server\share\a`, "//server/share/a"],
    [String.raw`\\?\C:\long\path`, "C:/long/path"],
    [String.raw`\\?\UNC\server\share\a`, "//server/share/a"],
  ];
  for (const [native, portable] of table) assert.equal(portablePath(native, "windows"), portable, native);
  assert.equal(portablePath(String.raw`/a\b`, "posix"), String.raw`/a\b`);
});

Deno.test("paths on a server can be walked", () => {
  assert.equal(joinPath("//server/share/a", "../b"), "//server/share/b");
  assert.equal(joinPath("C:/a", "//server/share"), "//server/share");
  assert.equal(parentPath("//server/share/a"), "//server/share/");
  assert.equal(parentPath("//server/share/"), "//server/share/");
  assert.equal(pathWithin("//server/share/a", "//server/share/a/b"), "b");
});

Deno.test("searchPath() splits at what the system splits at", () => {
  assert.deepEqual(searchPath("/usr/bin:/bin:", "posix"), ["/usr/bin", "/bin"]);
  assert.deepEqual(searchPath(String.raw`C:\bin;D:\my tools`, "windows"), ["C:/bin", "D:/my tools"]);
});

Deno.test("each system has its home, its signals and its way to end a program", () => {
  assert.deepEqual([homeVariable("posix"), homeVariable("windows")], ["HOME", "USERPROFILE"]);
  assert.deepEqual(interruptSignals("posix", false), ["SIGINT", "SIGTERM"]);
  assert.deepEqual(interruptSignals("posix", true), ["SIGINT", "SIGTERM", "SIGHUP"]);
  assert.deepEqual(interruptSignals("windows", true), ["SIGINT", "SIGBREAK"]);
  const own = { pid: 7, group: "own" } as const;
  const shared = { pid: 7, group: "shared" } as const;
  assert.deepEqual(treeEnding(own, "SIGTERM", "posix"), { kind: "signal", pid: -7, signal: "SIGTERM" });
  assert.deepEqual(treeEnding(shared, "SIGTERM", "posix"), { kind: "signal", pid: 7, signal: "SIGTERM" });
  assert.deepEqual(treeEnding(own, "SIGKILL", "windows"), {
    kind: "program",
    argv: ["taskkill", "/T", "/F", "/PID", "7"],
  });
});

Deno.test("installationKind() tells by the main module how the program was installed", () => {
  const table: readonly (readonly [main: string, kind: string])[] = [
    ["/$bunfs/root/wf", "binary"],
    ["B:/~BUN/root/wf.exe", "binary"],
    ["https://example.com/v1/cli.ts", "url"],
    ["https://example.com/cli.ts?raw", "url"],
    ["https://example.com/wf.js", "bundle"],
    ["/srv/node_modules/@wf/wf/bin.js", "npm"],
    ["C:/p/node_modules/@wf/wf/bin.js", "npm"],
    ["/src/wf/cli.ts", "checkout"],
    ["/opt/wf.js", "bundle"],
  ];
  for (const [main, kind] of table) assert.equal(installationKind(main), kind, main);
});
