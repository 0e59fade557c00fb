/**
 * The least permissions of each command are the permission sets in `deno.json`: `deno run -P=validate`.
 * Each is tried as it stands, and with each of its permissions taken away.
 *
 * A new command needs a set there and a row here.
 */
import assert from "node:assert/strict";
import denoConfig from "../../deno.json" with { type: "json" };
import { commands } from "../../generated/commands.ts";
import { version } from "../../generated/version.ts";
import { smallProject } from "../support/plans.ts";
import { program } from "../support/program.ts";
import { Folder, repository } from "../support/repository.ts";
import { fromRoot } from "../support/root.ts";
import { deno } from "./run.ts";

/** A call of a command. */
interface Row {
  /** The arguments behind the command. */
  readonly args: readonly string[];
  /** Standard output. */
  readonly output: RegExp;
  /**
   * Where it is called: a project, that project in a repository, also with a task done, there or on the branch of
   * its phase, or an empty folder.
   */
  readonly where?: "project" | "repository" | "executed" | "branch" | "empty";
  /** Further files there, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Exit code; 0 when left out. */
  readonly code?: number;
}

/** The log of a run. */
const LOG: Readonly<Record<string, string>> = {
  ".git/wf/runs/20261123-040506/run.json": JSON.stringify({
    formatVersion: 1,
    id: "20261123-040506",
    command: "execute-phase 1",
    startedAt: "2026-11-23T04:05:06Z",
    end: { at: "2026-11-23T04:05:07Z", exitCode: 0, reason: "" },
  }),
};

const LOCK = { pid: 1, host: "elsewhere", startedAt: "2026-11-23T04:05:06Z" };

/** A run that is in progress on another machine. */
const RUNNING: Readonly<Record<string, string>> = {
  ".git/wf/lock.json": JSON.stringify({ ...LOCK, command: "execute-phase 1", baseline: {} }),
  ".git/wf/runs/20261123-040506/run.json": JSON.stringify({
    formatVersion: 1,
    id: "20261123-040506",
    command: "execute-phase 1",
    ...LOCK,
  }),
  ".git/wf/runs/20261123-040506/events.jsonl": `${
    JSON.stringify({
      formatVersion: 1,
      elapsed: 0,
      kind: "run-started",
      plan: {
        phase: { number: "01", name: "base" },
        waves: [{
          wave: 1,
          parallel: false,
          plans: [{ id: "01-01", tasks: [1], done: [], complete: false }],
        }],
      },
    })
  }\n`,
};

