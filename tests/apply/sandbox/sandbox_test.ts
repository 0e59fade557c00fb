/** Programs in a sandbox, with real git and, where it works, real bubblewrap. */
import assert from "node:assert/strict";
import { sandboxedHost } from "../../../lib/apply/sandbox/sandboxed_host.ts";
import { openRepository } from "../../../lib/apply/git/repository.ts";
import { extendedHost } from "../../../lib/host/extended_host.ts";
import { joinPath } from "../../../lib/path/paths.ts";
import { Folder, host } from "../../support/repository.ts";
import { COMMAND, SandboxWorld, SECRET, WHY_SKIPPED } from "../../support/sandbox_world.ts";

const AGENT = { network: true, profile: "claude" };

function test(name: string, fn: () => Promise<void>): void {
  Deno.test({ name: `${name}${WHY_SKIPPED}`, ignore: WHY_SKIPPED !== "", fn });
}

test("git add and git mv work in the sandbox, and change nothing in git's folder", async () => {
  await using world = await SandboxWorld.make();
  const before = await world.outside();
  const { code, stdout, stderr } = await world.sh(`
    echo a > a.txt && git add a.txt && git mv README.md READ.md && git status --short &&
    git diff --cached --stat | tail -1 && git hash-object -w a.txt && git log --format=%s
  `);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^R {2}README.md -> READ.md\nA {2}a.txt\n/);
  assert.match(stdout, /2 files changed, 1 insertion.*\n[0-9a-f]{40}\nstart\n$/s);
  assert.deepEqual(await world.outside(), before);
  assert.equal(await world.app.git("status", "--short"), " D README.md\n?? READ.md\n?? a.txt");
});

test("git reads a submodule in the sandbox, and changes nothing in its folder", async () => {
  await using inner = await Folder.make({ "lib.txt": "lib\n" });
  await inner.init();
  await using world = await SandboxWorld.make();
  await world.app.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.path, "sub");
  const before = await world.outside();
  const { code, stdout, stderr } = await world.sh(
    "cd sub && echo more >> lib.txt && git status --short && git log --format=%s && cd .. && git status --short",
  );
  assert.equal(code, 0, stderr);
  assert.equal(stdout, " M lib.txt\nstart\nA  .gitmodules\nAm sub\n");
  for (const script of ["git -C sub commit -qam x", "git -C sub config a.b c", "rm -r .git/modules/sub"]) {
    assert.notEqual((await world.sh(script)).code, 0, script);
  }
  assert.deepEqual(await world.outside(), before);
});

test("git add works in submodules in the sandbox, also in those of submodules, and changes nothing in their folders", async () => {
  const allow = ["-c", "protocol.file.allow=always", "submodule", "--quiet"];
  await using deep = await Folder.make({ "deep.txt": "deep\n" });
  await deep.init();
  await using inner = await Folder.make({ "lib.txt": "lib\n" });
  await inner.init();
  await inner.git(...allow, "add", deep.path, "deep");
  await inner.git("commit", "--quiet", "--message=deep");
  await using world = await SandboxWorld.make();
  await world.app.git(...allow, "add", "--name", "libs/inner", inner.path, "libs/inner");
  await world.app.git(...allow, "update", "--init", "--recursive");
  const before = await world.outside();
  for (const [sub, file] of [["libs/inner", "lib.txt"], ["libs/inner/deep", "deep.txt"]]) {
    const { code, stdout, stderr } = await world.sh(`
      cd ${sub} && git mv ${file} moved.txt && echo more >> README && git add --all && git status --short &&
      git diff --cached --stat | tail -1 && git log -1 --format=%s
    `);
    assert.equal(code, 0, stderr);
    const renamed = `A  README\nR  ${file} -> moved.txt\n 2 files changed, 1 insertion(+)\n`;
    assert.equal(stdout, `${renamed}${sub === "libs/inner" ? "deep" : "start"}\n`);
    for (
      const script of ["git commit -qm x", "git config a.b c", "git branch x", "git update-ref HEAD HEAD~0 x"]
    ) {
      assert.notEqual((await world.sh(`cd ${sub} && ${script}`)).code, 0, script);
    }
  }
  assert.deepEqual(await world.outside(), before);
  await Promise.all(["libs/inner", "libs/inner/deep"].map((sub) => world.app.git("-C", sub, "fsck")));
});

