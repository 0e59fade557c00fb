import assert from "node:assert/strict";
import { configKeys } from "../../generated/metadata.ts";
import { schemaProblems } from "../deps/ajv.ts";
import { planText, smallProject, writes } from "../support/plans.ts";
import { type Called, homeAt, killIfThere, start, wf } from "../support/program.ts";
import { Folder, repository } from "../support/repository.ts";

const CONFIG = ".planning/config.json";
const TEXT = '{\n  // how it runs\n  "mode": "yolo", /* fast */\n  "mine": [1,\n    2]\n}\n';

async function project(text = TEXT): Promise<Folder> {
  return await Folder.make({ ...smallProject(), [CONFIG]: text });
}

async function call(folder: Folder, ...args: string[]): Promise<Called> {
  return await wf(args, { cwd: folder.path });
}

Deno.test("config list shows every key with its value and source", async () => {
  await using folder = await project();
  const { stdout } = await call(folder, "config", "list", "--set", "granularity=fine", "--json");
  const { values } = JSON.parse(stdout);
  assert.deepEqual(values.map(({ key }: { key: string }) => key), configKeys.map(({ key }) => key));
  const origins = new Map(
    values.map(({ key, value, origin }: Record<string, unknown>) => [key, [value, origin]]),
  );
  assert.deepEqual(origins.get("mode"), ["yolo", "file"]);
  assert.deepEqual(origins.get("granularity"), ["fine", "flag"]);
  assert.deepEqual(origins.get("gates.confirm_plan"), [false, "mode"]);
  assert.deepEqual(origins.get("workflow.research"), [true, "default"]);
});

Deno.test("config list shows that git ignores .planning", async () => {
  await using folder = await repository({ ".gitignore": ".planning/\n" });
  await folder.write({ [CONFIG]: "{}" });
  assert.match((await call(folder, "config", "list")).stdout, /^planning\.commit_docs +false +git ignores/m);
});

Deno.test("config get prints only the value", async () => {
  await using folder = await project();
  assert.equal((await call(folder, "config", "get", "mode")).stdout, "yolo\n");
});

Deno.test("config set changes the value and no other byte", async () => {
  await using folder = await project();
  const { code } = await call(folder, "config", "set", "mode", "interactive");
  assert.equal(code, 0);
  assert.equal(await folder.read(CONFIG), TEXT.replace('"yolo"', '"interactive"'));
});

Deno.test("config set --dry-run shows the change and writes nothing", async () => {
  await using folder = await project();
  const { stdout } = await call(folder, "config", "set", "mode", "interactive", "--dry-run");
  assert.equal(stdout, "mode  yolo  →  interactive\n1 change, nothing written\n");
  assert.equal(await folder.read(CONFIG), TEXT);
});

Deno.test("config set refuses a wrong value with the allowed ones", async () => {
  await using folder = await project();
  const table = [
    ["mode", "banana", '"interactive" or "yolo"'],
    ["gates.confirm_plan", "maybe", "true or false"],
    ["parallelization.max_concurrent_agents", "0", "a whole number of at least 1"],
    ["parallelization.max_concurrent_agents", "2.5", "a whole number of at least 1"],
    ["git.phase_branch_template", "x/{name}", "{phase} and {slug}"],
    ["worktree.setup", '["npm ci"', "a list of non-empty strings"],
    ["__proto__", "1", "Unknown configuration key"],
    ["workflow.verifer", "true", 'did you mean "workflow.verifier"'],
  ] as const;
  for (const [key, value, expected] of table) {
    const { code, stderr } = await call(folder, "config", "set", key, value);
    assert.equal(code, 2, key);
    assert.ok(stderr.includes(expected), stderr);
  }
  assert.equal(await folder.read(CONFIG), TEXT);
});

Deno.test("config set corrects a wrong value, and creates a missing file", async () => {
  await using folder = await project('{ "mode": "banana" }');
  assert.equal((await call(folder, "config", "set", "mode", "yolo")).code, 0);
  assert.equal(await folder.read(CONFIG), '{ "mode": "yolo" }');
  await Deno.remove(`${folder.path}/${CONFIG}`);
  assert.equal((await call(folder, "config", "set", "mode", "yolo")).code, 0);
  assert.equal(await folder.read(CONFIG), '{\n  "mode": "yolo"\n}\n');
});

Deno.test("config set does not change a file that is not JSON", async () => {
  await using folder = await project("{ mode: yolo");
  const { code, stderr } = await call(folder, "config", "set", "mode", "yolo");
  assert.equal(code, 2);
  assert.match(stderr, /Correct the JSON first/);
  assert.equal(await folder.read(CONFIG), "{ mode: yolo");
});

