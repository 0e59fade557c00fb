import assert from "node:assert/strict";
import { withSandbox } from "../../../lib/commands/context/sandbox.ts";
import type { CommandContext } from "../../../lib/commands/context/command_context.ts";
import { extendedHost } from "../../../lib/host/extended_host.ts";
import type { Host } from "../../../lib/host/host.ts";
import { configOf } from "../../support/project.ts";
import { host } from "../../support/repository.ts";

/** A machine on which a program for sandboxes is missing, or is there and fails. */
function machine(sandbox: "missing" | "broken", env: Readonly<Record<string, string>> = {}): Host {
  return extendedHost(host, {
    env: (name) => env[name],
    stat: (path) =>
      Promise.resolve(
        sandbox === "broken" && path === "/usr/bin/bwrap"
          ? { kind: "file", size: 1, modified: 0 }
          : undefined,
      ),
    run: () =>
      Promise.resolve({ code: 1, stdout: "", stderr: "bwrap: No permissions to create a namespace\n" }),
  });
}

/** The notices of work on a machine. */
async function noticesOn(
  machine: Host,
  config: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const input = { root: "/", config: configOf(config), repository: undefined };
  return await withSandbox(input, { host: machine } as CommandContext, (context, notices) => {
    assert.equal(context.host, machine);
    return Promise.resolve(notices);
  });
}

Deno.test("a run that requires a sandbox is refused without one, with the way to get it", async () => {
  const required = { "agent.sandbox": "required" };
  await assert.rejects(noticesOn(machine("missing"), required), {
    message: "Cannot run without a sandbox (agent.sandbox is required): bubblewrap is not installed",
    hint: /^Install it: apt install bubblewrap/,
  });
  await assert.rejects(noticesOn(machine("broken"), required), {
    message: /: \/usr\/bin\/bwrap does not work: bwrap: No permissions to create a namespace$/,
    hint: /^Allow user namespaces/,
  });
  await assert.rejects(noticesOn(machine("missing", { WF_SANDBOX: "required" }), {}), {
    message: /WF_SANDBOX is required/,
  });
});

Deno.test("a sandbox that is only preferred is missed in mode yolo, and nowhere else", async () => {
  assert.deepEqual(await noticesOn(machine("missing"), {}), []);
  const [missing] = await noticesOn(machine("missing"), { mode: "yolo" });
  assert.match(missing!, /^No sandbox in mode yolo: bubblewrap is not installed\. Install it/);
  assert.deepEqual(await noticesOn(machine("broken"), { mode: "yolo", "agent.sandbox": "off" }), [
    "No sandbox in mode yolo: agent.sandbox is off",
  ]);
  assert.deepEqual(await noticesOn(machine("broken", { WF_SANDBOX: "off" }), { mode: "yolo" }), [
    "No sandbox in mode yolo: WF_SANDBOX is off",
  ]);
});
