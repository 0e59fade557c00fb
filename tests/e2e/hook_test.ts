import assert from "node:assert/strict";
import { schemaProblems } from "../deps/ajv.ts";
import { planText, smallProject, writes } from "../support/plans.ts";
import { type Called, program, wf } from "../support/program.ts";
import { Folder, host, repository } from "../support/repository.ts";

const SECOND = ".planning/phases/01-base/01-02-PLAN.md";
const BAD = planText({
  plan: "02",
  wave: 2,
  dependsOn: ["01-07"],
  files: ["c.txt"],
  tasks: [writes("c.txt")],
});

function hook(folder: Folder, ...args: readonly string[]): Promise<Called> {
  return wf(["hook", "install", ...args], { cwd: folder.path });
}

async function commit(folder: Folder, env: Readonly<Record<string, string>> = {}): Promise<Called> {
  await folder.git("add", "--all");
  return await host.run({ argv: ["git", "commit", "--quiet", "--message=x"], cwd: folder.path, env });
}

Deno.test("hook install keeps an existing hook, and --uninstall restores it", async () => {
  await using folder = await repository(smallProject());
  await folder.hook("pre-commit", "echo ours > ran.txt\nexit 0");
  const before = await folder.read(".git/hooks/pre-commit");
  const preview = await hook(folder, "--dry-run");
  assert.match(preview.stdout, /^\+.*validate --staged/m);
  assert.equal(await folder.read(".git/hooks/pre-commit"), before);
  const { stdout } = await hook(folder, "--json");
  const result = JSON.parse(stdout);
  assert.equal(await schemaProblems("hook", result), "");
  assert.deepEqual(result.written, [`${folder.path}/.git/hooks/pre-commit`]);
  assert.deepEqual(JSON.parse((await hook(folder, "--json")).stdout).written, [], "once is enough");
  await folder.write({ [SECOND]: BAD });
  assert.equal((await commit(folder)).code, 1);
  await folder.write({ [SECOND]: `${smallProject()[SECOND]}\n` });
  assert.equal((await commit(folder)).code, 0);
  assert.equal(await folder.read("ran.txt"), "ours\n");
  await hook(folder, "--uninstall");
  assert.equal(await folder.read(".git/hooks/pre-commit"), before);
});

Deno.test("hook has only the action install", async () => {
  await using folder = await repository(smallProject());
  const { code, stderr } = await wf(["hook", "uninstall"], { cwd: folder.path });
  assert.equal(code, 2);
  assert.match(stderr, /expected install/);
  assert.equal(await folder.has(".git/hooks/pre-commit"), false);
});

Deno.test("hook install --uninstall removes the file that install created", async () => {
  await using folder = await repository(smallProject());
  await hook(folder);
  assert.ok(await folder.has(".git/hooks/pre-commit"));
  await hook(folder, "--uninstall");
  assert.equal(await folder.has(".git/hooks/pre-commit"), false);
  assert.match((await hook(folder, "--uninstall")).stdout, /^Nothing to remove/);
});

Deno.test("hook install from a linked working tree adds to the hooks of all", async () => {
  await using folder = await repository(smallProject());
  await using other = await Folder.make();
  await folder.git("worktree", "add", "--quiet", `${other.path}/tree`);
  const { code } = await wf(["hook", "install"], { cwd: `${other.path}/tree` });
  assert.equal(code, 0);
  assert.match(await folder.read(".git/hooks/pre-commit"), /validate --staged/);
});

Deno.test("hook install adds to what husky and core.hooksPath share, without a path of this machine", async () => {
  await using husky = await repository({ ...smallProject(), ".husky/pre-commit": "npx lint-staged\n" });
  assert.equal((await hook(husky)).code, 0);
  const shared = await husky.read(".husky/pre-commit");
  assert.match(shared, /^# >>> wf[^]*\n {2}wf validate --staged \|\| exit 1\n[^]*\nnpx lint-staged\n$/);
  assert.equal(shared.includes("cli.ts"), false);
  await using path = await repository({ ...smallProject(), ".githooks/readme": "" });
  await path.git("config", "core.hooksPath", ".githooks");
  assert.equal((await hook(path)).code, 0);
  assert.match(await path.read(".githooks/pre-commit"), /^#!\/bin\/sh\n# >>> wf/);
  assert.equal((await path.read(".githooks/pre-commit")).includes("cli.ts"), false);
});

Deno.test("hook install prints the lines for lefthook and the pre-commit framework, and changes nothing", async () => {
  for (
    const [file, lines] of [["lefthook.yml", /run: wf/], [".config/lefthook.toml", /^run = "wf/m], [
      ".pre-commit-config.yaml",
      /entry: wf/,
    ]] as const
  ) {
    await using folder = await repository({ ...smallProject(), [file]: "# ours\n" });
    const { code, stdout } = await hook(folder);
    assert.equal(code, 3);
    assert.match(stdout, lines);
    assert.equal(await folder.git("status", "--short"), "");
    assert.equal(await folder.has(".git/hooks/pre-commit"), false);
    await folder.write({ [file]: "x: wf validate --staged\n" });
    assert.equal((await hook(folder)).code, 0, "it is there already");
  }
});

Deno.test("hook install refuses hooks that are foreign, not shell scripts or disabled", async () => {
  await using folder = await repository(smallProject());
  await using outside = await Folder.make();
  await folder.git("config", "core.hooksPath", outside.path);
  const shared = await hook(folder);
  assert.equal(shared.code, 2);
  assert.match(shared.stderr, /outside of the repository/);
  await folder.git("config", "--unset", "core.hooksPath");
  await folder.write({ ".git/hooks/pre-commit": "#!/bin/sh\nexit 1\n" });
  const resting = await hook(folder);
  assert.match(resting.stderr, /not executable/);
  await folder.write({ ".git/hooks/pre-commit": "#!/usr/bin/env python3\n" });
  assert.match((await hook(folder)).stderr, /not a shell script/);
});

/** Name of the file of the program that the hook calls. */
const PROGRAM = program().flat().at(-1)!.split("/").at(-1)!;

Deno.test("a hook whose program is missing lets commits through and prints a hint", async () => {
  await using folder = await repository(smallProject());
  await hook(folder);
  const text = await folder.read(".git/hooks/pre-commit");
  await folder.hook("pre-commit", text.replace("#!/bin/sh\n", "").replaceAll(PROGRAM, "gone.ts"));
  await folder.write({ [SECOND]: BAD });
  await using bin = await Folder.make();
  const { stdout: git } = await host.run({ argv: ["sh", "-c", "command -v git"], cwd: bin.path });
  await Deno.symlink(git.trim(), `${bin.path}/git`);
  const { code, stderr } = await commit(folder, { PATH: bin.path });
  assert.equal(code, 0);
  assert.match(
    stderr,
    /^wf is not installed, so the plans of this commit are not checked: install it, or run/m,
  );
});

Deno.test("a hook whose program is gone uses the one on the path", async () => {
  await using folder = await repository(smallProject());
  await using bin = await Folder.make({ "wf": '#!/bin/sh\necho "called with $*" >&2\nexit 1\n' });
  await Deno.chmod(`${bin.path}/wf`, 0o755);
  await hook(folder);
  const text = await folder.read(".git/hooks/pre-commit");
  await folder.hook("pre-commit", text.replace("#!/bin/sh\n", "").replaceAll(PROGRAM, "gone.ts"));
  await folder.write({ [SECOND]: BAD });
  const { code, stderr } = await commit(folder, { PATH: `${bin.path}:${Deno.env.get("PATH")}` });
  assert.equal(code, 1);
  assert.match(stderr, /called with validate --staged/);
});
