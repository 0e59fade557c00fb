import type { Host } from "../../host/host.ts";
import { hexDigest } from "./sha256.ts";

/** Size of the largest file that is hashed without git, in bytes. */
const MAX_BYTES = 1_000_000;

/**
 * Returns the name of the SHA-1 object that git would store for the content of a text file.
 *
 * @returns Undefined for a large file, and for one that is not UTF-8.
 */
export async function blobHash(host: Host, path: string): Promise<string | undefined> {
  const size = (await host.stat(path))?.size ?? Infinity;
  if (size > MAX_BYTES) return undefined;
  const text = await host.readText(path).catch(() => "\uFFFD");
  const bytes = new TextEncoder().encode(`blob ${size}\0${text}`);
  // Text that stands for other bytes, such as those of a byte order mark, has another length.
  const header = `blob ${size}\0`.length;
  if (text.includes("\uFFFD") || bytes.length - header !== size) return undefined;
  return await hexDigest("SHA-1", bytes);
}
