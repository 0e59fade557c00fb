import { stripHidden } from "../../text/terminal_text.ts";
import type { Key } from "./typed_keys.ts";

/** A line of text that is edited, on both sides of the cursor. */
export interface EditedLine {
  readonly before: string;
  readonly after: string;
}

export const EMPTY_LINE: EditedLine = { before: "", after: "" };

/** Returns a line after a key. Keys that do not edit change nothing. */
export function editLine(line: EditedLine, key: Key): EditedLine {
  const { before, after } = line;
  const [first = "", ...rest] = after;
  const left = [...before];
  const last = left.pop() ?? "";
  switch (key.kind) {
    case "character":
    case "paste":
      return { before: before + stripHidden(key.text.replace(/\s+/g, " ")), after };
    case "backspace":
      return { before: left.join(""), after };
    case "delete":
      return { before, after: rest.join("") };
    case "left":
      return { before: left.join(""), after: last + after };
    case "right":
      return { before: before + first, after: rest.join("") };
    case "home":
      return { before: "", after: before + after };
    case "end":
      return { before: before + after, after: "" };
    case "clear":
      return EMPTY_LINE;
    default:
      return line;
  }
}
