import type { Finding, Rule } from "../rule.ts";

/** What bytes that are no UTF-8 are read as. Files of other tools are left alone with it. */
const NO_UTF8 = /\uFFFD/;
/** What a file's bytes were, where they were no plain text in UTF-8 with lines. */
const SIGNS: readonly (Pick<Finding, "message" | "hint"> & { readonly mark: RegExp })[] = [
  {
    mark: /\0/,
    message: "The file holds a NUL character, which no text has",
    hint: "Remove it; where it stands between all letters, save the file as UTF-8",
  },
  {
    mark: NO_UTF8,
    message: "Bytes that are no UTF-8 are read as \uFFFD here",
    hint: "Save the file as UTF-8",
  },
  {
    mark: /^[^\n]*?\r(?=[^\n]*$)/,
    message: "Lines end in a carriage return alone here, so that all of the file is one line",
    hint: "Save the file with line ends of Unix or Windows",
  },
];

/** Without one of these characters a text shows none of the signs. */
const MARK = /[\0\r\uFFFD]/;

/** A plan is text in UTF-8, in lines. */
export const textEncoding: Rule = {
  code: "text-encoding",
  severity: "warning",
  summary: "A plan file is text in UTF-8, without NUL characters, in lines that end in LF or CRLF",
  why: "Other bytes reach the agent as something else than was meant, and a file that is not UTF-8 is " +
    "never changed by a mend, as bytes would be lost. One finding a file.",
  shows: ["frontmatter"],
  *plan({ frontmatter, source: { text } }) {
    if (frontmatter.kind === "unparsable" || !MARK.test(text)) return;
    for (const { mark, message, hint } of SIGNS) {
      const match = mark.exec(text);
      if (match === null || (frontmatter.kind === "missing" && mark === NO_UTF8)) continue;
      const end = match.index + match[0].length;
      yield { message, hint, span: { start: end - 1, end } };
      return;
    }
  },
};
