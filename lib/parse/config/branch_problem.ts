import { byteLength } from "../../text/bytes.ts";

/** The maximum length of a part, in bytes: git adds `.lock` to it, and file names have at most 255. */
export const MAX_PART = 250;

/**
 * Returns the reason why git refuses a branch name, or undefined if git accepts it.
 *
 * The rules are those of `git check-ref-format --branch`. `@` alone is refused too: git creates such a branch, but then reads its name as HEAD.
 * So is a part that is too long for a file.
 */
export function branchProblem(branch: string): string | undefined {
  if (branch === "") return "it is empty";
  if (branch === "HEAD") return "HEAD is reserved";
  if (branch === "@") return "@ is another name of HEAD";
  if (branch.startsWith("-")) return "it begins with a hyphen";
  if (branch.startsWith("/") || branch.endsWith("/") || branch.includes("//")) {
    return "a part between slashes is empty";
  }
  if (branch.endsWith(".")) return "it ends with a dot";
  if (branch.includes("..")) return "it contains two dots in a row";
  if (branch.includes("@{")) return "it contains @{";
  const parts = branch.split("/");
  if (parts.some((part) => part.startsWith("."))) return "a part begins with a dot";
  if (parts.some((part) => part.endsWith(".lock"))) return "a part ends with .lock";
  if (parts.some((part) => byteLength(part) > MAX_PART)) {
    return `a part between slashes is longer than ${MAX_PART} bytes`;
  }
  // deno-lint-ignore no-control-regex -- git refuses control characters
  const bad = /[\x00-\x20\x7f~^:?*[\\]/.exec(branch);
  if (bad !== null) return bad[0] === " " ? "it contains a space" : `it contains ${JSON.stringify(bad[0])}`;
  return undefined;
}