/** Calls that together need all that their command may need. */
const ROWS: Readonly<Record<string, readonly Row[]>> = {
  "validate": [{ args: [], output: /^✓ 2 plans checked: no findings\n$/ }],
  "waves": [
    { args: ["1"], output: /01-01[^]*01-02/ },
    { args: ["1", "--explain"], output: /^ {2}Critical path: /m, where: "repository" },
  ],
  "status": [
    { args: [], output: /^branch main\n/, where: "repository" },
    {
      args: ["--repair"],
      output: /ROADMAP\.md: both sides changed/,
      where: "repository",
      files: { ".planning/ROADMAP.md": "<<<<<<< a\nA\n=======\nB\n>>>>>>> b\n" },
      code: 4,
    },
  ],
  "graph": [{ args: ["1"], output: /^Phase 01/, where: "repository" }],
  "discuss-phase": [{ args: ["2"], output: /^Committed: /m, where: "repository" }],
  "plan-phase": [{
    args: ["1", "--agent", "mock", "--skip-verify", "--answer", "replan=keep", "--yes"],
    output: /^Next:$/m,
    where: "repository",
  }],
  "execute-phase": [{ args: ["1", "--yes", "--json"], output: /"completed"/, where: "repository" }],
  "next": [{ args: ["execute-phase", "1", "--yes"], output: /Task 01-01\/1/, where: "repository" }],
  "report": [{
    args: ["01-01/1#1", "done", "--json"],
    output: /No report of .* is expected/,
    where: "repository",
    code: 2,
  }],
  "verify-phase": [{ args: ["1"], output: /gaps \(2\)/, where: "repository", code: 1 }],
  "complete-milestone": [{
    args: ["v1.0", "--allow-incomplete", "--yes"],
    output: /v1\.0/,
    where: "repository",
  }],
  "branch-name": [{ args: ["phase", "1"], output: /^\S+\n$/ }],
  "commit-message": [{ args: ["01-02", "feat", "add a door"], output: /^feat\(01-02\): add a door\n$/ }],
  "schema": [{ args: ["plan"], output: /"\$schema"/ }],
  "new-project": [{ args: ["door", "--yes"], output: /PROJECT\.md/, where: "empty" }],
  "config": [
    { args: ["set", "model_profile", "budget"], output: /budget\nWritten/ },
    { args: ["list"], output: /model_profile +balanced/, where: "repository" },
  ],
  "set-profile": [{ args: ["budget"], output: /budget\nWritten/ }],
  "settings": [{ args: ["--model-profile", "budget"], output: /budget\nWritten/ }],
  "completions": [{ args: ["bash", "--", "waves", ""], output: /^1\t/ }],
  "hook": [{ args: ["install"], output: /pre-commit/, where: "repository" }],
  "install": [{ args: ["claude"], output: /help\.md/ }, {
    args: ["claude", "--global", "--dry-run", "--json"],
    output: /"root"/,
  }],
  "uninstall": [
    { args: ["claude"], output: /^Nothing to remove/ },
    { args: ["claude", "--global", "--dry-run", "--json"], output: /"root"/ },
  ],
  "mcp": [{ args: [], output: /^$/ }],
  "agents": [{ args: [], output: /shell/ }],
  "trust": [{ args: ["--show", "--json"], output: /"state":"untrusted"/, where: "repository" }],
  "policy": [{ args: [], output: /^Your policy .*policy\.json\n/, where: "repository" }],
  "lsp": [{ args: ["--stdio"], output: /^$/, code: 1 }],
  "upgrade": [{ args: [], output: /^wf \S+ is installed as / }],
  "runs": [{ args: [], output: /^No run is logged here yet/, where: "repository" }],
  "tell": [{
    args: ["01-01", "hi"],
    output: /^✓ Run 20261123-040506: the agent of plan 01-01 /,
    where: "repository",
    files: RUNNING,
  }],
  "log": [{ args: [], output: /^Run 20261123-040506 · /, where: "repository", files: LOG }],
  "show": [{ args: ["01-01"], output: /^Plan 01-01: /, where: "executed", files: LOG }],
  "abandon": [{
    args: ["1", "--why", "x", "--yes"],
    output: /^✓ Abandon phase 1: /,
    where: "repository",
  }],
  "phase": [{ args: ["add", "More", "--yes"], output: /^✓ Add phase \d+: More/, where: "executed" }],
  "plan": [{ args: ["new", "1", "More", "--yes"], output: /^✓ Add plan 01-\d+: More/, where: "executed" }],
  "undo": [{ args: ["01-01", "--yes"], output: /^✓ Undid plan 01-01 in /, where: "executed" }],
  "redo": [{ args: ["01-01", "--yes"], output: /^✓ Reopened plan 01-01 in /, where: "executed" }],
  "skip": [{
    args: ["01-02", "--why", "x", "--yes"],
    output: /^✓ Skipped plan 01-02 in /,
    where: "executed",
  }],
  "run": [{ args: ["--until", "1"], output: /nothing is left to do/, where: "repository" }],
  "new-milestone": [{ args: ["MVP"], output: /^✓ Milestone v1\.0 MVP begins/, where: "repository" }],
  "ship": [{
    args: ["--draft", "--without-planning", "--set", "git.branching_strategy=phase"],
    output: /A draft of wf\/phase-01-base-ship at \w+ into main/,
    where: "branch",
  }],
  "doctor": [{ args: [], output: /^✓ wf [^]*✓ git /, where: "repository" }],
  "quick": [{
    args: ["Greet\n\n```sh\necho hi > hi.txt\n```", "--yes"],
    output: /^✓ \d{6}-01 Greet/m,
    where: "repository",
  }],
  "merge-driver": [{
    args: ["a", "b", "c", "ROADMAP.md", "--json"],
    output: /"written":\["a","c"\]/,
    files: {
      a: "- [ ] **Phase 1: A**\n",
      b: "- [x] **Phase 1: A**\n",
      c: "- [ ] **Phase 1: A**\n",
    },
  }],
  "view": [
    { args: ["--format", "html"], output: /^<!doctype html>/i, where: "repository", files: LOG },
  ],
  "worker": [{
    args: ["--queue", "nats://127.0.0.1:1"],
    output: /^$/,
    where: "repository",
    code: 2,
  }],
  "demo": [{ args: ["tally"], output: /^\nResult:\n[^]*\nHistory: /, where: "empty" }],
};

