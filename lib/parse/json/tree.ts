import type { Span } from "../../../schemas/diagnostic.ts";
import { createScanner, type JsonNode, type ParseError, parseTree } from "../../deps/jsonc.ts";
import { explainJson, type JsonMistake } from "./explain_error.ts";

const MAX_DEPTH = 64;

export type JsonProblem = Span & JsonMistake;

export interface ParsedJson {
  /** The value; undefined for a text without one. */
  readonly root?: JsonNode | undefined;
  /** The first mistake in the text. There is no tree in this case. */
  readonly problem?: JsonProblem;
}

/** Reads JSON in which comments are allowed. Never throws. */
export function parseJson(text: string): ParsedJson {
  const tooDeep = tooDeepBracket(text);
  if (tooDeep !== undefined) {
    const mistake = { reason: `nested deeper than ${MAX_DEPTH}`, hint: "Remove some of the brackets" };
    return { problem: { ...mistake, start: tooDeep, end: tooDeep + 1 } };
  }
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowEmptyContent: true });
  const error = errors[0];
  if (error === undefined) return { root };
  const { offset, length } = error;
  const end = Math.min(offset + length, text.length);
  return { problem: { ...explainJson(text, error), start: offset, end } };
}

/** Returns the offset of the first bracket of a JSON text that nests too deeply for a configuration, or undefined.
 * The JSON library is recursive, and must not be called with such a text.
 */
export function tooDeepBracket(text: string): number | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const offset = scanner.getTokenOffset();
    if ("[{".includes(text[offset]!) && ++depth > MAX_DEPTH) return offset;
    if ("]}".includes(text[offset]!)) depth--;
  }
  return undefined;
}

/** Returns the name of a property of an object. */
export function nameOf(property: JsonNode): string {
  return String(property.children?.[0]?.value);
}
