/** The text with blanks in place of comments and fenced blocks, so that offsets stay as they are. */
export function withoutQuotations(text: string): string {
  return blankOut(blankOut(text, /<!--/g, "-->"), /^```/gm, "\n```");
}

/** Blanks out what lies between an opening and its closing; an opening without one is left alone. */
function blankOut(text: string, opening: RegExp, closing: string): string {
  const parts: string[] = [];
  let done = 0;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const end = text.indexOf(closing, opening.lastIndex);
    if (end === -1) break;
    parts.push(text.slice(done, match.index), text.slice(match.index, end).replace(/[^\n]/g, " "));
    done = end;
    opening.lastIndex = end + closing.length;
  }
  return parts.join("") + text.slice(done);
}
