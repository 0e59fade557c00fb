/** The root of this repository, with a slash at its end. */
export const ROOT: string = decodeURIComponent(new URL("../../", import.meta.url).pathname);

/**
 * Runs a program in the root of this repository and gives what it printed.
 *
 * Throws with what it said when it does not end with 0.
 */
export async function run(program: string, args: readonly string[]): Promise<string> {
  const command = new Deno.Command(program, { args: [...args], cwd: ROOT, stdin: "null" });
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
