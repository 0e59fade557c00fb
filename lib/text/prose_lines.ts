/** A line with the offset at which it begins. */
interface Line {
  readonly line: string;
  /** Offset of its beginning. */
  readonly offset: number;
}

/** Returns the lines of a text outside of code blocks and elements. */
export function proseLines(text: string): readonly Line[] {
  const lines: Line[] = [];
  let fence: string | undefined;
  let element: string | undefined;
  let offset = 0;
  for (const line of text.split("\n")) {
    const mark = /^[ \t]*(?:[-*][ \t]+)?(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined;
    } else if (mark !== undefined) {
      fence = mark;
    } else if (element !== undefined) {
      if (line.includes(`</${element}>`)) element = undefined;
    } else {
      const opened = /^[ \t]*<([A-Za-z][\w-]*)[^<>]*>/.exec(line)?.[1];
      if (opened === undefined) lines.push({ line, offset });
      else if (!line.includes(`</${opened}>`)) element = opened;
    }
    offset += line.length + 1;
  }
  return lines;
}
