import assert from "node:assert/strict";
import type { PermissionVerdict } from "../../schemas/permission.ts";
import {
  judgeRequest,
  mentionedPaths,
  namesSecrets,
  type PermissionPolicy,
} from "../../lib/permissions/judge_request.ts";
import { normalizeToolCall, type RawToolCall } from "../../lib/permissions/normalize.ts";
import { parseShell } from "../../lib/permissions/shell/parser.ts";
import { fc } from "../deps/fast_check.ts";
import { assertLinear } from "../ratio.ts";
import { anyText } from "../plan/any_text.ts";
import { BYPASSES } from "./judge_request_bypasses.ts";
import { OPTIONS } from "./judge_request_options.ts";
import { CHECKS, COMMANDS, LINKS, REQUESTS, WORDINGS } from "./judge_request_table.ts";

const policy: PermissionPolicy = {
  directory: "/w",
  home: "/u",
  checks: CHECKS,
  links: LINKS,
  mode: "interactive",
  safety: { always_confirm_destructive: true, always_confirm_external_services: true },
};
const yolo: PermissionPolicy = { ...policy, mode: "yolo" };

function judge(call: RawToolCall, by = policy): PermissionVerdict {
  return judgeRequest(normalizeToolCall(call), by);
}

function command(text: string, by = policy): PermissionVerdict {
  return judge({ kind: "execute", rawInput: { command: text } }, by);
}

/** Formats the verdict as in the table. */
function formatVerdict(call: RawToolCall): string {
  const { kind, category } = judge(call);
  const allowed = kind === "ask" && judge(call, yolo).kind === "allow";
  return `${kind} ${category}${allowed ? ", yolo" : ""}`;
}

for (const [agent, wording] of Object.entries(WORDINGS)) {
  Deno.test(`judgeRequest() judges commands in the format of ${agent}`, () => {
    const wrong = COMMANDS.map(([text, expected]) => [text, formatVerdict(wording(text)), expected])
      .filter(([, actual, expected]) => actual !== expected);
    assert.deepEqual(wrong, []);
  });
}

Deno.test("judgeRequest() judges what is hidden in options, variables, targets and scripts", () => {
  for (const by of [WORDINGS["claude"]!, WORDINGS["codex"]!]) {
    const wrong = [...BYPASSES, ...OPTIONS].map((
      [text, expected],
    ) => [text, formatVerdict(by(text)), expected])
      .filter(([, actual, expected]) => actual !== expected);
    assert.deepEqual(wrong, []);
  }
});

Deno.test("a request with more paths than links are resolved for is asked about in every mode", () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `a${index}`).join(" ");
  assert.equal(command(`cat ${names(1_000)}`, yolo).kind, "allow");
  assert.equal(command(`cat ${names(1_001)}`, yolo).kind, "ask");
  const request = normalizeToolCall({ kind: "execute", rawInput: { command: `cat ${names(1_001)}` } });
  assert.equal(mentionedPaths(request, policy).length, 1_000);
});

Deno.test("judgeRequest() judges requests that are not commands, and disguised commands", () => {
  const wrong = REQUESTS.map(([what, call, expected]) => [what, formatVerdict(call), expected])
    .filter(([, actual, expected]) => actual !== expected);
  assert.deepEqual(wrong, []);
});

Deno.test("a command of an earlier update counts after the updates are merged", () => {
  const early = { kind: "execute", title: "Terminal", rawInput: { command: "rm -rf x" } };
  assert.equal(judge({ ...early, title: "List files" }).category, "destructive");
});

Deno.test("effects that a key of safety allows are judged by the other rules", () => {
  const off = (key: string): PermissionPolicy => ({ ...policy, safety: { ...policy.safety, [key]: false } });
  const kinds = (text: string) =>
    ["always_confirm_destructive", "always_confirm_external_services"].map((key) =>
      command(text, off(key)).kind
    );
  assert.deepEqual(kinds("rm -rf x"), ["allow", "ask"]);
  assert.deepEqual(kinds("npm ci"), ["ask", "ask"]);
  assert.deepEqual(kinds("curl https://x.invalid"), ["ask", "allow"]);
  assert.deepEqual(kinds("git push --force"), ["ask", "ask"]);
  assert.deepEqual(kinds("rm -rf ../x"), ["deny", "deny"]);
  assert.deepEqual(kinds("rm -rf .git"), ["deny", "deny"]);
  assert.deepEqual(kinds("rm -rf $X"), ["ask", "ask"]);
});

Deno.test("a destructive check of the task is still asked about", () => {
  const by = { ...yolo, checks: ["rm -rf x && npm test", "curl https://x.invalid"] };
  assert.equal(command("rm -rf x && npm test", by).category, "destructive");
  assert.equal(command("curl https://x.invalid", by).category, "external");
});