test("the files that lead to the folders of git of submodules cannot be changed or replaced in the sandbox", async () => {
  await using inner = await Folder.make({ "lib.txt": "lib\n" });
  await inner.init();
  await using world = await SandboxWorld.make();
  const allow = ["-c", "protocol.file.allow=always", "submodule", "--quiet"];
  await world.app.git(...allow, "add", inner.path, "libs/inner");
  await world.app.git("clone", "--quiet", inner.path, "own");
  await world.app.git("add", "own");
  const link = await world.app.read("libs/inner/.git");
  for (
    const script of [
      "echo x > libs/inner/.git",
      "rm -f libs/inner/.git",
      "mv libs/inner libs/other",
      "mv libs other",
      "git -C own config core.fsmonitor x",
      "echo x > own/.git/commondir",
      "mv own other",
    ]
  ) assert.notEqual((await world.sh(script)).code, 0, script);
  const { stderr } = await world.sh("echo x > libs/inner/.git");
  assert.doesNotMatch(stderr, /sandbox_writable/);
  assert.equal((await world.sh("echo more >> libs/inner/lib.txt; touch libs/new own/new")).code, 0);
  assert.equal(await world.app.read("libs/inner/.git"), link);
  assert.equal(await world.app.read("libs/inner/lib.txt"), "lib\nmore\n");
});

test("files that settings of git include, and their folders, cannot be changed or replaced in the sandbox", async () => {
  await using world = await SandboxWorld.make();
  await world.app.write({ "conf/git/team.gitconfig": "[alias]\n  st = status\n", "team": "" });
  await world.app.git("config", "include.path", "../conf/git/team.gitconfig");
  await world.app.git("config", "includeIf.onbranch:other.path", "../team");
  await using place = await Folder.make();
  await world.app.git("add", "conf", "team");
  await world.app.git("commit", "--quiet", "--message=settings");
  await world.app.git("worktree", "add", "--quiet", "-b", "work", `${place.path}/tree`);
  for (const cwd of [world.app.path, `${place.path}/tree`]) {
    for (
      const script of [
        "echo x > conf/git/team.gitconfig",
        "rm -f team",
        "mv conf/git conf/other",
        "mv conf other",
      ]
    ) assert.notEqual((await world.sh(script, COMMAND, cwd)).code, 0, script);
    assert.equal((await world.sh("git st --short && touch conf/git/new conf/new", COMMAND, cwd)).code, 0);
  }
});

test("the folder of a project below the root of its repository cannot be moved in the sandbox", async () => {
  await using world = await SandboxWorld.make();
  await world.app.write({ "apps/web/.planning/STATE.md": "state\n" });
  const web = Folder.at(joinPath(world.app.path, "apps/web"));
  await using inner = await SandboxWorld.at(world.home, {}, {
    root: web.path,
    repository: await openRepository(world.plain, web.path),
  });
  for (const script of ["mv apps/web apps/other", "mv apps other", "rm -r apps/web/.planning"]) {
    assert.notEqual((await inner.sh(script)).code, 0, script);
  }
  assert.equal((await inner.sh("touch apps/new apps/web/new")).code, 0);
});

test("the files that lead to git's folder from worktrees in the working tree cannot be changed in the sandbox", async () => {
  await using world = await SandboxWorld.make();
  await world.app.git("worktree", "add", "--quiet", "-b", "mine", "trees/mine");
  await world.app.write({ ".wf/worktrees/.gitignore": "*\n" });
  assert.equal((await world.sh("touch trees/mine/new trees/new .wf/new")).code, 0);
  await world.app.git("worktree", "add", "--quiet", "-b", "lane", ".wf/worktrees/01-01");
  for (
    const script of [
      "echo x > trees/mine/.git",
      "mv trees/mine trees/other",
      "mv trees other",
      "echo x > .wf/worktrees/01-01/.git",
      "mv .wf other",
    ]
  ) assert.notEqual((await world.sh(script)).code, 0, script);
  const lane = `${world.app.path}/.wf/worktrees/01-01`;
  assert.equal((await world.sh("touch new", COMMAND, lane)).code, 0);
  for (const script of ["echo x > .git", "touch ../new", "touch ../../new", "touch ../../../new"]) {
    assert.notEqual((await world.sh(script, COMMAND, lane)).code, 0, script);
  }
});