Deno.test("config unset removes the key, which then has its default", async () => {
  await using folder = await project();
  assert.equal((await call(folder, "config", "unset", "mode")).code, 0);
  assert.equal((await call(folder, "config", "get", "mode")).stdout, "interactive\n");
  assert.match(await folder.read(CONFIG), /how it runs[^]*"mine"/);
  assert.equal((await call(folder, "config", "unset", "mode")).stdout, "Nothing to change\n");
});

Deno.test("config set, get and unset of a list preserve the rest of the file", async () => {
  const text = (items: string) =>
    `{\n  "worktree": {\n    "copy": [".env"], // ours\n    "setup": ${items}\n  }\n}\n`;
  await using folder = await project(text("[]"));
  const set = async (value: string) => {
    const { code, stdout, stderr } = await call(folder, "config", "set", "worktree.setup", value);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  assert.equal(
    await set("npm ci"),
    'worktree.setup  []  →  ["npm ci"]\nWritten: .planning/config.json\n',
  );
  assert.equal(await folder.read(CONFIG), text('["npm ci"]'));
  await set('["npm ci","make"]');
  assert.equal(await folder.read(CONFIG), text('["npm ci", "make"]'));
  assert.equal(await set('["npm ci","make"]'), "Nothing to change\n");
  assert.equal((await call(folder, "config", "get", "worktree.setup")).stdout, '["npm ci", "make"]\n');
  const { stdout } = await call(
    folder,
    "config",
    "get",
    "worktree.setup",
    "--set",
    "worktree.setup=",
    "--json",
  );
  assert.deepEqual(JSON.parse(stdout).values[0].value, []);
  assert.equal((await call(folder, "config", "unset", "worktree.setup")).code, 0);
  assert.equal(
    await folder.read(CONFIG),
    '{\n  "worktree": {\n    "copy": [".env"] // ours\n  }\n}\n',
  );
  assert.equal((await call(folder, "config", "get", "worktree.setup")).stdout, "[]\n");
});

Deno.test("config set converts a single string to a list, and reports the write", async () => {
  await using folder = await project('{ "worktree": { "setup": "make" } }');
  const { stdout } = await call(folder, "config", "set", "worktree.setup", "make");
  assert.equal(stdout, "Written: .planning/config.json\n");
  assert.equal(await folder.read(CONFIG), '{ "worktree": { "setup": ["make"] } }');
});

Deno.test("a command with another value ignores a wrong one, and settings replaces it", async () => {
  await using folder = await repository({ [CONFIG]: '{ "mode": 3 }\n' });
  const wrong = await call(folder, "execute-phase", "1", "--dry-run");
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /"mode" is 3, expected "interactive" or "yolo"/);
  assert.doesNotMatch(
    (await call(folder, "execute-phase", "1", "--dry-run", "--set", "mode=yolo")).stderr,
    /"mode" is 3/,
  );
  assert.equal((await call(folder, "settings", "--mode", "yolo")).code, 0);
  assert.equal(await folder.read(CONFIG), '{ "mode": "yolo" }\n');
});

Deno.test("config set is atomic: killed at any moment the file is the old one or the new one", async () => {
  await using folder = await project();
  const changed = TEXT.replace('"yolo"', '"interactive"');
  for (let moment = 20; moment < 120; moment += 12) {
    await folder.write({ [CONFIG]: TEXT });
    const run = start(["config", "set", "mode", "interactive"], { cwd: folder.path });
    const timer = setTimeout(() => killIfThere(run), moment);
    await run.output();
    clearTimeout(timer);
    assert.ok([TEXT, changed].includes(await folder.read(CONFIG)));
  }
});

Deno.test("config explain shows meaning, value, source, default and effect", async () => {
  await using folder = await project();
  const { stdout } = await call(folder, "config", "explain", "gates.confirm_plan");
  assert.match(stdout, /^gates\.confirm_plan {2}Confirm each plan before executing it\.$/m);
  assert.match(stdout, /^value +false \(mode yolo\)$/m);
  assert.match(stdout, /^default +true$/m);
  assert.match(stdout, /^changes +Whether execute-phase asks before it starts each plan/m);
});

Deno.test("set-profile writes the profile and shows the tier of each role", async () => {
  await using folder = await project();
  const { code, stdout } = await call(folder, "set-profile", "budget");
  assert.equal(code, 0);
  assert.match(stdout, /^ {2}research +C$/m);
  assert.match(stdout, /^ {2}execution +B$/m);
  assert.equal((await call(folder, "config", "get", "model_profile")).stdout, "budget\n");
  assert.equal((await call(folder, "set-profile", "cheap")).code, 2);
});

