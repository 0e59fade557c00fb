import { cutBytes } from "./bytes.ts";

/** The maximum length of a slug, in bytes of UTF-8. File systems allow 255 for a name with what surrounds it. */
const MAX_BYTES = 200;

/**
 * Returns the lowercase hyphenated form of a name, for branches and folders.
 *
 * Accents are removed, other characters than ASCII letters and digits become one hyphen, and hyphens at the
 * ends are removed. If nothing remains, the name keeps the letters and digits of its own script; without any,
 * the slug is "unnamed". Never empty. A long slug is cut. See docs/decisions/branches-and-merges.md.
 *
 * @param maxBytes Maximum length in bytes of UTF-8, at least 4.
 *
 * @example
 * ```ts
 * import { slugify } from "@wf/wf/internals";
 * import assert from "node:assert/strict";
 *
 * assert.equal(slugify("User Authentication"), "user-authentication");
 * assert.equal(slugify("Überblick & Café"), "uberblick-cafe");
 * assert.equal(slugify("認証"), "認証");
 * ```
 */
export function slugify(name: string, maxBytes: number = MAX_BYTES): string {
  const plain = name.normalize("NFKD").replace(/\p{M}+/gu, "").toLowerCase();
  const ascii = plain.match(/[a-z0-9]+/g);
  if (ascii !== null) return cut(ascii.join("-"), maxBytes);
  // A mark without its letter, such as the variation selector after many emoji, would be invisible.
  const own = name.normalize("NFC").toLowerCase().match(/(?:[\p{L}\p{N}]\p{M}*)+/gu);
  return cut(own === null ? "unnamed" : own.join("-"), maxBytes);
}

/** Returns the beginning of a slug that fits, without a hyphen at its end. */
function cut(slug: string, maxBytes: number): string {
  return cutBytes(slug, maxBytes).replace(/-$/, "");
}
