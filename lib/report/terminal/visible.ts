/**
 * Text in which nothing hides: control characters, characters without a shape, those that turn the order of
 * others, and every space but the plain one are written as escapes, so that it stays on one line and shows
 * all that it holds.
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
