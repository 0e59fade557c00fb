import assert from "node:assert/strict";
import { commands } from "../../generated/commands.ts";
import { main } from "../../lib/cli/main.ts";
import { DenoHost } from "../../lib/host/deno.ts";
import { smallProject } from "../support/plans.ts";
import { type Folder, repository } from "../support/repository.ts";

/** A title for the terminal, a cleared screen, colors that hide, C1, a backspace, turned text, and a color of wf. */
const HOSTILE = "\x1b]0;owned\x07\x1b[2J\x1b[8m\x9b31m\x9d0;x\x9c\b\u202e\u2066\u200f\x1b[31mFORGED";
/** The same as YAML and JSON in double quotes hold it. */
const QUOTED = [...HOSTILE].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
const PHASE = ".planning/phases/01-base";

const BROKEN = `{
  "mode": "yo${QUOTED}lo",
  "unknown${QUOTED}": "${QUOTED}",
  "git": { "branching_strategy": "phase", "phase_branch_template": "x${QUOTED}{phase}" },
  "agent": { "name": "shell${QUOTED}", "command": ["${QUOTED}"] },
  "worktree": { "setup": ["echo ${QUOTED}"] }
}`;
const USABLE = `{
  "mode": "yolo",
  "workflow": { "verifier": false },
  "agent": { "command": "agent ${QUOTED}" },
  "worktree": { "copy": ["x${QUOTED}"], "setup": ["echo ${QUOTED}"] }
}`;

/** A project that can be worked on, with text in all of it that steers the terminal. */
async function usableProject(): Promise<Folder> {
  const folder = await repository({
    ...Object.fromEntries(Object.entries(smallProject()).map(([path, text]) => [path, hostile(text)])),
    ".planning/config.json": USABLE,
    ".planning/REQUIREMENTS.md": `# Requirements${HOSTILE}\n\n- [ ] **A-01**: It ${HOSTILE} begins\n`,
    [`${PHASE}/01-VERIFICATION.md`]:
      `---\nstatus: gaps_found\n---\n\n## Gaps${HOSTILE}\n\n- It ${HOSTILE} is missing\n`,
  });
  await folder.git("commit", "--quiet", "--allow-empty", `--message=subject ${HOSTILE}`);
  return folder;
}

/** A project with errors everywhere: every finding contains terminal control characters. */
async function brokenProject(): Promise<Folder> {
  const folder = await usableProject();
  const plan = `${PHASE}/01-01-PLAN.md`;
  const text = await folder.read(plan);
  await folder.write({
    ".planning/config.json": BROKEN,
    [plan]: text.replace(/^(phase: 01-base)$/m, `phase: "01-base${QUOTED}"\n"odd${QUOTED}": "${QUOTED}"`)
      .replace("depends_on: []", `depends_on: ["01-${QUOTED}"]`),
    [`${PHASE}/01-03-x${HOSTILE}-PLAN.md`]: `---\nphase: "01${QUOTED}"\nplan: "03"\n---\n`,
    [`.planning/phases/02-more${HOSTILE}/02-01-PLAN.md`]: "",
    [`.planning/phases/02-more${HOSTILE}/02-02-PLAN.md`]: `---\nwave: [${HOSTILE}\n---\n`,
  });
  await folder.git("add", "--all");
  await folder.git("commit", "--quiet", "--message=break");
  return folder;
}

/** A plan or document with hostile text in its fields, elements, attributes and commands. */
function hostile(text: string): string {
  return text
    .replaceAll("It works", `It ${QUOTED} works`)
    .replaceAll(/Build part|the beginning|Its files are there|Look at it/g, (words) => `${words} ${HOSTILE}`)
    .replaceAll("<name>", `<name>${HOSTILE}`)
    .replaceAll('type="auto"', `type="auto" odd="${HOSTILE}"`)
    .replaceAll("test -f", `printf '${HOSTILE}\\n'; printf '${HOSTILE}\\n' >&2; test -f`)
    .replaceAll("# Roadmap", `# Roadmap ${HOSTILE}`);
}

/** The machine, with a home and a working folder of its own, that keeps what is written. */
class Recorder extends DenoHost {
  written = "";

  constructor(readonly folder: Folder, readonly terminal: boolean) {
    super();
  }

  protected override mainModule(): string {
    return import.meta.resolve("../../cli.ts");
  }

  override cwd(): string {
    return this.folder.path;
  }

  override home(): string {
    return `${this.folder.path}/.git/home`;
  }

