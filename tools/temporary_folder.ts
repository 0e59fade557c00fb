/**
 * Where the tests make their folders.
 * @module
 */
import { statfsSync } from "node:fs";

/** A file system in memory, on Linux: each of the many thousand small files takes a fiftieth of the time. */
const MEMORY = "/dev/shm";
/** What the tests need of it and leave to others, in bytes. */
const NEEDED = 6e9;

/**
 * Makes a folder for the temporary files of a run of the tests: in memory, where there is enough and programs
 * may be run from it. It goes when the program ends.
 *
 * @returns Its path; undefined where the system's own folder is to be used, as `TMPDIR` says where it is set.
 */
export function temporaryFolder(): string | undefined {
  if (Deno.env.get("TMPDIR") !== undefined || !hasRoom()) return undefined;
  const path = Deno.makeTempDirSync({ dir: MEMORY, prefix: "wf-tests-" });
  const remove = () => Deno.removeSync(path, { recursive: true });
  if (!mayRunFrom(path)) {
    remove();
    return undefined;
  }
  addEventListener("unload", remove);
  for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, () => Deno.exit(130));
  return path;
}

function hasRoom(): boolean {
  if (Deno.build.os !== "linux" || Deno.systemMemoryInfo().available < NEEDED) return false;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > NEEDED;
  } catch {
    return false;
  }
}

function mayRunFrom(folder: string): boolean {
  const script = `${folder}/script`;
  Deno.writeTextFileSync(script, "#!/bin/sh\n", { mode: 0o755 });
  try {
    return new Deno.Command(script).outputSync().success;
  } catch {
    return false;
  } finally {
    Deno.removeSync(script);
  }
}
