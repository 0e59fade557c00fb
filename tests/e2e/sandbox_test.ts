/** Runs in a sandbox. Where there is none, they are skipped. */
import assert from "node:assert/strict";
import { planText } from "../support/plans.ts";
import { type Called, homeAt, start, wf } from "../support/program.ts";
import { Folder, repository } from "../support/repository.ts";
import { SECRET, WHY_SKIPPED } from "../support/sandbox_world.ts";
import { killAt } from "../support/progress.ts";

const IGNORE = { ignore: WHY_SKIPPED !== "" };

/** A project of one task that runs a script. */
async function project(script: string, check = "true", config: object = { mode: "yolo" }): Promise<Folder> {
  return await repository({
    ".planning/config.json": JSON.stringify({ workflow: { verifier: false }, ...config }),
    ".planning/phases/01-base/01-01-PLAN.md": planText({
      plan: "01",
      files: ["a.txt"],
      tasks: [{ name: "Add a", files: "a.txt", script, check }],
    }),
  });
}

/** Executes the phase in a sandbox, with a home folder that contains a secret. */
async function execute(
  folder: Folder,
  ...args: readonly string[]
): Promise<Called & { readonly home: Folder }> {
  const home = await Folder.make({ ".ssh/id_rsa": SECRET, "other/x": "x\n", ".gitconfig": "" });
  const env = { ...homeAt(home.path), WF_SANDBOX: "", TMPDIR: "/tmp" };
  return { ...await wf(["execute-phase", "1", ...args], { cwd: folder.path, env }), home };
}

const LEAK =
  "cat ~/.ssh/id_rsa > a.txt 2>&1 || true; echo x >> ~/other/x || true; git commit -m evil || true";

Deno.test("agent.sandbox decides whether tasks and checks run in a sandbox", IGNORE, async () => {
  for (
    const [args, isConfined] of [
      [[], true],
      [["--set", "agent.sandbox=off"], false],
      [["--set", "agent.sandbox=required"], true],
      [["--set", "mode=interactive", "--yes"], false],
      [["--set", "mode=interactive", "--yes", "--set", "agent.sandbox=required"], true],
    ] as const
  ) {
    await using folder = await project(LEAK, "test -f ~/.ssh/id_rsa && touch seen; true");
    const { code, stderr, stdout, home } = await execute(folder, ...args);
    await using _ = home;
    assert.equal(code, 0, stdout + stderr);
    const confined = (text: string) => text.includes(SECRET) ? "open" : "confined";
    assert.equal(confined(await folder.read("a.txt")), isConfined ? "confined" : "open", args.join(" "));
    assert.equal(await home.read("other/x"), isConfined ? "x\n" : "x\nx\n");
    assert.equal(await folder.has("seen"), !isConfined);
    assert.equal((await folder.git("log", "--format=%s")).includes("evil"), false);
  }
});

Deno.test("mode yolo without a sandbox is reported in the first lines", async () => {
  await using folder = await project("echo a > a.txt");
  const { stdout, stderr } = await wf(["execute-phase", "1", "--set", "agent.sandbox=off"], {
    cwd: folder.path,
    env: { WF_SANDBOX: "" },
  });
  const lines = (stdout + stderr).split("\n");
  assert.equal(lines.indexOf("! No sandbox in mode yolo: agent.sandbox is off"), 2, stdout + stderr);
});

Deno.test("agent.sandbox_writable opens a folder outside of the project", IGNORE, async () => {
  const script = "echo a > a.txt; echo y >> ~/other/x";
  await using closed = await project(script);
  const failed = await execute(closed);
  await using _ = failed.home;
  assert.equal(failed.code, 1);
  assert.match(
    failed.stdout + failed.stderr,
    /The sandbox keeps ".*\/other\/x" read-only\. To change that: wf config set agent\.sandbox_writable/,
  );
  await using folder = await project(script);
  const opened = await execute(folder, "--set", 'agent.sandbox_writable=["~/other"]');
  await using home = opened.home;
  assert.equal(opened.code, 0, opened.stdout + opened.stderr);
  assert.equal(await home.read("other/x"), "x\ny\n");
});

