import type { Host } from "../../host/host.ts";

/** The programs that open an address in the browser: of macOS, of WSL and of the desktops of Linux. */
const OPENERS = [["open"], ["wslview"], ["xdg-open"], ["cmd.exe", "/c", "start", ""]] as const;

/** Opens an address in the user's browser, if a program for that is installed. */
export async function openBrowser(url: string, host: Host): Promise<void> {
  for (const [program, ...args] of OPENERS) {
    try {
      await host.spawn({ argv: [program, ...args, url], cwd: host.cwd() });
      return;
    } catch {
      // The next one may be installed. The address is printed in any case.
    }
  }
}
