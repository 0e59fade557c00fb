import type { Host } from "../host.ts";

/** Marks pasted text, and stops that: xterm's bracketed paste. */
const [MARK_PASTE, MARK_NO_PASTE] = ["\x1b[?2004h", "\x1b[?2004l"];

/** Restores the terminal of each input that is open. */
const open = new Set<() => void>();

export interface RawInput {
  readonly host: Pick<Host, "write" | "readText" | "run" | "pid" | "cwd">;
  /** Lets the terminal pass each key at once and without echo, or lines as usual. */
  readonly setRaw: (raw: boolean) => void;
  readonly listener: (text: string) => void;
}

/**
 * Passes what is typed to a listener until the returned function is called, which restores the terminal. Undefined
 * for a program in the background, which the system stops when it uses the terminal.
 */
export async function readRaw({ host, setRaw, listener }: RawInput): Promise<(() => void) | undefined> {
  if (!await isInForeground(host)) return undefined;
  // Questions read the same stream, so that no key is lost between the two.
  const { default: process } = await import("node:process");
  const { stdin } = process;
  const decoder = new TextDecoder();
  const onData = (bytes: Uint8Array) => listener(decoder.decode(bytes, { stream: true }));
  const restore = () => {
    if (!open.delete(restore)) return;
    stdin.off("data", onData);
    process.off("SIGCONT", onContinued);
    stdin.pause();
    try {
      setRaw(false);
      host.write("stderr", MARK_NO_PASTE);
    } catch {
      // The terminal is gone.
    }
  };
  const begin = () => {
    setRaw(true);
    host.write("stderr", MARK_PASTE);
  };
  // The shell has changed the modes of the terminal since Ctrl-Z.
  const onContinued = async () => {
    if (!await isInForeground(host) || !open.has(restore)) return;
    setRaw(false);
    begin();
  };
  begin();
  open.add(restore);
  process.on("SIGCONT", onContinued);
  // The error of a terminal that is gone.
  if (stdin.listenerCount("error") === 0) stdin.on("error", restore);
  stdin.on("data", onData);
  stdin.resume();
  return restore;
}

/** Restores the terminal before the program exits. */
export function restoreTerminal(): void {
  for (const restore of open) restore();
}

async function isInForeground(host: RawInput["host"]): Promise<boolean> {
  try {
    const status = await host.readText("/proc/self/stat");
    const [, , group, , , foreground] = status.slice(status.lastIndexOf(")") + 2).split(" ");
    return group === foreground;
  } catch {
    // macOS has no such file.
  }
  try {
    const argv = ["ps", "-o", "stat=", "-p", `${host.pid}`] as const;
    return (await host.run({ argv, cwd: host.cwd() })).stdout.includes("+");
  } catch {
    return false;
  }
}
