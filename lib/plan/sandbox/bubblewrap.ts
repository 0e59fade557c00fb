import type { SandboxAccess } from "../../../schemas/sandbox.ts";
import { type Mount, ordered, viewOf } from "./mounts.ts";

/** The folders below /run that programs need: names of hosts and users, programs on NixOS, local databases. */
const RUN: readonly string[] = [
  ...[
    "systemd/resolve",
    "resolvconf",
    "NetworkManager/resolv.conf",
    "nscd",
    "current-system",
    "opengl-driver",
  ],
  ...["postgresql", "mysqld", "redis"],
];

/** The parts of /proc with which root changes the settings of the machine. */
const SETTINGS: readonly string[] = ["sys", "sysrq-trigger", "irq", "bus", "acpi", "mtrr", "scsi"];

/**
 * Returns the arguments of bubblewrap, up to the program to run.
 *
 * The disk is read-only but for the mounts. Processes outside are invisible: otherwise their memory, and the
 * disk as they see it, could be reached below /proc. Below /run are the sockets of services that act for the
 * user outside, such as those of Docker, D-Bus and ssh-agent, so that only known folders are visible.
 */
export function bubblewrapArguments(
  mounts: readonly Mount[],
  { cwd, access }: { readonly cwd: string; readonly access: SandboxAccess },
): readonly string[] {
  return [
    ...["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
    ...(access.network ? [] : ["--unshare-net"]),
    ...["--die-with-parent", "--cap-drop", "ALL"],
    ...[viewOf("/", mounts) === "writable" ? "--bind" : "--ro-bind", "/", "/"],
    ...["--dev", "/dev", "--proc", "/proc", "--tmpfs", "/run"],
    ...SETTINGS.flatMap((name) => ["--ro-bind-try", `/proc/${name}`, `/proc/${name}`]),
    ...RUN.flatMap((name) => ["--ro-bind-try", `/run/${name}`, `/run/${name}`]),
    ...ordered(mounts).filter(({ path }) => path !== "/").flatMap(mountArguments),
    ...["--chdir", cwd, "--"],
  ];
}

function mountArguments({ path, view, kind, source = path }: Mount): readonly string[] {
  switch (view) {
    case "read-only":
    case "shown":
      return ["--ro-bind", source, path];
    case "writable":
    case "replaced":
    case "copied":
      return ["--bind", source, path];
    case "hidden":
      return kind === "directory" ? ["--tmpfs", path] : ["--ro-bind", "/dev/null", path];
  }
}
