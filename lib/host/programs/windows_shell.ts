import { joinPath, parentPath, pathWithin } from "../../path/paths.ts";
import { HostError } from "../host.ts";
import { portablePath, searchPath } from "../system.ts";

/** The part of a Windows machine that determines the shell. */
export interface WindowsMachine {
  /** Returns an environment variable. */
  readonly env: (name: string) => string | undefined;
  readonly exists: (path: string) => boolean;
}

/**
 * Returns the program to start on Windows: for `sh` and `bash` the path of Git's shell, next to the `git` in PATH or
 * where Git is usually installed, otherwise of another shell in PATH. Other programs are returned unchanged.
 *
 * The `bash.exe` of the Windows folder and of WindowsApps is never used: it starts the Windows Subsystem for
 * Linux, which has other files and programs.
 *
 * @throws {HostError} When there is no such shell.
 */
export function windowsProgram(program: string, { env, exists }: WindowsMachine): string {
  if (program !== "sh" && program !== "bash") return program;
  const folder = (name: string) => portablePath(env(name) || "C:/Windows", "windows");
  const folders = searchPath(env("PATH") ?? "", "windows");
  const ofGit = folders.filter((path) => exists(joinPath(path, "git.exe")))
    .flatMap((path) => [parentPath(path), parentPath(parentPath(path))]);
  const usual = ["ProgramFiles", "ProgramW6432", "ProgramFiles(x86)"].map((name) =>
    joinPath(folder(name), "Git")
  );
  const roots = [...ofGit, ...usual, joinPath(folder("LOCALAPPDATA"), "Programs/Git")];
  const windows = folder("SystemRoot").toLowerCase();
  const found = [...roots.flatMap((root) => [joinPath(root, "bin"), joinPath(root, "usr/bin")]), ...folders]
    .filter((path) => {
      const plain = path.toLowerCase();
      return pathWithin(windows, plain) === undefined && !/\/windowsapps\/?$/.test(plain);
    })
    .map((path) => joinPath(path, `${program}.exe`)).find(exists);
  if (found !== undefined) return found;
  throw new HostError(
    "not-found",
    program,
    `Cannot run ${program}: neither Git for Windows nor another POSIX shell was found. The bash.exe of Windows ` +
      "itself is not used, because it starts Linux (WSL). Install Git for Windows: https://gitforwindows.org",
  );
}
