/**
 * What the user's hooks find in their environment: the same under the tool as under git itself.
 */
import assert from "node:assert/strict";
import { Git } from "../../lib/apply/git/git.ts";
import { commitPaths } from "../../lib/apply/git/commit/commit.ts";
import { beginMerge, finishMerge, mergeTried } from "../../lib/apply/git/merge/merge.ts";
import { DenoHost } from "../../lib/host/deno.ts";
import type { Command, CommandResult } from "../../lib/host/host.ts";
import { type Folder, repository } from "../support/repository.ts";

/** Hooks that run once for what the user asks for. */
const HOOKS = [
  "pre-commit",
  "prepare-commit-msg",
  "commit-msg",
  "post-commit",
  "pre-merge-commit",
  "post-merge",
  "post-checkout",
  "post-rewrite",
];
/** Hooks that run for each change of the index or of a ref, of which the tool may need others. */
const INNER_HOOKS = ["post-index-change", "reference-transaction"];

/** Each hook adds its environment to a file of its name. `_` names the program that a shell started last. */
const DUMP = `name=\${0##*/}
{ env -0 | sort -z | grep -zv "^_=" | tr "\\n\\0" " \\n"; echo; } >> "$ENVIRONMENTS/$name"`;

/** The machine at a terminal, where commits have one time, so that their hashes are the same too. */
class TerminalHost extends DenoHost {
  constructor(readonly folder: string, readonly more: Readonly<Record<string, string>> = {}) {
    super();
  }

  override run(command: Command): Promise<CommandResult> {
    return super.run({ ...command, env: { ...this.variables(command.cwd), ...command.env } });
  }

  override env(name: string): string | undefined {
    return this.variables(this.folder)[name] ?? super.env(name);
  }

  variables(cwd: string): Record<string, string> {
    const time = "2026-01-01T00:00:00Z";
    const place = { PWD: cwd, ENVIRONMENTS: `${this.folder}/.git/environments` };
    return { ...place, GIT_AUTHOR_DATE: time, GIT_COMMITTER_DATE: time, LC_ALL: "C.UTF-8", ...this.more };
  }
}

/** A repository with a branch to merge, a file that is changed, and a worktree, all of it the same each time. */
async function place(): Promise<Folder> {
  const folder = await repository({ "a.txt": "1\n", "b.txt": "1\n" });
  const host = new TerminalHost(folder.path);
  const git = async (...args: readonly string[]) => {
    const { code, stderr } = await host.run({ argv: ["git", ...args], cwd: folder.path });
    assert.equal(code, 0, stderr);
  };
  await git("commit", "--quiet", "--amend", "--no-edit", "--reset-author");
  await git("switch", "--quiet", "--create", "side");
  await folder.write({ "side.txt": "side\n" });
  await git("add", "side.txt");
  await git("commit", "--quiet", "--message=side");
  await git("switch", "--quiet", "main");
  await git("worktree", "add", "--quiet", "-b", "linked", `${folder.path}/.git/linked`);
  for (const name of [...HOOKS, ...INNER_HOOKS]) await folder.hook(name, DUMP);
  await Deno.mkdir(`${folder.path}/.git/environments`);
  return folder;
}

/** The environments that hooks found, by their names; what differs from call to call is left out. */
async function environments(folder: Folder, names: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const name of names) {
    if (!await folder.has(`.git/environments/${name}`)) continue;
    const text = (await folder.read(`.git/environments/${name}`))
      .replaceAll(folder.path, "<folder>").replace(/next-index-\d+/g, "next-index");
    found[name] = text.split("\n\n").filter((one) => one !== "");
  }
  return found;
}

interface Case {
  /** Files of the working tree that are changed before. */
  readonly changed?: Readonly<Record<string, string>>;
  /** The git commands of the user. */
  readonly user: readonly (readonly string[])[];
  /** The action of this program. */
  readonly tool: (git: Git) => Promise<unknown>;
}

const MESSAGE = "feat: x\n";

