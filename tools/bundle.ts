/**
 * Builds `dist/wf.js` and the files that it loads on demand from the same folder, for `deno run` from a URL or a disk.
 *
 * deno task bundle [file]
 *
 * @module
 */
import { bundleForDeno } from "./build/bundles.ts";
import { currentStamp } from "./build/stamp.ts";

await bundleForDeno(Deno.args[0] ?? "dist/wf.js", await currentStamp());
