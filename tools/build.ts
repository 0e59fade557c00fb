/**
 * Builds the release files in `dist/`, reproducibly for a commit: the bundle for Deno, standalone programs,
 * the npm package, the install scripts, the licenses and the bill of materials of the packages in them, and the
 * checksums of all.
 *
 * deno task build [target…] [--check] [--out=folder]
 *
 * Targets are `all` (the default), `host` for this machine, or names such as `linux-x64`. With named targets,
 * only their programs are built. `--check` builds everything twice and fails if the results differ. `--out`
 * names another folder than `dist`.
 * @module
 */
import { BUNDLE_PARTS } from "../lib/release/release.ts";
import { bundleForDeno, bundleForNode } from "./build/bundles.ts";
import { compile } from "./build/compile.ts";
import config from "../deno.json" with { type: "json" };
import { componentsOf, noticesText } from "./build/notices.ts";
import { packForNpm } from "./build/npm_package.ts";
import { fromRoot } from "./build/run.ts";
import { sbomText } from "./build/sbom.ts";
import { currentStamp, type Stamp, stamped } from "./build/stamp.ts";
import { type ReleaseFile, releaseFiles, sizesText, sumsText } from "./build/sums.ts";
import { type Target, TARGETS, targetsNamed } from "./build/targets.ts";

const SBOM = "wf.cdx.json";
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
    if (targets === TARGETS) names.push(await compressed(`${out}/${target.file}`));
  }
  if (targets === TARGETS) names.push(...await buildOthers(stamp));
  const files = await releaseFiles(fromRoot(out), names);
  await Deno.writeTextFile(fromRoot(`${out}/SHA256SUMS`), sumsText(files));
  return files;
}

/** Compresses a program for its download, and returns the name of the file. */
async function compressed(path: string): Promise<string> {
  const [program, target] = [fromRoot(path), fromRoot(`${path}.gz`)];
  const { readable } = await Deno.open(program);
  await Deno.writeFile(target, readable.pipeThrough(new CompressionStream("gzip")));
  return target.slice(target.lastIndexOf("/") + 1);
}

/** Builds the files that do not depend on a target. */
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
  const subject = { name: config.name, version: config.version, ...stamp };
  await Deno.writeTextFile(fromRoot(`${out}/${SBOM}`), sbomText(await componentsOf("bin.ts"), subject));
  return ["wf.js", ...BUNDLE_PARTS, archive, "install.sh", "install.ps1", "THIRD_PARTY.md", SBOM];
}

async function print(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(text));
}

const targets = targetsNamed(words);
const stamp = await currentStamp();
const files = await build(targets, stamp);
await print(`${sizesText(files)}\nCommit ${stamp.commit}, checksums in ${out}/SHA256SUMS\n`);
if (Deno.args.includes("--check")) {
  const again = new Map((await build(targets, stamp)).map(({ name, sum }) => [name, sum]));
  const different = files.filter(({ name, sum }) => again.get(name) !== sum).map(({ name }) => name);
  await print(
    different.length === 0 ? "Built twice: the same\n" : `Built twice: ${different.join(", ")} differ\n`,
  );
  if (different.length > 0) Deno.exit(1);
}
