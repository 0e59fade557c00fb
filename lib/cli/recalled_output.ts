import { version } from "../../generated/version.ts";
import { answer } from "../apply/files/answer_cache.ts";
import type { Host } from "../host/host.ts";
import { commit } from "../release/release.ts";
import { SafeOutput } from "./safe_output.ts";

/** The commands that only read, and whose output depends on nothing but what they read. */
const READING: ReadonlySet<string> = new Set(["validate", "waves", "status", "graph"]);
/** The highest exit code of a command that has answered. */
const MAX_ANSWERED = 1;

/** Reports whether normalized arguments call a command that may be called again with the same result. */
export function mayBeRecalled([command = ""]: readonly string[]): boolean {
  return READING.has(command);
}

export interface ProgramCall {
  readonly args: readonly string[];
  readonly host: Host;
  readonly output: SafeOutput;
  /** Runs the program, and returns its exit code. */
  readonly run: (host: Host, output: SafeOutput) => Promise<number>;
}

/** A call of a method of {@link SafeOutput}. */
type Written =
  | readonly [method: "text", stream: "stdout" | "stderr", text: string]
  | readonly [method: "message", text: string]
  | readonly [method: "json", value: object];

/**
 * Runs the program, or writes its last output again if it would read the same. No other part of it is loaded then.
 *
 * @param build The build of this program; undefined for one that may change without another name.
 * @returns The exit code.
 */
export async function recalledOutput(
  { args, host, output, run }: ProgramCall,
  build: string | undefined = commitOfBuild(),
): Promise<number> {
  if (build === undefined || !host.hasFileAccess() || host.trace?.wants()) return await run(host, output);
  const streams = (["stdout", "stderr"] as const).map((
    stream,
  ) => [output.marks(stream), host.columns(stream)]);
  let isWritten = false;
  const { written, exitCode } = await answer(host, {
    key: [version, build, host.installation().runtime, args, host.cwd(), streams],
    answer: async (observed) => {
      isWritten = true;
      const recorded = new RecordedOutput(output.host, output.plain);
      return { exitCode: await run(observed, recorded), written: recorded.written };
    },
    isKept: ({ exitCode }) => exitCode <= MAX_ANSWERED,
  });
  for (const one of isWritten ? [] : written) {
    if (one[0] === "text") output.text(one[1], one[2]);
    else if (one[0] === "message") output.message(one[1]);
    else output.json(one[1]);
  }
  return exitCode;
}

/** Writes, and remembers what was written. */
class RecordedOutput extends SafeOutput {
  readonly written: Written[] = [];

  override text(stream: "stdout" | "stderr", text: string): void {
    this.written.push(["text", stream, text]);
    super.text(stream, text);
  }

  override message(text: string): void {
    this.written.push(["message", text]);
    super.message(text);
  }

  override json(value: object): void {
    this.written.push(["json", value]);
    super.json(value);
  }
}

/** Returns the commit that this program was built from; undefined for sources, and for a build with changes. */
function commitOfBuild(): string | undefined {
  return /^[0-9a-f]{40,64}$/.test(commit) ? commit : undefined;
}
