/** The root of this repository, with a slash at its end. */
export const ROOT: string = decodeURIComponent(new URL("../../", import.meta.url).pathname);

/**
 * Runs a program and gives what it printed. Git is not told of the repository that a hook works in which
 * a build was started from.
 *
 * Throws with what it said when it does not end with 0.
 *
 * @param cwd The folder to run it in: the root of this repository unless it is given.
 */
export async function run(program: string, args: readonly string[], cwd = ROOT): Promise<string> {
  const variables = Object.entries(Deno.env.toObject()).filter(([name]) => !name.startsWith("GIT_"));
  const env = Object.fromEntries(variables);
  const command = new Deno.Command(program, { args: [...args], cwd, env, clearEnv: true, stdin: "null" });
  const { code, stdout, stderr } = await command.output();
  const text = new TextDecoder();
  if (code === 0) return text.decode(stdout);
  throw new Error(
    `${program} ${args[0]} ends with ${code}:\n${text.decode(stderr)}${text.decode(stdout)}`.trimEnd(),
  );
}

/** A path as seen from the root of this repository, or itself where it is absolute. */
export function fromRoot(path: string): string {
  return path.startsWith("/") ? path : `${ROOT}${path}`;
}