  override env(name: string): string | undefined {
    return name === "NO_COLOR" ? undefined : super.env(name);
  }

  override isTerminal(stream: "stdin" | "stdout" | "stderr"): boolean {
    return this.terminal && stream !== "stdin";
  }

  override columns(): number | undefined {
    return this.terminal ? 80 : undefined;
  }

  override input(): ReadableStream<Uint8Array> {
    return new Blob([]).stream();
  }

  override write(_: "stdout" | "stderr", text: string): boolean {
    this.written += text;
    return true;
  }
}

// deno-lint-ignore no-control-regex -- they are what must not be there
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
// deno-lint-ignore no-control-regex -- marks begin with one
const OWN = /\x1b\[(?:0|[1-4]|2[2-4]|3[1-6]|39)?m/g;

/** Fails where what a command writes could steer a terminal. */
async function assertTame(folder: Folder, args: readonly string[], terminal = false): Promise<string> {
  const host = new Recorder(folder, terminal);
  await main(args, host);
  assert.ok(!host.written.includes("\x1b[31mFORGED"), `${args.join(" ")} lets text choose a color`);
  const text = terminal ? host.written.replace(OWN, "") : host.written;
  const at = text.search(CONTROL);
  assert.equal(at, -1, `${args.join(" ")}: ${JSON.stringify(text.slice(Math.max(0, at - 80), at + 40))}`);
  return text;
}

/** Stands for a call at a terminal. */
const TERMINAL: string[] = [];

/** Ways to call each command. What is interactive, a server, or fixed text, has none. */
const CALLS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  agents: [[]],
  "branch-name": [["phase", "1"], ["phase", "1", "--set", `git.phase_branch_template=${HOSTILE}{phase}`]],
  "commit-message": [["01-01", "feat", HOSTILE], [HOSTILE, "feat", "x"]],
  "complete-milestone": [["v1.0", "--dry-run"], ["v1.0", "--dry-run", "--allow-incomplete"]],
  completions: [["bash"], ["bash", "--", "wf", "waves", ""], ["zsh", "--", "wf", "commit-message", ""]],
  config: [["list"], ["get", "git.phase_branch_template"], ["get", HOSTILE], ["explain", "agent.command"], [
    "set",
    "mode",
    HOSTILE,
  ]],
  show: [["1"], ["01-01/1"], [HOSTILE]],
  phase: [["add", HOSTILE], ["rename", "1", HOSTILE, "--yes"], [HOSTILE]],
  plan: [["new", "1", HOSTILE], ["rename", "01-01", HOSTILE, "--yes"], ["remove", HOSTILE]],
  undo: [["1", "--dry-run"], [HOSTILE], ["1", "--yes"]],
  redo: [["1", "--dry-run"], [HOSTILE], ["1", "--undo", "--yes"]],
  skip: [["01-01", "--why", HOSTILE, "--yes"], [HOSTILE, "--why", "x"], [
    "01-01/1",
    "--why",
    HOSTILE,
    "--dry-run",
  ]],
  abandon: [["1", "--why", HOSTILE, "--yes"], [HOSTILE, "--why", "x"]],
  run: [[]],
  "new-milestone": [[]],
  ship: [["1"], ["--draft", "--title", HOSTILE], [HOSTILE]],
  doctor: [[], ["--fix"]],
  quick: [[]],
  "merge-driver": [["a", "b", "c", HOSTILE]],
  view: [["--format", "svg"], ["--run", HOSTILE], ["--port", HOSTILE]],
  worker: [["--queue", HOSTILE], ["--queue", "nats://127.0.0.1:1", "--slots", HOSTILE]],
  demo: [[`.planning/${HOSTILE}`], [".planning"]],
  "discuss-phase": [["1", "--dry-run"], [HOSTILE], ["1"]],
  "execute-phase": [["1", "--dry-run"], ["1"], [HOSTILE]],
  graph: [["1"], ["1", "--format", "dot"], ["1", "--format", "mermaid"], ["1", "--format", "svg"]],
  hook: [["install", "--dry-run"]],
  install: [["claude", "--dry-run"], ["claude", "--plugin", HOSTILE, "--dry-run"]],
  tell: [["01-01", HOSTILE], [HOSTILE, HOSTILE]],
  log: [[], [HOSTILE], ["01-01/1"], ["--run", HOSTILE]],
  lsp: [],
  mcp: [],
  "new-project": [[HOSTILE], ["--from", HOSTILE]],
  next: [["execute-phase", "1"], [HOSTILE]],
  "plan-phase": [["1", "--dry-run"], ["1", "--gaps", "--dry-run"], [
    "2",
    "--dry-run",
  ]],
  report: [[HOSTILE], ["01-01/1#1", "--done"]],
  runs: [[]],
  schema: [["plan"], [HOSTILE]],
  "set-profile": [["budget", "--dry-run"], [HOSTILE]],
  settings: [["--mode", HOSTILE], ["--dry-run", "--mode", "yolo"]],
  status: [[]],
  trust: [["--show"], ["--revoke"], []],
  policy: [[], ["forget", "--all", "--dry-run"]],
  uninstall: [["claude", "--dry-run"]],
  upgrade: [[]],
  validate: [[], ["--strict"], ["--fix", "--dry-run"], [HOSTILE], ["--format", "github"], [
    "--format",
    "sarif",
  ], [
    "--format",
    "json",
  ], ["--staged"]],
  "verify-phase": [["1", "--dry-run"], ["1"]],
  waves: [["1"], ["1", "--explain"], [HOSTILE]],
};

