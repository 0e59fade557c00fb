import type { Finding, Rule } from "../rule.ts";

/** The replacement character for bytes that are not UTF-8. In files of other tools it is not reported. */
const NOT_UTF8 = /\uFFFD/;
/** Characters that show that a file is not plain UTF-8 text with lines. */
const SIGNS: readonly (Pick<Finding, "message" | "hint"> & { readonly mark: RegExp })[] = [
  {
    mark: /\0/,
    message: "The file contains a NUL character, which is not allowed in text",
    hint: "Remove it; if every other character is NUL, save the file as UTF-8",
  },
  {
    mark: NOT_UTF8,
    message: "Bytes that are not UTF-8 are read as \uFFFD here",
    hint: "Save the file as UTF-8",
  },
  {
    mark: /^[^\n]*?\r(?=[^\n]*$)/,
    message: "Lines end in only a carriage return here, so the whole file is one line",
    hint: "Save the file with Unix or Windows line endings",
  },
];

/** Every sign contains one of these characters, which are found much faster than a pattern. */
const MARKS = ["\0", "\r", "\uFFFD"];

/** Checks that a plan is UTF-8 text with lines. */
export const textEncoding: Rule = {
  code: "text-encoding",
  severity: "warning",
  summary: "A plan file is text in UTF-8, without NUL characters, in lines that end in LF or CRLF",
  why:
    "Other bytes do not reach the agent as intended, and a file that is not UTF-8 is never fixed, because " +
    "bytes would be lost. A U+FFFD that is in the file itself is text. Each file gets at most one finding.",
  shows: ["frontmatter"],
  withoutFrontmatter: true,
  *planIn({ frontmatter, source: { text, path } }, { undecoded }) {
    if (frontmatter.kind === "unparsable" || !MARKS.some((mark) => text.includes(mark))) return;
    for (const { mark, message, hint } of SIGNS) {
      const match = mark.exec(text);
      if (match === null) continue;
      if (mark === NOT_UTF8 && (frontmatter.kind === "missing" || !undecoded?.has(path))) continue;
      const end = match.index + match[0].length;
      yield { message, hint, span: { start: end - 1, end } };
      return;
    }
  },
};