Deno.test("a check of the task is allowed in the working folder, also with other output", () => {
  const by = {
    ...policy,
    checks: ["./verify.sh --all", "./a.sh && ./b.sh", "own $(date)", "CI=1 ./c.sh", ""],
  };
  const allowed = [
    "./verify.sh --all",
    "./verify.sh --all > out.txt 2>&1",
    "./verify.sh  --all | tail -3",
    "ls && ./verify.sh --all",
    " ./a.sh && ./b.sh ",
    "own $(date)",
    "CI=1 ./c.sh | tail -3",
  ];
  const asked = [
    "./verify.sh",
    "./verify.sh --all --other",
    "X=1 ./verify.sh --all",
    "CI=0 ./c.sh | tail -3",
    "cd sub && ./verify.sh --all",
    "./a.sh",
    "./b.sh",
    "./a.sh || ./b.sh",
  ];
  assert.deepEqual(allowed.filter((text) => command(text, by).kind !== "allow"), []);
  assert.deepEqual(asked.filter((text) => command(text, by).kind !== "ask"), []);
});

Deno.test("a request without a command is judged by its kind, unless it names files or an address", () => {
  const path = { rawInput: { path: "a" } };
  const kinds: readonly (readonly [RawToolCall, string])[] = [
    [{ kind: "delete" }, "ask destructive: it deletes"],
    [{ kind: "Delete" }, "ask destructive: it deletes"],
    [{ kind: "delete", ...path }, 'ask destructive: it deletes "a"'],
    [{ kind: "think" }, "allow harmless: it has no relevant effect"],
    [{ kind: "think", ...path }, "allow harmless: it reads inside the working folder"],
    [{ kind: "search" }, "allow harmless: it searches the working folder"],
    [{ kind: "search", ...path }, "allow harmless: it reads inside the working folder"],
    [{ kind: "read" }, "ask unclassified: it does not name what it reads"],
    [{ kind: "read", ...path }, "allow harmless: it reads inside the working folder"],
    [{ kind: "edit" }, "ask unclassified: it does not name what it changes"],
    [{ kind: "move" }, "ask unclassified: it does not name what it changes"],
    [{ kind: "edit", ...path }, "allow edit: it changes files inside the working folder"],
    [{ kind: "execute" }, "ask unclassified: it does not show its command"],
    [{ kind: "switch_mode" }, "ask unclassified: it changes how the agent asks for permission"],
    [{ kind: "fetch" }, "ask external: it reaches the network"],
    [{ kind: "other" }, "ask unclassified: it does not describe its effect"],
    [{ kind: "other", ...path }, "ask unclassified: the effect of the tool is unknown"],
    [{ kind: "Other", title: "docs/search" }, "ask external: docs/search reaches the network or a service"],
    [
      { kind: "read", tool: "mcp__docs__x", title: "x" },
      "ask external: mcp__docs__x reaches the network or a service",
    ],
    [{ kind: "other", tool: "TodoWrite" }, "allow harmless: it has no relevant effect"],
  ];
  for (const [call, expected] of kinds) {
    const { kind, category, reason } = judge(call);
    assert.equal(`${kind} ${category}: ${reason}`, expected, JSON.stringify(call));
  }
});

Deno.test("a long address is shortened in the reason", () => {
  const reason = (url: string) => judge({ kind: "fetch", rawInput: { url } }).reason;
  const url = `https://x.invalid/${"a".repeat(182)}`;
  assert.equal(reason(url), `it reaches ${url}`);
  assert.equal(reason(`${url}b`), `it reaches ${url}…`);
});

Deno.test("namesSecrets() reports one secret among other paths outside", () => {
  const names = (text: string) =>
    namesSecrets(normalizeToolCall({ kind: "execute", rawInput: { command: text } }), policy);
  assert.equal(names("cat /etc/hosts ~/.ssh/id_rsa"), true);
  assert.equal(names("cat /etc/hosts .env"), false);
});

Deno.test("a verdict contains its reasons", () => {
  assert.equal(command("rm a; rm b").reason, 'it deletes "a"; it deletes "b"');
});

Deno.test("npx runs a usual tool unasked if it is installed in the folder or above it in the project", () => {
  const by = { ...policy, existing: new Set(["/w/node_modules/.bin/tsc", "/w/a/node_modules/.bin/own"]) };
  assert.equal(command("npx tsc --noEmit", by).kind, "allow");
  assert.equal(command("cd a && npx tsc --noEmit", by).kind, "allow");
  assert.equal(command("npx vite build", by).category, "external");
  assert.equal(command("cd a && npx own", by).category, "unclassified");
  assert.equal(command("npx own", by).category, "external");
});

Deno.test("emptying a file that exists deletes its content", () => {
  const by = { ...policy, existing: new Set(["/w/a"]) };
  assert.equal(command(": > a", by).category, "destructive");
  assert.equal(command("> a", by).category, "destructive");
  assert.equal(command("true >| a", by).category, "destructive");
  assert.equal(command(": >> a", by).category, "edit");
  assert.equal(command("echo x > a", by).category, "edit");
  assert.equal(command(": > b", by).category, "edit");
});

