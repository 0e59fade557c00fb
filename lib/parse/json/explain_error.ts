import { type ParseError, printParseErrorCode } from "../../deps/jsonc.ts";

/** A mistake of JSON in words a person can act on. */
export interface JsonMistake {
  /** What is wrong, in lower case. */
  readonly reason: string;
  /** The mend. */
  readonly hint: string;
}

type Code = ReturnType<typeof printParseErrorCode>;

/** By the parser's name of a mistake what it is, and how it is mended. */
const MISTAKES: Partial<Record<Code, readonly [reason: string, hint: string]>> = {
  InvalidSymbol: ["a text without double quotes", "Put it in double quotes"],
  PropertyNameExpected: ["a key in double quotes is expected", 'Write `"key": value`'],
  ValueExpected: ["a value is missing", "Write it here, or remove its key"],
  ColonExpected: ["a colon is missing behind the key", 'Write `"key": value`'],
  CommaExpected: ["a comma is missing", "Put a comma behind the value before this"],
  CloseBraceExpected: ["a { is not closed", "Close it with }"],
  CloseBracketExpected: ["a [ is not closed", "Close it with ]"],
  EndOfFileExpected: ["text follows the end", "Remove it, or the bracket before that ends the value"],
  UnexpectedEndOfComment: ["a comment is not closed", "Close it with */"],
  UnexpectedEndOfString: ["the quote that opens here is not closed on its line", 'Close it with "'],
  InvalidEscapeCharacter: ["a backslash with a letter that means nothing", "Write \\\\ for a backslash"],
  InvalidUnicode: ["\\u without four hexadecimal digits", "Write \\\\ for a backslash"],
};

/**
 * Says what is wrong with a JSON text, and how to mend it.
 *
 * @param text The text.
 * @param error The first mistake that the parser reports.
 */
export function explainJson(text: string, { error, offset }: ParseError): JsonMistake {
  const code = printParseErrorCode(error);
  const character = text[offset] ?? "";
  const isLast = code === "PropertyNameExpected"
    ? character === "}"
    : code === "ValueExpected" && character === "]";
  if (isLast && text.slice(0, offset).trimEnd().endsWith(",")) {
    return { reason: `a comma stands before this ${character}`, hint: "Remove the comma" };
  }
  const [reason, hint] = MISTAKES[code] ??
    [code.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase(), "Correct the JSON here"];
  return { reason, hint };
}
