/** The hooks of the user run for commits in worktrees too, where a relative `core.hooksPath` leads elsewhere. */
import assert from "node:assert/strict";
import { type Called, wf } from "../support/program.ts";
import type { Folder } from "../support/repository.ts";
import { homeIn, leftovers, onePlan, wide } from "../support/wide.ts";

/** A hook that records the working trees that it runs in. */
const HOOK = '#!/bin/sh\npwd >> "$(git rev-parse --path-format=absolute --git-common-dir)/seen"\n';

/** A project with two concurrent plans and a hook in a folder. */
async function hooked(
  path: string,
  { ignored = "", scripts = ["true", "true"] }: {
    readonly ignored?: string;
    readonly scripts?: readonly string[];
  } = {},
): Promise<Folder> {
  const plans = ["01", "02"].map((plan, index) => onePlan(plan, `echo x > ${plan}.txt; ${scripts[index]}`));
  const folder = await wide(() => plans, {}, ignored === "" ? {} : { ".gitignore": `${ignored}\n` });
  await folder.write({ [`${path}/pre-commit`]: HOOK });
  await Deno.chmod(`${folder.path}/${path}/pre-commit`, 0o755);
  await folder.git("config", "core.hooksPath", path);
  return folder;
}

async function execute(folder: Folder): Promise<Called> {
  const called = await wf(["execute-phase", "1"], { cwd: folder.path, env: homeIn(folder) });
  assert.equal(called.code, 0, called.stderr);
  return called;
}

/** Returns how many of the working trees that the hook ran in are worktrees. */
async function seenInWorktrees(folder: Folder): Promise<number> {
  const seen = (await folder.read(".git/seen").catch(() => "")).split("\n");
  return seen.filter((line) => /\/01-0[12]$/.test(line)).length;
}

Deno.test("hooks in a folder that git ignores run for commits in worktrees", async () => {
  // As the installation of husky does, whose folder of hooks ignores itself.
  const again =
    `mkdir -p .husky/_; cat > .husky/_/pre-commit <<'END'\n${HOOK}END\nchmod +x .husky/_/pre-commit`;
  await using folder = await hooked(".husky/_", { ignored: ".husky/_", scripts: [again, "true"] });
  const { stderr } = await execute(folder);
  assert.equal(await seenInWorktrees(folder), 2);
  assert.doesNotMatch(stderr, /put back|do not run/);
  assert.deepEqual(await leftovers(folder), []);
});

for (const path of [".git/own-hooks", ".untracked"]) {
  Deno.test(`hooks that do not run for commits in worktrees are reported once: in ${path}`, async () => {
    await using folder = await hooked(path);
    const { stderr } = await execute(folder);
    assert.equal(await seenInWorktrees(folder), 0);
    const notices = stderr.match(/^! Your hooks do not run for commits in worktrees: .*$/gm) ?? [];
    assert.equal(notices.length, 1, stderr);
    await folder.git("config", "core.hooksPath", notices[0]!.split("git config core.hooksPath ")[1]!);
    await folder.git("reset", "--quiet", "--hard", ":/^project");
    assert.doesNotMatch((await execute(folder)).stderr, /do not run/);
    assert.equal(await seenInWorktrees(folder), 2);
  });
}