Deno.test("a temporary file may be written unless the working folder is in it", () => {
  assert.equal(command("echo x > /tmp/out").kind, "allow");
  assert.equal(command("echo x > /private/tmp/out").kind, "allow");
  assert.equal(command("echo x > /tmp/.out").kind, "deny");
  const links = new Map([["/tmp/out", "/etc/out"]]);
  assert.equal(command("echo x > /tmp/out", { ...policy, links }).kind, "deny");
  assert.equal(command("echo x > /tmp/w", { ...policy, directory: "/tmp/w/project" }).kind, "deny");
});

Deno.test("mentionedPaths() returns the paths whose links have to be resolved", () => {
  const request = normalizeToolCall({
    kind: "execute",
    rawInput: { command: "cd sub && cat a > ../b", cwd: "/w/x", file_path: "c" },
  });
  assert.deepEqual(
    [...mentionedPaths(request, policy)].sort(),
    ["/w/x", "/w/x/c", "/w/x/sub", "/w/x/sub/../b", "/w/x/sub/a"],
  );
});

Deno.test("mentionedPaths() returns the paths of unknown programs", () => {
  const request = normalizeToolCall({ kind: "execute", rawInput: { command: "frob --out=a ../b /etc/c" } });
  const paths = mentionedPaths(request, policy);
  assert.deepEqual(["/w/a", "/w/../b", "/etc/c"].filter((path) => !paths.includes(path)), []);
});

const RANK = { allow: 0, ask: 1, deny: 2 };

/** Commands that run another command, given as text or arguments. */
const WRAPPERS: readonly ((text: string) => string)[] = [
  (text) => `sh -c ${quoted(text)}`,
  (text) => `bash -lc ${quoted(text)}`,
  (text) => `env A=b sh -c ${quoted(text)}`,
  (text) => `timeout 5 bash -c ${quoted(text)}`,
  (text) => `nohup nice -n 5 sh -c ${quoted(text)}`,
  (text) => `eval ${quoted(text)}`,
  (text) => `( ${text}\n)`,
  (text) => `if true; then ${text}\nfi`,
  (text) => `ls && sh -c ${quoted(text)} | cat`,
  (text) => `xargs sh -c ${quoted(text)}`,
  (text) => `echo "$(${text}\n)"`,
];

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

Deno.test("a command after an unknown program is never judged milder", () => {
  for (const [text] of COMMANDS) {
    for (const wrapped of [`frob ${quoted(text)}`, `frob ${quoted(`frob ${quoted(text)}`)}`]) {
      assert.ok(RANK[command(wrapped).kind] >= RANK[command(text).kind], wrapped);
    }
  }
});

Deno.test("a wrapped command is never judged milder", () => {
  for (const by of [policy, yolo]) {
    for (const [text] of COMMANDS) {
      const bare = RANK[command(text, by).kind];
      for (const wrap of WRAPPERS) {
        const wrapped = wrap(text);
        assert.ok(RANK[command(wrapped, by).kind] >= bare, wrapped);
        const twice = wrap(wrapped);
        assert.ok(RANK[command(twice, by).kind] >= bare, twice);
      }
    }
  }
});

const anyCommand = fc.array(
  fc.oneof(
    anyText,
    fc.constantFrom(
      ..."rm git commit -c sh ls ' \" ` $( $(( ) ( { } && || ; | & > >> << <<EOF\nx\nEOF\n < \n \\ # $X ${ case in esac if fi for do done [[ ]] ! = * ~ .. /w /etc python find -exec xargs env eval"
        .split(" "),
    ),
  ),
  { maxLength: 20 },
).map((parts) => parts.join(" "));

Deno.test("judgeRequest() and parseShell() never throw", () => {
  fc.assert(fc.property(fc.oneof(anyText, anyCommand), (text) => {
    parseShell(text);
    command(text);
    judge({ kind: "execute", title: text, rawInput: { file_path: text, url: text } });
  }));
});

Deno.test("another command in the same script never makes the verdict milder", () => {
  const dangerous = fc.constantFrom("rm -rf x", "git commit -m x", "curl https://x.invalid", "touch /etc/x");
  fc.assert(fc.property(dangerous, fc.constantFrom(...COMMANDS), (bad, [other]) => {
    const worst = RANK[command(bad).kind];
    assert.ok(RANK[command(`${bad}\n${other}`).kind] >= worst, other);
    assert.ok(RANK[command(`${other} ; ${bad}`).kind] >= 1 || other.includes("#"), other);
  }));
});

const UNITS = [
  "ls; ",
  "$(",
  "`ls` ",
  "sh -c '",
  '"$(',
  "((",
  "$((1",
  "<<E\n",
  "[[ ",
  "case x in a) ",
  "for x in ",
  "python -c 'rm' ",
  "frob rm ",
  "a=(",
  "env ",
  "cd a && ",
  "{a,",
  "${x:-",
  "git ",
  "> ",
  "w ",
];

for (const unit of UNITS) {
  Deno.test(`judgeRequest() takes time linear in ${JSON.stringify(unit)}`, () => {
    assertLinear((size) => unit.repeat(size), (text) => command(text), 500);
  });
}
