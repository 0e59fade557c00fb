import assert from "node:assert/strict";
import { assertLinear } from "../../ratio.ts";
import { hintFor, lockIn, notStarted, onlyReads, runGit } from "../../../lib/apply/git/process.ts";
import { type Command, HostError } from "../../../lib/host/host.ts";
import { host } from "../../support/repository.ts";
import { MemoryHost } from "../../support/memory_host.ts";

const READING = [
  "status --porcelain=v2 -z",
  "log -1 --format=%H HEAD --",
  "config --local -z --get-regexp ^branch",
  "symbolic-ref --quiet --short HEAD",
  "worktree list --porcelain -z",
];

const WRITING = [
  "add --all",
  "commit --quiet --file=-",
  "-c core.safecrlf=false update-index --add",
  "config --local branch.main.wfbase main",
  "config --local --remove-section branch.main",
  "symbolic-ref HEAD refs/heads/main",
  "worktree add folder",
  "worktree prune",
  "update-ref -d refs/heads/a 0123abc",
  "merge-tree --write-tree main a",
  "write-tree",
  "no-such-command",
];

Deno.test("onlyReads() takes a call of git to write unless it is known to read", () => {
  for (const call of READING) assert.equal(onlyReads(call.split(" ")), true, call);
  for (const call of WRITING) assert.equal(onlyReads(call.split(" ")), false, call);
});

Deno.test("runGit() calls a reader again that a signal ended, and a writer once, out of reach of an interrupt", async () => {
  for (
    const [call, ended, group, times] of [
      ["status", 130, "shared", 2],
      ["status", 137, "shared", 2],
      ["commit", 130, "own", 1],
      ["commit", 137, "own", 1],
    ] as const
  ) {
    const calls: Command[] = [];
    const host = new MemoryHost({
      run: (command) => {
        calls.push(command);
        return Promise.resolve({ code: calls.length === 1 ? ended : 0, stdout: "", stderr: "" });
      },
    });
    const { code } = await runGit(host, "/", [call]);
    assert.equal(code, call === "status" ? 0 : ended);
    assert.deepEqual(calls.map((command) => command.group), Array.from({ length: times }, () => group));
  }
});

Deno.test("runGit() does not take the exit code of a reader that signals ended twice for an answer", async () => {
  const host = new MemoryHost({ run: () => ({ code: 137, stdout: "", stderr: "" }) });
  await assert.rejects(runGit(host, "/", ["symbolic-ref", "--quiet", "HEAD"]), {
    name: "GitError",
    message: "Cannot run git symbolic-ref: a signal ended it",
  });
});

Deno.test("hintFor() names the lock or the branch that prevents the command, and otherwise returns the given hint", () => {
  const lock = "fatal: Unable to create '/a b/.git/index.lock': File exists.\n\nAnother git process …";
  assert.match(hintFor(lock, "Fix it"), /rm '\/a b\/\.git\/index\.lock'/);
  const branch =
    "fatal: cannot lock ref 'refs/heads/wf/a': 'refs/heads/wf' exists; cannot create 'refs/heads/wf/a'";
  assert.match(hintFor(branch, "Fix it"), /git branch -m wf <name>/);
  assert.equal(hintFor("fatal: no", "Fix it"), "Fix it");
  const full = "fatal: sha1 file '/x/.git/index.lock' write error. Out of diskspace";
  assert.equal(hintFor(full, "Fix it"), "Free some disk space, then run the same command");
  const readOnly = "error: unable to create temporary file: Read-only file system";
  assert.match(hintFor(readOnly, "Fix it"), /^Make the disk or the folder writable/);
});

