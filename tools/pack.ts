/**
 * Builds the npm package: `dist/<name>-<version>.tgz`, and its files in `dist/npm`.
 *
 * deno task pack [folder]
 *
 * @module
 */
import { packForNpm } from "./build/npm_package.ts";
import { fromRoot } from "./build/run.ts";
import { currentStamp } from "./build/stamp.ts";

const folder = Deno.args[0] ?? "dist";
await Deno.mkdir(fromRoot(folder), { recursive: true });
const name = await packForNpm(`${folder}/npm`, folder, await currentStamp());
await Deno.stdout.write(new TextEncoder().encode(`${folder}/${name}\n`));
