import assert from "node:assert/strict";
import type { DoctorResult } from "../../schemas/results/doctor.ts";
import { schemaProblems } from "../deps/ajv.ts";
import { MARK_PLACE, signFile } from "../../lib/plan/integrations/signed_file.ts";
import { smallProject } from "../support/plans.ts";
import { recordWorkBranch } from "../support/work_branches.ts";
import { wf } from "../support/program.ts";
import { type Folder, host, repository } from "../support/repository.ts";
import { homeIn } from "../support/wide.ts";

function call(folder: Folder, ...args: string[]) {
  // Programs named wf on the machine of the tests are none of their concern.
  return wf(args, {
    cwd: folder.path,
    env: { ...homeIn(folder), PATH: `${folder.path}/.git/bin:/usr/local/bin:/usr/bin:/bin` },
  });
}

async function doctor(folder: Folder, ...args: string[]): Promise<DoctorResult & { readonly code: number }> {
  const { code, stdout, stderr } = await call(folder, "doctor", ...args, "--json");
  assert.notEqual(stdout, "", stderr);
  assert.equal(await schemaProblems("doctor", JSON.parse(stdout)), "");
  return { code, ...JSON.parse(stdout) };
}

/** Runs a printed command, which must not be refused. */
async function paste(folder: Folder, command: string): Promise<void> {
  if (command.startsWith("wf ")) {
    const { code, stderr } = await call(folder, ...command.split(" ").slice(1));
    assert.notEqual(code, 2, `${command}: ${stderr}`);
    return;
  }
  const shell = new Deno.Command("sh", { args: ["-c", command], cwd: folder.path });
  assert.equal((await shell.output()).code, 0, command);
}

/** Makes a file look as if it was written long ago. */
async function age(folder: Folder, path: string): Promise<void> {
  await folder.write({ [path]: "" });
  await Deno.utime(`${folder.path}/${path}`, 1, 1);
}

/** Prepares a state, and returns a part of the message about it. */
const STATES: Readonly<
  Record<string, readonly [message: RegExp, prepare: (folder: Folder) => Promise<unknown>]>
