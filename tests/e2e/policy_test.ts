import assert from "node:assert/strict";
import type { MockStep } from "../../schemas/mock_script.ts";
import type { PolicyResult } from "../../schemas/results/policy.ts";
import { schemaProblems } from "../deps/ajv.ts";
import { smallProject } from "../support/plans.ts";
import { homeAt, program, type ProgramCalled, wf } from "../support/program.ts";
import { Folder, repository } from "../support/repository.ts";
import { isInstalled, Terminal } from "../support/terminal.ts";

const DEPLOY: MockStep = { do: "ask", command: "sh deploy" };
const DOWN = "\x1b[B";

/** A repository whose agent asks to deploy, and its user with a policy of their own. */
class Place {
  private constructor(readonly folder: Folder, readonly home: Folder) {}

  static async make(): Promise<Place> {
    const folder = await repository({
      ...smallProject({
        gates: { confirm_plan: false, execute_next_plan: false },
        workflow: { verifier: false },
        agent: { name: "mock", command: "script.json", retries: 0 },
      }),
      "script.json": JSON.stringify({ rules: [{ steps: [DEPLOY, { do: "files" }] }] }),
      ".gitignore": "deployed\n",
      "deploy": "#!/bin/sh\necho deployed >> deployed\n",
    });
    const home = await Folder.make({
      ".wf/policy.json": JSON.stringify({ mode: "interactive", commands: { deny: ["terraform"] } }),
    });
    return new Place(folder, home);
  }

  call(args: string, env: Readonly<Record<string, string>> = {}): Promise<ProgramCalled> {
    return wf(args.split(" "), { cwd: this.folder.path, env: { ...homeAt(this.home.path), ...env } });
  }

  async result(args: string): Promise<PolicyResult> {
    const { code, stdout, stderr } = await this.call(`${args} --json`);
    assert.equal(code, 0, stderr);
    assert.equal(await schemaProblems("policy-result", JSON.parse(stdout)), "");
    return JSON.parse(stdout);
  }

  /** Starts the program at a terminal; at its end the exit code is printed. */
  open(args: string): Terminal {
    const [command, first] = program();
    const line = [command, ...first, ...args.split(" ")].map((word) => `'${word}'`).join(" ");
    const shell = `sh -c "${line}; echo ended with \\$?"`;
    return new Terminal({ command: shell, cwd: this.folder.path, env: homeAt(this.home.path) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.folder[Symbol.asyncDispose]();
    await this.home[Symbol.asyncDispose]();
  }
}

Deno.test({
  name:
    "what the user always allows is listed, needs no question in later runs, and is forgotten at a terminal",
  ignore: !isInstalled("script", "--version"),
  fn: async () => {
    await using place = await Place.make();
    {
      await using terminal = place.open("execute-phase 1");
      await terminal.until("the question", (shown) => shown.includes("always in this project"));
      await terminal.type(`${DOWN}${DOWN}${DOWN}\r`);
      await terminal.until("the end", (shown) => shown.includes("ended with"));
    }
    const deployed = await place.folder.read("deployed");
    assert.match(deployed, /deployed/);
    assert.doesNotMatch(await place.folder.git("status", "--porcelain", "--ignored"), /permissions/);
    const { permissions, values, project } = await place.result("policy");
    assert.deepEqual(permissions.map(({ request }) => request), ["sh deploy"]);
    assert.deepEqual(values.map(({ key }) => key), ["mode", "commands.deny"]);
    assert.equal(project, await Deno.realPath(place.folder.path));

    const again = await place.call("undo 1 --yes");
    assert.equal(again.code, 0, again.stdout + again.stderr);
    const { stdout, stderr } = await place.call("execute-phase 1");
    assert.ok((await place.folder.read("deployed")).length > deployed.length, stdout + stderr);

    const id = permissions[0]!.id.slice(0, 8);
    for (const [env, why] of [[{}, "there is no terminal"], [{ CLAUDECODE: "1" }, "a coding agent calls"]]) {
      const refused = await place.call("policy forget --all", env as Record<string, string>);
      assert.equal(refused.code, 2);
      assert.ok(refused.stderr.includes(`Cannot change what you always allow: ${why}`), refused.stderr);
    }
    assert.deepEqual((await place.result(`policy forget ${id} --dry-run`)).permissions, []);
    assert.equal((await place.result("policy list")).permissions.length, 1);
    await using terminal = place.open(`policy forget ${id}`);
    await terminal.until("the end", (shown) => shown.includes("ended with 0"));
    assert.deepEqual((await place.result("policy")).permissions, []);
  },
});

Deno.test("wf policy shows the keys that are set, and forget explains what it needs", async () => {
  await using place = await Place.make();
  const { stdout } = await place.call("policy");
  assert.match(
    stdout,
    /^Your policy .*\.wf\/policy\.json\n {2}mode +interactive\n {2}commands\.deny +\["terraform"\]\n/,
  );
  assert.match(stdout, /^Always allowed to agents in .*\n {2}Nothing$/m);
  assert.equal((await wf(["policy"], { cwd: place.home.path, env: homeAt(place.home.path) })).code, 0);
  for (
    const [args, message] of [
      ["forget", /Cannot forget without an ID/],
      ["forget 12345678 --all", /exclude each other/],
      ["forget 12345678", /Nothing is always allowed here with the ID "12345678"/],
    ] as const
  ) {
    const { code, stderr } = await place.call(`policy ${args}`);
    assert.equal(code, 2);
    assert.match(stderr, message);
  }
});
