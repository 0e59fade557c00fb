import { planKey } from "./plan_id.ts";

const CODE = /^\p{L}[\p{L}\p{N}_]*-(?=\d)/u;

/** What may be a project's code before a number, with its hyphen: `CK-` of `CK-01-base`; empty for none. */
export function codeOf(name: string): string {
  // Most names begin with the number, which is told sooner than by the classes of all letters.
  return /^\d/.test(name) ? "" : CODE.exec(name)?.[0] ?? "";
}

/**
 * A name without the project's code before its number, where the folder's name begins with the same.
 *
 * Whether it is the project's code is for the caller to see: only such folders are read.
 */
export function withoutCode(name: string, folder: string): string {
  const code = codeOf(folder);
  return code !== "" && planKey(codeOf(name)) === planKey(code) ? name.slice(code.length) : name;
}
