/** Returns the text below each second-level heading of a Markdown document, by the heading's text. */
export function sectionsOf(text: string): ReadonlyMap<string, string> {
  const sections = new Map<string, string>();
  let title: string | undefined;
  let isCode = false;
  for (const line of text.split(/\r?\n/)) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) isCode = !isCode;
    const heading = isCode ? undefined : /^(#{1,2})[ \t]+(.*?)[ \t#]*$/.exec(line);
    if (heading) title = heading[1] === "##" ? heading[2]! : undefined;
    else if (title !== undefined) sections.set(title, `${sections.get(title) ?? ""}${line}\n`);
  }
  return new Map([...sections].map(([key, body]) => [key, body.trim()]));
}
