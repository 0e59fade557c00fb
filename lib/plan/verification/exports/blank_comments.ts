/** Matches comments and literals of Python; an unclosed one ends with its line or the text. */
export const PYTHON_QUOTED =
  /#[^\n]*|"""[^"\\]*(?:(?:\\[^]|"(?!""))[^"\\]*)*(?:""")?|'''[^'\\]*(?:(?:\\[^]|'(?!''))[^'\\]*)*(?:''')?|"[^"\\\n]*(?:\\[^][^"\\\n]*)*"?|'[^'\\\n]*(?:\\[^][^'\\\n]*)*'?/g;

/** Matches comments and literals of Go; similar enough to C#, Java and Kotlin for counting. */
export const GO_QUOTED =
  /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$(?![^]))|`[^`]*`?|"[^"\\\n]*(?:\\[^][^"\\\n]*)*"?|'[^'\\\n]*(?:\\[^\n][^'\\\n]*)*'?/g;

/** Matches comments and literals of Rust. A `'` without a character and a closing `'` begins a lifetime. */
export const RUST_QUOTED =
  /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$(?![^]))|r##"[^]*?(?:"##|$(?![^]))|r#"[^]*?(?:"#|$(?![^]))|\br"[^"]*"?|"[^"\\]*(?:\\[^][^"\\]*)*"?|'(?:[^'\\\n]|\\[^\n][^'\n]*)'/gu;

/** Replaces comments and literals by spaces; lines and offsets stay the same. */
export function blankSource(text: string, quoted: RegExp): string {
  return text.replace(quoted, (match) => match.replace(/[^\n]/g, " "));
}
