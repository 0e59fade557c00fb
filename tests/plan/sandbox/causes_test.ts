import assert from "node:assert/strict";
import { type FailedIn, refusedPaths, sandboxCause } from "../../../lib/plan/sandbox/causes.ts";
import type { Mount, View } from "../../../lib/plan/sandbox/mounts.ts";

const mount = (view: View, path: string): Mount => ({ view, path, kind: "directory" });

const SANDBOX: FailedIn = {
  cwd: "/w/sub",
  mounts: [mount("writable", "/w"), mount("read-only", "/w/.planning"), mount("hidden", "/u/.aws")],
  access: { network: false },
  reserved: ["/w/.planning", "/w/.git"],
};

const WRITABLE = (path: string) =>
  `The sandbox keeps "${path}" read-only. ` +
  `To change that: wf config set agent.sandbox_writable '["${path}"]'`;
const NETWORK = "In the sandbox, commands have no network but their own localhost. " +
  "To change that: wf config set agent.sandbox_network all";

const CASES: readonly (readonly [output: string, cause: string | undefined])[] = [
  ["sh: 1: cannot create /srv/x: Read-only file system", WRITABLE("/srv/x")],
  ["touch: cannot touch '/srv/x': Read-only file system", WRITABLE("/srv/x")],
  ["touch: cannot touch ‘/srv/x’: Read-only file system", WRITABLE("/srv/x")],
  ["OSError: [Errno 30] Read-only file system: '/srv/x'", WRITABLE("/srv/x")],
  ["Error: EROFS: read-only file system, open '/srv/x'", WRITABLE("/srv/x")],
  ["error: Read-only file system (os error 30): writefile '/srv/x'", WRITABLE("/srv/x")],
  ["sh: 1: cannot create ../../x: Read-only file system", WRITABLE("/x")],
  [
    "sh: cannot create ../.planning/x: Read-only file system",
    'The sandbox keeps "/w/.planning/x" read-only: only wf commits and changes documents',
  ],
  [
    "error: Read-only file system (os error 30)",
    "The sandbox keeps this path read-only. " +
    "To change that: wf config set agent.sandbox_writable '[\"/path/to/folder\"]'",
  ],
  [
    "fatal: Unable to create '/w/.git/HEAD.lock': Read-only file system",
    'The sandbox keeps "/w/.git/HEAD.lock" read-only: only wf commits and changes documents',
  ],
  [
    "mv: cannot move '/w/.planning' to 'x': Device or resource busy",
    'The sandbox keeps "/w/.planning" read-only: only wf commits and changes documents',
  ],
  [
    "cat: /u/.aws/credentials: No such file or directory",
    'The sandbox hides "/u/.aws/credentials". ' +
    "To change that: wf config set agent.sandbox_writable '[\"/u/.aws/credentials\"]'",
  ],
  ["curl: (6) Could not resolve host: example.com", NETWORK],
  ["Error: connect ECONNREFUSED 127.0.0.1:5432", NETWORK],
  ["npm error code EAI_AGAIN", NETWORK],
  ["connect: Network is unreachable", NETWORK],
  [
    "FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox!",
    "The sandbox may forbid a sandbox in it. To change that: wf config set agent.sandbox off",
  ],
  [
    "bwrap: execvp nope: No such file or directory",
    "The sandbox did not start the program (bwrap: execvp nope: No such file or directory). " +
    "To change that: wf config set agent.sandbox off",
  ],
  ["cat: /w/missing: No such file or directory", undefined],
  ["rm: cannot remove '/w/x': Permission denied", undefined],
  ["2 tests failed", undefined],
  ["", undefined],
];

for (const [output, cause] of CASES) {
  Deno.test(`sandboxCause() of "${output}"`, () => {
    assert.equal(sandboxCause(`some output\n${output}\nexit status 1`, SANDBOX), cause);
  });
}

Deno.test("sandboxCause() names the last cause, as the first may have been harmless", () => {
  const output = "touch: cannot touch '/srv/x': Read-only file system\ngetaddrinfo ENOTFOUND example.com\n";
  assert.equal(sandboxCause(output, SANDBOX), NETWORK);
});

Deno.test("sandboxCause() does not blame the network of a program that has it", () => {
  assert.equal(sandboxCause("connect ECONNREFUSED", { ...SANDBOX, access: { network: true } }), undefined);
});

Deno.test("refusedPaths() finds the paths in the output of commands that an agent reports", () => {
  const output = (text: string) =>
    JSON.stringify({ method: "session/update", command: "/bin/sh ./x.sh", content: [{ text }] });
  const failed = "Read-only file system";
  const table: readonly (readonly [text: string, paths: readonly string[]])[] = [
    [`./x.sh: line 9: /srv/x: ${failed}\n/bin/true`, ["/srv/x"]],
    [`touch: cannot touch "/srv/x": ${failed}\nok\nError: EROFS: read-only file system, open '/srv/y'`, [
      "/srv/x",
      "/srv/y",
    ]],
    [`fatal: Unable to create '/w/.git/HEAD.lock': ${failed}\nsh: cannot create .planning/x: ${failed}`, []],
    [`${failed}\n/srv/x`, []],
    ["cat: /srv/x: No such file or directory", []],
  ];
  for (const [text, paths] of table) {
    assert.deepEqual(refusedPaths(output(text), { ...SANDBOX, cwd: "/w" }), paths, text);
  }
});