test("git commit, git config, hooks, branches and stashes fail in the sandbox", async () => {
  await using world = await SandboxWorld.make();
  const before = await world.outside();
  for (
    const script of [
      ...["git commit --allow-empty -m evil", "git config core.hooksPath /x", "git branch x", "git tag x"],
      ...["echo x > .git/hooks/pre-commit", "echo a >> README.md && git stash", "rm -rf .git", "mv .git x"],
      ...[
        "git update-ref refs/heads/x HEAD",
        "git reflog expire --expire=now --all; false",
        "rm .git/config && false",
      ],
    ]
  ) assert.notEqual((await world.sh(script)).code, 0, script);
  assert.deepEqual(await world.outside(), before);
  await world.app.git("fsck");
});

test("a program that destroys its view of git leaves the next program an intact one", async () => {
  await using world = await SandboxWorld.make();
  assert.equal((await world.sh("rm -rf .git/*; git status")).code, 128);
  assert.equal((await world.sh("git status --short")).code, 0);
});

test("git works in a linked worktree, whose link to git's folder cannot be changed", async () => {
  await using world = await SandboxWorld.make();
  const tree = joinPath(world.home.path, ".wf/worktrees/x");
  await world.app.git("worktree", "add", "--quiet", "-b", "x", tree);
  const before = await world.outside();
  const worked = await world.sh("echo a > a && git add a && git status --short", COMMAND, tree);
  assert.equal(worked.stdout, "A  a\n", worked.stderr);
  for (
    const script of ["echo x > .git", "rm .git", "git commit -m x", `echo x > ${world.app.path}/README.md`]
  ) {
    assert.notEqual((await world.sh(script, COMMAND, tree)).code, 0, script);
  }
  await Deno.remove(joinPath(tree, "a"));
  assert.deepEqual(await world.outside(), before);
});

test("a place that is removed between two programs is not mounted in the second", async () => {
  await using world = await SandboxWorld.make();
  const folder = joinPath(world.home.path, ".wf");
  await Deno.mkdir(folder, { recursive: true });
  assert.equal((await world.sh("ls ~/.wf")).code, 0);
  await Deno.remove(folder, { recursive: true });
  const { code, stderr } = await world.sh("echo a > a");
  assert.equal(code, 0, stderr);
});

test("a repository inside of the working tree is not taken for a worktree", async () => {
  await using world = await SandboxWorld.make();
  await world.app.write({ "sub/.git": `gitdir: ${world.home.path}/.ssh\n`, "sub/x": "" });
  const script = "cat /run/wf/git/id_rsa ~/.ssh/id_rsa; echo made > made; echo end";
  const { stdout } = await world.sh(script, COMMAND, joinPath(world.app.path, "sub"));
  assert.equal(stdout, "end\n");
  assert.equal(await world.app.has("sub/made"), true);
});

test("programs may have their own repositories, also with variables of git for tests", async () => {
  await using world = await SandboxWorld.make();
  const { code, stderr } = await world.sh(`
    cd "$(mktemp -d)" && git init -q . && echo a > a && git add a &&
    git -c user.name=x -c user.email=x@y commit -qm a && git log --oneline
  `);
  assert.equal(code, 0, stderr);
});

test("documents below .planning are read-only, but for roles that write them", async () => {
  await using world = await SandboxWorld.make();
  const write = "echo new > .planning/phases/01-base/01-RESEARCH.md";
  assert.notEqual((await world.sh(write)).code, 0);
  assert.notEqual((await world.sh("mv .planning x")).code, 0);
  assert.equal((await world.sh(write, { network: false, documents: true })).code, 0);
  assert.notEqual(
    (await world.sh("echo x > .planning/config.json", { network: false, documents: true })).code,
    0,
  );
  assert.equal(await world.app.read(".planning/phases/01-base/01-RESEARCH.md"), "new\n");
  assert.equal(await world.app.read(".planning/config.json"), "{}\n");
});

