const NUMBER = String.raw`(\d+(?:\.\d+)*[A-Za-z]?)`;
/** Matches the text before the word for "phase": the start of a heading, or the box of an item. */
const BEFORE = String.raw`^([ \t]*(?:#{2,4}[ \t]+(?:\S{1,3}[ \t]+)?|[-*][ \t]+\[[ xX]\][ \t]+(?:\*\*)?))`;
const WORDS = [
  String.raw`(?:Fase|Étape|Etape|Этап|Фаза)[ \t]+${NUMBER}`,
  String.raw`(?:阶段|階段|フェーズ)[ \t]*${NUMBER}`,
  String.raw`第[ \t]*${NUMBER}[ \t]*(?:阶段|階段)`,
  String.raw`${NUMBER}[ \t]*단계`,
];
/** Matches English phases, but not a command such as `plan-phase 1`. */
const ENGLISH = /(?<![\w-])Phase[ \t]+\d/i;

/** Compiled on first use: most roadmaps are in English. */
let pattern: RegExp | undefined;

/**
 * Returns the lines of a document with its phases in English: if no line contains `Phase 1`, headings and
 * items such as `### Fase 1: Name` and `- [ ] **1단계: 이름**` are translated.
 *
 * @returns The same number of lines. Their columns differ from those of the document.
 */
export function phaseLines(lines: readonly string[]): readonly string[] {
  if (lines.some((line) => ENGLISH.test(line))) return lines;
  pattern ??= new RegExp(`${BEFORE}(?:${WORDS.join("|")})[ \\t]*([:：]|(?=[-—–]))[ \\t]*`, "iu");
  return lines.map((line) => {
    const match = pattern!.exec(line);
    if (match === null) return line;
    const number = match.slice(2, -1).find((group) => group !== undefined);
    return `${match[1]}Phase ${number}${match.at(-1) === "" ? " " : ": "}${line.slice(match[0].length)}`;
  });
}
