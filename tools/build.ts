/**
 * Makes in `dist/` what is released, each byte the same whenever and wherever it is made from the same
 * commit: the bundle for Deno, standalone programs, the npm package, the install scripts, and the sums
 * of all.
 *
 *     deno task build [target…] [--check] [--out=folder]
 *
 * Targets are `all` (also meant when there is none), `host` for the machine at hand, or names such as
 * `linux-x64`. Where targets are named, only their programs are made. `--check` makes everything twice
 * and fails where the two differ. `--out` names another folder than `dist`.
 * @module
 */
import { bundleForDeno, bundleForNode } from "./build/bundles.ts";
import { compile } from "./build/compile.ts";
import { noticesText } from "./build/notices.ts";
import { packForNpm } from "./build/npm_package.ts";
import { fromRoot } from "./build/run.ts";
import { currentStamp, type Stamp, stamped } from "./build/stamp.ts";
import { type ReleaseFile, releaseFiles, sizesText, sumsText } from "./build/sums.ts";
import { type Target, TARGETS, targetsNamed } from "./build/targets.ts";

const words = Deno.args.filter((word) => !word.startsWith("--"));
const out = Deno.args.find((word) => word.startsWith("--out="))?.slice("--out=".length) ?? "dist";
const parts = `${out}/parts`;

async function build(targets: readonly Target[], stamp: Stamp): Promise<readonly ReleaseFile[]> {
  await Deno.mkdir(fromRoot(out), { recursive: true });
  const names: string[] = [];
  await bundleForNode(parts, { entries: ["bin.ts"], minify: true }, stamp);
  for (const target of targets) {
    await compile(target, { entry: `${parts}/bin.js`, folder: out });
    names.push(target.file);
  }
  if (targets === TARGETS) names.push(...await buildOthers(stamp));
  const files = await releaseFiles(fromRoot(out), names);
  await Deno.writeTextFile(fromRoot(`${out}/SHA256SUMS`), sumsText(files));
  return files;
}

/** What does not depend on a target. */
async function buildOthers(stamp: Stamp): Promise<readonly string[]> {
  await bundleForDeno(`${out}/wf.js`, stamp);
  const archive = await packForNpm(`${out}/npm`, out, stamp);
  for (const name of ["install.sh", "install.ps1"]) {
    await Deno.writeTextFile(
      fromRoot(`${out}/${name}`),
      stamped(await Deno.readTextFile(fromRoot(name)), stamp),
    );
  }
  await Deno.writeTextFile(fromRoot(`${out}/THIRD_PARTY.md`), await noticesText("bin.ts"));
  return ["wf.js", archive, "install.sh", "install.ps1", "THIRD_PARTY.md"];
}

async function print(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(text));
}

const targets = targetsNamed(words);
const stamp = await currentStamp();
const files = await build(targets, stamp);
await print(`${sizesText(files)}\nCommit ${stamp.commit}, sums in ${out}/SHA256SUMS\n`);
if (Deno.args.includes("--check")) {
  const again = new Map((await build(targets, stamp)).map(({ name, sum }) => [name, sum]));
  const different = files.filter(({ name, sum }) => again.get(name) !== sum).map(({ name }) => name);
  await print(
    different.length === 0 ? "Made twice: the same\n" : `Made twice: ${different.join(", ")} differ\n`,
  );
  if (different.length > 0) Deno.exit(1);
}
