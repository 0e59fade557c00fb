import assert from "node:assert/strict";
import {
  addToHook,
  hookBlock,
  lefthookSnippet,
  preCommitSnippet,
  removeFromHook,
  runsCheck,
} from "../../../lib/plan/integrations/hook_text.ts";
import { fc } from "../../deps/fast_check.ts";

const BLOCK = hookBlock(["wf"]);

function added(text: string | undefined, shebang = true): string {
  const edit = addToHook(text, BLOCK, shebang);
  assert.equal(edit.kind, "write");
  return edit.kind === "write" ? edit.text : "";
}

Deno.test("addToHook() makes a hook, and removeFromHook() removes the file it made", () => {
  const text = added(undefined);
  assert.ok(text.startsWith("#!/bin/sh\n# >>> wf"));
  assert.deepEqual(addToHook(text, BLOCK, true), { kind: "unchanged" });
  assert.deepEqual(removeFromHook(text), { kind: "remove" });
  assert.deepEqual(removeFromHook(added(undefined, false)), { kind: "remove" });
});

Deno.test("addToHook() inserts the block after the first line, before anything that may exit", () => {
  const text = added("#!/usr/bin/env bash\nset -e\nexit 0\n");
  assert.ok(text.startsWith("#!/usr/bin/env bash\n# >>> wf"));
  assert.ok(text.endsWith("# <<< wf validate --staged <<<\nset -e\nexit 0\n"));
});

Deno.test("removeFromHook() restores the original bytes", () => {
  const line = fc.constantFrom("npm test", "exit 0", "", "# a remark", "#!/bin/sh", "  x\ty", "é");
  fc.assert(fc.property(fc.array(line, { minLength: 1 }), fc.boolean(), (lines, newline) => {
    const text = lines.join("\n") + (newline ? "\n" : "");
    if (text === "" || text === "#!/bin/sh") return;
    const once = added(text);
    assert.deepEqual(addToHook(once, BLOCK, true), { kind: "unchanged" });
    assert.deepEqual(removeFromHook(once), { kind: "write", text });
  }));
});

Deno.test("removeFromHook() keeps a file that it created and the user extended", () => {
  const edit = removeFromHook(`${added(undefined)}npm test\n`);
  assert.deepEqual(edit, { kind: "write", text: "#!/bin/sh\nnpm test\n" });
  assert.deepEqual(removeFromHook("#!/bin/sh\nnpm test\n"), { kind: "unchanged" });
  assert.deepEqual(removeFromHook(undefined), { kind: "unchanged" });
});

Deno.test("addToHook() brings an older block up to date, in its place", () => {
  const old = added("#!/bin/sh\nnpm test\n");
  const edit = addToHook(`${old}npm run more\n`, hookBlock(["deno", "run", "-A", "/x/cli.ts"]), true);
  assert.equal(edit.kind, "write");
  const text = edit.kind === "write" ? edit.text : "";
  assert.match(text, /deno run -A \/x\/cli\.ts validate --staged/);
  assert.equal(text.match(/>>> wf/g)?.length, 1);
  assert.ok(text.endsWith("npm test\nnpm run more\n"));
});

Deno.test("addToHook() does not change hooks that are not shell scripts", () => {
  const edit = addToHook("#!/usr/bin/env python3\nprint()\n", BLOCK, true);
  assert.deepEqual(edit, { kind: "not-shell", interpreter: "/usr/bin/env python3" });
});

Deno.test("hookBlock() quotes special characters of the shell", () => {
  const block = hookBlock(["/opt/de no/deno", "run", "-A", "/it's/cli.ts"]);
  assert.match(block, /command -v '\/opt\/de no\/deno'.*\[ -f '\/it'\\''s\/cli\.ts' \]/);
});

Deno.test("the lines for other tools omit an existing key", () => {
  assert.match(lefthookSnippet("lefthook.yml", "").text, /^pre-commit:\n {2}commands:/);
  assert.match(lefthookSnippet("lefthook.yml", "a: 1\r\npre-commit:\r\n").text, /^ {2}commands:/);
  const commands = "pre-commit:\r\n  parallel: true\r\n  commands:\r\n    lint:\r\n";
  assert.match(lefthookSnippet("lefthook.yml", commands).text, /^ {4}wf:/);
  assert.match(
    lefthookSnippet("lefthook.yml", `pre-commit:\npre-push:\n  commands:\n`).text,
    /^ {2}commands:/,
  );
  assert.match(preCommitSnippet("x", "").text, /^repos:\n {2}- repo: local/);
  assert.match(preCommitSnippet("x", "repos:\n").text, /^ {2}- repo: local/);
});

Deno.test("the lines for lefthook are in the language of its file", () => {
  assert.match(
    lefthookSnippet("lefthook.toml", "[pre-commit]\n").text,
    /^\[pre-commit\.commands\.wf\]\nrun = "/,
  );
  const { text } = lefthookSnippet(".config/lefthook.json", "{}");
  assert.deepEqual(JSON.parse(`{${text}}`), {
    "pre-commit": { commands: { wf: { run: "wf validate --staged" } } },
  });
});

Deno.test("runsCheck() recognizes the command and the published hook, and ignores comments", () => {
  const runs = ["  run: wf validate --staged", "- id: wf-validate\r", 'run = "npx wf validate --staged"'];
  assert.deepEqual(runs.map((line) => runsCheck(`a:\n${line}\n`)), [true, true, true]);
  const idle = [
    "# run: wf validate --staged",
    "  // validate --staged",
    "run: wf validate",
    "- id: wf-validated",
  ];
  assert.deepEqual(idle.map((line) => runsCheck(`a:\n${line}\n`)), [false, false, false, false]);
});
