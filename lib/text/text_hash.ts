/**
 * Returns the FNV-1a hash of the UTF-16 units: 64 bits as 16 hexadecimal digits. It detects changes, but not
 * forgery.
 */
export function textHash(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let index = 0; index < text.length; index++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, "0");
}
