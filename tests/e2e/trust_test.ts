import assert from "node:assert/strict";
import type { TrustResult } from "../../schemas/results/agents.ts";
import { planText, smallProject, writes } from "../support/plans.ts";
import { homeAt, program, type ProgramCalled, wf } from "../support/program.ts";
import { Folder } from "../support/repository.ts";
import { isInstalled, Terminal } from "../support/terminal.ts";

const ignore = !isInstalled("script", "--version");
const CONFIG = ".planning/config.json";
const RECORD = ".wf/trust.json";
const EVIL = { agent: { name: "custom", command: "./evil.sh --acp" } };
/** A program that leaves a mark when it is started, whatever it is started for. */
const MARKS = { "evil.sh": "#!/bin/sh\ntouch ran\n" };

/** A clone with its own agent, and the home folder of a user who has not seen it before. */
class Clone {
  private constructor(readonly folder: Folder, readonly home: Folder) {}

  static async make(config: object = EVIL): Promise<Clone> {
    const folder = await Folder.make({ ...smallProject(config), ...MARKS, ".gitignore": "ran\n" });
    await Deno.chmod(`${folder.path}/evil.sh`, 0o755);
    return new Clone(await folder.init(), await Folder.make());
  }

  /** A user's environment, without the word that lets the tests' projects run. */
  env(more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
    return { ...homeAt(this.home.path), WF_TRUST: "", ...more };
  }

  async call(args: string, more: Readonly<Record<string, string>> = {}): Promise<ProgramCalled> {
    return await wf(args.split(" "), { cwd: this.folder.path, env: this.env(more) });
  }

  /** Starts the program at a terminal; at its end the exit code is printed. */
  open(args: string, more: Readonly<Record<string, string>> = {}): Terminal {
    const [command, first] = program();
    const line = [command, ...first, ...args.split(" ")].map((word) => `'${word}'`).join(" ");
    const shell = `sh -c "${line}; echo ended with \\$?"`;
    return new Terminal({ command: shell, cwd: this.folder.path, env: this.env(more) });
  }

  /** Answers the question of trust at a terminal. */
  async trust(): Promise<void> {
    await using terminal = this.open("trust");
    await shows(terminal, QUESTION);
    await terminal.type(`${DOWN}\r`);
    await shows(terminal, "ended with 0");
  }

  async state(): Promise<TrustResult["state"]> {
    const { stdout } = await this.call("trust --show --json");
    return (JSON.parse(stdout) as TrustResult).state;
  }

  async ran(): Promise<boolean> {
    return await this.folder.has("ran");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.folder[Symbol.asyncDispose]();
    await this.home[Symbol.asyncDispose]();
  }
}

const QUESTION = "Trust what this project runs?";
const DOWN = "\x1b[B";

