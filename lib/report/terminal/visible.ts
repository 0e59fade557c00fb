/**
 * Escapes everything invisible in a text: control characters, characters without a shape, bidirectional
 * controls, and every space except the plain one. The result is one line.
 */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]|[^\S ]/gu, escapeOf);
}

function escapeOf(character: string): string {
  if (character === "\n") return "\\n";
  if (character === "\t") return "\\t";
  if (character === "\r") return "\\r";
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}
