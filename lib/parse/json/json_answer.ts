/** The data in an answer, or the reason for its absence. */
export type JsonAnswer =
  | { readonly kind: "data"; readonly value: unknown }
  | { readonly kind: "none"; readonly problem: string };

/** Maximum length of an answer that is read, in UTF-16 code units. */
const MAX_LENGTH = 2_000_000;

/**
 * Reads the data of an agent's answer: its last fenced `json` block, otherwise the whole answer.
 * Never throws.
 */
export function readJsonAnswer(text: string): JsonAnswer {
  if (text.length > MAX_LENGTH) return { kind: "none", problem: `It has more than ${MAX_LENGTH} characters` };
  const block = lastBlock(text);
  try {
    return { kind: "data", value: JSON.parse(block ?? text) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return {
      kind: "none",
      problem: block === undefined
        ? "There is no fenced json block in it"
        : `Its json block cannot be read: ${why}`,
    };
  }
}

/** The text of the last fenced block marked as JSON. */
function lastBlock(text: string): string | undefined {
  const lines = text.split("\n");
  let found: string | undefined;
  for (let index = 0; index < lines.length; index++) {
    const open = /^[ \t]*(`{3,}|~{3,})[ \t]*json[cC5]?[ \t]*\r?$/i.exec(lines[index]!);
    if (open === null) continue;
    const end = lines.findIndex((line, at) =>
      at > index && line.trim().startsWith(open[1]!) && /^[`~]+$/.test(line.trim())
    );
    if (end === -1) break;
    found = lines.slice(index + 1, end).join("\n");
    index = end;
  }
  return found;
}
