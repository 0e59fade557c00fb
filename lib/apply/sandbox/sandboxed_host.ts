import type { SandboxAccess } from "../../../schemas/sandbox.ts";
import { extendedHost } from "../../host/extended_host.ts";
import type { Child, Command, CommandResult, Host, SpawnCommand } from "../../host/host.ts";
import { type FailedIn, refusedPaths, sandboxCause } from "../../plan/sandbox/causes.ts";
import type { Sandbox } from "./sandbox.ts";

/** The length of an unfinished line that is kept, in UTF-16 units. */
const MAX_LINE = 1_000_000;

/**
 * Returns a machine that runs the programs with a {@link Command.sandbox} in a sandbox, and is the given one
 * otherwise. If the sandbox may have caused a failure, the errors of the program end with that.
 */
export function sandboxedHost(host: Host, sandbox: Sandbox): Host {
  return extendedHost(host, {
    run: (command) => command.sandbox === undefined ? host.run(command) : run(command, command.sandbox),
    spawn: (command) => command.sandbox === undefined ? host.spawn(command) : spawn(command, command.sandbox),
  });

  async function run(plain: Command, access: SandboxAccess): Promise<CommandResult> {
    const { command, failure } = await sandbox.confine(plain, access);
    const { code, stdout, stderr } = await host.run(command);
    return { code, stdout, stderr: code === 0 ? stderr : stderr + causeOf(`${stdout}\n${stderr}`, failure) };
  }

  async function spawn(plain: SpawnCommand, access: SandboxAccess): Promise<Child> {
    const { command, failure, refresh } = await sandbox.confine(plain, access);
    const child = await host.spawn(command);
    const input = child.stdin.getWriter();
    input.closed.catch(() => {});
    return {
      pid: child.pid,
      // With each message the program may get work on other commits.
      stdin: new WritableStream({
        write: async (bytes) => {
          await refresh();
          await input.write(bytes);
        },
        close: () => input.close(),
      }),
      stdout: child.stdout.pipeThrough(lineReader((line) => {
        for (const path of refusedPaths(line, failure)) sandbox.refused.add(path);
      })),
      ended: child.ended,
      errors: () => child.errors() + causeOf(child.errors(), failure),
      end: () => child.end(),
    };
  }
}

/** Returns a stream that passes bytes on, and calls back with each of their lines. */
function lineReader(onLine: (line: string) => void): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  let rest = "";
  return new TransformStream({
    transform(bytes, controller) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
      rest = lines.pop()!.slice(-MAX_LINE);
      for (const line of lines) onLine(line);
      controller.enqueue(bytes);
    },
  });
}

function causeOf(output: string, failure: FailedIn): string {
  const cause = sandboxCause(output, failure);
  return cause === undefined ? "" : `\n${cause}\n`;
}
