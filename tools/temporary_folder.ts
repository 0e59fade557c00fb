/**
 * The folder for temporary files of the tests.
 * @module
 */
import { statfsSync } from "node:fs";

/** A file system in memory, on Linux, where creating the many thousand small files is fifty times as fast. */
const MEMORY = "/dev/shm";
/** The free space that the tests require, in bytes. */
const NEEDED = 6e9;

/**
 * Creates a folder for the temporary files of a test run: in memory, if there is enough and programs can run
 * from it. It is removed when the program ends.
 *
 * @returns Its path; undefined to use the system's folder, for example when `TMPDIR` is set.
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
