/**
 * Escapes text for a cell of a Markdown table: one line, with Markdown and HTML syntax escaped and control
 * characters replaced by spaces.
 */
export function escapeCell(text: string): string {
  return text.toWellFormed().replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim()
    .replace(/[\\|`*[\]<>]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, (character) => `\\${character}`)
    .replace(/&(?=#?\w+;)/g, "\\&");
}
