/**
 * The user's hooks under a run: what they find is what git gives them.
 */
import assert from "node:assert/strict";
import { smallProject } from "../support/plans.ts";
import { program, wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";

Deno.test("a hook that selects files by a pattern finds those of a task", async () => {
  await using folder = await repository(smallProject());
  await folder.hook("pre-commit", "git diff --cached --name-only -- '*.txt' >> .git/found");
  const { code, stderr } = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(code, 0, stderr);
  assert.equal(await folder.read(".git/found"), "a.txt\nb.txt\nc.txt\nd.txt\n");
});

Deno.test("a task that changes a file which git tracks in a folder it ignores is committed", async () => {
  await using folder = await repository({ ...smallProject(), ".gitignore": "dist/\n" });
  await folder.write({ "dist/a.txt": "built\n" });
  await folder.git("add", "--force", "dist/a.txt");
  await folder.git("commit", "--quiet", "--message=built");
  const plan = ".planning/phases/01-base/01-01-PLAN.md";
  await folder.write({
    [plan]: (await folder.read(plan)).replace("echo a.txt > a.txt", "tee a.txt dist/a.txt < .git/HEAD"),
  });
  await folder.git("commit", "--quiet", "--all", "--message=plan");
  const { code, stderr } = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(code, 0, stderr);
  const task = await folder.git(
    "log",
    "--format=%H",
    "--grep=^Wf-Task: 1$",
    "--grep=^Wf-Plan: 01-01$",
    "--all-match",
  );
  assert.equal(await folder.git("show", "--format=", "--name-only", task), "a.txt\ndist/a.txt");
});

/** The variables that a hook of a commit finds, which is made from within another commit's hook. */
async function innerVariables(folder: Folder, script: string): Promise<readonly string[]> {
  await folder.hook(
    "post-commit",
    `test -e .git/outer || exit 0\nrm .git/outer\n${script} > .git/inner 2>&1`,
  );
  await folder.hook("pre-commit", "test -e .git/outer || env > .git/variables");
  await folder.write({ ".git/outer": "" });
  await folder.git("commit", "--quiet", "--allow-empty", "--message=outer");
  // The time differs, `_` names the program that a shell started last, and a run marks what it starts.
  const own = /^(?:GIT_AUTHOR_DATE|_|SHLVL|WF_RUN)=/;
  const variables = (await folder.read(".git/variables")).replaceAll(folder.path, "<folder>").trim().split(
    "\n",
  );
  return variables.filter((variable) => !own.test(variable)).sort();
}

Deno.test("a run in a hook gives the hooks of its commits the same environment as git", async () => {
  await using folder = await repository(smallProject());
  await using twin = await repository(smallProject());
  const [command, words] = program();
  const quoted = [command, ...words, "execute-phase", "1"].map((word) => `'${word}'`).join(" ");
  const found = await innerVariables(folder, quoted);
  assert.match(
    (await folder.subjects()).join(),
    /outer,feat\(01-01\): add a\.txt/,
    await folder.read(".git/inner"),
  );
  const plain = "unset $(git rev-parse --local-env-vars); git commit --quiet --allow-empty --message=inner";
  assert.deepEqual(found, await innerVariables(twin, plain));
});
