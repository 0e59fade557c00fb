import { type ParseError, printParseErrorCode } from "../../deps/jsonc.ts";

/** An explanation of a JSON mistake that users can act on. */
export interface JsonMistake {
  /** The mistake, in lower case. */
  readonly reason: string;
  readonly hint: string;
}

type Code = ReturnType<typeof printParseErrorCode>;

/** Explanations and hints, by the parser's name of a mistake. */
const MISTAKES: Partial<Record<Code, readonly [reason: string, hint: string]>> = {
  InvalidSymbol: ["a string without double quotes", "Put it in double quotes"],
  PropertyNameExpected: ["a key in double quotes is expected", 'Write `"key": value`'],
  ValueExpected: ["a value is missing", "Write it here, or remove its key"],
  ColonExpected: ["a colon is missing after the key", 'Write `"key": value`'],
  CommaExpected: ["a comma is missing", "Add a comma after the previous value"],
  CloseBraceExpected: ["a { is not closed", "Close it with }"],
  CloseBracketExpected: ["a [ is not closed", "Close it with ]"],
  EndOfFileExpected: ["text follows the end", "Remove it, or the earlier bracket that ends the value"],
  UnexpectedEndOfComment: ["a comment is not closed", "Close it with */"],
  UnexpectedEndOfString: ["the quote that opens here is not closed on its line", 'Close it with "'],
  InvalidEscapeCharacter: ["a backslash before a letter that is not an escape", "Write \\\\ for a backslash"],
  InvalidUnicode: ["\\u without four hexadecimal digits", "Write \\\\ for a backslash"],
};

/**
 * Explains why a JSON text cannot be read and how to fix it.
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
    return { reason: `there is a comma before this ${character}`, hint: "Remove the comma" };
  }
  const [reason, hint] = MISTAKES[code] ??
    [code.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase(), "Correct the JSON here"];
  return { reason, hint };
}
