/** Matches words that sentences have and commands hardly ever have outside of quotes. */
const SENTENCE_WORD =
  /^(?:the|an?|that|this|is|are|was|be|been|has|have|should|must|with|without|and|or|of|to|on|via|when|should|which|no|not|confirm|confirms|verify|check|ensure|shows?|appears?|returns?|contains?|exits?)[.,:;]?$/i;
/** Matches the first word of a sentence; programs rarely begin with a capital letter. */
const CAPITALISED = /^[A-Z][a-z]+[,:]?$/;
const MIN_WORDS = 4;
const MIN_SENTENCE_WORDS = 2;
/** Matches an option, or an operator of the shell. */
const SHELL = /^--?\w|[|<>;&$]/;

/** Reports whether the first line of a text is a sentence: it begins like one and has several of their words. */
export function isSentence(text: string): boolean {
  if (!/^[A-Z]/.test(text)) return false;
  const words = wordsOf(text.split("\n", 1).join(""));
  return CAPITALISED.test(words[0] ?? "") && words.length >= MIN_WORDS &&
    !words.some((word) => SHELL.test(word)) &&
    words.filter((word) => SENTENCE_WORD.test(word)).length >= MIN_SENTENCE_WORDS;
}

/** Reports whether a text can only be a command: one line with an option or an operator, and no word of a sentence. */
export function isCommandLine(text: string): boolean {
  const words = wordsOf(text);
  return namesProgram(text) && words.some((word) => SHELL.test(word)) &&
    !words.some((word) => SENTENCE_WORD.test(word)) && !/[.:,…]$/.test(text);
}

/** Reports whether a text is one line that begins like a program with arguments. */
export function namesProgram(text: string): boolean {
  const [first = "", ...others] = wordsOf(text);
  return others.length > 0 && !text.includes("\n") &&
    /^(?:[a-z][\w.+-]*|[\w.~-]*\/[\w./+-]+|[A-Z_]+=.*|\[{1,2}|!)$/.test(first);
}

/** Returns the words of a text, each quoted part as one. */
function wordsOf(text: string): readonly string[] {
  return text.replace(/"[^"]*"|'[^']*'|`[^`]*`/g, "“”").split(/\s+/);
}