test("nothing outside of the working tree and the caches is written", async () => {
  await using world = await SandboxWorld.make();
  const before = await world.outside();
  for (
    const path of ["~/.bashrc", "~/new", "~/other/README.md", "../x", "/etc/wf-sandbox-test", "/usr/x", "/x"]
  ) {
    assert.notEqual((await world.sh(`echo x > ${path}`)).code, 0, path);
  }
  await world.sh("ln -s ~/.bashrc link && echo x > link; ln -s ~ home && rm -rf home/other home/.bashrc");
  assert.deepEqual(await world.outside(), before);
  assert.equal((await world.sh("echo x > ~/.npm/new && echo x > /tmp/x && echo x > /var/tmp/x")).code, 0);
  assert.equal(await world.home.read(".npm/new"), "x\n");
});

test("the settings of the kernel are read-only, also for root", async () => {
  await using world = await SandboxWorld.make();
  const script =
    "for f in /proc/sys/kernel/core_pattern /proc/sys/vm/swappiness; do test -w $f && echo $f; done";
  assert.equal((await world.sh(script)).stdout, "");
});

test("secrets are hidden, and an agent sees only its own login", async () => {
  await using world = await SandboxWorld.make();
  const script = "cat ~/.ssh/* ~/.aws/* ~/.netrc ~/.npmrc ~/.codex/* 2>&1; cat ~/.claude/.credentials.json";
  for (const access of [COMMAND, AGENT]) {
    const { stdout } = await world.sh(script, access);
    assert.doesNotMatch(stdout, new RegExp(SECRET));
    assert.equal(stdout.includes("login"), access === AGENT);
  }
  assert.match((await world.sh("cat ~/.npmrc", { network: true })).stdout, new RegExp(SECRET));
});

test("an agent may write its state, but neither its settings nor the file with its servers", async () => {
  await using world = await SandboxWorld.make();
  const script = "echo new > ~/.claude/.credentials.json; echo evil > ~/.claude.json; cat ~/.claude.json";
  assert.equal((await world.sh(script, AGENT)).stdout, "evil\n");
  assert.notEqual((await world.sh("echo evil > ~/.claude/settings.json", AGENT)).code, 0);
  assert.equal(await world.home.read(".claude/.credentials.json"), "new\n");
  assert.equal(await world.home.read(".claude.json"), "{}\n");
  assert.deepEqual(await world.sandbox.newSettings(), []);
  await world.sh("mkdir ~/.claude/hooks", AGENT);
  assert.deepEqual(await world.sandbox.newSettings(), [joinPath(world.home.path, ".claude/hooks")]);
});

test("OpenCode may write next to its settings, which neither it nor the next program finds changed", async () => {
  await using world = await SandboxWorld.make();
  const settings = ".config/opencode";
  await world.home.write({ [`${settings}/opencode.json`]: "{}\n", [`${settings}/themes/x.json`]: "x\n" });
  await Deno.symlink("opencode.json", joinPath(world.home.path, settings, "link.json"));
  const opencode = { network: true, profile: "opencode" };
  const run = (script: string) => world.sh(`cd ~/${settings} && ${script}`, opencode);
  const made = await run("echo a > .gitignore && cat opencode.json link.json themes/x.json");
  assert.equal(made.stdout, "{}\n{}\nx\n", made.stderr);
  assert.notEqual((await run("echo evil > opencode.json")).code, 0);
  assert.notEqual((await run("echo evil > themes/x.json")).code, 0);
  await run("echo evil > new.json; rm link.json; mkdir plugin");
  assert.equal((await run("ls -A")).stdout, "link.json\nopencode.json\nthemes\n");
  assert.deepEqual(await world.sandbox.newSettings(), []);
  const names = [...Deno.readDirSync(joinPath(world.home.path, settings))].map(({ name }) => name);
  assert.deepEqual(names.sort(), ["link.json", "opencode.json", "themes"]);
});

test("a new home folder gets a cache, and paths to open that do not exist are named", async () => {
  await using world = await SandboxWorld.make({ writable: ["~/other", "~/.nothing"] });
  assert.equal((await world.sh("mkdir ~/.cache/x && echo x > ~/.cache/x/y")).code, 0);
  assert.equal(await world.home.read(".cache/x/y"), "x\n");
  assert.deepEqual(await world.sandbox.missing(), [joinPath(world.home.path, ".nothing")]);
});

