/** Replaces comments and fenced blocks by spaces, so that offsets stay valid. */
export function maskComments(text: string): string {
  return maskBetween(maskBetween(text, /<!--/g, "-->"), /^```/gm, "\n```");
}

/** Replaces the text from an opening to its closing by spaces. An opening without a closing stays. */
function maskBetween(text: string, opening: RegExp, closing: string): string {
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