Deno.test("settings takes a flag for every key, and without flags or a terminal lists them", async () => {
  await using folder = await project("{}");
  const { code } = await call(
    folder,
    "settings",
    "--git.branching-strategy",
    "phase",
    "--gates.confirm-plan",
    "false",
    "--worktree.setup",
    '["npm ci", "make"]',
  );
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(await folder.read(CONFIG)), {
    git: { branching_strategy: "phase" },
    gates: { confirm_plan: false },
    worktree: { setup: ["npm ci", "make"] },
  });
  const { code: refused, stderr } = await call(folder, "settings");
  assert.equal(refused, 2);
  for (const { key } of configKeys) assert.ok(stderr.includes(`--${key.replaceAll("_", "-")} <`), key);
});

Deno.test("settings also accepts keys with underscores", async () => {
  await using folder = await project("{}");
  const flags = ["--model_profile=quality", "--git.phase_branch_template", "a_b/{phase}"];
  assert.equal((await call(folder, "settings", ...flags)).code, 0);
  assert.deepEqual(JSON.parse(await folder.read(CONFIG)), {
    model_profile: "quality",
    git: { phase_branch_template: "a_b/{phase}" },
  });
});

Deno.test("settings --save-as-defaults preserves the rest of the defaults file", async () => {
  await using folder = await project(
    '{ "granularity": "fine", "mine": 1, "worktree": { "copy": [".env"] } }',
  );
  await using home = await Folder.make({ ".wf/defaults.json": '{ "mode": "yolo", "other": true }' });
  const env = homeAt(home.path);
  const { code, stderr } = await wf(["settings", "--save-as-defaults"], { cwd: folder.path, env });
  assert.equal(code, 0, stderr);
  assert.deepEqual(JSON.parse(await home.read(".wf/defaults.json")), {
    mode: "yolo",
    other: true,
    granularity: "fine",
    worktree: { copy: [".env"] },
  });
});

Deno.test("the configuration commands print JSON that matches its schema", async () => {
  await using folder = await project();
  const table: [string, string[]][] = [
    ["config-values", ["config", "list"]],
    ["config-values", ["config", "get", "mode"]],
    ["config-explanation", ["config", "explain", "git.branching_strategy"]],
    ["config-explanation", ["config", "explain", "worktree.copy"]],
    ["config-changes", ["config", "set", "worktree.copy", ".env"]],
    ["config-changes", ["config", "set", "granularity", "fine"]],
    ["config-changes", ["config", "unset", "granularity"]],
    ["config-changes", ["set-profile", "quality"]],
    ["config-changes", ["settings", "--mode", "interactive"]],
  ];
  for (const [schema, args] of table) {
    const { stdout } = await call(folder, ...args, "--json");
    assert.equal(await schemaProblems(schema, JSON.parse(stdout)), "", args.join(" "));
  }
});

Deno.test("agent.name names the agent, and an unknown one is refused", async () => {
  await using folder = await repository(smallProject());
  const { code, stderr } = await call(folder, "execute-phase", "1", "--set", "agent.name=shel");
  assert.equal(code, 2);
  assert.match(stderr, /"agent\.name" is "shel", expected "shell"[^]*Did you mean "shell"/);
});

Deno.test("agent.turn_timeout_minutes ends a turn and a check that take longer", async () => {
  const plan = (script: string, check: string) => ({
    ".planning/phases/01-base/01-01-PLAN.md": planText({
      plan: "01",
      tasks: [{ name: "Wait", script, check }],
    }),
  });
  for (const [script, check] of [["sleep 20", "true"], ["true", "sleep 20"]] as const) {
    await using folder = await repository({ ...smallProject(), ...plan(script, check) });
    const { code, stderr } = await call(
      folder,
      "execute-phase",
      "1",
      "--set",
      "agent.turn_timeout_minutes=0.01",
    );
    assert.equal(code, 1, stderr);
    assert.match(stderr, /took longer than 0\.01 minutes/);
  }
});

Deno.test("git.milestone_branch_template makes the name of a milestone's branch", async () => {
  await using folder = await repository({
    ...smallProject({
      mode: "yolo",
      git: { branching_strategy: "milestone", milestone_branch_template: "release/{milestone}" },
    }),
    ".planning/ROADMAP.md": "# Roadmap\n\n- 🚧 **v1.0 MVP** - Phase 1\n\n### Phase 1: Base\n",
    ".planning/phases/01-base/01-01-PLAN.md": planText({
      plan: "01",
      files: ["a.txt"],
      tasks: [writes("a.txt")],
    }),
  });
  assert.equal((await call(folder, "execute-phase", "1")).code, 0);
  assert.equal(await folder.git("branch", "--show-current"), "release/v1.0");
});