Deno.test("agent.sandbox_network lets checks reach the services of the machine", IGNORE, async () => {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, () => new Response(""));
  const check = `bash -c 'exec 3<>/dev/tcp/127.0.0.1/${server.addr.port}'`;
  await using closed = await project("echo a > a.txt", check);
  const failed = await execute(closed);
  await using _closed = failed.home;
  assert.equal(failed.code, 1);
  assert.match(failed.stdout + failed.stderr, /wf config set agent\.sandbox_network all/);
  await using folder = await project("echo a > a.txt", check);
  const opened = await execute(folder, "--set", "agent.sandbox_network=all");
  await using _opened = opened.home;
  assert.equal(opened.code, 0, opened.stdout + opened.stderr);
  await server.shutdown();
});

Deno.test("agents run in the sandbox, also in worktrees, and wf commits their work", IGNORE, async () => {
  const refused = "touch: cannot touch '/etc/wf': Read-only file system\n";
  const run =
    "cat ~/.ssh/id_rsa >> a.txt 2>&1; echo x >> ~/other/x; echo a >> a.txt; git add a.txt; git commit -m evil";
  await using folder = await repository({
    ".planning/config.json": JSON.stringify({
      mode: "yolo",
      workflow: { verifier: false },
      agent: { name: "mock", command: "script.json" },
    }),
    "script.json": JSON.stringify({
      rules: [1, 2].map((plan) => ({
        plan: `01-0${plan}`,
        steps: [{ do: "run", command: run.replaceAll("a.txt", `${plan}.txt`) }, { do: "say", text: refused }],
      })),
    }),
    ...Object.fromEntries([1, 2].map((plan) => [
      `.planning/phases/01-base/01-0${plan}-PLAN.md`,
      planText({
        plan: `0${plan}`,
        files: [`${plan}.txt`],
        tasks: [{ name: "Add", files: `${plan}.txt`, script: "true", check: `grep -q a ${plan}.txt` }],
      }),
    ])),
  });
  const { code, stdout, stderr, home } = await execute(folder);
  await using _ = home;
  assert.equal(code, 0, stdout + stderr);
  for (const plan of [1, 2]) {
    const text = await folder.read(`${plan}.txt`);
    assert.match(text, /a\n$/);
    assert.equal(text.includes(SECRET), false);
  }
  assert.match(
    stderr,
    /! The sandbox kept these read-only for the agent: \/etc\/wf\. To change that: wf config set agent\./,
  );
  assert.equal(await home.read("other/x"), "x\n");
  const subjects = await folder.subjects();
  assert.equal(subjects.length, 5);
  assert.equal(subjects.includes("evil"), false);
  assert.equal(await folder.git("status", "--short"), "");
});

Deno.test("the temporary folder of a killed run is removed by the next run of its user", IGNORE, async () => {
  await using folder = await project("test -e .git/again || { touch begun; sleep 20; }; echo a > a.txt");
  await using home = await Folder.make({ ".gitconfig": "" });
  const env = { ...homeAt(home.path), WF_SANDBOX: "", TMPDIR: "/tmp" };
  const run = start(["execute-phase", "1"], { cwd: folder.path, env });
  await killAt(folder, "begun", run);
  const records = `${home.path}/.wf/sandboxes`;
  const [record] = await Array.fromAsync(Deno.readDir(records));
  const { folder: scratch } = JSON.parse(await Deno.readTextFile(`${records}/${record!.name}`));
  assert.ok((await Deno.stat(scratch)).isDirectory);
  await folder.write({ ".git/again": "" });
  const { code, stderr } = await wf(["execute-phase", "1"], { cwd: folder.path, env });
  assert.equal(code, 0, stderr);
  await assert.rejects(Deno.stat(scratch), Deno.errors.NotFound);
  assert.deepEqual(await Array.fromAsync(Deno.readDir(records)), []);
});
