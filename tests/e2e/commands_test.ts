import assert from "node:assert/strict";
import { commands } from "../../generated/commands.ts";
import { version } from "../../generated/version.ts";
import { schemaProblems } from "../deps/ajv.ts";
import { planText, smallProject, writes } from "../support/plans.ts";
import { program, wf } from "../support/program.ts";
import { Folder, host, repository } from "../support/repository.ts";

const SECOND = ".planning/phases/01-base/01-02-PLAN.md";

Deno.test("validate exits with 0 when there is nothing to find", async () => {
  await using folder = await Folder.make(smallProject());
  const { code, stdout, stderr } = await wf(["validate"], { cwd: folder.path });
  assert.deepEqual([code, stdout, stderr], [0, "✓ 2 plans checked: no findings\n", ""]);
});

Deno.test("validate shows the line with a caret and what to do, and exits with 1", async () => {
  await using folder = await Folder.make(smallProject());
  await folder.write({
    [SECOND]: planText({ plan: "02", wave: 2, dependsOn: ["01-07"], tasks: [writes("c.txt")] }),
  });
  const { code, stdout } = await wf(["validate"], { cwd: `${folder.path}/.planning/phases` });
  assert.equal(code, 1);
  assert.match(stdout, /^ {2}\.planning\/phases\/01-base\/01-02-PLAN\.md:6:15$/m);
  assert.match(stdout, /^ 6 \| depends_on: \["01-07"\]\n {3}\| {15}\^{5}\n {2}→ /m);
});

Deno.test("validate --strict reports warnings based on the specification as errors", async () => {
  await using folder = await Folder.make(smallProject());
  await folder.write({
    [SECOND]: planText({ plan: "02", wave: 3, dependsOn: ["01-01"], tasks: [writes("c.txt")] }),
  });
  assert.equal((await wf(["validate"], { cwd: folder.path })).code, 0);
  assert.equal((await wf(["validate", "--strict"], { cwd: folder.path })).code, 1);
});

Deno.test("validate counts findings in finished plans, and --history shows them with exit code 1", async () => {
  const plan = ".planning/phases/01-base/01-01-PLAN.md";
  const text = planText({ plan: "01", files: ["a.txt"], tasks: [writes("a.txt")] })
    .replace("wave: 1", "wave: two");
  const summary = plan.replace("PLAN", "SUMMARY");
  await using folder = await Folder.make({ [plan]: text, [summary]: "# Done\n\nIt works.\n" });
  const call = (...args: readonly string[]) => wf(["validate", ...args], { cwd: folder.path });
  const { code, stdout } = await call("--strict");
  assert.deepEqual([code, stdout.split("\n").at(-2)], [
    0,
    "1 finding in finished plans not shown: --history",
  ]);
  const result = JSON.parse((await call("--json")).stdout);
  assert.deepEqual([result.diagnostics, result.summary.history], [[], 1]);
  const shown = await call("--history");
  assert.deepEqual([shown.code, /^error\[field-value\]/m.test(shown.stdout)], [1, true]);
  assert.equal((await call("--history", "--fix")).code, 1);
  assert.equal(await folder.read(plan), text);
});

Deno.test("validate reports a missing file to read and an unusable pattern", async () => {
  await using folder = await Folder.make(smallProject());
  const tasks = [writes("c.txt")];
  const plan = planText({ plan: "02", wave: 2, dependsOn: ["01-01"], files: ["c.txt"], tasks });
  await folder.write({
    "a.md": "to read",
    [SECOND]: plan.replace("<tasks>", "<context>\n@a.md\n@b.md\n</context>\n\n<tasks>").replace(
      '  truths: ["It works"]\n',
      "$&  key_links:\n    - { from: a, to: b, via: c, pattern: '(?=d)' }\n",
    ),
  });
  const { stdout } = await wf(["validate"], { cwd: folder.path });
  assert.deepEqual(stdout.match(/^\w+\[[\w-]+\] .*$/gm), [
    "warning[pattern-refused] The pattern cannot be used: it uses a lookaround",
    "warning[reference-missing] The file b.md does not exist, and no plan creates it",
  ]);
});

Deno.test("validate does not report a missing file that git ignores", async () => {
  const context = "<context>\n@dist/a.js\n@local/b.env\n@src/c.ts\n</context>\n\n<tasks>";
  const plan = planText({ plan: "01", files: ["x"], tasks: [writes("x")] }).replace("<tasks>", context);
  await using folder = await repository({
    ".gitignore": "dist/\n",
    "app/local/.gitignore": "*\n",
    "app/.planning/phases/01-base/01-01-PLAN.md": plan,
  });
  const { stdout } = await wf(["validate", "--json"], { cwd: `${folder.path}/app` });
  const messages = JSON.parse(stdout).diagnostics.map(({ message }: { readonly message: string }) => message);
  assert.deepEqual(messages, ["The file src/c.ts does not exist, and no plan creates it"]);
});