/** What a command can do without, and what it is for. */
const SPARABLE: Readonly<Record<string, string>> = {
  "agents env": "installed agents are asked for their version, without git's own variables",
  "agents run": "installed agents are asked for their version",
  "plan-phase sys": "the lock names the machine",
  "execute-phase sys": "the lock names the machine",
  "execute-phase net": "the queue of --executor nats may be on another machine",
  "next sys": "the lock names the machine",
  "report sys": "the lock names the machine",
  "report write": "what is done between two tasks is written",
  "discuss-phase sys": "the lock names the machine",
  "verify-phase sys": "the lock names the machine",
  "complete-milestone sys": "the lock names the machine",
  "abandon sys": "the lock names the machine",
  "phase sys": "the lock names the machine",
  "plan sys": "the lock names the machine",
  "undo sys": "the lock names the machine",
  "quick sys": "the lock names the machine",
  "new-milestone sys": "the lock names the machine",
  "redo sys": "the lock names the machine",
  "skip sys": "the lock names the machine",
  "run sys": "the lock names the machine",
  "run net": "the queue of --executor nats may be on another machine",
  "trust write": "what is trusted is written at a terminal",
  "trust env": "the record lies in the home folder, and here there is none",
  "uninstall write": "what install has written is removed",
  "mcp read": "the tools read the project",
  "mcp write": "the tools write the configuration and the work of a phase",
  "mcp env": "the tools run git, without its own variables",
  "mcp run": "the tools run git and the checks of a project",
  "mcp sys": "the lock names the machine",
  "new-project run": "git and agents run, git only in a repository, and here there is none",
  "policy write": "permissions are only forgotten at a terminal, and here there is none",
  "lsp read": "an editor names the files, and here there is none",
  "runs sys": "a lock may be of another machine",
  "tell sys": "a lock may be of another machine",
  "log sys": "a lock may be of another machine",
  "show sys": "a lock may be of another machine",
  "status sys": "a lock may be of another machine",
  "doctor sys": "a lock may be of another machine",
  "doctor write": "only --fix writes",
  "view sys": "a lock may be of another machine",
  "view write": "an export is written, and runs that receive an answer write",
  "view net": "the page is served on this machine",
  "worker read": "the project and the plans are read, once there is a queue",
  "worker env": "agents get their variables, once there is a queue",
  "worker run": "git, checks and agents run, once there is a queue",
  "worker write": "worktrees of plans are made",
  "worker sys": "the lock names the machine",
  "worker net": "the queue is on another machine",
  "demo sys": "the lock names the machine",
};

/** The bundle, which starts faster: in what it may do it is the same. */
const bundle = program()[1].at(-1)!;

type Permissions = Readonly<Record<string, true | readonly string[]>>;
const sets = denoConfig.permissions as unknown as Readonly<Record<string, Permissions>>;

Deno.test("every command has a permission set and a row here", () => {
  const names = commands.map(({ name }) => name).sort();
  assert.deepEqual(Object.keys(sets).sort(), names, "deno.json");
  assert.deepEqual(Object.keys(ROWS).sort(), names, "this table");
});

for (const [name, rows] of Object.entries(ROWS)) {
  const permissions = sets[name] ?? {};
  Deno.test(`${name} works with its permission set`, async () => {
    for (const row of rows) {
      const { code, stdout, stderr } = await call(name, row, [
        "--config",
        fromRoot("deno.json"),
        `-P=${name}`,
      ]);
      assert.match(stdout, row.output, stderr);
      assert.equal(code, row.code ?? 0, stderr);
    }
  });

  for (const kind of Object.keys(permissions)) {
    if (`${name} ${kind}` in SPARABLE) continue;
    Deno.test(`${name} does not work without the permission ${kind}`, async () => {
      const others = Object.entries(permissions).filter(([other]) => other !== kind).map(flag);
      const calls = await Promise.all(
        rows.map(async (row) => ({ row, ...await call(name, row, others, bundle) })),
      );
      const fails = calls.some(({ row, code, stdout }) =>
        code !== (row.code ?? 0) || !row.output.test(stdout)
      );
      assert.ok(fails, `${name} works without ${kind}`);
      for (const { stderr } of calls) assert.doesNotMatch(stderr, /\n\s+at /);
    });
  }
}

