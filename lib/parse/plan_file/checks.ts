import type { Span } from "../../../schemas/diagnostic.ts";

/** An `<automated>` element inside a `<verify>`. Offsets are UTF-16 offsets in the text of the `<verify>`. */
export interface AutomatedPart {
  /** The element with its tags. */
  readonly span: Span;
  /** The text between the tags, without white space around it, as it is written. */
  readonly inner: Span;
  /** That text, with XML entities decoded. */
  readonly text: string;
  /** True if it is a command. A note that there is none (`MISSING`, `MANUAL`, `N/A`) is prose. */
  readonly isCommand: boolean;
}

/** Returns the commands of the `<automated>` elements inside a `<verify>`. */
export function readChecks(verify: string): readonly string[] {
  return automatedParts(verify).filter(({ isCommand }) => isCommand).map(({ text }) => text);
}

/** Returns the text of a `<verify>` without its commands. */
export function readVerifyProse(verify: string): string {
  let prose = "";
  let at = 0;
  for (const { span, inner, isCommand } of automatedParts(verify)) {
    prose += verify.slice(at, span.start) + (isCommand ? "" : verify.slice(inner.start, inner.end));
    at = span.end;
  }
  return (prose + verify.slice(at)).trim();
}

/** Finds the `<automated>` elements of a `<verify>`, in the order of the text. An element without an end is none. */
export function automatedParts(verify: string): readonly AutomatedPart[] {
  const parts: AutomatedPart[] = [];
  const [open, close] = ["<automated>", "</automated>"];
  for (let start = verify.indexOf(open); start !== -1;) {
    const stop = verify.indexOf(close, start);
    if (stop === -1) break;
    const inside = verify.slice(start + open.length, stop).trimStart();
    const written = inside.trimEnd();
    const inner = { start: stop - inside.length, end: stop - inside.length + written.length };
    const text = decodeEntities(written);
    const end = stop + close.length;
    parts.push({ span: { start, end }, inner, text, isCommand: text !== "" && !NO_COMMAND.test(text) });
    start = verify.indexOf(open, end);
  }
  return parts;
}

/**
 * A note in place of a command. Lower case counts only where a dash, a colon or a full stop follows, or nothing:
 * a program may have such a name.
 */
const NO_COMMAND =
  /^(?:(?:MISSING|MANUAL|N\/A|NONE)(?![\w/=-])|(?:[Mm]issing|[Mm]anual(?:ly)?|[Nn]\/[Aa]|[Nn]one)(?:\s*[:.,;(–—]|\s+-\s|\s*$)|Manual(?:ly)?\s)/;

/** What is never meant in a command, `&amp;&amp;`, `2>&amp;1` or `&lt;`: such text was escaped as XML by mistake. */
const ESCAPED = /&amp;(?:&|[<>])|[<>&]&amp;|&[lg]t;/;

function decodeEntities(command: string): string {
  if (!ESCAPED.test(command)) return command;
  const characters: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
  return command.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => characters[name]!);
}