Deno.test("validate --explain prints the page of a code, anywhere, and names the nearest of an unknown one", async () => {
  await using folder = await Folder.make({});
  const page = await wf(["validate", "--explain", "wave-order"], { cwd: folder.path });
  assert.equal(page.code, 0);
  assert.match(page.stdout, /^## wave-order\n[^]*\nWrong:\n[^]*\nRight:\n/);
  const { stdout } = await wf(["validate", "--explain", "wave-order", "--json"], { cwd: folder.path });
  assert.deepEqual(await schemaProblems("rule-explanation", JSON.parse(stdout)), "");
  const unknown = await wf(["validate", "--explain", "wave-oder"], { cwd: folder.path });
  assert.deepEqual([unknown.code, unknown.stdout], [2, ""]);
  assert.match(unknown.stderr, /Unknown code "wave-oder"\n.*Did you mean "wave-order"\?/);
});

Deno.test("validate with a path reports only the named files", async () => {
  await using folder = await Folder.make(smallProject());
  const broken = planText({ plan: "02", wave: 2, dependsOn: ["01-07"], tasks: [writes("c.txt")] });
  await folder.write({ [SECOND]: broken });
  const first = await wf(["validate", ".planning/phases/01-base/01-01-PLAN.md"], { cwd: folder.path });
  assert.deepEqual([first.code, first.stdout], [0, "✓ 1 plan checked: no findings\n"]);
  const second = await wf(["validate", `${folder.path}/${SECOND}`], { cwd: "/" });
  assert.equal(second.code, 1);
});

Deno.test("validate --json and --format json print the same value, and nothing else", async () => {
  await using folder = await Folder.make({
    ...smallProject(),
    ".planning/config.json": '{ "mode": "banana", "modes": 1 }',
  });
  const json = await wf(["validate", "--json"], { cwd: folder.path });
  const format = await wf(["validate", "--format", "json"], { cwd: folder.path });
  assert.equal(json.code, 1);
  assert.equal(json.stdout, format.stdout);
  const { diagnostics, summary } = JSON.parse(json.stdout);
  assert.deepEqual(summary, { files: 5, plans: 2, errors: 1, warnings: 1, hints: 0, fixable: 0, history: 0 });
  assert.deepEqual(diagnostics.map(({ code, start }: { code: string; start: object }) => [code, start]), [
    ["config-value", { line: 1, column: 11 }],
    ["config-unknown-key", { line: 1, column: 21 }],
  ]);
});

Deno.test("waves prints the waves and the plans that share files", async () => {
  await using folder = await Folder.make(smallProject());
  await folder.write({ [SECOND]: planText({ plan: "02", files: ["a.txt"], tasks: [writes("a.txt")] }) });
  const { code, stdout } = await wf(["waves", "1", "--json"], { cwd: folder.path });
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(stdout), {
    formatVersion: 1,
    phase: "01",
    waves: [["01-01", "01-02"]],
    serialized: [["01-01", "01-02"]],
  });
});

Deno.test("waves names the members of a cycle and exits with 1", async () => {
  await using folder = await Folder.make(smallProject());
  const plan = (number: string, on: string) =>
    planText({ plan: number, dependsOn: [on], tasks: [writes("a.txt")] });
  await folder.write({
    ".planning/phases/01-base/01-01-PLAN.md": plan("01", "01-02"),
    [SECOND]: plan("02", "01-01"),
  });
  const { code, stderr } = await wf(["waves", "1"], { cwd: folder.path });
  assert.equal(code, 1);
  assert.match(stderr, /01-01 → 01-02 → 01-01/);
});

Deno.test("waves and graph of a finished phase do not fail for dependencies of its plans", async () => {
  await using folder = await Folder.make({
    ".planning/phases/01-base/01-01-PLAN.md": planText({
      plan: "01",
      dependsOn: ["77"],
      tasks: [writes("a.txt")],
    }),
    ".planning/phases/01-base/01-01-SUMMARY.md": "# Summary\n\nIt is done.\n",
  });
  for (const command of ["waves", "graph"]) {
    const { code, stderr } = await wf([command, "1"], { cwd: folder.path });
    assert.deepEqual([code, stderr], [0, ""]);
  }
});