const WITH_READ: readonly (readonly [args: readonly string[], output: RegExp])[] = [
  [["validate", ".planning/phases/01-base/01-01-PLAN.md"], /^✓ 1 plan checked: no findings\n$/],
  [["validate", "--json"], /^\{"formatVersion":1,/],
];

for (const [args, output] of WITH_READ) {
  Deno.test(`${args.join(" ")} needs no permission but to read`, () => needs(["--allow-read"], args, output));
}

Deno.test("validate --staged needs no permission but to read and to run git", async () => {
  await using project = await repository(smallProject());
  await project.write({ ".planning/phases/01-base/01-02-PLAN.md": "" });
  await project.git("add", "--all");
  const permissions = ["--allow-read", "--allow-run=git"];
  const call = ["run", "--quiet", "--no-prompt", ...permissions, fromRoot("cli.ts"), "validate", "--staged"];
  const { code, stdout, stderr } = await deno(call, { cwd: project.path });
  assert.equal(stderr, "");
  assert.match(stdout, /frontmatter-missing/);
  assert.equal(code, 0);
});

const WITH_NONE: readonly (readonly [args: readonly string[], output: RegExp])[] = [
  [["--version"], new RegExp(`^${version.replaceAll(".", "[.]")}\n$`)],
  [["--version", "--json"], /^\{"formatVersion":1,/],
  [["--help"], /^Usage: wf /m],
  [["execute-phase", "1", "--help"], /--dry-run/],
  [["schema"], /^[a-z-]+\n/],
  [["completions", "zsh"], /compdef/],
];

for (const [args, output] of WITH_NONE) {
  Deno.test(`${args.join(" ")} needs no permission at all`, () => needs([], args, output));
}

Deno.test("without the permission to read, validate says so and does not ask", async () => {
  const { code, stdout, stderr } = await call("validate", { args: [], output: /^$/ }, []);
  assert.equal(code, 2);
  assert.equal(stdout, "");
  assert.match(stderr, /permission/);
  assert.doesNotMatch(stderr, /\n\s+at /);
});

async function needs(permissions: readonly string[], args: readonly string[], output: RegExp) {
  const [name, ...rest] = args;
  const { code, stdout, stderr } = await call(name!, { args: rest, output }, permissions);
  assert.equal(stderr, "");
  assert.match(stdout, output);
  assert.equal(code, 0);
}

/** Calls a command, from the checkout unless another file is named, with these permissions and no other. */
async function call(
  name: string,
  { args, where = "project", files = {} }: Row,
  permissions: readonly string[],
  file = fromRoot("cli.ts"),
) {
  await using folder = where === "empty"
    ? await Folder.make()
    : where === "project"
    ? await Folder.make(smallProject())
    : await repository(smallProject());
  await folder.write(files);
  if (where === "branch") {
    await folder.git("switch", "--quiet", "--create", "wf/phase-01-base");
    await folder.write({ "a.txt": "" });
    await folder.git("add", "--all");
  }
  if (where === "executed" || where === "branch") {
    await folder.git("commit", "--quiet", "--allow-empty", "--message=feat(01-01): done", ...DONE);
  }
  return await deno(["run", "--quiet", "--no-prompt", ...permissions, file, name, ...args], {
    cwd: folder.path,
    env: AUTHOR,
  });
}

const DONE = [
  "--trailer=Wf-Plan: 01-01",
  "--trailer=Wf-Task: 1",
  "--trailer=Wf-Branch: wf/phase-01-base from main",
];

function flag([kind, allowed]: readonly [string, true | readonly string[]]): string {
  return allowed === true ? `--allow-${kind}` : `--allow-${kind}=${allowed.join(",")}`;
}

const AUTHOR = {
  GIT_AUTHOR_NAME: "Test",
  GIT_AUTHOR_EMAIL: "test@example.invalid",
  GIT_COMMITTER_NAME: "Test",
  GIT_COMMITTER_EMAIL: "test@example.invalid",
};
