/** Returns the SHA-256 of a text, in hexadecimal. */
export async function sha256(text: string): Promise<string> {
  return await hexDigest("SHA-256", new TextEncoder().encode(text));
}

/** Returns a digest in hexadecimal. */
export async function hexDigest(
  algorithm: "SHA-1" | "SHA-256",
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const digest = await crypto.subtle.digest(algorithm, bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