> = {
  "an interrupted run": [/interrupted: execute-phase 1/, (folder) => {
    const text = {
      pid: 2 ** 30,
      startedAt: "2026-01-01T00:00:00Z",
      command: "execute-phase 1",
      baseline: {},
    };
    return folder.write({ ".git/wf/lock.json": JSON.stringify({ ...text, host: Deno.hostname() }) });
  }],
  "a worktree without commits": [/worktree of wf\/work\/01-01 is left/, async (folder) => {
    await folder.git("branch", "wf/work/01-01");
    await recordWorkBranch(folder, "wf/work/01-01");
  }],
  "a worktree with commits": [/wf\/work\/01-01 has commits that are not replayed: 1/, async (folder) => {
    const trailers = ["--trailer=Wf-Plan: 01-01", "--trailer=Wf-Task: 1"];
    await folder.git("switch", "--quiet", "--create", "wf/work/01-01");
    await folder.write({ "a.txt": "a.txt\n" });
    await folder.git("add", "a.txt");
    await folder.git("commit", "--quiet", "--message=feat(01-01): add a.txt", ...trailers);
    await folder.git("switch", "--quiet", "main");
    await recordWorkBranch(folder, "wf/work/01-01");
  }],
  "a temporary worktree of a killed run": [/Temporary folders .*\/wf-check-1/, async (folder) => {
    const directory = `${folder.path}/.git/wf-check-1/tree`;
    await folder.git(
      "worktree",
      "add",
      "--quiet",
      "--detach",
      "--lock",
      "--reason",
      "wf is making it",
      directory,
    );
    await folder.write({ ".git/wf-check-1/tree/output.txt": "x" });
    await Deno.utime(`${folder.path}/.git/worktrees/tree/gitdir`, 1, 1);
  }],
  "slash commands of another version": [
    /slash commands for claude, codex are of another version/,
    async (folder) => {
      await call(folder, "install", "claude");
      await folder.write({
        ".claude/commands/wf/old.md": signFile(`Old. ${MARK_PLACE}`, ["claude"]),
        ".git/bin/wf": "",
      });
      await call(folder, "install", "codex", "--global");
      await Deno.remove(`${homeIn(folder).HOME}/.agents/skills/wf-help/SKILL.md`);
    },
  ],
  "a detached HEAD": [/HEAD is detached/, (folder) => folder.git("switch", "--quiet", "--detach")],
  "a merge of the user": [/A merge is in progress/, async (folder) => {
    await folder.git("switch", "--quiet", "--create", "other");
    await folder.git("commit", "--quiet", "--allow-empty", "--message=other");
    await folder.git("switch", "--quiet", "main");
    await folder.git("merge", "--quiet", "--no-ff", "--no-commit", "other");
  }],
  ...Object.fromEntries(
    ["merge other", "rebase --onto other HEAD~1", "cherry-pick other", "revert HEAD~1"].map((operation) => [
      `the conflicts of git ${operation}`,
      [
        /is in progress in this repository: first resolve the conflicts in README\.md/,
        async (folder: Folder) => {
          const commit = async (text: string) => {
            await folder.write({ "README.md": text });
            await folder.git("add", "README.md");
            await folder.git("commit", "--quiet", "--message=change");
          };
          await folder.git("switch", "--quiet", "--create", "other");
          await commit("other\n");
          await folder.git("switch", "--quiet", "main");
          await commit("one\n");
          await commit("two\n");
          await assert.rejects(folder.git(...operation.split(" ")));
          await folder.write({ "README.md": "resolved\n" });
        },
      ] as const,
    ]),
  ),
  "a missing summary": [/summary is missing: 01-02/, async (folder) => {
    await call(folder, "execute-phase", "1");
    await folder.git("reset", "--quiet", "--hard", "HEAD~1");
  }],
  "an outdated hook": [/of another version/, async (folder) => {
    await call(folder, "hook", "install");
    const text = await folder.read(".git/hooks/pre-commit");
    await folder.hook("pre-commit", text.replace("command -v", "type").replace(/^#!.*\n/, ""));
  }],
  "an outdated configuration": [/configuration are outdated: 1/, async (folder) => {
    await folder.write({ ".planning/config.json": '{ "mode": "yolo", "parallelization": true }\n' });
  }],
};

for (const [name, [message, prepare]] of Object.entries(STATES)) {
  Deno.test(`doctor finds ${name}, and what it prints solves it`, async () => {
    await using folder = await repository(smallProject());
    await prepare(folder);
    const { code, checks, next } = await doctor(folder, "--fix", "--dry-run");
    const problems = checks.filter(({ state }) => state === "warning" || state === "error");
    assert.equal(code, 1);
    assert.match(problems.map(({ message }) => message).join("\n"), message);
    for (const command of next) await paste(folder, command);
    const after = await doctor(folder);
    assert.deepEqual([after.code, after.next], [0, ["wf status"]], JSON.stringify(after.checks));
  });
}

Deno.test("doctor names an old lock of git, but leaves it to the user", async () => {
  await using folder = await repository(smallProject());
  await age(folder, ".git/refs/heads/main.lock");
  const { checks, next } = await doctor(folder, "--fix");
  const found = checks.find(({ area, state }) => area === "locks" && state === "error");
  // The time of a change cannot be set: a lock from now is not settled yet.
  if (found !== undefined) assert.match(next.join(), /^rm \S+main\.lock$/);
  assert.equal(await folder.has(".git/refs/heads/main.lock"), true);
});

Deno.test("doctor finds documents that are behind the history, and none after a run", async () => {
  await using folder = await repository(smallProject());
  const behind = async () => {
    const { checks } = await doctor(folder);
    return checks.find(({ message }) => message.startsWith("Documents are behind"))?.message;
  };
  await call(folder, "execute-phase", "1");
  assert.equal(await behind(), undefined);
  const documents = [".planning/ROADMAP.md", ".planning/STATE.md"];
  await folder.git("checkout", "--quiet", "HEAD~5", "--", ...documents);
  await folder.git("commit", "--quiet", "--message=docs: merge");
  assert.equal(await behind(), `Documents are behind the history of the work: ${documents.join(", ")}`);
});

Deno.test("doctor of a healthy project changes nothing, and describes it as text", async () => {
  await using folder = await repository(smallProject());
  const { code, stdout } = await call(folder, "doctor", "--fix");
  assert.equal(code, 0, stdout);
  assert.match(
    stdout,
    /^✓ wf \S+\n✓ git \S+\n[^]*\n· Commits are not checked by a hook\n {4}wf hook install\n\nNext:\n {2}wf status\n$/,
  );
  assert.equal(await folder.git("status", "--porcelain"), "");
});

Deno.test("doctor outside of a project checks the machine", async () => {
  await using folder = await repository({ "a.txt": "a\n" });
  const { code, checks, next } = await doctor(folder, "--fix");
  assert.deepEqual([code, next], [0, ["wf new-project"]]);
  assert.match(
    checks.map(({ message }) => message).join("\n"),
    /^wf .*\ngit .*\n[^]*There is no project here/,
  );
});

Deno.test("doctor outside of a repository says how to begin one", async () => {
  await using folder = await repository(smallProject());
  await Deno.remove(`${folder.path}/.git`, { recursive: true });
  const { code, next } = await doctor(folder);
  assert.deepEqual([code, next], [1, ["git init"]]);
});

/** How git cannot be used in a folder with a repository. */
const UNUSABLE:
  readonly (readonly [what: string, env: (path: string) => Record<string, string>, command: RegExp])[] = [
    [
      "belongs to another user",
      () => ({ GIT_TEST_ASSUME_DIFFERENT_OWNER: "1" }),
      /^ +git config --global --add safe\.directory /m,
    ],
    ["only GIT_DIR names", (path) => ({ GIT_DIR: `${path}-git` }), /^ +echo 'gitdir: .*' > \.git$/m],
  ];

for (const [what, env, command] of UNUSABLE) {
  Deno.test(`a repository that ${what} is not called missing, and the command that helps is named`, async () => {
    await using folder = await repository(smallProject());
    const config = { GIT_CONFIG_GLOBAL: `${folder.path}/.gitconfig` };
    const options = { cwd: folder.path, env: { ...env(folder.path), ...config } };
    if ("GIT_DIR" in options.env) await Deno.rename(`${folder.path}/.git`, `${folder.path}-git`);
    for (const name of ["doctor", "status"]) {
      const { stdout } = await wf([name], options);
      assert.match(stdout, command);
      assert.doesNotMatch(stdout, /^ +git init$/m);
    }
    const { code, stderr } = await wf(["execute-phase", "1"], options);
    assert.equal(code, 2);
    const printed = /(?:git config|echo) .*/.exec(stderr)![0];
    const { code: failed } = await host.run({ argv: ["sh", "-c", printed], ...options });
    assert.equal(failed, 0, printed);
    assert.match((await wf(["status"], options)).stdout, /^branch main$/m);
    await Deno.remove(`${folder.path}-git`, { recursive: true }).catch(() => {});
  });
}
