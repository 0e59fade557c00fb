import { fromRoot, run } from "./run.ts";
import type { Component } from "./sbom.ts";

/** A package that a module imports, directly or indirectly. */
interface Package {
  readonly name: string;
  readonly version: string;
  readonly localPath: string;
}

/** The needed part of `deno.lock`. */
interface Lock {
  readonly npm: Readonly<Record<string, { readonly integrity?: string }>>;
}

/** The needed part of the output of `deno info --json`. */
interface Info {
  readonly modules: readonly { readonly dependencies?: readonly { readonly npmPackage?: string }[] }[];
  readonly npmPackages: Readonly<Record<string, Package & { readonly dependencies: readonly string[] }>>;
}

/**
 * Returns the licenses of all packages in a program, which the licenses require.
 *
 * @param entry The program's module, relative to the repository's root.
 */
export async function noticesText(entry: string): Promise<string> {
  const parts = ["# Software of others in this program\n"];
  for (const { name, version, localPath } of await packagesOf(entry)) {
    parts.push(`\n## ${name} ${version}\n\n\`\`\`\n${(await licenseIn(localPath)).trim()}\n\`\`\`\n`);
  }
  return parts.join("");
}

/** Returns the packages in a program, with their checksums in `deno.lock`. */
export async function componentsOf(entry: string): Promise<readonly Component[]> {
  const { npm }: Lock = JSON.parse(await Deno.readTextFile(fromRoot("deno.lock")));
  return await Promise.all((await packagesOf(entry)).map(async ({ name, version, localPath }) => {
    const { license } = JSON.parse(await Deno.readTextFile(`${localPath}/package.json`));
    // A package with peers has them in its key: `a@1.0.0_b@2.0.0`.
    const id = Object.keys(npm).find((key) => key.split("_")[0] === `${name}@${version}`);
    const integrity = id === undefined ? undefined : npm[id]?.integrity;
    return { name, version, license: typeof license === "string" ? license : "", integrity };
  }));
}

/** The module of the page that a program contains as text. */
const PAGE = "tools/page/main.ts";

/** Returns all packages that a program or its page imports, directly or indirectly, sorted by name. */
async function packagesOf(entry: string): Promise<readonly Package[]> {
  const found = new Map([...await importedBy(entry), ...await importedBy(PAGE)]);
  return [...found].sort(([a], [b]) => a < b ? -1 : 1).map(([, each]) => each);
}

async function importedBy(entry: string): Promise<ReadonlyMap<string, Package>> {
  const info: Info = JSON.parse(await run(Deno.execPath(), ["info", "--json", entry]));
  const imports = info.modules.flatMap(({ dependencies = [] }) => dependencies);
  const reached = new Set(imports.flatMap(({ npmPackage }) => npmPackage ?? []));
  for (const id of reached) info.npmPackages[id]!.dependencies.forEach((other) => reached.add(other));
  return new Map([...reached].map((id) => [id, info.npmPackages[id]!]));
}

async function licenseIn(folder: string): Promise<string> {
  for await (const { name } of Deno.readDir(folder)) {
    if (/^licen[cs]e/i.test(name)) return await Deno.readTextFile(`${folder}/${name}`);
  }
  const { license } = JSON.parse(await Deno.readTextFile(`${folder}/package.json`));
  return `License: ${license}`;
}
