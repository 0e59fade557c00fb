import assert from "node:assert/strict";
import { smallProject } from "../support/plans.ts";
import { Folder, repository } from "../support/repository.ts";
import { CheckoutServer } from "./checkout_server.ts";
import { deno, run } from "./run.ts";

/** A program that uses the library by its URL. */
function script(url: string): string {
  return `import { checkProject, parseProject, planWaves, rules, version } from ${JSON.stringify(url)};

const path = ".planning/phases/01-base/01-01-PLAN.md";
const text = await Deno.readTextFile(path);
const project = parseProject({ texts: new Map([[path, text]]), paths: [path] });
const waves = planWaves([{ id: "b", dependsOn: ["a"] }, { id: "a", dependsOn: [] }]);
const plans = project.plans.all.map(({ id }) => id);
console.log(JSON.stringify({ version, plans, waves, findings: checkProject(project, rules) }));
`;
}

Deno.test("cli.ts and mod.ts work from a URL, with an empty cache and no configuration", async (t) => {
  await using server = new CheckoutServer();
  await using cache = await Folder.make({}, "wf-cache-");
  await using project = await Folder.make({
    ...smallProject(),
    "use.ts": script(server.url("mod.ts")),
  });
  await using elsewhere = await Folder.make();
  const env = { DENO_DIR: cache.path };
  const allowImport = `--allow-import=${server.host}`;

  await t.step("validate checks a project, with the permission to read and no other", async () => {
    const args = ["validate", "--cwd", project.path];
    const called = await deno([...run(server.url("cli.ts"), allowImport, "--allow-read"), ...args], {
      cwd: elsewhere.path,
      env,
    });
    assert.deepEqual(called, { code: 0, stdout: "✓ 2 plans checked: no findings\n", stderr: "" });
  });

  await t.step("demo, which holds files as text, runs to its end", async () => {
    const permissions = ["--allow-write", "--allow-env", "--allow-run", "--allow-sys=hostname"];
    const called = await deno([
      ...run(server.url("cli.ts"), allowImport, "--allow-read", ...permissions),
      "demo",
      "sample",
      "--json",
    ], {
      cwd: elsewhere.path,
      env: { ...env, ...AUTHOR },
    });
    assert.equal(called.code, 0, called.stderr);
    assert.equal(JSON.parse(called.stdout).directory, `${elsewhere.path}/sample`);
  });

  await t.step("the mock agent is this program too, wherever it came from", async () => {
    await using rehearsal = await repository({
      ...smallProject({ mode: "yolo", agent: { name: "mock", command: "script.json" } }),
      "script.json": JSON.stringify({
        rules: ["a", "b", "c", "d"].map((name, index) => ({
          plan: index < 2 ? "01-01" : "01-02",
          task: 1 + index % 2,
          steps: [{ do: "write", path: `${name}.txt`, text: name }],
        })),
      }),
    });
    const args = run(server.url("cli.ts"), "--allow-all");
    const called = await deno([...args, "execute-phase", "1"], { cwd: rehearsal.path, env });
    assert.equal(called.code, 0, called.stderr);
    assert.equal(await rehearsal.git("show", "HEAD:d.txt"), "d");
  });

  await t.step("a script imports the library", async () => {
    const called = await deno(run("use.ts", allowImport, "--allow-read"), { cwd: project.path, env });
    assert.equal(called.stderr, "");
    assert.equal(called.code, 0);
    const { default: { version } } = await import("../../deno.json", { with: { type: "json" } });
    assert.deepEqual(JSON.parse(called.stdout), {
      version,
      plans: ["01-01"],
      waves: { kind: "waves", waves: [["a"], ["b"]] },
      findings: [],
    });
  });

  await t.step("nothing but modules and texts of the program was asked for", () => {
    const others = [...server.asked].filter((path) =>
      !/^(?:(?:lib|schemas|generated)\/.+|cli\.ts|mod\.ts)$/.test(path)
    );
    assert.deepEqual(others, []);
  });
});

const AUTHOR = {
  GIT_AUTHOR_NAME: "Test",
  GIT_AUTHOR_EMAIL: "test@example.invalid",
  GIT_COMMITTER_NAME: "Test",
  GIT_COMMITTER_EMAIL: "test@example.invalid",
};
