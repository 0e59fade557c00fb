import type { Host } from "../../host/host.ts";

/** The programs that open an address, by a variable that only their system sets. */
const OPENERS: readonly (readonly [variable: string, command: readonly [string, ...string[]]])[] = [
  ["SystemRoot", ["cmd.exe", "/c", "start", ""]],
  ["WSL_DISTRO_NAME", ["wslview"]],
  ["__CF_USER_TEXT_ENCODING", ["open"]],
  ["WAYLAND_DISPLAY", ["xdg-open"]],
  ["DISPLAY", ["xdg-open"]],
];

/**
 * Returns the command that opens an address in the user's browser; undefined without a desktop, where it could
 * start a browser in the terminal.
 */
export function browserCommand({ env }: Pick<Host, "env">): readonly [string, ...string[]] | undefined {
  if (env("SSH_CONNECTION")) return undefined;
  return OPENERS.find(([variable]) => env(variable))?.[1];
}

/** Opens an address in the user's browser, if possible. */
export async function openBrowser(url: string, host: Host): Promise<void> {
  const command = browserCommand({ env: (name) => host.env(name) });
  if (command === undefined) return;
  try {
    await host.spawn({ argv: [...command, url], cwd: host.cwd() });
  } catch {
    // It is not installed. The address is printed in any case.
  }
}
