import assert from "node:assert/strict";
import { planText, smallProject, writes } from "../support/plans.ts";
import { type Called, homeAt, killIfThere, program, start, wf as wfIn } from "../support/program.ts";
import { isInstalled, Terminal } from "../support/terminal.ts";
import { Folder, host, repository } from "../support/repository.ts";
import { homeIn } from "../support/wide.ts";

const PHASE = ".planning/phases/01-base";
const VERIFICATION = `${PHASE}/01-VERIFICATION.md`;
/** Timeout that no read reaches, even on a busy machine. */
const TIMEOUT = 60_000;

/** Runs the program, which must come to its end. */
async function wf(folder: Folder, ...args: readonly string[]): Promise<Called> {
  const run = start(args, { cwd: folder.path, env: homeIn(folder) });
  const timer = setTimeout(() => killIfThere(run), TIMEOUT);
  const { code, stdout, stderr } = await run.output();
  clearTimeout(timer);
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}

/** A project with committed links, and the folder outside that they lead to. */
async function linked(links: Readonly<Record<string, string>>): Promise<{
  readonly folder: Folder;
  readonly outside: Folder;
}> {
  const outside = await Folder.make({ "precious.md": "precious" });
  const folder = await repository({
    ...smallProject(),
    ".planning/ROADMAP.md": "# Roadmap: Shop (v1.0)\n\n- [ ] **Phase 1: Base** - the beginning\n",
    [`${PHASE}/01-02-PLAN.md`]: planText({ plan: "02", files: ["c.txt"], tasks: [writes("c.txt")] }),
  });
  for (const [path, target] of Object.entries(links)) {
    await Deno.remove(`${folder.path}/${path}`).catch(() => {});
    await Deno.symlink(target.replace("…", outside.path), `${folder.path}/${path}`);
  }
  await folder.git("add", "--all");
  await folder.git("commit", "--quiet", "--message=links");
  return { folder, outside };
}

const TABLE: readonly (readonly [path: string, target: string, args: readonly string[]])[] = [
  [VERIFICATION, "…/precious.md", ["verify-phase", "1"]],
  [VERIFICATION, "…/precious.md", ["plan-phase", "1", "--gaps"]],
  [VERIFICATION, "…/precious.md", ["status"]],
  [`${PHASE}/01-CONTEXT.md`, "…/precious.md", ["discuss-phase", "1"]],
  [".planning/config.json", "…/precious.md", ["config", "set", "mode", "yolo"]],
  [".planning/STATE.md", "…/precious.md", ["execute-phase", "1"]],
  [".husky", "…", ["hook", "install"]],
  [".planning/milestones", "…", ["complete-milestone", "v1.0", "--allow-incomplete", "--yes"]],
  [".claude", "…", ["install", "claude"]],
];

for (const [path, target, args] of TABLE) {
  Deno.test(`${args[0]} does not change the outside target of a committed link ${path}, and reports that`, async () => {
    const { folder, outside } = await linked({ [path]: target });
    await using _ = folder;
    await using __ = outside;
    const { code, stderr } = await wf(folder, ...args);
    assert.equal(code, 2, stderr);
    assert.match(stderr, /^error .*(?:points outside|leads out of|(?:lies|is) outside of the repository)/m);
    assert.equal(await outside.read("precious.md"), "precious");
    assert.deepEqual((await host.readDirectory(outside.path)).map(({ name }) => name), ["precious.md"]);
  });
}

