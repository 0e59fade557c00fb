import assert from "node:assert/strict";
import { commitReformatted } from "../../../lib/apply/git/commit/commit_reformatted.ts";
import { hasIdentity } from "../../../lib/apply/git/commit/commit.ts";
import { Git } from "../../../lib/apply/git/git.ts";
import { findHook, isExecutable } from "../../../lib/apply/git/commit/hooks.ts";
import { restoreCommits } from "../../../lib/apply/git/repair/restore_commits.ts";
import type { Host } from "../../../lib/host/host.ts";
import { Folder, host, hostThat, repository } from "../../support/repository.ts";

async function open(folder: Folder): Promise<Git> {
  return await Git.open(host, folder.path);
}

async function commit(folder: Folder, files: Readonly<Record<string, string>>): Promise<string> {
  await folder.write(files);
  await folder.git("add", "--all");
  await folder.git("commit", "--quiet", `--message=write ${Object.keys(files).join(", ")}`);
  return await folder.git("rev-parse", "HEAD");
}

Deno.test("restoreCommits() brings back commits that were reset, and names the files that lack their changes", async () => {
  await using folder = await repository({ "a.txt": "1\n", "same.txt": "1\n" });
  const base = await folder.git("rev-parse", "HEAD");
  const last = await commit(folder, { "a.txt": "2\n", "b.txt": "2\n", "-n ü.txt": "2\n" });
  await folder.git("reset", "--quiet", "--hard", base);
  await folder.write({ "b.txt": "mine\n" });
  const git = await open(folder);
  assert.deepEqual(await restoreCommits(git, last, base), ["-n ü.txt", "a.txt"]);
  assert.equal(await folder.git("rev-parse", "HEAD"), last);
  assert.equal(await folder.read("a.txt"), "1\n");
  assert.equal(await folder.read("b.txt"), "mine\n");
  assert.equal(await folder.git("diff", "--cached", "--name-only"), "");
});

Deno.test("restoreCommits() names nothing that the working tree still has", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const base = await folder.git("rev-parse", "HEAD");
  const last = await commit(folder, { "a.txt": "2\n", "b.txt": "2\n" });
  await folder.git("reset", "--quiet", "--soft", base);
  const amended = await commit(folder, { "c.txt": "3\n" });
  assert.deepEqual(await restoreCommits(await open(folder), last, amended), []);
  assert.deepEqual(await folder.subjects(), ["start", "write a.txt, b.txt"]);
  assert.equal(await folder.git("status", "--porcelain"), "A  c.txt");
});

Deno.test("restoreCommits() changes nothing where the branch still has the commit", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const base = await folder.git("rev-parse", "HEAD");
  const last = await commit(folder, { "a.txt": "2\n" });
  const git = await open(folder);
  assert.equal(await restoreCommits(git, base, last), undefined);
  assert.equal(await restoreCommits(git, last, last), undefined);
  assert.equal(await folder.git("rev-parse", "HEAD"), last);
});

Deno.test("restoreCommits() brings back commits that have nothing in common with the branch", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const last = await folder.git("rev-parse", "HEAD");
  await folder.git("switch", "--quiet", "--orphan", "fresh");
  const found = await commit(folder, { "b.txt": "1\n" });
  assert.deepEqual(await restoreCommits(await open(folder), last, found), []);
  assert.equal(await folder.git("rev-parse", "HEAD"), last);
});

Deno.test("commitReformatted() commits what a hook makes of documents, in further attempts", async () => {
  await using folder = await repository({ "doc.md": "1\n" });
  // Formats and refuses, as long as there is something to format.
  await folder.hook(
    "pre-commit",
    "grep -q xx doc.md || exit 0; sed 's/xx/x/' doc.md > t; cat t > doc.md; rm t; exit 1",
  );
  await folder.write({ "doc.md": "xxx\n" });
  const result = await commitReformatted(await open(folder), { message: "docs: x\n", paths: ["doc.md"] });
  assert.equal(result.kind, "committed");
  assert.equal(await folder.git("show", "HEAD:doc.md"), "x");
});

Deno.test("commitReformatted() gives up when a hook changes nothing, or never ends changing", async () => {
  const count = 'echo x >> "$(git rev-parse --absolute-git-dir)/count"';
  for (const [script, attempts] of [["exit 1", 1], ["echo more >> doc.md; exit 1", 3]] as const) {
    await using folder = await repository({ "doc.md": "1\n" });
    await folder.hook("pre-commit", `${count}; ${script}`);
    await folder.write({ "doc.md": "2\n" });
    const result = await commitReformatted(await open(folder), { message: "docs: x\n", paths: ["doc.md"] });
    assert.equal(result.kind, "refused");
    assert.equal((await folder.read(".git/count")).length, attempts * 2);
    assert.deepEqual(await folder.subjects(), ["start"]);
  }
});