test("agent.sandbox_writable opens further paths, also hidden ones", async () => {
  await using world = await SandboxWorld.make({ writable: ["~/other", "~/.aws", "../new", "~/.nothing"] });
  await world.home.write({ "new/x": "" });
  const { code, stderr } = await world.sh(
    "echo x > ~/other/x && cat ~/.aws/credentials && echo x > ../new/x",
  );
  assert.equal(code, 0, stderr);
  assert.notEqual((await world.sh("cat ~/.ssh/id_rsa || echo x > ~/x")).code, 0);
});

test("links that a repository or an earlier program has made open nothing", async () => {
  await using world = await SandboxWorld.make();
  const { home, app } = world;
  await Deno.remove(`${app.path}/.planning`, { recursive: true });
  await Deno.symlink(`${home.path}/.ssh`, `${app.path}/.planning`);
  await Deno.symlink(`${home.path}/.ssh`, `${home.path}/.claude/hooks`);
  await Deno.symlink(home.path, `${home.path}/.npm/deno`);
  const before = await world.outside();
  for (const access of [COMMAND, AGENT, { network: false, documents: true }]) {
    const next = await SandboxWorld.at(home, { DENO_DIR: `${home.path}/.npm/deno` });
    const { stdout } = await next.sh(
      "cat ~/.ssh/* .planning/* ~/.claude/hooks/*; echo x > ~/.bashrc",
      access,
    );
    assert.equal(stdout, "");
    await next.sandbox.close();
  }
  assert.deepEqual(await world.outside(), before);
});

test("settings of an agent that are a link are reported when the link is replaced", async () => {
  await using world = await SandboxWorld.make();
  const settings = joinPath(world.home.path, ".claude/settings.json");
  await Deno.remove(settings);
  await Deno.symlink(joinPath(world.home.path, "other/README.md"), settings);
  assert.equal(
    (await world.sh("rm ~/.claude/settings.json && echo evil > ~/.claude/settings.json", AGENT)).code,
    0,
  );
  assert.deepEqual(await world.sandbox.newSettings(), [settings]);
});

test("commands have no network but their own localhost, agents have it all", async () => {
  await using world = await SandboxWorld.make();
  const heard: string[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    heard.push(await request.text());
    return new Response("");
  });
  const { port } = server.addr;
  const send = (what: string) =>
    `exec 3<>/dev/tcp/127.0.0.1/${port} && printf 'POST / HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\nContent-Length: 14\\r\\n\\r\\n%.14s' "$(${what})              " >&3 && cat <&3 > /dev/null`;
  assert.notEqual((await world.sh(send("cat README.md"))).code, 0);
  assert.equal(heard.length, 0);
  assert.equal((await world.sh(send("cat ~/.ssh/id_rsa 2>/dev/null || echo nothing"), AGENT)).code, 0);
  assert.deepEqual(heard.map((text) => text.trim()), ["nothing"]);
  const own = `deno eval 'const s = Deno.serve({ port: 0, onListen() {} }, () => new Response("own"));
    console.log(await (await fetch("http://127.0.0.1:" + s.addr.port)).text()); await s.shutdown()'`;
  const env = { ...Deno.env.toObject(), HOME: world.home.path };
  const { stdout, stderr } = await world.host.run({
    argv: ["sh", "-c", own.replace("deno", `'${Deno.execPath()}'`)],
    cwd: world.app.path,
    env,
    sandbox: COMMAND,
  });
  assert.equal(stdout, "own\n", stderr);
  await server.shutdown();
});

test("temporary files are shared by the programs of a run, and gone after it", async () => {
  await using world = await SandboxWorld.make();
  const name = `/tmp/wf-${crypto.randomUUID()}`;
  await world.sh(`echo shared > ${name}`);
  assert.equal((await world.sh(`cat ${name}`, AGENT)).stdout, "shared\n");
  assert.equal(await world.plain.stat(name), undefined);
  const { command } = await world.sandbox.confine({ argv: ["true"], cwd: world.app.path }, COMMAND);
  const folder = command.argv[command.argv.lastIndexOf("/tmp") - 1]!;
  assert.equal((await world.plain.stat(folder))?.kind, "directory");
  await world.sandbox.close();
  assert.equal(await world.plain.stat(folder), undefined);
});