Deno.test("a committed broken link is not written through or replaced by a file", async () => {
  const { folder, outside } = await linked({ [`${PHASE}/01-CONTEXT.md`]: "…/new.md" });
  await using _ = folder;
  await using __ = outside;
  const { code, stderr } = await wf(folder, "discuss-phase", "1");
  assert.equal(code, 2, stderr);
  assert.match(stderr, /01-CONTEXT\.md": it is a broken link/);
  assert.equal(await outside.has("new.md"), false);
  assert.equal(await folder.git("status", "--porcelain"), "");
});

Deno.test("a committed summary that is a broken link completes no plan", async () => {
  const { folder, outside } = await linked({ [`${PHASE}/01-01-SUMMARY.md`]: "/nowhere" });
  await using _ = folder;
  await using __ = outside;
  for (const args of [["execute-phase", "1", "--yes"], ["status"]]) {
    const { code, stderr } = await wf(folder, ...args);
    assert.equal(code, 2, stderr);
    assert.match(stderr, /01-01-SUMMARY\.md": it is a broken link/);
  }
  const { code, stdout } = await wf(folder, "validate");
  assert.equal(code, 1);
  assert.match(stdout, /01-01-SUMMARY\.md[^]*file-unread/);
});

Deno.test("a project whose .planning is a link inside the project works", async () => {
  await using folder = await repository(smallProject());
  await Deno.mkdir(`${folder.path}/docs`);
  await Deno.rename(`${folder.path}/.planning`, `${folder.path}/docs/planning`);
  await Deno.symlink("docs/planning", `${folder.path}/.planning`);
  await folder.git("add", "--all");
  await folder.git("commit", "--quiet", "--message=move");
  const { code, stderr } = await wf(folder, "config", "set", "mode", "interactive");
  assert.equal(code, 0, stderr);
  assert.match(await folder.read("docs/planning/config.json"), /"interactive"/);
  assert.equal(await host.readLink(`${folder.path}/.planning`), "docs/planning");
  await folder.git("commit", "--quiet", "--all", "--message=mode");
  const run = await wf(folder, "execute-phase", "1", "--yes", "--set", "workflow.verifier=false");
  assert.equal(run.code, 0, run.stdout + run.stderr);
  assert.ok(await folder.has("docs/planning/phases/01-base/01-01-SUMMARY.md"));
});

const UNUSUAL = [
  ["pipes", (path: string) => host.run({ argv: ["mkfifo", path], cwd: "/" })],
  ["endless devices", (path: string) => Deno.symlink("/dev/zero", path)],
  [
    "links to files outside",
    (path: string, outside: Folder) => Deno.symlink(`${outside.path}/precious.md`, path),
  ],
  ["files of 20 MB", async (path: string) => {
    await Deno.writeTextFile(path, "");
    await Deno.truncate(path, 20_000_000);
  }],
] as const;
const PLACES = [
  ...[".claude/settings.json", ".mcp.json", ".codex/config.toml", ".gemini/settings.json", "CLAUDE.md"],
  ...[".husky/pre-commit", ".git/hooks/post-commit", ".planning/notes/x.md", "lefthook.yml", "package.json"],
];

for (const [what, make] of UNUSUAL) {
  Deno.test(`${what} in place of settings, hooks and notes do not stop a run, and nothing is read from them`, async () => {
    await using outside = await Folder.make({ "precious.md": "top secret" });
    await using folder = await repository(smallProject({ mode: "yolo", workflow: { verifier: false } }));
    for (const path of PLACES) {
      await Deno.mkdir(`${folder.path}/${path}`.replace(/[^/]*$/, ""), { recursive: true });
      await make(`${folder.path}/${path}`, outside);
    }
    for (const args of [["trust", "--show"], ["validate"], ["status"], ["execute-phase", "1"]]) {
      const { code, stdout, stderr } = await wf(folder, ...args);
      assert.equal(code, 0, `${args[0]}: ${stderr}`);
      assert.equal((stdout + stderr).includes("top secret"), false, args[0]);
    }
    assert.equal(await outside.read("precious.md"), "top secret");
  });
}

for (
  const [what, make] of [
    ["a pipe", (path: string) => host.run({ argv: ["mkfifo", path], cwd: "/" })],
    ["a link to a pipe", async (path: string) => {
      await host.run({ argv: ["mkfifo", `${path}.pipe`], cwd: "/" });
      await Deno.symlink("01-VERIFICATION.md.pipe", path);
    }],
    ["a device", (path: string) => Deno.symlink("/dev/zero", path)],
    ["a folder", (path: string) => Deno.mkdir(path)],
  ] as const
) {
  Deno.test(`${what} in place of a document is refused, and does not block`, async () => {
    await using folder = await repository(smallProject());
    await make(`${folder.path}/${VERIFICATION}`);
    const { code, stderr } = await wf(folder, "status");
    assert.equal(code, 2, stderr);
    assert.match(stderr, /^error Cannot (?:use|read) .*01-VERIFICATION\.md": it is/m);
  });
}

Deno.test("a plan of more than 16 MB is a finding", async () => {
  await using folder = await repository(smallProject());
  await Deno.truncate(`${folder.path}/${PHASE}/01-01-PLAN.md`, 600_000_000);
  const { code, stdout } = await wf(folder, "validate");
  assert.equal(code, 1);
  assert.match(stdout, /^error\[file-unread\] This was not read: it is larger than 16 MB\n.*01-01-PLAN\.md/m);
});

Deno.test("a must-have behind a link out of the project does not count", async () => {
  const { folder, outside } = await linked({ "a.txt": "…/precious.md" });
  await using _ = folder;
  await using __ = outside;
  const plan = `${folder.path}/${PHASE}/01-01-PLAN.md`;
  const text = await Deno.readTextFile(plan);
  await Deno.writeTextFile(
    plan,
    text.replace("must_haves:\n", "must_haves:\n  artifacts: [{ path: a.txt }]\n"),
  );
  await folder.git("add", "--all");
  await folder.git("commit", "--quiet", "--message=must-haves");
  const { stdout } = await wf(folder, "verify-phase", "1");
  assert.match(stdout, /a\.txt.*outside/);
});

/** A project whose `.planning` is a link, which git ignores, to a private folder, and the user's home folder. */
async function privately(): Promise<{ readonly folder: Folder; readonly home: Folder }> {
  const home = await Folder.make();
  const folder = await repository({ ...smallProject({ mode: "interactive" }), ".gitignore": ".planning\n" });
  await Deno.rename(`${folder.path}/.planning`, `${home.path}/private`);
  await Deno.symlink(`${home.path}/private`, `${folder.path}/.planning`);
  await folder.git("rm", "-rq", "--cached", "--ignore-unmatch", ".planning");
  await folder.git("commit", "--quiet", "--allow-empty", "--message=private");
  return { folder, home };
}

function call({ folder, home }: { readonly folder: Folder; readonly home: Folder }, args: string, env = {}) {
  return wfIn(args.split(" "), { cwd: folder.path, env: { ...homeAt(home.path), WF_TRUST: "", ...env } });
}

Deno.test("nothing is written through a link .planning out of the project before the user accepts it", async () => {
  const place = await privately();
  await using _ = place.folder;
  await using __ = place.home;
  const target = `${await Deno.realPath(place.home.path)}/private`;
  assert.equal((await call(place, "status")).code, 0);
  assert.equal((await call(place, "config get mode")).stdout, "interactive\n");
  const before = await place.folder.subjects();
  for (const args of ["execute-phase 1 --yes", "config set mode yolo", "discuss-phase 1", "trust"]) {
    const { code, stderr } = await call(place, args);
    assert.equal(code, 3, `${args}: ${stderr}`);
    assert.ok(
      stderr.includes(
        `error Cannot write documents: .planning is a link that leads out of the project, to "${target}"; you have not accepted that`,
      ),
      stderr,
    );
    assert.match(stderr, /run wf trust at a terminal; without a terminal, as in CI, set WF_TRUST=1$/m);
  }
  assert.deepEqual(await place.folder.subjects(), before);
  const shown = await call(place, "trust --show");
  assert.match(
    shown.stdout,
    /^! You have not accepted that \.planning is a link that leads out .*\/private: documents are read/m,
  );
  assert.equal((await call(place, "config set mode yolo", { WF_TRUST: "1" })).code, 0);
  assert.match(await place.home.read("private/config.json"), /yolo/);
});

Deno.test({
  name: "the user accepts a link .planning out of the project once; links below may not leave its target",
  ignore: !isInstalled("script", "--version"),
  fn: async () => {
    const place = await privately();
    await using _ = place.folder;
    await using __ = place.home;
    const [command, first] = program();
    const line = [command, ...first, "execute-phase", "1", "--yes"].map((word) => `'${word}'`).join(" ");
    {
      await using terminal = new Terminal({
        command: `sh -c "${line}; echo ended with \\$?"`,
        cwd: place.folder.path,
        env: { ...homeAt(place.home.path), WF_TRUST: "" },
      });
      await terminal.until("the question", (shown) => shown.includes("Yes, always in this project"));
      await terminal.type("\x1b[B\r");
      await terminal.until("the end", (shown) => shown.includes("ended with"));
    }
    assert.ok(await place.home.has("private/phases/01-base/01-01-SUMMARY.md"));
    assert.match((await call(place, "trust --show")).stdout, /^✓ You accept that \.planning is a link/m);
    assert.equal((await call(place, "config set mode yolo")).code, 0);
    await place.home.write({ "other/precious.md": "precious" });
    await Deno.remove(`${place.home.path}/private/config.json`);
    await Deno.symlink("../other/precious.md", `${place.home.path}/private/config.json`);
    await call(place, "config set mode interactive");
    assert.equal(await place.home.read("other/precious.md"), "precious");
    await Deno.remove(`${place.home.path}/private/config.json`);
    await call(place, "trust --revoke");
    assert.match((await call(place, "trust --show")).stdout, /^! You have not accepted/m);
  },
});
