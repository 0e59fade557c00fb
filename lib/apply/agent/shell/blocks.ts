export interface ShellBlock {
  readonly shell: "sh" | "bash";
  /** The commands, without the fence's indentation. */
  readonly script: string;
}

const OPENING = /^([ \t]*)(`{3,}|~{3,})[ \t]*(sh|shell|bash)[ \t]*$/;

/**
 * Returns the fenced `sh`, `shell` and `bash` blocks of a text, in order.
 *
 * Only the fence's indentation is removed from each line, so that here-documents work in indented text. A
 * block ends at a fence of the same kind that is at least as long, or at the end of the text.
 */
export function shellBlocks(text: string): readonly ShellBlock[] {
  const blocks: ShellBlock[] = [];
  let open:
    | { readonly shell: ShellBlock["shell"]; readonly indent: string; readonly fence: string }
    | undefined;
  let script: string[] = [];
  for (const raw of text.split("\n")) {
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    if (open === undefined) {
      const match = OPENING.exec(line);
      if (match !== null) {
        open = { shell: match[3] === "bash" ? "bash" : "sh", indent: match[1]!, fence: match[2]! };
        script = [];
      }
    } else if (closes(line, open.fence)) {
      blocks.push({ shell: open.shell, script: script.join("\n") + "\n" });
      open = undefined;
    } else {
      script.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line.trimStart());
    }
  }
  if (open !== undefined) blocks.push({ shell: open.shell, script: script.join("\n") + "\n" });
  return blocks;
}

function closes(line: string, fence: string): boolean {
  const text = line.trim();
  return text.length >= fence.length && text === fence[0]!.repeat(text.length);
}