Deno.test("lockIn() finds a lock of git in a message of any language, and nothing else", () => {
  const lock = "/a b/.git/worktrees/x/index.lock";
  assert.equal(lockIn(`fatal: Unable to create '${lock}': File exists.`), lock);
  assert.equal(lockIn(`fatal: Konnte '${lock}' nicht erstellen: Die Datei existiert bereits.`), lock);
  assert.equal(lockIn(`fatal: Не удалось создать «${lock}»: Файл существует.`), lock);
  assert.equal(lockIn("error: '/x/.git/refs/heads/wf/a.lock'"), "/x/.git/refs/heads/wf/a.lock");
  assert.equal(
    lockIn("error: could not lock config file /x/.git/config: File exists"),
    "/x/.git/config.lock",
  );
  assert.equal(lockIn(`fatal: Unable to create '${lock}': Permission denied`), undefined);
  assert.equal(lockIn("a hook: '/x/yarn.lock' is out of date"), undefined);
  assert.equal(lockIn(`a hook: ${"'/a', ".repeat(3000)}\nfatal: '${lock}'`), lock);
});

Deno.test("lockIn() takes time linear in what a hook prints on one line", () => {
  assertLinear((size) => "'/a.lock ".repeat(size), lockIn, 2000);
});

Deno.test("runGit() gives a call that writes no variable and no setting that hooks would inherit", async () => {
  const calls: Command[] = [];
  const host = new MemoryHost({
    run: (command) => {
      calls.push(command);
      return Promise.resolve({ code: 0, stdout: "", stderr: "" });
    },
  });
  await runGit(host, "/x", ["commit", "--file=-"]);
  assert.deepEqual(calls[0]!.argv, ["git", "-C", "/x", "commit", "--file=-"]);
  const set = Object.entries(calls[0]!.env ?? {}).filter(([, value]) => value !== undefined);
  assert.deepEqual(set.filter(([name]) => name !== "PWD"), []);
});

Deno.test("runGit() waits while another git holds the index, and for no other failure", async () => {
  const calls: string[] = [];
  const stderr = "fatal: Unable to create '/x/.git/index.lock': File exists.";
  const host = new MemoryHost({
    run: ({ argv }) => {
      calls.push(argv.at(-1)!);
      return {
        code: argv.at(-1) === "b" || calls.length < 3 ? 1 : 0,
        stdout: "",
        stderr: argv.at(-1) === "b" ? "no" : stderr,
      };
    },
  });
  assert.equal((await runGit(host, "/x", ["add", "a"])).code, 0);
  assert.equal((await runGit(host, "/x", ["add", "b"])).code, 1);
  assert.deepEqual(calls, ["a", "a", "a", "b"]);
});

Deno.test("runGit() repeats no call while a lock exists, as the call may run hooks", async () => {
  let calls = 0;
  const stderr = "fatal: cannot lock ref 'HEAD': Unable to create '/x/.git/HEAD.lock': File exists.";
  const host = new MemoryHost({
    files: { "/x/.git/HEAD.lock": "" },
    run: () => {
      calls++;
      return { code: 128, stdout: "", stderr };
    },
  });
  assert.equal((await runGit(host, "/x", ["commit"])).code, 128);
  assert.equal(calls, 1);
});

Deno.test("runGit() reports the whole path of a configuration that is locked", async () => {
  const stderr = "error: could not lock config file .git/config: File exists\n";
  let language: string | undefined;
  const host = new MemoryHost({
    run: ({ env }) => {
      language = env?.LC_ALL;
      return { code: 255, stdout: "", stderr };
    },
  });
  const result = await runGit(host, "/a b", ["config", "--local", "a.b", "c"]);
  assert.equal(lockIn(result.stderr), "/a b/.git/config.lock");
  assert.equal(language, "C");
});

Deno.test("runGit() cuts what hooks print, and nothing that is read", async () => {
  const cut = async (...args: readonly string[]) => {
    let keep: Command["keep"];
    const host = new MemoryHost({
      run: (command) => {
        keep = command.keep;
        return Promise.resolve({ code: 0, stdout: "", stderr: "" });
      },
    });
    await runGit(host, "/", args);
    return keep?.beyond === "cut";
  };
  for (
    const args of [["commit", "--quiet"], ["-c", "a.b=c", "commit"], ["merge", "x"], ["worktree", "add", "x"]]
  ) {
    assert.equal(await cut(...args), true, args.join(" "));
  }
  const readers = [["status", "-z"], ["worktree", "list"], ["merge-tree", "main", "push"], [
    "-c",
    "commit",
    "log",
  ]];
  for (const args of readers) assert.equal(await cut(...args), false, args.join(" "));
});

