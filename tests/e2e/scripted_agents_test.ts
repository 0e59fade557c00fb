/** Whole runs with agents that misbehave: the mock agent plays them over the real protocol. */
import assert from "node:assert/strict";
import type { MockRule } from "../../schemas/mock_script.ts";
import { planText } from "../support/plans.ts";
import { type Called, program, wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";
import { isInstalled, Terminal } from "../support/terminal.ts";
import { homeIn, leftovers } from "../support/wide.ts";

/** A project whose plans write a file each, and an agent that plays these rules. */
async function scripted(plans: readonly string[], ...rules: readonly MockRule[]): Promise<Folder> {
  return await repository({
    ".planning/config.json": JSON.stringify({
      mode: "yolo",
      workflow: { verifier: false },
      agent: { name: "mock", command: "script.json", retries: 1 },
    }),
    "script.json": JSON.stringify({ rules }),
    ...Object.fromEntries(plans.map((plan) => [
      `.planning/phases/01-base/01-${plan}-PLAN.md`,
      planText({
        plan,
        files: [`${plan}.txt`],
        tasks: [{ name: `Add ${plan}`, files: `${plan}.txt`, script: "true", check: `test -f ${plan}.txt` }],
      }),
    ])),
  });
}

function execute(folder: Folder, ...args: readonly string[]): Promise<Called> {
  return wf(["execute-phase", "1", ...args], { cwd: folder.path, env: homeIn(folder) });
}

/** Returns true when a process whose ID is in a file is alive. */
async function lives(folder: Folder, file: string): Promise<boolean> {
  try {
    Deno.kill(Number(await folder.read(file)), "SIGCONT");
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

Deno.test("commits of an agent are replaced: one commit for the task, with wf's message", async () => {
  const commits = "git add -A && git commit -qm mine && echo more >> 01.txt && git commit -qam again";
  await using folder = await scripted(["01"], {
    steps: [{ do: "write", path: "01.txt", text: "one\n" }, { do: "run", command: commits }],
  });
  const { code, stdout, stderr } = await execute(folder);
  assert.equal(code, 0, stdout + stderr);
  assert.deepEqual((await folder.subjects()).slice(1), [
    "feat(01-01): add 01",
    "docs(01-01): complete plan: build part 01",
  ]);
  assert.equal(await folder.git("show", "HEAD~1:01.txt"), "one\nmore");
  assert.match(stdout + stderr, /the agent made its own commit/);
});

Deno.test("an agent that claims to be done and is not has three turns, and then the run stops", async () => {
  await using folder = await scripted(["01"], { steps: [{ do: "say", text: "All done!" }] });
  const { code, stdout, stderr } = await execute(folder);
  assert.equal(code, 1);
  assert.match(stdout + stderr, /does not pass its check after 3 turns: test -f 01\.txt/);
  assert.deepEqual(await folder.subjects(), ["start"]);
});

Deno.test("an agent that dies during a task is restarted at that task, with the files it had written", async () => {
  await using folder = await scripted(
    ["01"],
    { turn: 1, steps: [{ do: "write", path: "01.txt", text: "half\n" }, { do: "crash" }] },
    { steps: [{ do: "run", command: "echo whole >> 01.txt" }] },
  );
  const { code, stdout, stderr } = await execute(folder);
  assert.equal(code, 0, stdout + stderr);
  assert.equal(await folder.git("show", "HEAD~1:01.txt"), "half\nwhole");
});

Deno.test("no process of an agent survives the run, not even outside of its group", async () => {
  const command = "setsid sh -c 'echo $$ > .git/left.pid; exec sleep 300' > /dev/null 2>&1 &";
  await using folder = await scripted(["01"], {
    steps: [{ do: "run", command }, {
      do: "run",
      command: "until test -s .git/left.pid; do sleep 0.02; done",
    }, {
      do: "files",
    }],
  });
  const { code, stdout, stderr } = await execute(folder);
  assert.equal(code, 0, stdout + stderr);
  assert.equal(await lives(folder, ".git/left.pid"), false);
});

Deno.test("three concurrent agents and a slow hook have the history of a sequential run", async () => {
  await using folder = await scripted(["01", "02", "03"], { steps: [{ do: "files" }] });
  await folder.hook("pre-commit", "sleep 0.2");
  const { code, stdout, stderr } = await execute(folder);
  assert.equal(code, 0, stdout + stderr);
  assert.match(stdout + stderr, /Wave 1.* 01-01, 01-02, 01-03 at the same time/);
  assert.deepEqual(
    (await folder.subjects()).slice(1),
    ["01", "02", "03"].flatMap((plan) => [
      `feat(01-${plan}): add ${plan}`,
      `docs(01-${plan}): complete plan: build part ${plan}`,
    ]),
  );
  assert.deepEqual(await leftovers(folder), []);
});

Deno.test({
  name: "a run that is interrupted at a permission question resumes there the next time",
  ignore: !isInstalled("script", "--version"),
  fn: async () => {
    await using folder = await scripted(["01"], {
      steps: [{ do: "ask", command: "rm -rf 01.txt" }, { do: "files" }],
    });
    const [command, first] = program();
    const line = [command, ...first, "execute-phase", "1"].map((word) => `'${word}'`).join(" ");
    const shell = `sh -c "trap : INT; ${line}; echo It has ended"`;
    await using terminal = new Terminal({ command: shell, cwd: folder.path, env: {} });
    await terminal.until("the question", (shown) => shown.includes("Allow, this once"));
    await terminal.type("\x03");
    await terminal.until("the end", (shown) => shown.includes("It has ended"));
    const { code, stdout, stderr } = await execute(folder);
    assert.equal(code, 0, stdout + stderr);
    assert.deepEqual((await folder.subjects()).slice(1), [
      "feat(01-01): add 01",
      "docs(01-01): complete plan: build part 01",
    ]);
  },
});

for (const isSame of [true, false]) {
  Deno.test(`the session of a stopped task is ${isSame ? "continued" : "not continued on another base"}`, async () => {
    const told = "An earlier run stopped";
    const rules: readonly MockRule[] = [
      { contains: told, resumed: true, steps: [{ do: "write", path: "01.txt", text: "known\n" }] },
      {
        contains: "The last words about it were:\n\n```\nHalf.",
        steps: [{ do: "write", path: "01.txt", text: "new\n" }],
      },
      {
        steps: [
          { do: "say", text: "Half." },
          { do: "write", path: "01.txt", text: "half\n" },
          { do: "end", ending: "refusal" },
        ],
      },
    ];
    await using folder = await scripted(["01"]);
    await folder.write({ "script.json": JSON.stringify({ sessions: "load", rules }) });
    await folder.git("commit", "--quiet", "--all", "--message=script");
    assert.equal((await execute(folder)).code, 1);
    assert.equal(await folder.read("01.txt"), "half\n");
    if (!isSame) await folder.git("commit", "--quiet", "--allow-empty", "--message=other");
    const { code, stdout, stderr } = await execute(folder);
    assert.equal(code, 0, stdout + stderr);
    assert.equal(await folder.read("01.txt"), isSame ? "known\n" : "new\n");
    assert.deepEqual(await leftovers(folder), []);
  });
}
