import type { ShellWord } from "./ast.ts";

/** The maximum number of words that a word may expand to. */
const MAX_WORDS = 64;

/**
 * Expands braces: `a{b,c}` becomes `ab` and `ac`. A range of numbers or letters may become a pattern.
 *
 * @returns Undefined if the words cannot be determined, as when a part is quoted, or are too many.
 */
export function expandBraces(word: ShellWord): readonly ShellWord[] | undefined {
  if (!word.pattern || !word.raw.includes("{")) return [word];
  if (word.raw !== word.text) return undefined;
  const texts = expanded(word.text);
  return texts?.map((text) => ({
    text,
    raw: text,
    expands: word.expands.filter((name) => text.includes(`$${name}`)),
    pattern: /[*?[]/.test(text),
    tilde: text.startsWith("~"),
  }));
}

function expanded(text: string): readonly string[] | undefined {
  let done = [""];
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf("{", at);
    const group = open === -1 ? undefined : groupAt(text, open);
    const literal = text.slice(at, open === -1 ? text.length : group === undefined ? open + 1 : open);
    done = done.map((begun) => begun + literal);
    if (open === -1) return done;
    at = group?.end ?? open + 1;
    if (group === undefined) continue;
    const choices: readonly (string | undefined)[] = group.parts.length === 1
      ? rangeOf(group.parts[0]!)
      : group.parts.flatMap((part): readonly (string | undefined)[] => expanded(part) ?? [undefined]);
    if (group.parts.length === 1 && choices[0] === undefined) {
      const inner = expanded(group.parts[0]!);
      if (inner === undefined) return undefined;
      done = done.flatMap((begun) => inner.map((one) => `${begun}{${one}}`));
    } else {
      if (choices.includes(undefined)) return undefined;
      done = done.flatMap((begun) => choices.map((choice) => begun + choice));
    }
    if (done.length > MAX_WORDS) return undefined;
  }
  return done;
}

/** Returns the numbers of `1..3`, a pattern for another range, and undefined if the text is not a range. */
function rangeOf(text: string): readonly (string | undefined)[] {
  const numbers = /^(\d{1,4})\.\.(\d{1,4})$/.exec(text);
  if (numbers === null) return [RANGE.test(text) ? "*" : undefined];
  const [from, to] = [Number(numbers[1]), Number(numbers[2])];
  const length = Math.abs(to - from) + 1;
  if (length > MAX_WORDS || /^0\d/.test(text)) return ["*"];
  return Array.from({ length }, (_, index) => String(from + Math.sign(to - from) * index));
}

const RANGE = /^-?\w+\.\.-?\w+(?:\.\.-?\d+)?$/;

/** Returns the parts of the group whose brace opens at an offset, and the offset after it. */
function groupAt(
  text: string,
  open: number,
): { readonly parts: readonly string[]; readonly end: number } | undefined {
  const parts: string[] = [];
  let [depth, from] = [0, open + 1];
  for (let at = open; at < text.length; at++) {
    const char = text[at];
    if (char === "{") depth++;
    else if (char === "}" && --depth === 0) return { parts: [...parts, text.slice(from, at)], end: at + 1 };
    else if (char === "," && depth === 1) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return undefined;
}
