import assert from "node:assert/strict";
import { pathWithin } from "../../../lib/path/paths.ts";
import { bubblewrapArguments } from "../../../lib/plan/sandbox/bubblewrap.ts";
import { type Mount, mountsOf, ordered, type View, viewOf } from "../../../lib/plan/sandbox/mounts.ts";
import { seatbeltProfile } from "../../../lib/plan/sandbox/seatbelt.ts";
import { fc } from "../../deps/fast_check.ts";

const CLOSED = { network: false };

function mount(view: View, path: string, more: Partial<Mount> = {}): Mount {
  return { view, path, kind: "directory", ...more };
}

Deno.test("viewOf() is the view of the most specific mount, of several for one path the last", () => {
  const mounts = [
    mount("writable", "/u/app/src"),
    mount("hidden", "/u/.ssh"),
    mount("read-only", "/u/app/.planning"),
    mount("writable", "/u/app"),
    mount("hidden", "/u/.aws"),
    mount("writable", "/u/.aws"),
  ];
  const views = {
    "/": "read-only",
    "/etc/passwd": "read-only",
    "/u/.ssh/id_rsa": "hidden",
    "/u/app": "writable",
    "/u/app-2": "read-only",
    "/u/app/.planning/phases/x.md": "read-only",
    "/u/app/src/a.ts": "writable",
    "/u/.aws/config": "writable",
  };
  for (const [path, view] of Object.entries(views)) assert.equal(viewOf(path, mounts), view, path);
  assert.equal(viewOf("/a", [mount("writable", "/")]), "writable");
});

const PATH = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 4 }).map((parts) => `/${parts.join("/")}`);
const VIEWS: readonly View[] = ["read-only", "writable", "hidden", "copied", "replaced", "shown"];
const MOUNTS = fc.array(
  fc.record({
    path: PATH.filter((path) => path !== "/"),
    view: fc.constantFrom(...VIEWS),
    kind: fc.constantFrom("file" as const, "directory" as const),
  }),
  { maxLength: 8 },
);

Deno.test("bubblewrapArguments() makes nothing writable outside of the writable mounts, in any order of them", () => {
  fc.assert(fc.property(MOUNTS, PATH, (mounts, path) => {
    const writable = lastBind(bubblewrapArguments(mounts, { cwd: "/", access: CLOSED }), path);
    const view = viewOf(path, mounts);
    assert.equal(writable === "--bind", ["writable", "copied", "replaced"].includes(view));
    assert.equal(writable === "--bind", writableBySpecificity(path, mounts));
  }));
});

/** The last operation of bubblewrap that decides about a path. */
function lastBind(args: readonly string[], path: string): string {
  const targets: Readonly<Record<string, number>> = { "--ro-bind": 2, "--bind": 2, "--tmpfs": 1 };
  let last = "";
  for (let at = 0; at < args.length; at++) {
    const operands = targets[args[at]!];
    if (operands === undefined) continue;
    if (pathWithin(args[at + operands]!, path) !== undefined) last = args[at]!;
    at += operands;
  }
  return last;
}

/** The rule in other words: the writable mount is nearer to the path than all that are not. */
function writableBySpecificity(path: string, mounts: readonly Mount[]): boolean {
  const views = new Map(mounts.map(({ path, view }) => [path, view]));
  for (let parts = path.split("/"); parts.length > 1; parts = parts.slice(0, -1)) {
    const view = views.get(parts.join("/"));
    if (view !== undefined) return ["writable", "copied", "replaced"].includes(view);
  }
  return false;
}

Deno.test("mountsOf() omits what a link in a writable place leads to, but hides its target", () => {
  const found = (view: View, path: string, real = path) => ({
    place: { view, path },
    mount: mount(view, real),
  });
  const cases: readonly (readonly [name: string, one: ReturnType<typeof found>, isKept: boolean])[] = [
    ["a folder in the tree", found("read-only", "/w/.planning"), true],
    ["the tree itself", found("writable", "/w"), true],
    ["a folder in a cache that is a link", found("read-only", "/l/x", "/c/x"), true],
    ["a link beside the tree", found("writable", "/w2", "/elsewhere"), true],
    ["a link in the tree", found("read-only", "/w/.planning", "/u/.ssh"), false],
    ["a link in the tree to the tree", found("writable", "/w/.planning", "/w/src"), false],
    ["a link in a cache", found("writable", "/l/x", "/u"), false],
    ["a link in a cache by its other name", found("writable", "/c/x", "/u"), false],
    ["a secret by a link", found("hidden", "/c/login", "/u/login"), true],
  ];
  const outer = [found("writable", "/w"), found("writable", "/l", "/c")];
  for (const [name, one, isKept] of cases) {
    assert.equal(mountsOf([...outer, one]).includes(one.mount), isKept, name);
  }
});