Deno.test("commitReformatted() commits what a hook changed and did not stage, and nothing else", async () => {
  for (const [subject, further] of [["docs(01-01): x", "docs(01-01)"], ["feat: x", "docs"]] as const) {
    await using folder = await repository({ "doc.md": "1\n", "other.md": "1\n" });
    await folder.hook("pre-commit", "echo formatted > doc.md; echo formatted > other.md");
    await folder.write({ "doc.md": "2\n" });
    await commitReformatted(await open(folder), { message: `${subject}\n`, paths: ["doc.md"] });
    const [start, first, second, ...others] = await folder.subjects();
    assert.deepEqual([start, first, others], ["start", subject, []]);
    assert.equal(second!.startsWith(`${further}: `), true, second);
    assert.equal(await folder.git("show", "--name-only", "--format=", "HEAD"), "doc.md");
    assert.equal(await folder.git("status", "--porcelain"), "M other.md".padStart(11));
  }
});

Deno.test("findHook() finds git's own hook, also of another folder and of a worktree", async () => {
  await using folder = await repository({});
  const place = async () => await findHook(host, await open(folder));
  const own = { kind: "file", path: `${folder.path}/.git/hooks/pre-commit`, shared: false, husky: false };
  assert.deepEqual(await place(), own);
  await folder.git("config", "core.hooksPath", "hooks");
  assert.deepEqual(await place(), { ...own, path: `${folder.path}/hooks/pre-commit`, shared: true });
  await using outside = await Folder.make({});
  await folder.git("config", "core.hooksPath", outside.path);
  assert.deepEqual(await place(), { kind: "outside", path: `${outside.path}/pre-commit` });
  await folder.git("config", "--unset", "core.hooksPath");
  await folder.git("worktree", "add", "--quiet", `${outside.path}/work`);
  assert.deepEqual(await findHook(host, await Git.open(host, `${outside.path}/work`)), own);
});

Deno.test("findHook() finds the tools that run hooks, husky first", async () => {
  await using outside = await Folder.make({});
  for (const name of [".config/lefthook.toml", ".lefthook.json", "lefthook.yml"]) {
    await using folder = await repository({ [name]: "text\n" });
    const found = await findHook(host, await open(folder));
    assert.deepEqual(found, { kind: "tool", tool: "lefthook", path: name, text: "text\n" });
  }
  for (const name of [".pre-commit-config.yaml", ".pre-commit-config.yml"]) {
    await using folder = await repository({ [name]: "text\n" });
    const found = await findHook(host, await open(folder));
    assert.deepEqual(found, { kind: "tool", tool: "pre-commit", path: name, text: "text\n" });
  }
  await using folder = await repository({ ".husky/_/h": "", "lefthook.yml": "" });
  const husky = { kind: "file", path: `${folder.path}/.husky/pre-commit`, shared: true, husky: true };
  assert.deepEqual(await findHook(host, await open(folder)), husky);
  await Deno.symlink(`${outside.path}/hook`, `${folder.path}/.husky/pre-commit`);
  const leads = await findHook(host, await open(folder)).catch(({ name }: Error) => ({ kind: name }));
  assert.notEqual(leads.kind, "file");
  await Deno.writeTextFile(`${outside.path}/hook`, "");
  assert.deepEqual(await findHook(host, await open(folder)), {
    kind: "outside",
    path: `${outside.path}/hook`,
  });
});

Deno.test("isExecutable() is true of files with the bit alone", async () => {
  await using folder = await Folder.make({ "a": "", "b": "" });
  await Deno.chmod(`${folder.path}/a`, 0o755);
  const executable = (name: string) => isExecutable(host, `${folder.path}/${name}`);
  assert.deepEqual(await Promise.all(["a", "b", "c"].map(executable)), [true, false, false]);
});

Deno.test("restoreCommits() names both sides of a rename, whatever the user's configuration", async () => {
  const text = "line\n".repeat(20);
  await using folder = await repository({ "a.txt": text });
  await folder.git("config", "diff.renames", "true");
  const base = await folder.git("rev-parse", "HEAD");
  await folder.git("mv", "a.txt", "b.txt");
  const last = await commit(folder, {});
  await folder.git("reset", "--quiet", "--hard", base);
  assert.deepEqual(await restoreCommits(await open(folder), last, base), ["a.txt", "b.txt"]);
});

Deno.test("hasIdentity() needs an author and a committer", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  for (const key of ["user.name", "user.email"]) await folder.git("config", "--unset", key);
  await folder.git("config", "user.useConfigOnly", "true");
  const one = (role: string) => ({
    [`GIT_${role}_NAME`]: "Some One",
    [`GIT_${role}_EMAIL`]: "one@example.com",
  });
  for (
    const [more, expected] of [
      [{}, false],
      [one("AUTHOR"), false],
      [one("COMMITTER"), false],
      [{ ...one("AUTHOR"), ...one("COMMITTER") }, true],
    ] as const
  ) {
    const run: Host["run"] = (command) => host.run({ ...command, env: { ...command.env, ...more } });
    const git = await Git.open(hostThat({ run }), folder.path);
    assert.equal(await hasIdentity(git), expected, JSON.stringify(more));
  }
});
