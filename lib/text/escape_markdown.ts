/**
 * Text as Markdown shows it, on one line: fit for a cell of a table. What has a meaning in Markdown or
 * HTML loses it; control characters become blanks.
 */
export function escapeCell(text: string): string {
  return text.toWellFormed().replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim()
    .replace(/[\\|`*[\]<>]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, (character) => `\\${character}`)
    .replace(/&(?=#?\w+;)/g, "\\&");
}