Deno.test("runGit() reports output of git that is too long to read", async () => {
  const host = new MemoryHost({
    run: () =>
      Promise.reject(new HostError("too-long", "git", 'Cannot read the output of "git": it is longer')),
  });
  await assert.rejects(runGit(host, "/", ["status", "a b"]), {
    name: "GitError",
    message: 'Cannot read the output of "git": it is longer',
    hint: "See what it prints: git status 'a b'",
  });
});

Deno.test("no call of git gets the variables that point git to another repository", async () => {
  const { stdout } = await host.run({ argv: ["git", "rev-parse", "--local-env-vars"], cwd: "/" });
  const others = [
    "GIT_QUARANTINE_PATH",
    "GIT_LITERAL_PATHSPECS",
    "GIT_GLOB_PATHSPECS",
    "GIT_NOGLOB_PATHSPECS",
  ];
  // Settings that a caller gives with -c are meant for git.
  const wanted = stdout.trim().split("\n").filter((name) =>
    !/^GIT_(?:CONFIG|INTERNAL|REPLACE|NO_REPLACE)/.test(name)
  );
  for (const call of ["status", "commit"]) {
    const calls: Command[] = [];
    const run = (command: Command) => {
      calls.push(command);
      return { code: 0, stdout: "", stderr: "" };
    };
    await runGit(new MemoryHost({ run }), "/", [call]);
    for (const name of [...wanted, ...others, "GIT_ICASE_PATHSPECS"]) {
      assert.ok(name in calls[0]!.env! && calls[0]!.env![name] === undefined, `${call}: ${name}`);
    }
  }
});

Deno.test("long output of commands that run hooks is cut, and that of others is not", async () => {
  const cut = ["am", "checkout", "cherry-pick", "commit", "merge", "push", "rebase", "revert", "switch"];
  for (const call of [...cut.map((name) => [name]), ["worktree", "add"], ["-c", "a.b=c", "commit"]]) {
    let keep: Command["keep"];
    const run = (command: Command) => {
      ({ keep } = command);
      return { code: 0, stdout: "", stderr: "" };
    };
    await runGit(new MemoryHost({ run }), "/", call);
    assert.equal(keep?.beyond, "cut", call.join(" "));
    for (const other of [["worktree", "list"], ["write-tree"], ["log"]]) {
      await runGit(new MemoryHost({ run }), "/", other);
      assert.equal(keep, undefined, other.join(" "));
    }
  }
});

Deno.test("calls that only read print the same for every user, take no lock and ask no question", async () => {
  const readers = [
    "--version",
    "cat-file",
    "check-ignore",
    "diff",
    "diff-tree",
    "for-each-ref",
    "log",
    "ls-files",
  ];
  for (const call of [...readers, "ls-tree", "merge-base", "rev-parse", "show-ref", "status", "var"]) {
    let env: Command["env"];
    const run = (command: Command) => {
      ({ env } = command);
      return { code: 0, stdout: "", stderr: "" };
    };
    await runGit(new MemoryHost({ run }), "/", [call]);
    const { LC_ALL, GIT_TERMINAL_PROMPT, GIT_OPTIONAL_LOCKS } = env!;
    assert.deepEqual([LC_ALL, GIT_TERMINAL_PROMPT, GIT_OPTIONAL_LOCKS], ["C", "0", "0"], call);
  }
});

Deno.test("only a missing program means that git is not installed", () => {
  const missing = new HostError("not-found", "git", "x");
  assert.match((notStarted(missing) as Error).message, /^Cannot run git: it is not installed$/);
  for (const other of [new HostError("no-permission", "git", "x"), new Error("x")]) {
    assert.equal(notStarted(other), other);
  }
});

Deno.test("runGit() reports a folder that does not exist", async () => {
  await assert.rejects(runGit(host, "/nowhere/at all", ["status"]), {
    name: "GitError",
    message: 'Cannot run git: the folder "/nowhere/at all" does not exist',
  });
});
