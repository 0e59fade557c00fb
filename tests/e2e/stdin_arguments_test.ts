import assert from "node:assert/strict";
import { hereDocument, parseStdinArguments } from "../../lib/plan/integrations/stdin_arguments.ts";
import { fc } from "../deps/fast_check.ts";
import { Folder, GIT_ENVIRONMENT, host } from "../support/repository.ts";
import { program } from "../support/program.ts";

/** Possible inputs of users. Each would be harmful, or get lost, in a shell command line. */
const TYPED: readonly string[] = [
  "$(touch pwned)",
  "`touch pwned`",
  "; touch pwned",
  "&& touch pwned",
  "| touch pwned",
  "> pwned",
  "\n touch pwned",
  "3\nWF_ARGUMENTS\ntouch pwned",
  "WF_ARGUMENTS",
  "'; touch pwned; '",
  '"; touch pwned; "',
  'it\'s "so"',
  "\\$HOME \\\\ \\",
  "$HOME ${HOME} ~ * ? [a] {a,b} #x !!",
  "--help",
  "-rf --",
  "Überblick – 漢字 🙂 \u200b",
  "<<EOF\ntouch pwned\nEOF",
  "\t tabs \t",
  "%s %d \\n",
  "",
];

/** Returns the input that a shell passes to the programs of here-documents, in order. */
async function throughShell(texts: readonly string[]): Promise<readonly string[]> {
  await using folder = await Folder.make({ "wf": '#!/bin/sh\ncat > "out.$1"\n' });
  await Deno.chmod(`${folder.path}/wf`, 0o755);
  const script = texts.map((text, index) => `${hereDocument(`./wf ${index}`, ">", text)}\n`).join("");
  await folder.write({ "script.sh": script });
  const { code, stdout, stderr } = await host.run({ argv: ["sh", "script.sh"], cwd: folder.path });
  assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: "", stderr: "" });
  assert.equal(await folder.has("pwned"), false);
  return await Promise.all(texts.map((_, index) => folder.read(`out.${index}`)));
}

function textOf(input: string): string | undefined {
  const parsed = parseStdinArguments(input);
  return parsed.kind === "wrong" ? undefined : parsed.text;
}

Deno.test("any input reaches wf through a shell unchanged, and runs nothing", async () => {
  const outputs = await throughShell(TYPED);
  for (const [index, typed] of TYPED.entries()) assert.equal(textOf(outputs[index]!), typed);
});

Deno.test("any text reaches wf through a shell unchanged", async () => {
  const parts = fc.constantFrom(
    "WF_ARGUMENTS",
    "\n",
    "'",
    '"',
    "$(",
    "`",
    "\\",
    ";",
    " ",
    "\t",
    "é",
    "a",
    "|",
    ">",
  );
  const texts = fc.sample(
    fc.oneof(fc.array(parts).map((all) => all.join("")), fc.string({ unit: "grapheme" })),
    150,
  )
    .filter((text) => !/[\0\r\ufeff]/.test(text));
  const outputs = await throughShell(texts);
  for (const [index, text] of texts.entries()) assert.equal(textOf(outputs[index]!), text);
});

/** Runs a script with `wf` on its path, as a coding agent does. */
async function shell(script: string) {
  const [command, args] = program();
  const words = [command, ...args].map((word) => `'${word}'`).join(" ");
  await using folder = await Folder.make({ "bin/wf": `#!/bin/sh\nexec ${words} "$@"\n` });
  await Deno.chmod(`${folder.path}/bin/wf`, 0o755);
  const env = { ...GIT_ENVIRONMENT, NO_COLOR: "1", PATH: `${folder.path}/bin:${Deno.env.get("PATH")}` };
  const called = await host.run({ argv: ["sh", "-c", script], cwd: folder.path, env });
  return { ...called, pwned: await folder.has("pwned") };
}

Deno.test("the program reads arguments from standard input, several or one per line", async () => {
  const text = 'it\'s "so"; $(touch pwned) `touch pwned`';
  const said = await shell(hereDocument("wf commit-message 01-02 feat --json", ">", text));
  assert.deepEqual(JSON.parse(said.stdout), { formatVersion: 1, message: `feat(01-02): ${text}` });
  assert.equal(said.pwned, false);
  const typed = '3 "User $(touch pwned)"';
  const named = await shell(
    hereDocument("wf branch-name phase --json", "|", `${typed}\nWF_ARGUMENTS\ntouch pwned`),
  );
  assert.equal(named.code, 2, "more words than the command takes");
  assert.equal(named.pwned, false);
});

Deno.test("unreadable arguments on standard input end with a hint", async () => {
  const { code, stdout, stderr } = await shell(hereDocument("wf status --json", "|", "Bob's app"));
  assert.equal(code, 2);
  assert.match(stderr, /a quote is not closed: Bob's app\n.*"Bob's app"/);
  assert.equal(JSON.parse(stdout).error.exitCode, 2);
});
