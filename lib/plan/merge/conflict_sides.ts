import type { Sides, Versions } from "./merge_values.ts";

/** The sides of a text with conflicts. */
export interface ConflictSides {
  /** The whole text of each side. A conflict without a base, as git leaves it by default, is empty there. */
  readonly versions: Versions<string>;
  /** The names of the sides in the first conflict. */
  readonly labels: Sides<string>;
  /** The lines at which conflicts begin, from 1. */
  readonly lines: readonly number[];
}

const MARKER = /^(<{7}|\|{7}|={7}|>{7})(?: (.*))?$/;
const SIDES: Readonly<Record<string, keyof Versions<string>>> = {
  "<": "ours",
  "|": "base",
  "=": "theirs",
};

/**
 * Takes a text with the conflicts that git has left in it apart.
 *
 * @returns Undefined if a conflict is not complete, or another line in it may be a separator.
 */
export function conflictSides(text: string): ConflictSides | undefined {
  const versions = { base: "", ours: "", theirs: "" };
  const labels = new Map<string, string>();
  const found: number[] = [];
  let seen = "";
  for (const [index, line] of text.split(/(?<=\n)/).entries()) {
    const [, marker, label = ""] = MARKER.exec(line.trimEnd()) ?? [];
    const sign = marker?.[0] ?? "";
    const isSeparator = sign === "<" || (seen !== "" && sign !== "");
    if (!isSeparator) {
      for (const side of ["base", "ours", "theirs"] as const) {
        if (seen === "" || SIDES[seen.at(-1)!] === side) versions[side] += line;
      }
      continue;
    }
    seen += sign;
    if (!/^<(?:\|?(?:=>?)?)$/.test(seen)) return undefined;
    if (sign === "<") found.push(index + 1);
    if (!labels.has(sign)) labels.set(sign, label);
    if (sign === ">") seen = "";
  }
  if (seen !== "") return undefined;
  return {
    versions,
    labels: { ours: labels.get("<") || "ours", theirs: labels.get(">") || "theirs" },
    lines: found,
  };
}
