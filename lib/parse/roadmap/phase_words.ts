const NUMBER = String.raw`(\d+(?:\.\d+)*[A-Za-z]?)`;
/** Where the lines that name phases have the word: behind the signs of a heading, or the box of an item. */
const BEFORE = String.raw`^([ \t]*(?:#{2,4}[ \t]+(?:\S{1,3}[ \t]+)?|[-*][ \t]+\[[ xX]\][ \t]+(?:\*\*)?))`;
const WORDS = [
  String.raw`(?:Fase|Étape|Etape|Этап|Фаза)[ \t]+${NUMBER}`,
  String.raw`(?:阶段|階段|フェーズ)[ \t]*${NUMBER}`,
  String.raw`第[ \t]*${NUMBER}[ \t]*(?:阶段|階段)`,
  String.raw`${NUMBER}[ \t]*단계`,
];
/** A command such as `plan-phase 1` is none. */
const ENGLISH = /(?<![\w-])Phase[ \t]+\d/i;

/** Made when it is first used: most roadmaps are in English. */
let pattern: RegExp | undefined;

/**
 * The lines of a document as those read them who look for phases: where none of them has `Phase 1`, the
 * headings and items `### Fase 1: Name`, `- [ ] **1단계: 이름**` and their like in other languages name
 * phases, and read as if they did so in English.
 *
 * @returns As many lines; they are for reading only, as their columns are not those of the document.
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
