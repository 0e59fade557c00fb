import type { Command, CommandResult } from "./host.ts";

const WINDOWS = Deno.build.os === "windows";

/**
 * Runs a program to its end, in a process group of its own, so that all it starts can be ended.
 *
 * Throws what Deno throws when the program is not there.
 */
export async function runProcess(
  { argv, cwd, env = {}, stdin, signal, onOutput }: Command,
): Promise<CommandResult> {
  const [program, ...args] = argv;
  const child = new Deno.Command(program, {
    args,
    cwd,
    clearEnv: true,
    env: environment(env),
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
    detached: !WINDOWS,
  }).spawn();
  const group = new ProcessGroup(child.pid);
  const end = () => group.end();
  signal?.addEventListener("abort", end);
  if (signal?.aborted) end();
  try {
    const [stdout, stderr, status] = await Promise.all([
      collect(child.stdout, onOutput),
      collect(child.stderr, onOutput),
      child.status,
      stdin === undefined ? undefined : feed(child.stdin, stdin),
    ]);
    return { code: status.code, stdout, stderr };
  } finally {
    signal?.removeEventListener("abort", end);
    group.finish();
  }
}

function environment(changes: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const variables = Deno.env.toObject();
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) delete variables[name];
    else variables[name] = value;
  }
  return variables;
}

async function collect(
  stream: ReadableStream<Uint8Array>,
  onOutput?: (text: string) => void,
): Promise<string> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let text = "";
  for await (const chunk of stream) {
    const piece = decoder.decode(chunk, { stream: true });
    text += piece;
    onOutput?.(piece);
  }
  return text + decoder.decode();
}

async function feed(stream: WritableStream<Uint8Array>, text: string): Promise<void> {
  try {
    const writer = stream.getWriter();
    await writer.write(new TextEncoder().encode(text));
    await writer.close();
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

/** A process and those it started. */
class ProcessGroup {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly pid: number) {}

  /** Asks all to end, and makes them after two seconds. */
  end(): void {
    if (this.#timer !== undefined) return;
    this.#send("SIGTERM");
    this.#timer = setTimeout(() => this.#send("SIGKILL"), 2000);
  }

  /** The process itself has ended: where the group was asked to, those that stayed are made to. */
  finish(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#send("SIGKILL");
  }

  #send(signal: Deno.Signal): void {
    try {
      Deno.kill(WINDOWS ? this.pid : -this.pid, signal);
    } catch {
      // Nothing is left of it.
    }
  }
}
