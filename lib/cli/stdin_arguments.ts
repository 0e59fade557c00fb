import type { Host } from "../host/host.ts";
import { parseStdinArguments, withStdinArguments } from "../plan/integrations/stdin_arguments.ts";

/** All arguments, or the reason why those of standard input cannot be read. */
export type GivenArguments =
  | { readonly kind: "arguments"; readonly args: readonly string[] }
  | { readonly kind: "wrong"; readonly message: string; readonly hint: string };

/** Appends the arguments read from standard input. */
export async function readStdinArguments(args: readonly string[], host: Host): Promise<GivenArguments> {
  if (host.isTerminal("stdin")) {
    return {
      kind: "wrong",
      message: "Cannot read arguments from standard input: it is a terminal",
      hint: "Type them into the command line",
    };
  }
  const parsed = parseStdinArguments(await readAll(host.input()));
  return parsed.kind === "wrong" ? parsed : { kind: "arguments", args: withStdinArguments(args, parsed) };
}

async function readAll(input: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  const reader = input.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    text += decoder.decode(read.value, { stream: true });
  }
  return text + decoder.decode();
}