async function shows(terminal: Terminal, text: string): Promise<void> {
  // deno-lint-ignore no-control-regex -- marks of the terminal
  const plain = (shown: string) => shown.replace(/\x1b\[[0-9;?]*[A-Za-z]/g, "").replaceAll("\r", "");
  await terminal.until(JSON.stringify(text), (shown) => plain(shown).includes(text));
}

const ASKING: readonly string[] = [
  "discuss-phase 1",
  "plan-phase 1 --answer replan=replan",
  "verify-phase 1",
  "execute-phase 1",
  "execute-phase 1 --yes",
  "execute-phase 1 --answer trust=trust --answer safety=allow",
  "execute-phase 1 --agent claude",
];

for (const args of ASKING) {
  Deno.test(`wf ${args} runs no command of a clone before the user trusts it`, async () => {
    await using clone = await Clone.make();
    const { code, stdout, stderr } = await clone.call(args);
    assert.equal(code, 3, stdout + stderr);
    assert.match(stderr, /error Cannot run what \.planning\/config\.json names: you have not trusted it/);
    assert.match(stderr, /^ {2}agent\.command {2}\.\/evil\.sh --acp$/m);
    assert.match(stderr, /wf trust at a terminal; without a terminal, as in CI, set WF_TRUST=1$/m);
    assert.equal(await clone.ran(), false);
    assert.equal((await clone.folder.subjects()).length, 1);
    assert.equal(await clone.home.has(RECORD), false);
  });
}

for (const args of ["verify-phase 1", "discuss-phase 1", "agents"]) {
  Deno.test(`wf ${args} runs the command of a clone with WF_TRUST=1, and does not store trust`, async () => {
    await using clone = await Clone.make();
    await clone.call(args, { WF_TRUST: "1" });
    assert.equal(await clone.ran(), true);
    assert.equal(await clone.home.has(RECORD), false);
  });
}

const READING: readonly string[] = [
  "validate",
  "status",
  "graph 1",
  "waves 1",
  "config list",
  "config get agent.command",
  "config explain agent.command",
  "branch-name phase 1",
  "agents",
  "trust --show",
  "trust --revoke",
  "execute-phase 1 --dry-run",
  "plan-phase 1 --dry-run",
  "discuss-phase 1 --dry-run",
  "verify-phase 1 --dry-run",
];

for (const args of READING) {
  Deno.test(`wf ${args} asks for no trust and runs nothing of a clone`, async () => {
    await using clone = await Clone.make({ ...EVIL, worktree: { setup: ["touch ran"] } });
    const { code, stderr } = await clone.call(args);
    assert.notEqual(code, 3, stderr);
    assert.doesNotMatch(stderr, /Cannot run what/);
    assert.equal(await clone.ran(), false);
  });
}

Deno.test("wf agents does not start the agent that a clone names, and gives the reason", async () => {
  await using clone = await Clone.make();
  const { stdout } = await clone.call("agents");
  assert.match(stdout, /^custom +agent\.command is not started before you trust this project: wf trust$/m);
});

Deno.test("--dry-run shows in full what the configuration would run", async () => {
  const command = `sh -c 'true ${"x".repeat(400)}; rm -rf \u202e\u001b[2K~'`;
  await using clone = await Clone.make({ agent: { name: "custom", command }, mode: "yolo" });
  const shown = `true ${"x".repeat(400)}; rm -rf \\u{202e}\\u{1b}[2K~'`;
  for (const name of ["execute", "plan", "discuss"]) {
    const { stderr } = await clone.call(`${name}-phase 1 --dry-run`);
    assert.ok(stderr.includes(shown), `${name}: ${stderr}`);
  }
  const { stdout } = await clone.call("execute-phase 1 --dry-run --json");
  assert.equal(JSON.parse(stdout).command, command);
});

Deno.test("a refusal is data with --json, with exit code 3", async () => {
  await using clone = await Clone.make();
  for (const args of ["execute-phase 1 --json", "trust --json", "next execute-phase 1 --json"]) {
    const config = args.startsWith("next") ? { mode: "yolo" } : EVIL;
    await clone.folder.write({ [CONFIG]: JSON.stringify(config) });
    const { code, stdout } = await clone.call(args);
    assert.equal(code, 3, args);
    const { error } = JSON.parse(stdout);
    assert.equal(error.exitCode, 3);
    assert.match(error.message, /^Cannot run what \.planning\/config\.json names: /);
  }
});

for (const config of [{ mode: "yolo" }, { gates: { confirm_plan: false, execute_next_plan: false } }]) {
  Deno.test(`the shell agent asks before it runs a plan of a clone with ${JSON.stringify(config)}`, async () => {
    await using clone = await Clone.make(config);
    for (const command of ["execute-phase 1", "execute-phase 1 --yes", "next execute-phase 1"]) {
      const { code, stderr } = await clone.call(command);
      assert.equal(code, 3, stderr);
    }
    assert.equal(await clone.folder.has("a.txt"), false);
    assert.equal((await clone.call("discuss-phase 1")).stderr.includes("Cannot run what"), false);
    const own = await clone.call("execute-phase 1 --set mode=yolo --set gates.confirm_plan=false");
    assert.equal(own.code, 0, own.stderr);
    assert.equal(await clone.folder.has("a.txt"), true);
  });
}

const UNSAFE = { safety: { always_confirm_destructive: false, always_confirm_external_services: false } };

/** Programs of agents that record their arguments when they are started. */
async function installAgents({ home }: Clone): Promise<Readonly<Record<string, string>>> {
  const script = `#!/bin/sh\necho "$*" >> "${home.path}/started"\nexit 1\n`;
  await home.write({ "bin/claude": script, "bin/gemini": script });
  for (const name of ["claude", "gemini"]) await Deno.chmod(`${home.path}/bin/${name}`, 0o755);
  return { PATH: `${home.path}/bin:${Deno.env.get("PATH")}` };
}

for (
  const [config, keys] of [
    [UNSAFE, Object.keys(UNSAFE.safety).map((key) => `safety.${key}`)],
    [{ mode: "yolo" }, ["mode"]],
  ] as const
) {
  Deno.test(`no agent is started in a clone with ${JSON.stringify(config)}`, async () => {
    await using clone = await Clone.make({ ...config, agent: { name: "claude-cli" } });
    const env = await installAgents(clone);
    for (const args of ["discuss-phase 1", "plan-phase 1 --answer replan=replan", "execute-phase 1 --yes"]) {
      const { code, stderr } = await clone.call(args, env);
      assert.equal(code, 3, stderr);
      assert.match(stderr, /error Cannot run what \.planning\/config\.json names: you have not trusted it/);
      for (const key of keys) assert.ok(stderr.includes(`\n  ${key}  `), stderr);
      assert.equal(await clone.home.has("started"), false);
    }
    assert.equal((await clone.call("agents", env)).code, 0);
    assert.equal((await clone.call("execute-phase 1 --agent shell --yes --dry-run", env)).code, 0);
  });
}

Deno.test("keys of safety that are off are listed in full, and need no trust in a flag", async () => {
  await using clone = await Clone.make({ ...UNSAFE, agent: { name: "claude-cli" } });
  const env = await installAgents(clone);
  const rows = [
    "  safety.always_confirm_destructive        false (agents delete, force push and reset without a question)",
    "  safety.always_confirm_external_services  false (agents reach external services without a question)",
  ];
  for (const args of ["trust --show", "discuss-phase 1 --dry-run", "execute-phase 1 --dry-run"]) {
    const { stdout, stderr } = await clone.call(args, env);
    for (const row of rows) assert.ok((stdout + stderr).includes(row), args + stdout + stderr);
  }
  const on = Object.keys(UNSAFE.safety).map((key) => `--set safety.${key}=true`).join(" ");
  await clone.call(`discuss-phase 1 ${on}`, env);
  assert.match(await clone.home.read("started"), /--permission-mode manual/);
});

Deno.test("a model of a clone that begins with a hyphen is an error, and reaches no agent", async () => {
  await using clone = await Clone.make({ agent: { name: "gemini", models: { A: "--yolo", B: "--yolo" } } });
  const env = await installAgents(clone);
  const checked = await clone.call("validate");
  assert.match(
    checked.stdout + checked.stderr,
    /"agent\.models\.A" is "--yolo", expected the name of a model/,
  );
  const { code, stderr } = await clone.call("execute-phase 1 --yes", env);
  assert.equal(code, 2, stderr);
  assert.equal(await clone.home.has("started"), false);
  const flag = await clone.call("discuss-phase 1 --set agent.models.A=-p", env);
  assert.equal(flag.code, 2, flag.stderr);
});

Deno.test("wf trust shows nothing of a configuration that every command refuses", async () => {
  await using clone = await Clone.make();
  await clone.folder.write({ [CONFIG]: `{"agent": {"command": "a"}, "agent": {"command": "./evil.sh"}}` });
  for (const args of ["trust --show", "trust"]) {
    const { code, stderr } = await clone.call(args);
    assert.equal(code, 2);
    assert.match(stderr, /^error \.planning\/config\.json:1:\d+: "agent" is given twice$/m);
  }
  assert.equal((await clone.call("trust --revoke")).code, 0);
});

Deno.test("the commands of worktree.setup run only once they are trusted", async () => {
  const plan = (number: string) =>
    planText({ plan: number, files: [`${number}.txt`], tasks: [writes(`${number}.txt`)] });
  const config = { worktree: { setup: ["touch $HOME/set-up"] } };
  await using clone = await Clone.make(config);
  await clone.folder.write({
    ".planning/phases/01-base/01-01-PLAN.md": plan("01"),
    ".planning/phases/01-base/01-02-PLAN.md": plan("02"),
  });
  await clone.folder.git("commit", "--all", "--quiet", "--message=parallel");
  const refused = await clone.call("execute-phase 1 --yes");
  assert.equal(refused.code, 3, refused.stderr);
  assert.match(refused.stderr, /^ {2}worktree\.setup {2}touch \$HOME\/set-up$/m);
  const hosted = await clone.call("next execute-phase 1 --yes --parallel");
  assert.equal(hosted.code, 3, hosted.stderr);
  assert.equal(await clone.home.has("set-up"), false);
  const trusted = await clone.call("execute-phase 1 --yes", { WF_TRUST: "1" });
  assert.equal(trusted.code, 0, trusted.stderr);
  assert.equal(await clone.home.has("set-up"), true);
});

Deno.test("a project that names nothing to run never asks", async () => {
  await using clone = await Clone.make({});
  const { code, stderr } = await clone.call("execute-phase 1 --yes");
  assert.equal(code, 0, stderr);
  assert.equal(await clone.state(), "nothing");
  const { stdout } = await clone.call("trust");
  assert.match(stdout, /The configuration of this project names nothing to run$/m);
  assert.equal(await clone.home.has(RECORD), false);
});

Deno.test("a command given by a flag is the user's own word", async () => {
  await using clone = await Clone.make({});
  await clone.call("verify-phase 1 --agent custom --set agent.command=./evil.sh");
  assert.equal(await clone.ran(), true);
});

Deno.test("wf mcp runs nothing that is not trusted, and hints at the user's options", async () => {
  await using clone = await Clone.make({ mode: "yolo" });
  const [command, first] = program();
  const child = new Deno.Command(command, {
    args: [...first, "mcp"],
    cwd: clone.folder.path,
    env: clone.env(),
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const request = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "next", arguments: { phase: "1" } },
  };
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(`${JSON.stringify(request)}\n`));
  await writer.close();
  const text = new TextDecoder().decode((await child.output()).stdout);
  assert.match(text, /"isError":true/);
  assert.match(text, /only the user can trust it.*wf trust at a terminal/s);
  assert.doesNotMatch(text, /WF_TRUST/);
});

