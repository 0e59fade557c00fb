/** Documents that hooks refuse, reformat or both. */
import assert from "node:assert/strict";
import { smallProject } from "../support/plans.ts";
import { type Called, wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";
import { homeIn } from "../support/wide.ts";

/** Shell that goes through the staged Markdown files as `$f`. */
function each(script: string): string {
  const staged = "git diff --cached --name-only --diff-filter=AM -- '*.md'";
  return `code=0\nfor f in $(${staged}); do\n${script}\ndone\nexit $code`;
}

/** A hook that puts a line at the end of each file that lacks it, and then does more. */
function formats(more: string): string {
  return each(`grep -q FORMATTED "$f" || { printf '\\n<!-- FORMATTED -->\\n' >> "$f"; ${more}; }`);
}

const REFUSES = formats("echo fixing $f; code=1");

function call(folder: Folder, ...args: readonly string[]): Promise<Called> {
  return wf(args, { cwd: folder.path, env: homeIn(folder) });
}

async function requireClean(folder: Folder): Promise<void> {
  assert.equal(await folder.git("status", "--porcelain"), "");
}

const SUMMARY = ".planning/phases/01-base/01-01-SUMMARY.md";
const WITH_VERIFIER = { mode: "yolo", workflow: { verifier: true } };

Deno.test("documents that a hook refuses and reformats are committed as it leaves them", async () => {
  await using folder = await repository(smallProject(WITH_VERIFIER));
  await folder.hook("pre-commit", REFUSES);
  const { code, stderr } = await call(folder, "execute-phase", "1");
  assert.equal(code, 0, stderr);
  await requireClean(folder);
  for (const path of [SUMMARY, ".planning/phases/01-base/01-VERIFICATION.md", ".planning/STATE.md"]) {
    assert.match(await folder.git("show", `HEAD:${path}`), /FORMATTED/, path);
  }
  assert.equal((await folder.subjects()).length, 8, (await folder.subjects()).join("\n"));
});

Deno.test("a hook that stages its changes and refuses is satisfied by the next attempt", async () => {
  await using folder = await repository(smallProject());
  await folder.hook("pre-commit", formats('git add "$f"; code=1'));
  const { code, stderr } = await call(folder, "execute-phase", "1");
  assert.equal(code, 0, stderr);
  await requireClean(folder);
});

Deno.test("documents that a hook reformats without staging them leave no uncommitted change", async () => {
  await using folder = await repository(smallProject());
  await folder.hook("pre-commit", formats("true"));
  const { code, stderr } = await call(folder, "execute-phase", "1");
  assert.equal(code, 0, stderr);
  await requireClean(folder);
  assert.match(await folder.git("show", `HEAD:${SUMMARY}`), /FORMATTED/);
  assert.ok((await folder.subjects()).includes("docs(01-01): keep the format that a hook gave"));
});

Deno.test("files of a task that a hook reformats without staging them are committed as it leaves them", async () => {
  await using folder = await repository(smallProject());
  await folder.hook("pre-commit", formats("true").replaceAll("*.md", "*.txt"));
  const { code, stderr } = await call(folder, "execute-phase", "1");
  assert.equal(code, 0, stderr);
  await requireClean(folder);
  const [commit] = await folder.subjects();
  assert.match(await folder.git("show", "HEAD:a.txt"), /FORMATTED/);
  assert.match(await folder.git("log", "--format=%s", "-1", "--", "a.txt"), /^feat\(01-01\): /, commit);
});

Deno.test("a task that a hook refuses and reformats is committed without another turn, and so are documents", async () => {
  const files = smallProject();
  const plan = ".planning/phases/01-base/01-01-PLAN.md";
  const script = files[plan]!.replaceAll("a.txt", "a.md").replace(
    "echo a.md",
    "echo turn >> .git/turns; echo a.md",
  );
  await using folder = await repository({ ...files, [plan]: script });
  // Formats all documents, also those that are not part of the commit.
  await folder.hook(
    "pre-commit",
    `code=0\nfor f in $(git ls-files --cached '*.md'); do grep -q FORMATTED "$f" || { echo FORMATTED >> "$f"; code=1; }; done\nexit $code`,
  );
  // It also changes plans, as code of the task in a hook could.
  const { code, stderr } = await call(folder, "execute-phase", "1", "--answer", "planning=keep");
  assert.equal(code, 0, stderr);
  await requireClean(folder);
  assert.equal(await folder.read(".git/turns"), "turn\n");
  assert.match(await folder.git("show", "HEAD:a.md"), /FORMATTED/);
  assert.match(await folder.git("show", `HEAD:${plan}`), /FORMATTED/);
});

Deno.test("a hook that is never satisfied stops the run after three attempts", async () => {
  await using folder = await repository(smallProject());
  await folder.hook("pre-commit", each('echo again >> "$f"; echo attempt >> .git/attempts; echo no; code=1'));
  const { code, stderr } = await call(folder, "execute-phase", "1");
  assert.equal(code, 1);
  assert.match(stderr, /A hook refused the commit of the documents of plan 01-01/);
  assert.match(stderr, /│ no/);
  assert.match(stderr, /│ It changed them in each of 3 attempts/);
  assert.match(stderr, /^ {2}wf execute-phase 1$/m);
  const attempts = (await folder.read(".git/attempts")).trim().split("\n").length;
  const files = (await folder.git("diff", "--cached", "--name-only")).split("\n").length;
  assert.equal(attempts, 3 * files);
});

Deno.test("a resumed run keeps changes to a summary that a hook refused", async () => {
  await using folder = await repository(smallProject());
  await folder.hook(
    "pre-commit",
    each('grep -q "^## Task Commits" "$f" && { echo "no such heading"; code=1; }'),
  );
  const refused = await call(folder, "execute-phase", "1");
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /no such heading/);
  const mine = (await folder.read(SUMMARY)).replace("## Task Commits", "## Commits");
  await folder.write({ [SUMMARY]: mine });
  const again = await call(folder, "execute-phase", "1");
  assert.equal(again.code, 1, "the second plan has the heading too");
  assert.equal(await folder.git("show", `HEAD~2:${SUMMARY}`), mine.trimEnd());
});

Deno.test("a project's first documents pass a hook that reformats them", async () => {
  await using folder = await repository({});
  await folder.hook("pre-commit", REFUSES);
  const { code, stderr } = await call(folder, "new-project", "Shop", "--yes");
  assert.equal(code, 0, stderr);
  await requireClean(folder);
  assert.match(await folder.git("show", "HEAD:.planning/ROADMAP.md"), /FORMATTED/);
});