Deno.test("waves and graph name the plans that cannot be read, and exit with 1", async () => {
  await using folder = await Folder.make({ ...smallProject(), [SECOND]: "---\nphase: [\n---\n" });
  for (const command of ["waves", "graph"]) {
    const { code, stdout, stderr } = await wf([command, "1"], { cwd: folder.path });
    assert.equal(code, 1);
    assert.match(stdout, /^Wave 1 .*01-01/m);
    assert.equal(
      stderr,
      "! Plan 01-02 cannot be read and is left out: run wf validate for details\n",
    );
  }
});

Deno.test("branch-name fills the templates, by default with names from the roadmap", async () => {
  await using folder = await Folder.make(smallProject());
  const branch = async (...args: string[]) =>
    (await wf(["branch-name", ...args], { cwd: folder.path })).stdout;
  assert.equal(await branch("phase", "2"), "wf/phase-02-more\n");
  assert.equal(await branch("phase", "3", "User Authentication"), "wf/phase-03-user-authentication\n");
  assert.equal(await branch("milestone", "v1.0", "MVP"), "wf/v1.0-mvp\n");
  const template = ["--set", "git.phase_branch_template={slug}-phase-{phase}"];
  assert.equal(
    await branch("phase", "3", "User Authentication", ...template),
    "user-authentication-phase-03\n",
  );
});

Deno.test("commit-message prints the message", async () => {
  const { code, stdout } = await wf(["commit-message", "08-02", "feat", "add user registration"], {
    cwd: "/",
  });
  assert.deepEqual([code, stdout], [0, "feat(08-02): add user registration\n"]);
});

Deno.test("upgrade only prints the command, and changes nothing", async () => {
  await using folder = await Folder.make();
  const { code, stdout, stderr } = await wf(["upgrade"], { cwd: folder.path });
  assert.deepEqual([code, stderr], [0, ""]);
  assert.match(stdout, /^wf \S+ is installed as .+\nTo install the newest version, run:\n {2}\S.+\n$/);
  assert.deepEqual(await Array.fromAsync(Deno.readDir(folder.path)), []);
});

Deno.test("every JSON result matches its published schema", async () => {
  await using folder = await repository({
    ...smallProject(),
    ".planning/config.json": '{ "mode": "yolo", "modes": 1 }',
  });
  await folder.write({ "dir/keep.txt": "" });
  const calls: [string, string[]][] = [
    ["validate", ["validate"]],
    ["waves", ["waves", "1"]],
    ["branch-name", ["branch-name", "phase", "1"]],
    ["commit-message", ["commit-message", "01-01", "fix", "x"]],
    ["execution-plan", ["execute-phase", "1", "--dry-run"]],
    ["error", ["waves", "9"]],
    ["error", ["waves", "--nonsense"]],
    ["demo", ["demo", "new"]],
    ["version", ["--version"]],
    ["schemas", ["schema"]],
    ["upgrade", ["upgrade"]],
  ];
  for (const [schema, args] of calls) {
    const { stdout } = await wf([...args, "--json"], { cwd: folder.path });
    assert.equal(await schemaProblems(schema, JSON.parse(stdout)), "", args.join(" "));
  }
  const { stdout } = await wf(["execute-phase", "1", "--json"], { cwd: folder.path });
  for (const line of stdout.trimEnd().split("\n")) {
    assert.equal(await schemaProblems("event", JSON.parse(line)), "", line);
  }
});

Deno.test("schema prints a JSON Schema, and the names of all", async () => {
  const { stdout } = await wf(["schema", "plan"], { cwd: "/" });
  assert.equal(JSON.parse(stdout).title, "Frontmatter of a plan file");
  assert.match((await wf(["schema"], { cwd: "/" })).stdout, /^config$/m);
  const wrong = await wf(["schema", "confg"], { cwd: "/" });
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /Did you mean "config"\?/);
});

Deno.test("demo builds a working program in 17 commits, each task one", async () => {
  await using folder = await Folder.make();
  const { code, stdout, stderr } = await wf(["demo", "tally"], { cwd: folder.path });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^Result:\n\$ \.\/tally samples\/jack\.txt\n.*built .* 12$/m);
  assert.match(stdout, /^\* [0-9a-f]{7} feat\(01-05\): show chart/m);
  assert.match(stderr, /^! Phase executed, needs a person/m);
  assert.match(stdout, /^ {2}wf verify-phase 1$/m, "it leads to what a person still has to judge");
  const show = await new Deno.Command("sh", {
    args: ["tally", "--plain", "--top", "1", "samples/jack.txt"],
    cwd: `${folder.path}/tally`,
  }).output();
  assert.equal(new TextDecoder().decode(show.stdout).trim(), "12\tbuilt");
  const again = await wf(["demo", "tally"], { cwd: folder.path });
  assert.equal(again.code, 2);
  assert.match(again.stderr, /is not empty/);
});

