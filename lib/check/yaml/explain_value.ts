/** A mistake in a value, with columns of its line counted from 0. */
export interface ValueCause {
  readonly message: string;
  readonly hint: string;
  /** First column. */
  readonly start: number;
  /** Column after the last. */
  readonly end: number;
  /** True for a quote or bracket that is not closed on its line, but may be on a later one. */
  readonly open: boolean;
}

interface Value {
  /** The key before it; empty for a list item. */
  readonly key: string;
  /** The value, without surrounding spaces. */
  readonly text: string;
  /** Column at which it begins. */
  readonly start: number;
}

const BEFORE_VALUE = /^[ \t]*(?:-[ \t]+)*(?:([\w.-]+|"[^"]*"|'[^']*'):(?:[ \t]+|$))?/;

/**
 * Finds the mistake in the value on a line of YAML that the parser refused.
 *
 * @param line The line without its ending, for example `    contains: "a", "b"`.
 */
export function valueCause(line: string): ValueCause | undefined {
  const before = BEFORE_VALUE.exec(line)!;
  const value = {
    key: before[1] ?? "",
    text: line.slice(before[0].length).trimEnd(),
    start: before[0].length,
  };
  const first = value.text.charAt(0);
  if (first === '"' || first === "'") return quotedCause(value, first);
  if (first === "[" || first === "{") return bracketCause(value, first);
  if (first !== "" && "`@%&*!".includes(first)) {
    return whole(value, `A plain value cannot begin with ${first}`, "Put the value in quotes");
  }
  if (/^[>|](?![-+\d]*[ \t]*(?:$|[ \t]#))/.test(value.text)) {
    const message = `YAML reads ${first} at the start of a value as the beginning of a multi-line text`;
    return whole(value, message, "Put the value in quotes");
  }
  if (value.key !== "" && /^-[ \t]/.test(value.text)) {
    return whole(
      value,
      "A list cannot begin on the line of its key",
      "Put the item on the line below the key",
    );
  }
  const content = value.text.split(/(?:^|[ \t])#/, 1)[0]!;
  if (/:[ \t]/.test(content) || content.endsWith(":")) {
    return whole(
      value,
      "A plain value contains a colon, so YAML reads it as a key",
      "Put the value in quotes",
    );
  }
  return value.key === "" && /^[\w.-]+:\S/.test(value.text)
    ? whole(value, "The colon of a key needs a space after it", "Add a space after the colon")
    : undefined;
}

function quotedCause(value: Value, quote: string): ValueCause | undefined {
  const close = closingQuote(value.text, quote);
  if (close === -1) {
    return {
      ...whole(value, "The quote that opens here is not closed", `Close it with ${quote}`),
      open: true,
    };
  }
  const rest = value.text.slice(close + 1);
  const text = rest.trimStart();
  if (text === "" || (text !== rest && text.startsWith("#"))) return undefined;
  if (text.startsWith(":")) return value.key === "" ? undefined : colonAfter(value);
  const start = value.start + value.text.length - text.length;
  return { ...afterQuotes(value, quote, rest), start, end: start + text.length, open: false };
}

function afterQuotes({ key }: Value, quote: string, rest: string): { message: string; hint: string } {
  if (/^[ \t]*[\w-]+:(?:[ \t]|$)/.test(rest)) {
    return {
      message: "A key directly follows the value before it",
      hint: "Put the key on a line of its own",
    };
  }
  const message = "Text follows a value in quotes";
  if (rest.trimStart().startsWith(",")) {
    return key === "pattern"
      ? { message, hint: `Keep one value, and write the others as separate entries, each with \`${key}: …\`` }
      : { message, hint: `Make it a list: \`${key === "" ? "" : `${key}: `}["…", "…"]\`` };
  }
  if (quote === "'" && /^\w/.test(rest)) {
    return {
      message: "The apostrophe ends the value in single quotes",
      hint: "Write the apostrophe twice: ''",
    };
  }
  const other = quote === '"' ? "'" : '"';
  return { message, hint: `Put the whole value in quotes: ${other}…${other}` };
}

/** A colon after a value in quotes or brackets, which YAML reads as a key. */
function colonAfter(value: Value): ValueCause {
  return whole(
    value,
    "A colon follows the value, so YAML reads it as a key",
    "Put the whole value in quotes",
  );
}

function bracketCause(value: Value, first: string): ValueCause | undefined {
  const close = closingBracket(value.text);
  const kind = first === "[" ? "list" : "mapping";
  if (close === -1) {
    return {
      ...whole(
        value,
        `The ${first} that opens here is not closed`,
        `Close it with ${first === "[" ? "]" : "}"}`,
      ),
      open: true,
    };
  }
  const rest = value.text.slice(close + 1).trimStart();
  if (rest === "" || rest.startsWith("#")) return undefined;
  if (rest.startsWith(":")) return value.key === "" ? undefined : colonAfter(value);
  if (/^[\]}]+$/.test(rest)) {
    const start = value.start + value.text.length - rest.length;
    return {
      message: `This ${rest[0]} closes nothing`,
      hint: "Remove it",
      start,
      end: start + rest.length,
      open: false,
    };
  }
  const message = `Text follows a ${kind}: YAML reads ${first} at the start of a value as one`;
  return whole(value, message, "Put the whole value in quotes");
}

function whole({ start, text }: Value, message: string, hint: string): ValueCause {
  return { message, hint, start, end: start + text.length, open: false };
}

/** The index of the quote that closes the one at `open`; -1 if there is none. */
function closingQuote(text: string, quote: string, open = 0): number {
  for (let index = open + 1; index < text.length; index++) {
    if (text[index] === "\\" && quote === '"') index++;
    else if (text[index] === quote) {
      if (quote === '"' || text[index + 1] !== quote) return index;
      index++;
    }
  }
  return -1;
}

/** The index of the bracket that closes the first one of a text; -1 if there is none. Brackets in quotes do not count. */
function closingBracket(text: string): number {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!;
    if ("[{".includes(character)) depth++;
    else if ("]}".includes(character) && --depth === 0) return index;
    else if (/["']/.test(character) && /[[{,:\s]/.test(text[index - 1] ?? "")) {
      index = closingQuote(text, character, index);
      if (index === -1) return -1;
    }
  }
  return -1;
}
