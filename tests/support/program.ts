/**
 * Runs the program itself, as a user does.
 * @module
 */
import { fromRoot } from "./root.ts";
import { GIT_ENVIRONMENT } from "./repository.ts";

/** What came of a call. */
export interface Called {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How to call. */
export interface CallOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Another program, by its path. */
  readonly program?: string;
}

/** The command that starts the program; `WF_PROGRAM` names another one, such as the bundle. */
export function program(path?: string): [string, string[]] {
  return [Deno.execPath(), [
    "run",
    "--quiet",
    "--allow-all",
    "--no-prompt",
    path ?? Deno.env.get("WF_PROGRAM") ?? fromRoot("cli.ts"),
  ]];
}

/** Starts the program. */
export function start(args: readonly string[], options: CallOptions): Deno.ChildProcess {
  const { cwd, env = {} } = options;
  const [command, first] = program(options.program);
  return new Deno.Command(command, {
    args: [...first, ...args],
    cwd,
    env: { ...GIT_ENVIRONMENT, NO_COLOR: "1", ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Runs the program to its end. */
export async function wf(args: readonly string[], options: CallOptions): Promise<Called> {
  const { code, stdout, stderr } = await start(args, options).output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}
