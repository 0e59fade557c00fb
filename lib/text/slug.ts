/**
 * Returns the lowercase hyphenated form of a name, for branches and folders.
 *
 * Accents are removed, other characters than ASCII letters and digits become one hyphen, and hyphens at the
 * ends are removed. If nothing remains, the name keeps the letters and digits of its own script; without any,
 * the slug is "unnamed". Never empty. See docs/decisions/branches-and-merges.md.
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
export function slugify(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}+/gu, "").toLowerCase();
  const ascii = plain.match(/[a-z0-9]+/g);
  if (ascii !== null) return ascii.join("-");
  // A mark without its letter, such as the variation selector after many emoji, would be invisible.
  const own = name.normalize("NFC").toLowerCase().match(/(?:[\p{L}\p{N}]\p{M}*)+/gu);
  return own === null ? "unnamed" : own.join("-");
}