test("programs in the sandbox see all modules of wf's package, also below /tmp, and nothing beside it", async () => {
  await using folder = await Folder.make();
  const wf = joinPath(folder.path, "node_modules/wf");
  await folder.write({
    "node_modules/wf/bin.js": "bin\n",
    "node_modules/wf/rest.js": "rest\n",
    "beside": "x\n",
  });
  await using world = await SandboxWorld.make();
  const installed = extendedHost(world.plain, {
    installation: () => ({ ...host.installation(), kind: "npm", location: joinPath(wf, "bin.js") }),
  });
  const { sandbox } = await SandboxWorld.at(world.home, {}, { host: installed });
  const { stdout } = await sandboxedHost(world.plain, sandbox).run({
    argv: ["sh", "-c", `cat ${wf}/bin.js ${wf}/rest.js ${folder.path}/beside; echo x > ${wf}/new`],
    cwd: world.app.path,
    sandbox: COMMAND,
  });
  assert.equal(stdout, "bin\nrest\n");
  assert.equal(await host.stat(joinPath(wf, "new")), undefined);
  await sandbox.close();
});

test("background processes end with the program, also in another session and without its environment", async () => {
  await using world = await SandboxWorld.make();
  const time = `3${Math.random()}`;
  const { code, stdout } = await world.sh(`env -i setsid sleep ${time} > /dev/null 2>&1 & ps -eo args`);
  assert.equal(code, 0);
  assert.match(stdout, new RegExp(`sleep ${time}`));
  assert.doesNotMatch(
    (await host.run({ argv: ["ps", "-eo", "args"], cwd: "/" })).stdout,
    new RegExp(`sleep ${time}`),
  );
});

test("processes outside are invisible, and sockets of their services are hidden", async () => {
  await using world = await SandboxWorld.make();
  const { stdout } = await world.sh(`ls -d /proc/[0-9]*/ | wc -l; kill -0 ${Deno.pid} || echo gone; ls /run`);
  const [count, gone, ...services] = stdout.trim().split("\n");
  assert.ok(Number(count) < 10, count);
  assert.equal(gone, "gone");
  for (const name of services) {
    assert.match(name, /^(?:wf|systemd|postgresql|mysqld|redis|nscd|resolvconf|NetworkManager)$/);
  }
});

test("a failure that the sandbox caused is explained with the setting that changes it", async () => {
  await using world = await SandboxWorld.make();
  const { stderr } = await world.sh("echo x > ~/other/x");
  assert.match(
    stderr,
    /sandbox keeps ".*\/other\/x" read-only\. To change that: wf config set agent\.sandbox_writable/,
  );
  assert.match((await world.sh("exec 3<>/dev/tcp/127.0.0.1/9")).stderr, /agent\.sandbox_network all\n$/);
  assert.equal((await world.sh("echo x >&2; exit 3")).stderr, "x\n");
  assert.equal((await world.sh("echo Read-only file system >&2")).stderr, "Read-only file system\n");
});

test("a long-running program sees the commits of its turns, and a link in its view is not followed", async () => {
  await using world = await SandboxWorld.make();
  const script =
    `ln -sf ~/.npm/cached .git/index; while read line; do git log -1 --format=%s; git status --short | tail -1; echo end; done`;
  const child = await world.host.spawn({
    argv: ["bash", "-c", script],
    cwd: world.app.path,
    env: { HOME: world.home.path },
    sandbox: AGENT,
  });
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const writer = child.stdin.getWriter();
  const say = async () => {
    await writer.write(new TextEncoder().encode("next\n"));
    let text = "";
    while (!text.endsWith("end\n")) {
      const { value, done } = await lines.read();
      assert.ok(!done, text);
      text += value;
    }
    return text;
  };
  assert.match(await say(), /^start\n/);
  await world.app.write({ "b.txt": "b\n" });
  await world.app.git("add", "b.txt");
  await world.app.git("commit", "--quiet", "-m", "second");
  assert.equal(await say(), "second\nend\n");
  assert.equal(await world.home.read(".npm/cached"), "x\n");
  await child.end();
});