Deno.test("the output of every command is checked for terminal control characters", () => {
  assert.deepEqual(Object.keys(CALLS).sort(), commands.map(({ name }) => name).sort());
});

for (const [command, calls] of Object.entries(CALLS)) {
  if (calls.length === 0) continue;
  Deno.test(`${command} writes no terminal control characters from the repository`, async () => {
    for (const project of [usableProject, brokenProject]) {
      await using folder = await project();
      // A run at a terminal moves the cursor for its view, which other tests check.
      const ways = ["execute-phase", "demo"].includes(command)
        ? [[], ["--json"]]
        : [[], ["--json"], TERMINAL];
      for (const way of ways) {
        for (const args of calls) await assertTame(folder, [command, ...args, ...way], way === TERMINAL);
      }
    }
  });
}

Deno.test("an unknown command and an unknown flag are shown without control characters", async () => {
  await using folder = await usableProject();
  assert.match(await assertTame(folder, [HOSTILE]), /\\x1b\]0;owned\\x07/);
  assert.match(await assertTame(folder, ["status", `--${HOSTILE}`]), /\\x1b\]0;owned\\x07/);
  assert.match(await assertTame(folder, ["status", "--cwd", HOSTILE, "--json"]), /\\u001b\]0;owned\\u0007/);
});

Deno.test("what an agent says and asks, and the log of it, is shown without control characters", async () => {
  const steps = [
    { do: "say", text: `Working ${HOSTILE}\n` },
    { do: "ask", command: `rm -rf 'x${HOSTILE}'` },
    { do: "files" },
  ];
  await using folder = await repository({
    ...smallProject(),
    ".planning/config.json": JSON.stringify({
      mode: "yolo",
      workflow: { verifier: false },
      agent: { name: "mock", command: "script.json" },
    }),
    "script.json": JSON.stringify({ rules: [{ plan: "01-01", steps }] }),
  });
  const asked = await assertTame(folder, ["execute-phase", "1"]);
  assert.match(asked, /rm -rf .*x.*\\x1b\]0;owned/);
  for (const way of [[], ["--json"], TERMINAL, ["--follow"], ["--follow", "--json"]]) {
    for (const args of [["log"], ["log", "01-01/1"]]) {
      await assertTame(folder, [...args, ...way], way === TERMINAL);
    }
    if (!way.includes("--follow")) await assertTame(folder, ["execute-phase", "1", ...way]);
  }
});

Deno.test("the output of a failing check and a hook is shown without control characters", async () => {
  await using folder = await repository(smallProject());
  const plan = `${PHASE}/01-01-PLAN.md`;
  const text = await folder.read(plan);
  await folder.write({ [plan]: text.replace("test -f a.txt", `printf '${HOSTILE}red \\033[31mx'; false`) });
  await folder.git("commit", "--quiet", "--all", "--message=check");
  const failed = await assertTame(folder, ["execute-phase", "1"]);
  assert.match(failed, /│ \\x1b\]0;owned\\x07\\x1b\[2J.*red x/);
  await assertTame(folder, ["execute-phase", "1", "--json"]);

  await folder.write({ [plan]: text });
  await folder.git("commit", "--quiet", "--all", "--message=fix");
  await folder.hook("pre-commit", `printf '${HOSTILE} refused' >&2; exit 1`);
  await folder.git("restore", "--", ".");
  await folder.git("clean", "--quiet", "--force", "a.txt");
  const refused = await assertTame(folder, ["execute-phase", "1"]);
  assert.match(refused, /\\x1b\[2J.* refused/);
});
