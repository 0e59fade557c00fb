import { digest } from "./digest.ts";

/** A file of a release. */
export interface ReleaseFile {
  /** Name, without path. */
  readonly name: string;
  /** Size in bytes. */
  readonly size: number;
  /** SHA-256 checksum, in hexadecimal. */
  readonly sum: string;
}

/** Returns the sizes and checksums of the files in a folder, sorted by name, without `SHA256SUMS`. */
export async function releaseFiles(
  folder: string,
  names: readonly string[],
): Promise<readonly ReleaseFile[]> {
  return await Promise.all(
    names.toSorted().map(async (name) => {
      const bytes = await Deno.readFile(`${folder}/${name}`);
      return { name, size: bytes.length, sum: await digest(bytes) };
    }),
  );
}

/** Returns the text of `SHA256SUMS`, in the format of `sha256sum --check`. */
export function sumsText(files: readonly ReleaseFile[]): string {
  return files.map(({ name, sum }) => `${sum}  ${name}\n`).join("");
}

/** Returns a table of names and sizes. */
export function sizesText(files: readonly ReleaseFile[]): string {
  const width = Math.max(...files.map(({ name }) => name.length));
  return files.map(({ name, size }) => `${name.padEnd(width)}  ${megabytes(size)}\n`).join("");
}

function megabytes(size: number): string {
  return `${(size / 1e6).toFixed(size < 1e6 ? 3 : 1).padStart(7)} MB`;
}
