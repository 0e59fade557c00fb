import { planKey } from "./plan_id.ts";

const CODE = /^\p{L}[\p{L}\p{N}_]*-(?=\d)/u;

/**
 * Returns the possible project code before a number, with its hyphen: `CK-` of `CK-01-base`; empty if there
 * is none.
 */
export function codeOf(name: string): string {
  // Most names begin with the number. This check is faster than the pattern with Unicode classes.
  return /^\d/.test(name) ? "" : CODE.exec(name)?.[0] ?? "";
}

/**
 * Removes the project's code before the number of a name if the folder's name begins with the same code.
 *
 * The caller checks that it is the project's code: only folders with that code are read.
 */
export function withoutCode(name: string, folder: string): string {
  const code = codeOf(folder);
  return code !== "" && planKey(codeOf(name)) === planKey(code) ? name.slice(code.length) : name;
}
