import { type CallOptions, wf } from "./program.ts";
import { Folder } from "./repository.ts";

/**
 * Pastes a printed command: calls of the program run as {@link wf} does, all others in a shell without an editor.
 *
 * @returns The exit code of the last command that ran, and what it printed.
 */
export async function paste(
  command: string,
  options: CallOptions,
): Promise<{ readonly code: number; readonly output: string }> {
  const shown: string[] = [];
  for (const part of command.split(" && ")) {
    const { code, output } = part.startsWith("wf ")
      ? await callWf(part, options)
      : await callShell(part, options);
    shown.push(`$ ${part}\n${output}`);
    if (code !== 0) return { code, output: shown.join("\n") };
  }
  return { code: 0, output: shown.join("\n") };
}

async function callWf(command: string, options: CallOptions) {
  const { code, stdout, stderr } = await wf(command.split(" ").slice(1), options);
  return { code, output: stdout + stderr };
}

async function callShell(command: string, { cwd, env = {} }: CallOptions) {
  const own = { ...env, EDITOR: "false", GIT_TERMINAL_PROMPT: "0" };
  const { code, stdout, stderr } = await new Deno.Command("sh", { args: ["-c", command], cwd, env: own })
    .output();
  return { code, output: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
}

/** Resolves the conflicts in a working tree as a user may: both texts stay, and what one side has removed is removed. */
export async function resolveConflicts(path: string): Promise<void> {
  const folder = Folder.at(path);
  for (const entry of (await folder.git("status", "--porcelain", "-z")).split("\0")) {
    const [state, name] = [entry.slice(0, 2), entry.slice(3)];
    if (/^(?:UD|DU)$/.test(state)) await folder.git("rm", "--quiet", "--", name);
    else if (/^(?:UU|AA)$/.test(state)) {
      await folder.write({ [name]: (await folder.read(name)).replaceAll(/^(?:<{7}|={7}|>{7}).*\n/gm, "") });
    }
  }
}
