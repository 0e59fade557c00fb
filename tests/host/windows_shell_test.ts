import assert from "node:assert/strict";
import { windowsProgram } from "../../lib/host/programs/windows_shell.ts";

const WSL = ["C:/Windows/System32/bash.exe", "D:/Ann/AppData/Local/Microsoft/WindowsApps/bash.exe"];
const VARIABLES: Readonly<Record<string, string>> = {
  SystemRoot: String.raw`C:\Windows`,
  ProgramFiles: String.raw`C:\Program Files`,
  LOCALAPPDATA: String.raw`D:\Ann\AppData\Local`,
};
const SYSTEM_PATH = String
  .raw`C:\WINDOWS\system32;C:\Windows;D:\Ann\AppData\Local\Microsoft\WindowsApps`;

/** A machine with WSL and other files. */
function machine(files: readonly string[], path = "") {
  const all = new Set([...WSL, ...files]);
  return {
    env: (name: string) => name === "PATH" ? `${SYSTEM_PATH};${path}` : VARIABLES[name],
    exists: (file: string) => all.has(file) || WSL.some((wsl) => wsl.toLowerCase() === file.toLowerCase()),
  };
}

const PLACES: readonly (readonly [where: string, path: string, files: readonly string[], shell: string])[] = [
  [
    "next to the git in PATH",
    String.raw`D:\Git\cmd`,
    ["D:/Git/cmd/git.exe", "D:/Git/bin/bash.exe", "D:/Git/usr/bin/bash.exe"],
    "D:/Git/bin/bash.exe",
  ],
  [
    "next to the git of a Git Bash",
    String.raw`C:\Program Files\Git\mingw64\bin`,
    ["C:/Program Files/Git/mingw64/bin/git.exe", "C:/Program Files/Git/bin/bash.exe"],
    "C:/Program Files/Git/bin/bash.exe",
  ],
  [
    "where Git is installed, although it is not in PATH",
    "",
    ["C:/Program Files/Git/bin/bash.exe"],
    "C:/Program Files/Git/bin/bash.exe",
  ],
  [
    "where Git is installed for one user",
    "",
    ["D:/Ann/AppData/Local/Programs/Git/usr/bin/bash.exe"],
    "D:/Ann/AppData/Local/Programs/Git/usr/bin/bash.exe",
  ],
  ["in PATH", String.raw`C:\msys64\usr\bin`, ["C:/msys64/usr/bin/bash.exe"], "C:/msys64/usr/bin/bash.exe"],
];

for (const [where, path, files, shell] of PLACES) {
  Deno.test(`on Windows the shell is the one ${where}, and never that of WSL`, () => {
    assert.equal(windowsProgram("bash", machine(files, path)), shell);
    const sh = files.map((file) => file.replace("bash.exe", "sh.exe"));
    assert.equal(windowsProgram("sh", machine(sh, path)), shell.replace("bash.exe", "sh.exe"));
  });
}

Deno.test("on Windows without a shell the error names Git for Windows", () => {
  for (const program of ["sh", "bash"]) {
    assert.throws(
      () => windowsProgram(program, machine([])),
      /^HostError: Cannot run (?:ba)?sh: .*gitforwindows/,
    );
  }
});

Deno.test("on Windows other programs are found by the system", () => {
  assert.equal(windowsProgram("git", machine([])), "git");
});
