/** The root of this repository, with a trailing slash. */
export const ROOT: string = decodeURIComponent(new URL("../../", import.meta.url).pathname);

/**
 * Runs a program and returns its output. Git variables of a hook that started the build are removed.
 *
 * Throws an error with its output when it does not exit with 0.
 *
 * @param cwd The folder to run it in; the root of this repository when omitted.
 */
export async function run(program: string, args: readonly string[], cwd = ROOT): Promise<string> {
  const variables = Object.entries(Deno.env.toObject()).filter(([name]) => !name.startsWith("GIT_"));
  const env = Object.fromEntries(variables);
  const command = new Deno.Command(program, { args: [...args], cwd, env, clearEnv: true, stdin: "null" });
  const { code, stdout, stderr } = await command.output();
  const text = new TextDecoder();
  if (code === 0) return text.decode(stdout);
  throw new Error(
    `${program} ${args[0]} exited with ${code}:\n${text.decode(stderr)}${text.decode(stdout)}`.trimEnd(),
  );
}

/** Resolves a path against the root of this repository. An absolute path is unchanged. */
export function fromRoot(path: string): string {
  return path.startsWith("/") ? path : `${ROOT}${path}`;
}
