/**
 * Builds `dist/wf.js`: the whole program in one file, for `deno run` from a URL or a disk.
 *
 * deno task bundle [file]
 *
 * @module
 */
import { bundleForDeno } from "./build/bundles.ts";
import { currentStamp } from "./build/stamp.ts";

await bundleForDeno(Deno.args[0] ?? "dist/wf.js", await currentStamp());
