/** Requests for permission in whole runs: the mock agent asks like a real one. */
import assert from "node:assert/strict";
import type { MockStep } from "../../schemas/mock_script.ts";
import { planText } from "../support/plans.ts";
import { program, wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";
import { isInstalled, Terminal } from "../support/terminal.ts";

const PLAN = ".planning/phases/01-base/01-01-PLAN.md";
const DELETE: MockStep = { do: "ask", title: "Tidy up", command: "rm -rf build" };
const DEPLOY: MockStep = { do: "ask", command: "echo npm publish > deployed && ./npm publish" };

/** A project of one task whose agent takes these steps, with a folder to delete and a program to deploy with. */
async function asking(...steps: readonly MockStep[]): Promise<Folder> {
  const folder = await repository({
    ".gitignore": "build/\ndeployed\n",
    ".planning/config.json": JSON.stringify({
      mode: "yolo",
      workflow: { verifier: false },
      agent: { name: "mock", command: "script.json", retries: 0 },
    }),
    "script.json": JSON.stringify({ rules: [{ turn: 1, steps: [...steps, { do: "files" }] }] }),
    "npm": "#!/bin/sh\n",
    [PLAN]: planText({
      plan: "01",
      files: ["a.txt"],
      tasks: [{ name: "Add a", files: "a.txt", script: "true", check: "test -f a.txt" }],
    }),
  });
  await folder.write({ "build/made": "" });
  return folder;
}

async function execute(folder: Folder, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await wf(["execute-phase", "1", "--yes", ...args], { cwd: folder.path });
  assert.equal(code, 0, stdout + stderr);
  return stdout + stderr;
}

Deno.test("safety.always_confirm_destructive prevents a deletion by an agent, in mode yolo and with --yes", async () => {
  await using folder = await asking(DELETE);
  const shown = await execute(folder);
  assert.match(shown, /refused the agent: rm -rf build \(.*deletes.*there is no user to allow it\)/);
  assert.equal(await folder.has("build/made"), true);
});

Deno.test("safety.always_confirm_destructive=false allows it to delete in mode yolo", async () => {
  await using folder = await asking(DELETE);
  const shown = await execute(folder, "--set", "safety.always_confirm_destructive=false");
  assert.doesNotMatch(shown, /refused/);
  assert.equal(await folder.has("build/made"), false);
});

Deno.test("safety.always_confirm_external_services prevents a deployment by an agent", async () => {
  await using folder = await asking(DEPLOY);
  assert.match(await execute(folder), /refused the agent: .*publish/);
  assert.equal(await folder.has("deployed"), false);
});

Deno.test("safety.always_confirm_external_services=false allows it to deploy in mode yolo", async () => {
  await using folder = await asking(DEPLOY);
  await execute(folder, "--set", "safety.always_confirm_external_services=false");
  assert.equal(await folder.has("deployed"), true);
});

/** Starts a run of a project at a terminal. */
function atTerminal(folder: Folder): Terminal {
  const [command, first] = program();
  const line = [command, ...first, "execute-phase", "1"].map((word) => `'${word}'`).join(" ");
  return new Terminal({ command: `sh -c "${line}"`, cwd: folder.path, env: {} });
}

const HAS_TERMINAL = isInstalled("script", "--version");

Deno.test({
  name: "at a terminal the user is asked, with the command and the reason, and may allow it once",
  ignore: !HAS_TERMINAL,
  fn: async () => {
    await using folder = await asking(DELETE);
    await using terminal = atTerminal(folder);
    for (const text of ["rm -rf build", "Reason: ", "Allow, this once"]) {
      await terminal.until(text, (shown) => shown.includes(text));
    }
    await terminal.type("\x1b[B\r");
    await terminal.until("the end", (shown) => shown.includes("Phase executed"));
    assert.equal(await folder.has("build/made"), false);
  },
});

Deno.test({
  name: "at a terminal the user may allow a command for the run, which is then asked about once",
  ignore: !HAS_TERMINAL,
  fn: async () => {
    await using folder = await asking(DELETE, { do: "run", command: "mkdir build" }, DELETE);
    await using terminal = atTerminal(folder);
    await terminal.until(
      "the question",
      (shown) => shown.includes("Allow exactly this command, for this run"),
    );
    await terminal.type("\x1b[B\x1b[B\r");
    await terminal.until("the end", (shown) => shown.includes("Phase executed"));
    assert.equal(await folder.has("build"), false);
  },
});

Deno.test({
  name: "at a terminal the user may refuse in their own words, which reach the agent",
  ignore: !HAS_TERMINAL,
  fn: async () => {
    await using folder = await asking({ ...DELETE, refused: "end" });
    const heard = { contains: "the user refused it: allow", steps: [{ do: "files" }] };
    const rules = [...JSON.parse(await folder.read("script.json")).rules, heard];
    await folder.write({ "script.json": JSON.stringify({ rules: rules.toReversed() }) });
    await folder.git("commit", "--quiet", "--all", "--message=docs: script");
    await using terminal = atTerminal(folder);
    await terminal.until("the question", (shown) => shown.includes("Refuse, and tell the agent why"));
    await terminal.type("\x1b[A\r");
    await terminal.until("the prompt", (shown) => shown.includes("Your words to the agent"));
    await terminal.type("allow\r");
    await terminal.until("the end", (shown) => shown.includes("Phase executed"));
    assert.equal(await folder.has("build/made"), true);
  },
});

const NEVER: readonly (readonly [what: string, step: MockStep])[] = [
  ["commit", { do: "ask", command: "git commit --allow-empty -m mine" }],
  ["pass by a hook", { do: "ask", command: "git push --no-verify" }],
  ["change the configuration", { do: "ask", path: ".planning/config.json", kind: "edit" }],
  ["write elsewhere", { do: "ask", path: "../wf/elsewhere.txt", kind: "edit" }],
];

for (const [what, step] of NEVER) {
  Deno.test(`no setting lets an agent ${what}`, async () => {
    await using folder = await asking(step);
    const before = await folder.read(".planning/config.json");
    const off = ["--set", "safety.always_confirm_destructive=false"];
    const shown = await execute(folder, ...off, "--set", "safety.always_confirm_external_services=false");
    assert.match(shown, /refused the agent/);
    assert.equal(await folder.read(".planning/config.json"), before);
    assert.equal(await folder.has("../wf/elsewhere.txt"), false);
    assert.doesNotMatch(await folder.git("log", "--format=%s"), /mine/);
  });
}

Deno.test("planning.search_gitignored instructs the agent to search ignored files too", async () => {
  await using folder = await asking({ do: "say" });
  const heard = { contains: "--no-ignore", steps: [{ do: "files" }] };
  await folder.write({ "script.json": JSON.stringify({ rules: [heard, { steps: [{ do: "end" }] }] }) });
  await folder.git("commit", "-qam", "script");
  const args = ["execute-phase", "1", "--set", "planning.search_gitignored="];
  const without = await wf([...args.slice(0, -1), `${args.at(-1)}false`], { cwd: folder.path });
  assert.equal(without.code, 1, without.stdout);
  const ran = await wf([...args.slice(0, -1), `${args.at(-1)}true`], { cwd: folder.path });
  assert.equal(ran.code, 0, ran.stdout + ran.stderr);
});

Deno.test("a file that the task has made may be deleted unasked, but no other", async () => {
  const made = { do: "ask", command: "echo x > made.txt" } as const;
  for (const [target, remains] of [["made.txt", false], ["mine.txt", true], ["npm", true]] as const) {
    await using folder = await asking(made, { do: "ask", command: `rm ${target}` });
    await folder.write({ "mine.txt": "mine" });
    const shown = await execute(folder);
    assert.equal(await folder.has(target), remains, shown);
    assert.equal(/refused the agent: rm/.test(shown), remains, shown);
  }
});
