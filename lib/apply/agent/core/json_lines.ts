export interface JsonLinesOptions {
  /** Maximum length of a line, in bytes; longer ones are skipped. */
  readonly maxLength: number;
  /** Called with a line that is not a JSON object, or with the beginning of a line that is too long. */
  readonly onOther: (line: string) => void;
  /** Called whenever data arrives. */
  readonly onBytes: () => void;
}

/** Maximum length of a line for {@link JsonLinesOptions.onOther}, in bytes. */
const MAX_SHOWN = 300;

/**
 * Reads a stream of lines, each a JSON object. Programs sometimes write other output too: a line that is not
 * a JSON object is reported and skipped, regardless of its length.
 */
export function readJsonLines<T extends object>(
  bytes: ReadableStream<Uint8Array>,
  { maxLength, onOther, onBytes }: JsonLinesOptions,
): ReadableStream<T> {
  const decoder = new TextDecoder();
  let parts: Uint8Array[] = [];
  let length = 0;
  const take = (controller: TransformStreamDefaultController<T>) => {
    const line = joined(parts);
    const tooLong = length > maxLength;
    parts = [];
    length = 0;
    const text = decoder.decode(tooLong ? line.subarray(0, MAX_SHOWN) : line).trim();
    if (text === "") return;
    const value = tooLong ? undefined : parseObject(text);
    if (value === undefined) onOther(text.slice(0, MAX_SHOWN));
    else controller.enqueue(value as T);
  };
  return bytes.pipeThrough(
    new TransformStream<Uint8Array, T>({
      transform(chunk, controller) {
        onBytes();
        let rest = chunk;
        for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
          keep(rest.subarray(0, end));
          take(controller);
          rest = rest.subarray(end + 1);
        }
        keep(rest);
      },
      flush: take,
    }),
  );

  /** Keeps a part of a line, unless the line is too long. */
  function keep(part: Uint8Array): void {
    if (length <= maxLength) parts.push(part);
    length += part.length;
  }
}

const NEWLINE = 10;

function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function parseObject(text: string): object | undefined {
  if (!text.startsWith("{")) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

export function writeJsonLines<T extends object>(bytes: WritableStream<Uint8Array>): WritableStream<T> {
  const encoder = new TextEncoder();
  const writer = bytes.getWriter();
  writer.closed.catch(() => {});
  return new WritableStream<T>({
    write: (value) => writer.write(encoder.encode(`${JSON.stringify(value)}\n`)),
    close: () => writer.close().catch(() => {}),
  });
}
