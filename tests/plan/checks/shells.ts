/** Shells that a system may call `sh`, of those that are installed here. */
export const SHELLS: readonly string[] = ["dash", "bash", "sh"].filter(isInstalled)
  .filter((shell, _, all) => shell !== "sh" || !all.includes("dash") || fileOf("sh") !== fileOf("dash"));

/** How a script ended in a shell. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script in a shell like a check: with empty input, in an empty folder. */
export async function runIn(shell: string, script: string): Promise<Ended> {
  const cwd = await Deno.makeTempDir();
  try {
    const command = new Deno.Command(shell, {
      args: ["-c", script],
      cwd,
      stdin: "null",
      env: { LC_ALL: "C" },
    });
    const { code, stdout, stderr } = await command.output();
    const decoder = new TextDecoder();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  } finally {
    await Deno.remove(cwd, { recursive: true });
  }
}

function fileOf(shell: string): string {
  const { stdout } = new Deno.Command("sh", { args: ["-c", `command -v ${shell}`] }).outputSync();
  return Deno.realPathSync(new TextDecoder().decode(stdout).trim());
}

function isInstalled(shell: string): boolean {
  try {
    return new Deno.Command(shell, { args: ["-c", ":"] }).outputSync().success;
  } catch {
    return false;
  }
}