Deno.test("--version prints the version and --help every command", async () => {
  assert.equal((await wf(["--version"], { cwd: "/" })).stdout, `${version}\n`);
  for (const args of [["--help"], [], ["help"]]) {
    const { code, stdout } = await wf(args, { cwd: "/" });
    assert.equal(code, 0);
    for (const { name } of commands) assert.match(stdout, new RegExp(`^  ${name} `, "m"));
  }
});

Deno.test("with --json, help is a JSON value too", async () => {
  for (const args of [[], ["help"], ["--help"], ["waves", "--help"], ["help", "exit-codes"]]) {
    const [{ stdout }, { stdout: text }] = await Promise.all([
      wf([...args, "--json"], { cwd: "/" }),
      wf(args, { cwd: "/" }),
    ]);
    const value = JSON.parse(stdout);
    assert.equal(await schemaProblems("help", value), "", args.join(" "));
    assert.equal(value.text, text);
  }
});

Deno.test("--version prints the version wherever it is", async () => {
  for (const args of [["status", "--version"], ["--version", "--quiet"], ["--cwd", "/", "--version"]]) {
    assert.equal((await wf(args, { cwd: "/" })).stdout, `${version}\n`, args.join(" "));
  }
});

Deno.test("help with the name of a command is that command's help", async () => {
  const { stdout } = await wf(["help", "waves"], { cwd: "/" });
  assert.equal(stdout, (await wf(["waves", "--help"], { cwd: "/" })).stdout);
});

Deno.test({
  name: "output that cannot be written is named, with what to do",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const [command, args] = program();
    const line = [command, ...args, "schema", "config", "--json"].map((word) => `'${word}'`).join(" ");
    const { code, stderr } = await host.run({ argv: ["sh", "-c", `${line} > /dev/full`], cwd: "/" });
    assert.equal(code, 2);
    assert.match(
      stderr,
      /^error Cannot use "standard output": .*no space left on device.*\n {2}→ Free some .*\n$/i,
    );
  },
});

Deno.test("a mistyped command exits with 2 and suggests the most similar one", async () => {
  const command = await wf(["vlaidate"], { cwd: "/" });
  assert.equal(command.code, 2);
  assert.match(command.stderr, /did you mean "validate"/);
  const flag = await wf(["execute-phase", "1", "--dryrun"], { cwd: "/" });
  assert.equal(flag.code, 2);
  assert.match(flag.stderr, /did you mean --dry-run/);
  const key = await wf(["validate", "--set", "git.branching_strategi=phase"], { cwd: "/" });
  assert.equal(key.code, 2);
  assert.match(key.stderr, /did you mean "git\.branching_strategy"/);
  const profile = await wf(["set-profile", "qualty"], { cwd: "/" });
  assert.equal(profile.code, 2);
  assert.match(profile.stderr, /did you mean "quality"/);
});

Deno.test("validate --set replaces a value of the configuration, for --fix and --staged too", async () => {
  const config = ".planning/config.json";
  await using folder = await repository({ ...smallProject(), [config]: '{ "granularity": "tiny" }' });
  await folder.write({ [config]: '{ "granularity": "small" }' });
  await folder.git("add", "-A");
  for (const more of [[], ["--fix"], ["--staged"]]) {
    const validate = async (...args: string[]) =>
      await wf(["validate", ...more, ...args], { cwd: folder.path });
    assert.match((await validate()).stdout, /"granularity" is "small"/);
    const { code, stdout } = await validate("--set", "granularity=coarse");
    assert.equal(code, 0);
    assert.doesNotMatch(stdout, /small/);
  }
});

Deno.test("--cwd and --json may precede the command", async () => {
  await using folder = await Folder.make(smallProject());
  const { code, stdout } = await wf(["--json", "--cwd", folder.path, "waves", "1"], { cwd: "/" });
  assert.equal(code, 0);
  assert.equal(JSON.parse(stdout).phase, "01");
});

Deno.test("--cwd without a folder is an error that names the missing folder", async () => {
  for (const args of [["--cwd"], ["validate", "--cwd"]]) {
    const { code, stderr } = await wf(args, { cwd: "/" });
    assert.equal(code, 2);
    assert.match(stderr, /--cwd needs a folder/);
  }
});

Deno.test("outside of a project a command prints a hint", async () => {
  await using folder = await Folder.make();
  const { code, stderr } = await wf(["validate"], { cwd: folder.path });
  assert.equal(code, 2);
  assert.match(stderr, /Cannot find a \.planning folder/);
  assert.match(stderr, /create one here: wf new-project/);
});