Deno.test("ordered() makes each folder before what is in it", () => {
  fc.assert(fc.property(MOUNTS, (mounts) => {
    const paths = ordered(mounts).map(({ path }) => path);
    paths.forEach((path, index) => {
      for (const later of paths.slice(index + 1)) assert.equal(pathWithin(later, path), undefined);
    });
    assert.deepEqual(new Set(paths), new Set(mounts.map(({ path }) => path)));
  }));
});

Deno.test("bubblewrapArguments() has one operation for each mount", () => {
  const cases: readonly (readonly [Mount, string])[] = [
    [mount("read-only", "/p"), "--ro-bind /p /p"],
    [mount("writable", "/p"), "--bind /p /p"],
    [mount("hidden", "/p"), "--tmpfs /p"],
    [mount("hidden", "/p", { kind: "file" }), "--ro-bind /dev/null /p"],
    [mount("copied", "/p", { source: "/copy" }), "--bind /copy /p"],
    [mount("replaced", "/p", { source: "/other" }), "--bind /other /p"],
    [mount("shown", "/p", { source: "/other" }), "--ro-bind /other /p"],
  ];
  for (const [one, expected] of cases) {
    const args = bubblewrapArguments([one], { cwd: "/w", access: CLOSED }).join(" ");
    assert.match(args, new RegExp(` ${expected} --chdir /w --$`));
  }
});

Deno.test("bubblewrapArguments() hides processes and services, and the network unless it is needed", () => {
  const args = (network: boolean) => bubblewrapArguments([], { cwd: "/w", access: { network } });
  for (const flag of ["--unshare-user", "--unshare-pid", "--unshare-ipc", "--die-with-parent"]) {
    assert.ok(args(true).includes(flag), flag);
  }
  assert.match(
    args(false).join(" "),
    /--cap-drop ALL --ro-bind \/ \/ --dev \/dev --proc \/proc --tmpfs \/run /,
  );
  assert.match(args(false).join(" "), / --ro-bind-try \/proc\/sys \/proc\/sys /);
  assert.equal(args(false).includes("--unshare-net"), true);
  assert.equal(args(true).includes("--unshare-net"), false);
});

Deno.test("bubblewrapArguments() keeps devices and processes hidden when the whole disk is writable", () => {
  const args = bubblewrapArguments([mount("writable", "/")], { cwd: "/", access: CLOSED }).join(" ");
  assert.match(args, / --bind \/ \/ --dev \/dev /);
  assert.equal(args.split(" /dev ").length, 2);
});

Deno.test("seatbeltProfile() states the mounts as rules, of which the last applies", () => {
  const mounts = [
    mount("read-only", "/u/app/.planning"),
    mount("writable", "/u/app"),
    mount("hidden", "/u/.ssh"),
    mount("replaced", "/u/app/.git", { source: "/x" }),
    mount("copied", "/u/app/.git/objects", { source: "/y" }),
    mount("shown", "/run/wf/git", { source: "/u/app/.git" }),
  ];
  assert.equal(
    seatbeltProfile(mounts, CLOSED),
    `(version 1)
(allow default)
(deny file-write*)
(allow file-write* (subpath "/dev"))
(allow file-write* (subpath "/private/tmp"))
(allow file-write* (subpath "/private/var/tmp"))
(allow file-write* (subpath "/private/var/folders"))
(allow file-write* (subpath "/u/app"))
(deny file-read* (subpath "/u/.ssh"))
(deny file-write* (subpath "/u/.ssh"))
(deny file-write* (subpath "/u/app/.planning"))
(deny file-write* (subpath "/u/app/.git"))
(allow file-write* (subpath "/u/app/.git/index"))
(allow file-write* (subpath "/u/app/.git/index.lock"))
(allow file-write* (subpath "/u/app/.git/objects"))
(deny network*)
(allow network-inbound (local ip "localhost:*"))
(allow network-bind (local ip "localhost:*"))
(allow network-outbound (remote ip "localhost:*"))
`,
  );
  assert.doesNotMatch(seatbeltProfile(mounts, { network: true }), /network/);
});

Deno.test("seatbeltProfile() quotes paths, so that none becomes a rule", () => {
  const profile = seatbeltProfile([mount("read-only", '/w/a") (allow file-write*) ("')], CLOSED);
  assert.match(profile, /\(deny file-write\* \(subpath "\/w\/a\\"\) \(allow file-write\*\) \(\\""\)\)/);
});
