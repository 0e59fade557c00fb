import { version } from "../../generated/version.ts";
import { answer } from "../apply/files/answer_cache.ts";
import { defined } from "../collections/defined.ts";
import type { CommandContext, Outcome } from "../commands/context/command_context.ts";
import type { Host } from "../host/host.ts";
import { commit } from "../release/release.ts";

/** The commands that only read, and whose output depends on nothing but what they read. */
const READING: ReadonlySet<string> = new Set(["validate", "waves", "status", "graph"]);
/** The methods of a context that write output. */
const OUTPUTS = ["print", "progress", "show", "draw", "emit"] as const;

/** A call of a command. */
export interface CommandCall {
  readonly name: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly host: Host;
  /** Returns the context of the command on a machine. */
  readonly contextOn: (host: Host) => CommandContext;
}

/** The output of a command: the calls of {@link OUTPUTS} in order, then its outcome. */
interface Output {
  readonly written: readonly (readonly [output: typeof OUTPUTS[number], value: never])[];
  readonly outcome: Outcome;
}

/**
 * Calls a command. One that only reads repeats its last output if it would read the same: its modules are not even
 * loaded.
 *
 * @param build The build of this program; undefined for one that may change without another name.
 */
export async function recalledOutcome(
  { name, options, host, contextOn }: CommandCall,
  build: string | undefined = commitOfBuild(),
): Promise<Outcome> {
  const context = contextOn(host);
  // The next commit is another one.
  const isReading = READING.has(name) && options["staged"] !== true;
  if (build === undefined || !isReading || !host.hasFileAccess() || host.trace?.wants()) {
    return await context.call(name, options);
  }
  const { json, style, progressStyle } = context;
  const styles = [style, progressStyle].map(({ width, bold }) => [width, bold("")]);
  let isWritten = false;
  const { written, outcome } = await answer<Output>(host, {
    key: [version, build, host.installation().runtime, name, options, await context.cwd(), json, styles],
    answer: async (observed) => {
      isWritten = true;
      return await recorded(name, options, contextOn(observed));
    },
  });
  for (const [output, value] of isWritten ? [] : written) context[output](value);
  return outcome;
}

async function recorded(
  name: string,
  options: CommandCall["options"],
  context: CommandContext,
): Promise<Output> {
  const written: Output["written"][number][] = [];
  const outputs = OUTPUTS.map((output) => [output, (value: never) => {
    written.push([output, value]);
    context[output](value);
  }]);
  const { exitCode, result, text } = await context.call(name, options, Object.fromEntries(outputs));
  return { written, outcome: { exitCode, ...defined(context.json ? { result } : { text }) } };
}

/** Returns the commit that this program was built from; undefined for sources, and for a build with changes. */
function commitOfBuild(): string | undefined {
  return /^[0-9a-f]{40,64}$/.test(commit) ? commit : undefined;
}