const CASES: Readonly<Record<string, Case>> = {
  "a commit": {
    changed: { "a.txt": "2\n" },
    user: [["add", "a.txt"], ["commit", "--quiet", "-m", "feat: x"]],
    tool: (git) => commitPaths(git, { message: MESSAGE, paths: ["a.txt"] }),
  },
  "an empty commit": {
    user: [["commit", "--quiet", "--allow-empty", "--only", "-m", "feat: x"]],
    tool: (git) => commitPaths(git, { message: MESSAGE, paths: [] }),
  },
  "a merge": {
    user: [["merge", "--quiet", "--no-ff", "-m", "feat: x", "side"]],
    tool: (git) => mergeTried(git, "side", "history", MESSAGE),
  },
  "a squash merge": {
    user: [["merge", "--quiet", "--squash", "side"], ["commit", "--quiet", "-m", "feat: x"]],
    tool: (git) => mergeTried(git, "side", "squash", MESSAGE),
  },
  "a merge that is finished later": {
    user: [["merge", "--quiet", "--no-ff", "--no-commit", "side"], ["commit", "--quiet", "-m", "feat: x"]],
    tool: async (git) => {
      await beginMerge(git, "side", "history");
      await finishMerge(git, MESSAGE);
    },
  },
  ...Object.fromEntries([
    ["switch", "--quiet", "side"],
    ["switch", "--quiet", "--no-track", "-c", "new", "side"],
    ["worktree", "add", "--quiet", "--no-track", "-b", "new", "new-tree", "side"],
    ["cherry-pick", "--allow-empty", "side"],
    ["merge", "--ff-only", "--quiet", "side"],
    ["tag", "--annotate", "--message=v1", "v1", "HEAD"],
    ["update-ref", "refs/heads/new", "side"],
    ["reset", "--quiet", "--soft", "side"],
  ].map((
    call,
  ): [string, Case] => [`git ${call.join(" ")}`, { user: [call], tool: (git) => git.output(call) }])),
};

async function hooksOf(
  { changed = {}, user, tool }: Case,
  { by, tree }: { readonly by: "user" | "tool"; readonly tree: string },
): Promise<readonly [hooks: Record<string, string[]>, names: Record<string, string[]>]> {
  await using folder = await place();
  const root = tree === "" ? folder.path : `${folder.path}/${tree}`;
  for (const [path, text] of Object.entries(changed)) await Deno.writeTextFile(`${root}/${path}`, text);
  const host = new TerminalHost(folder.path);
  if (by === "tool") {
    await tool(await Git.open(host, root));
  } else {
    for (const call of user) {
      const { code, stderr } = await host.run({ argv: ["git", ...call], cwd: root });
      assert.equal(code, 0, stderr);
    }
  }
  const inner = Object.entries(await environments(folder, INNER_HOOKS)).map(([name, found]) => {
    const variables = found.flatMap((one) => one.split("\n").map((line) => line.replace(/=.*/, "")));
    return [name, [...new Set(variables)].sort()] as const;
  });
  return [await environments(folder, HOOKS), Object.fromEntries(inner)];
}

for (const [what, each] of Object.entries(CASES)) {
  for (const tree of ["", ".git/linked"]) {
    Deno.test(`${what} gives hooks the environment that git gives them${tree && ", in a worktree too"}`, async () => {
      const [wanted, wantedNames] = await hooksOf(each, { by: "user", tree });
      const [found, foundNames] = await hooksOf(each, { by: "tool", tree });
      assert.deepEqual(found, wanted);
      assert.notDeepEqual({ ...wanted, ...wantedNames }, {});
      for (const [name, variables] of Object.entries(foundNames)) {
        assert.deepEqual(variables.filter((one) => !(wantedNames[name] ?? variables).includes(one)), []);
      }
    });
  }
}

Deno.test("a commit with other files staged gives hooks the same environment as git", async () => {
  const each: Case = {
    changed: { "a.txt": "2\n", "b.txt": "2\n" },
    user: [["add", "b.txt"], ["commit", "--quiet", "-m", "feat: x", "--only", "--", "a.txt"]],
    tool: async (git) => {
      await git.output(["update-index", "b.txt"]);
      await commitPaths(git, { message: MESSAGE, paths: ["a.txt"] });
    },
  };
  for (const tree of ["", ".git/linked"]) {
    const [wanted] = await hooksOf(each, { by: "user", tree });
    const [found] = await hooksOf(each, { by: "tool", tree });
    assert.deepEqual(found, wanted);
    assert.match(found["pre-commit"]?.join() ?? "", /GIT_INDEX_FILE=[^\n]*next-index/);
  }
});
