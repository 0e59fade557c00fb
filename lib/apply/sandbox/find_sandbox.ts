import { type Host, HostError } from "../../host/host.ts";
import { bubblewrapArguments } from "../../plan/sandbox/bubblewrap.ts";

/** The program that confines others, or the reason why there is none. */
export type FoundSandbox =
  | { readonly kind: "bubblewrap" | "seatbelt"; readonly path: string }
  | { readonly kind: "none"; readonly reason: string; readonly hint: string };

/** The paths of bubblewrap. PATH is not searched: a project could put its own program there. */
const BUBBLEWRAP: readonly string[] = [
  "/usr/bin/bwrap",
  "/usr/local/bin/bwrap",
  "/run/current-system/sw/bin/bwrap",
];
const SEATBELT = "/usr/bin/sandbox-exec";

/** Finds the program of this system that confines others, and tries it. */
export async function findSandbox(host: Host): Promise<FoundSandbox> {
  const isThere = async (path: string) => (await host.stat(path))?.kind === "file";
  if (await isThere(SEATBELT)) {
    return await tried(host, "seatbelt", SEATBELT, ["-p", "(version 1)(allow default)"]);
  }
  for (const path of BUBBLEWRAP) {
    if (!await isThere(path)) continue;
    return await tried(
      host,
      "bubblewrap",
      path,
      bubblewrapArguments([], { cwd: "/", access: { network: false } }),
    );
  }
  const reason = "bubblewrap is not installed";
  const hint = "Install it: apt install bubblewrap, dnf install bubblewrap or pacman -S bubblewrap; " +
    "on Windows there is no sandbox, but there is one in WSL";
  return { kind: "none", reason, hint };
}

async function tried(
  host: Host,
  kind: "bubblewrap" | "seatbelt",
  path: string,
  args: readonly string[],
): Promise<FoundSandbox> {
  const hint = kind === "seatbelt" ? "" : "Allow user namespaces, for example with " +
    "sysctl kernel.apparmor_restrict_unprivileged_userns=0; a container must be allowed to create them";
  try {
    const { code, stderr } = await host.run({ argv: [path, ...args, "true"], cwd: "/" });
    if (code === 0) return { kind, path };
    return { kind: "none", reason: `${path} does not work: ${stderr.trim().split("\n")[0]}`, hint };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { kind: "none", reason: error.message, hint };
  }
}