Deno.test("wf trust takes --show or --revoke, and is not for an agent", async () => {
  await using clone = await Clone.make();
  assert.equal((await clone.call("trust --show --revoke")).code, 2);
  const { code, stderr } = await clone.call("trust", { CLAUDECODE: "1" });
  assert.equal(code, 3);
  assert.match(stderr, /only the user can trust it/);
});

Deno.test("a record that cannot be read is an error, and stays as it is", async () => {
  await using clone = await Clone.make();
  await clone.home.write({ [RECORD]: "mine" });
  const { code, stderr } = await clone.call("verify-phase 1");
  assert.equal(code, 2);
  assert.match(stderr, /trust\.json": it is not a record of trust$/m);
  assert.equal(await clone.home.read(RECORD), "mine");
});

Deno.test({
  name: "wf trust asks once, in full, and remembers it outside of the project, for the user alone",
  ignore,
  fn: async () => {
    await using clone = await Clone.make();
    await clone.trust();
    assert.equal(await clone.ran(), false);
    assert.equal(await clone.state(), "trusted");
    for (const [path, mode] of [[RECORD, 0o600], [".wf", 0o700]] as const) {
      assert.equal((await Deno.stat(`${clone.home.path}/${path}`)).mode! & 0o777, mode, path);
    }
    assert.equal(await clone.folder.git("status", "--porcelain"), "");
    await clone.call("verify-phase 1");
    assert.equal(await clone.ran(), true);
    const linked = `${clone.home.path}/linked`;
    await clone.folder.git("worktree", "add", "--quiet", "--detach", linked);
    const shown = await wf(["trust", "--show"], { cwd: linked, env: clone.env() });
    assert.match(shown.stdout, /^✓ You trust what the configuration of this project runs$/m);
    await clone.call("trust --revoke");
    assert.equal(await clone.state(), "untrusted");
  },
});

Deno.test({
  name: "a change of what the configuration runs is asked about again, another change is not",
  ignore,
  fn: async () => {
    await using clone = await Clone.make();
    await clone.trust();
    await clone.folder.write({ [CONFIG]: JSON.stringify({ ...EVIL, granularity: "fine" }) });
    assert.equal(await clone.state(), "trusted");
    const changed = { agent: { name: "custom", command: "./evil.sh --other" } };
    await clone.folder.write({ [CONFIG]: JSON.stringify(changed) });
    assert.equal(await clone.state(), "changed");
    const { code, stderr } = await clone.call("verify-phase 1");
    assert.equal(code, 3);
    assert.match(stderr, /names: it has changed since you trusted it$/m);
    assert.equal(await clone.ran(), false);
  },
});

Deno.test({
  name: "a command asks at a terminal before it runs what a clone names; Enter alone refuses",
  ignore,
  fn: async () => {
    await using clone = await Clone.make();
    for (const [keys, code] of [["\r", 3], ["\x03", 130]] as const) {
      await using terminal = clone.open("verify-phase 1 --yes");
      await shows(terminal, "agent.command  ./evil.sh --acp");
      await shows(terminal, QUESTION);
      await terminal.type(keys);
      await shows(terminal, `ended with ${code}`);
      assert.equal(await clone.ran(), false);
    }
    await using terminal = clone.open("verify-phase 1 --yes");
    await shows(terminal, QUESTION);
    await terminal.type(`${DOWN}\r`);
    await shows(terminal, "ended with");
    assert.equal(await clone.ran(), true);
    assert.equal(await clone.state(), "trusted");
  },
});

Deno.test({
  name: "only the user is asked: an agent with a terminal is refused",
  ignore,
  fn: async () => {
    await using clone = await Clone.make();
    await using terminal = clone.open("trust", { GEMINI_CLI: "1" });
    await shows(terminal, "only the user can trust it");
    await shows(terminal, "ended with 3");
    assert.equal(await clone.state(), "untrusted");
  },
});

Deno.test({
  name: "what the user sets at a terminal is trusted where the project was, and not elsewhere",
  ignore,
  fn: async () => {
    const set = async (clone: Clone, args: string, more = {}) => {
      await using terminal = clone.open(args, more);
      await shows(terminal, "ended with 0");
      return await clone.state();
    };
    await using clean = await Clone.make({});
    assert.equal(await set(clean, "config set mode yolo"), "trusted");
    assert.equal(await set(clean, "settings --worktree.setup npm"), "trusted");
    await using foreign = await Clone.make();
    assert.equal(await set(foreign, "config set mode yolo"), "untrusted");
    await using script = await Clone.make({});
    await script.call("config set mode yolo");
    assert.equal(await script.state(), "untrusted");
    await clean.call("config set safety.always_confirm_destructive false");
    assert.equal(await clean.state(), "changed");
  },
});

Deno.test("projects that the user made with new-project and demo are trusted", async () => {
  await using clone = await Clone.make({});
  const made = await clone.call("demo tally");
  assert.equal(made.code, 0, made.stderr);
  assert.equal(JSON.parse((await clone.call("trust --show --json --cwd tally")).stdout).state, "trusted");
  await Deno.mkdir(`${clone.home.path}/new`);
  const at = ["--cwd", `${clone.home.path}/new`];
  const own = await wf(["new-project", "door", "--yes", "--set", "mode=yolo", ...at], {
    cwd: clone.folder.path,
    env: clone.env(),
  });
  assert.equal(own.code, 0, own.stderr);
  const shown = await wf(["trust", "--show", "--json", ...at], { cwd: clone.folder.path, env: clone.env() });
  assert.equal(JSON.parse(shown.stdout).state, "trusted");
});

const BY_AGENT: readonly string[] = [
  "config set safety.always_confirm_destructive false",
  "config set workflow.verifier false --dry-run",
  "config set worktree.copy .env",
  "config unset gates.confirm_plan",
  "settings --mode yolo",
  "settings --granularity fine --agent.models.A best",
  "settings --save-as-defaults",
];

for (const args of BY_AGENT) {
  Deno.test(`wf ${args}, called by a coding agent, changes nothing`, async () => {
    await using clone = await Clone.make({ gates: { confirm_plan: true } });
    const before = await clone.folder.read(CONFIG);
    const { code, stderr } = await clone.call(args, { CLAUDECODE: "1" });
    assert.equal(code, 2, stderr);
    assert.match(stderr, /^error Cannot let an agent set [a-z._A]+: /);
    assert.match(stderr, /at a terminal: wf (?:config (?:set|unset) |settings --save-as-defaults$)/m);
    assert.equal(await clone.folder.read(CONFIG), before);
    assert.equal(await clone.home.has(".wf/defaults.json"), false);
    const own = await clone.call(args);
    assert.equal(own.code, 0, own.stderr);
  });
}

for (
  const args of ["config set granularity fine", "settings --model-profile budget", "set-profile quality"]
) {
  Deno.test(`a coding agent may call wf ${args}`, async () => {
    await using clone = await Clone.make();
    await clone.folder.write({ [CONFIG]: '{ "granularity": "coarse" }' });
    for (const command of [args, "settings --save-as-defaults"]) {
      const { code, stderr } = await clone.call(command, { CLAUDECODE: "1" });
      assert.equal(code, 0, stderr);
    }
    assert.notEqual(await clone.home.read(".wf/defaults.json"), "{}\n");
  });
}

Deno.test({
  name: "only the user is asked for settings: an agent with a terminal is refused",
  ignore,
  fn: async () => {
    await using clone = await Clone.make({});
    await using terminal = clone.open("settings", { CLAUDECODE: "1" });
    await shows(terminal, "Cannot ask for settings: a coding agent calls");
    await shows(terminal, "ended with 2");
  },
});

Deno.test("executor.server and executor.remote decide where plans and commits go, and need trust", async () => {
  const executor = { name: "nats", server: "nats://127.0.0.1:1", remote: "public" };
  await using clone = await Clone.make({ executor });
  const { folder } = clone;
  await folder.git("init", "--quiet", "--bare", ".git/public");
  await folder.git("remote", "add", "other", ".git/public");
  const refused = await clone.call("execute-phase 1");
  assert.equal(refused.code, 3);
  for (const [key, value] of Object.entries(executor)) {
    assert.match(refused.stderr, new RegExp(`executor\\.${key} +${value}`));
  }
  // Trusted, the plans would go there.
  const elsewhere = await clone.call("execute-phase 1", { WF_TRUST: "1" });
  assert.equal(elsewhere.code, 2);
  assert.match(elsewhere.stderr, /Cannot use the remote "public"[^]*executor\.remote=other/);
  const server = await clone.call("execute-phase 1 --set executor.remote=other", { WF_TRUST: "1" });
  assert.equal(server.code, 2);
  assert.match(server.stderr, /Cannot use the queue at nats:\/\/127\.0\.0\.1:1/);
  assert.equal(await folder.git("ls-remote", "other"), "");
  const here = await clone.call("execute-phase 1 --executor local");
  assert.match(here.stderr, /Waiting for an answer: Execute plan 01-01/);
});
