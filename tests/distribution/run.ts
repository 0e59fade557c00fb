/**
 * Runs Deno as somebody who has this repository's files, but none of its configuration.
 * @module
 */
import { GIT_ENVIRONMENT } from "../support/repository.ts";
import type { Called } from "../support/program.ts";

/** How to call. */
export interface DenoOptions {
  /** Folder to run in. */
  readonly cwd: string;
  /** Variables on top of those of the test. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs Deno to its end. Nothing can be asked: without a permission a program fails. */
export async function deno(args: readonly string[], { cwd, env = {} }: DenoOptions): Promise<Called> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd,
    env: { ...GIT_ENVIRONMENT, DENO_TLS_CA_STORE: "system", NO_COLOR: "1", ...env },
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}

/** Arguments that run a script with these permissions and without any configuration. */
export function run(script: string, ...permissions: readonly string[]): readonly string[] {
  return ["run", "--quiet", "--no-prompt", "--no-config", "--no-lock", ...permissions, script];
}
