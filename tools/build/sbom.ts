/** A package that a program contains. */
export interface Component {
  /** Name on npm: `@scope/name`. */
  readonly name: string;
  readonly version: string;
  /** SPDX expression; empty if unknown. */
  readonly license: string;
  /** Checksum as in a lock file: `sha512-` and base64; undefined if unknown. */
  readonly integrity?: string | undefined;
}

/** The program that the components are part of. */
export interface SbomSubject {
  readonly name: string;
  readonly version: string;
  readonly commit: string;
  /** The repository on GitHub: owner and name. */
  readonly repository: string;
}

/**
 * Returns the software bill of materials of a program in the format CycloneDX 1.6: its components, sorted, with
 * checksums and licenses. It has no time and no random number, so that builds are reproducible.
 */
export function sbomText(components: readonly Component[], subject: SbomSubject): string {
  const { name, version, commit, repository } = subject;
  const purl = purlOf({ name, version });
  const sorted = components.map(componentOf).toSorted((a, b) => a.purl < b.purl ? -1 : 1);
  const bom = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        "type": "application",
        "bom-ref": purl,
        name,
        version,
        purl,
        externalReferences: [{ type: "vcs", url: `https://github.com/${repository}` }],
        properties: [{ name: "git:commit", value: commit }],
      },
    },
    components: sorted,
    dependencies: [{ ref: purl, dependsOn: sorted.map((one) => one.purl) }],
  };
  return `${JSON.stringify(bom, null, 2)}\n`;
}

function componentOf({ name, version, license, integrity }: Component) {
  const purl = purlOf({ name, version });
  const content = integrity === undefined ? undefined : hexOf(integrity);
  return {
    "type": "library",
    "bom-ref": purl,
    name,
    version,
    purl,
    ...(content === undefined ? {} : { hashes: [{ alg: "SHA-512", content }] }),
    ...(license === "" ? {} : { licenses: [{ expression: license }] }),
  };
}

/** Returns the package URL of a package on npm. */
function purlOf({ name, version }: Pick<Component, "name" | "version">): string {
  return `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;
}

function hexOf(integrity: string): string | undefined {
  const base64 = /^sha512-(.+)$/.exec(integrity)?.[1];
  return base64 === undefined ? undefined : Uint8Array.fromBase64(base64).toHex();
}
