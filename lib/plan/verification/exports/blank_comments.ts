/** Comments and literals of Python; what is not closed runs to the end of its line or of the text. */
export const PYTHON_QUOTED =
  /#[^\n]*|"""[^"\\]*(?:(?:\\[^]|"(?!""))[^"\\]*)*(?:""")?|'''[^'\\]*(?:(?:\\[^]|'(?!''))[^'\\]*)*(?:''')?|"[^"\\\n]*(?:\\[^][^"\\\n]*)*"?|'[^'\\\n]*(?:\\[^][^'\\\n]*)*'?/g;

/** Comments and literals of Go; those of C#, Java and Kotlin are near enough for counting. */
export const GO_QUOTED =
  /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$(?![^]))|`[^`]*`?|"[^"\\\n]*(?:\\[^][^"\\\n]*)*"?|'[^'\\\n]*(?:\\[^\n][^'\\\n]*)*'?/g;

/** Comments and literals of Rust. A `'` that no character and `'` follow begins a lifetime. */
export const RUST_QUOTED =
  /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$(?![^]))|r##"[^]*?(?:"##|$(?![^]))|r#"[^]*?(?:"#|$(?![^]))|\br"[^"]*"?|"[^"\\]*(?:\\[^][^"\\]*)*"?|'(?:[^'\\\n]|\\[^\n][^'\n]*)'/gu;

/** The text with blanks in place of comments and literals; lines and offsets stay as they are. */
export function blankSource(text: string, quoted: RegExp): string {
  return text.replace(quoted, (match) => match.replace(/[^\n]/g, " "));
}
