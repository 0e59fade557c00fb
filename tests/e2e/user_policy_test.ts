import assert from "node:assert/strict";
import { smallProject } from "../support/plans.ts";
import { homeAt, program, type ProgramCalled, wf } from "../support/program.ts";
import { Folder } from "../support/repository.ts";
import { isInstalled, Terminal } from "../support/terminal.ts";

const POLICY = ".wf/policy.json";

class Place {
  private constructor(readonly folder: Folder, readonly home: Folder) {}

  static async make(config: object, policy?: object): Promise<Place> {
    const folder = await Folder.make(smallProject(config));
    const home = await Folder.make(policy === undefined ? {} : { [POLICY]: JSON.stringify(policy) });
    return new Place(await folder.init(), home);
  }

  env(more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
    return { ...homeAt(this.home.path), ...more };
  }

  call(args: string, more: Readonly<Record<string, string>> = {}): Promise<ProgramCalled> {
    return wf(args.split(" "), { cwd: this.folder.path, env: this.env(more) });
  }

  /** Calls the program at a terminal, and waits until it ends with an exit code. */
  async at(args: string, code: number, more: Readonly<Record<string, string>> = {}): Promise<void> {
    const [command, first] = program();
    const line = [command, ...first, ...args.split(" ")].map((word) => `'${word}'`).join(" ");
    const shell = `sh -c "${line}; echo ended with \\$?"`;
    await using terminal = new Terminal({ command: shell, cwd: this.folder.path, env: this.env(more) });
    await terminal.until(`the end with ${code}`, (shown) => shown.includes(`ended with ${code}`));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.folder[Symbol.asyncDispose]();
    await this.home[Symbol.asyncDispose]();
  }
}

const LOW = { mode: "yolo", safety: { always_confirm_destructive: false } };
const FLOOR = { mode: "interactive", safety: { always_confirm_destructive: true } };

Deno.test("a project cannot lower the user's policy: the run says so, and config names the origin", async () => {
  await using place = await Place.make(LOW, FLOOR);
  const { code, stderr } = await place.call("execute-phase 1");
  assert.equal(code, 3, stderr);
  assert.match(
    stderr,
    /^! Your policy applies, not \.planning\/config\.json: mode and safety\.always_confirm_destructive$/m,
  );
  assert.match(stderr, /confirm_plan/);
  const { stdout } = await place.call("config list");
  assert.match(stdout, /^mode +interactive +your policy$/m);
  assert.match(stdout, /^gates\.confirm_plan +true +default$/m);
  assert.match((await place.call("config explain mode")).stdout, /interactive \(your policy\)/);
  assert.match((await place.call("config list --user")).stdout, /^gates\.confirm_plan +not set$/m);
  assert.doesNotMatch((await place.call("status")).stderr, /policy/);
});

Deno.test("a flag cannot lower the user's policy either", async () => {
  await using place = await Place.make({}, FLOOR);
  for (const command of ["execute-phase 1", "plan-phase 1 --dry-run", "discuss-phase 1", "new-project x"]) {
    const { code, stderr } = await place.call(`${command} --set mode=yolo`);
    assert.equal(code, 2, stderr);
    if (command.startsWith("new-project")) continue;
    assert.match(stderr, /^error Cannot set mode with a flag: your policy keeps it on$/m);
    assert.match(stderr, /wf config --user unset mode$/m);
  }
});

Deno.test("neither a project nor a variable switches off the sandbox of the user's policy", async () => {
  await using place = await Place.make({ agent: { sandbox: "off" } }, { agent: { sandbox: "required" } });
  assert.equal((await place.call("config get agent.sandbox")).stdout, "required\n");
  const { stderr } = await place.call("execute-phase 1", { WF_SANDBOX: "" });
  assert.match(stderr, /^! Your policy applies, not \.planning\/config\.json: agent\.sandbox$/m);
  for (const args of ["execute-phase 1 --yes", "verify-phase 1"]) {
    const lowered = await place.call(args, { WF_SANDBOX: "off" });
    assert.equal(lowered.code, 2);
    assert.match(
      lowered.stderr,
      /Cannot use WF_SANDBOX=off: agent\.sandbox is at least required in your policy/,
    );
  }
});

Deno.test("nothing runs with a policy that contains a mistake", async () => {
  await using place = await Place.make({});
  await place.home.write({ [POLICY]: '{\n  "saftey": { "always_confirm_destructive": true }\n}\n' });
  for (const command of ["execute-phase 1 --yes", "config list --user", "agents"]) {
    const { code, stderr } = await place.call(command);
    assert.equal(code, 2, stderr);
    assert.match(
      stderr,
      /^error Cannot read your policy ".*policy\.json:2:\d+": Unknown key "saftey" of your policy/m,
    );
  }
  assert.equal((await place.call("validate")).code, 0);
});

Deno.test("only the user changes the policy, at a terminal", async () => {
  await using place = await Place.make({});
  for (
    const [env, why] of [[{}, "there is no terminal"], [{ CLAUDECODE: "1" }, "a coding agent calls"]] as const
  ) {
    const { code, stderr } = await place.call("config --user set mode interactive", env);
    assert.equal(code, 2);
    assert.ok(stderr.includes(`Cannot change your policy: ${why}`), stderr);
  }
  const preview = await place.call("config set mode interactive --user --dry-run");
  assert.equal(preview.code, 0, preview.stderr);
  assert.equal(await place.home.has(POLICY), false);
  for (
    const [args, message] of [
      ["set gates.confirm_plan false", /expected true, or no value/],
      ["set mode yolo", /"mode" is "yolo", expected "interactive"/],
      ["set git.branching_strategy phase", /Unknown key/],
      ["get", /Cannot get without a key/],
      ["set mode", /Cannot set mode without a value/],
    ] as const
  ) {
    const { code, stderr } = await place.call(`config --user ${args}`);
    assert.equal(code, 2);
    assert.match(stderr, message);
  }
});

Deno.test({
  name: "the user sets and removes keys of the policy at a terminal, in a file of their own",
  ignore: !isInstalled("script", "--version"),
  fn: async () => {
    await using place = await Place.make({});
    await place.at("config --user set gates.confirm_plan true", 0);
    await place.at("config --user set commands.deny terraform", 0);
    assert.deepEqual(JSON.parse(await place.home.read(POLICY)), {
      gates: { confirm_plan: true },
      commands: { deny: ["terraform"] },
    });
    assert.equal((await Deno.stat(`${place.home.path}/${POLICY}`)).mode! & 0o777, 0o600);
    assert.equal((await place.call("config get gates.confirm_plan --user")).stdout, "true\n");
    await place.at("config --user unset gates.confirm_plan", 0);
    assert.equal((await place.call("config get gates.confirm_plan --user")).stdout, "not set\n");
    await place.at("config --user set mode interactive", 2, { CLAUDECODE: "1" });
  },
});
