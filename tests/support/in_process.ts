/**
 * Runs the program within the tests' own process, which saves the start of another one.
 * @module
 */
import { main } from "../../lib/cli/main.ts";
import { DenoHost } from "../../lib/host/deno.ts";
import type { Child, Command, CommandResult, SpawnCommand } from "../../lib/host/host.ts";
import { RUN_MARK, runMark } from "../../lib/host/programs/run_mark.ts";
import { countedHost } from "./counted_host.ts";
import { dyingHost } from "./dying_host.ts";

/** The machine of one call. */
export interface CallOptions {
  /** The folder it is called in. */
  readonly cwd: string;
  /** Variables that are set on top of the environment of the tests. */
  readonly env: Readonly<Record<string, string>>;
  /** URL of the file that starts the program, for what it starts again or writes into a hook. */
  readonly mainModule: string;
  /** Called just before each effect of the program. */
  readonly onEffect?: () => void;
  /** The columns that both streams claim to have, although they are no terminals. */
  readonly columns?: number;
}

/** The result of one call. */
export interface CallResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Calls the program with nothing on standard input and no terminal, and waits until it ends. */
export async function callInProcess(args: readonly string[], options: CallOptions): Promise<CallResult> {
  const host = new CallHost(options);
  const { onEffect } = options;
  const code = await main(args, onEffect === undefined ? host : countedHost(host, onEffect));
  return { code, ...host.written };
}

/** A call that can be killed. */
export interface MortalCall {
  /** The result; undefined if the call was killed. */
  readonly result: Promise<CallResult | undefined>;
  /** Kills the program, as by a loss of power, but none of the programs that it has started. */
  readonly die: () => void;
}

/** Calls the program like {@link callInProcess}. */
export function callMortal(args: readonly string[], options: CallOptions): MortalCall {
  const own = new CallHost(options);
  const { host, die } = dyingHost(own, options.onEffect);
  const death = Promise.withResolvers<undefined>();
  const run = main(args, host).then((code) => ({ code, ...own.written }));
  return {
    result: Promise.race([run, death.promise]),
    die: () => {
      die();
      death.resolve(undefined);
    },
  };
}

/** The machine with a folder, an environment and streams of its own, all of which are global to a process. */
class CallHost extends DenoHost {
  readonly written: { stdout: string; stderr: string } = { stdout: "", stderr: "" };
  readonly #cwd: string;
  readonly #mainModule: string;
  readonly #columns: number | undefined;
  #env: Readonly<Record<string, string>>;

  constructor({ cwd, env, mainModule, columns }: CallOptions) {
    super();
    this.#cwd = Deno.realPathSync(cwd);
    this.#env = env;
    this.#mainModule = mainModule;
    this.#columns = columns;
  }

  override columns(): number | undefined {
    return this.#columns;
  }

  override cwd(): string {
    return this.#cwd;
  }

  override env(name: string): string | undefined {
    return this.#env[name] ?? super.env(name);
  }

  override environment(): Readonly<Record<string, string>> {
    return { ...super.environment(), ...this.#env };
  }

  protected override mainModule(): string {
    return this.#mainModule;
  }

  override markPrograms(mark: string): void {
    this.#env = { ...this.#env, [RUN_MARK]: runMark(this.env(RUN_MARK), mark) };
  }

  override run(command: Command): Promise<CommandResult> {
    return super.run({ ...command, env: { ...this.#env, ...command.env } });
  }

  override spawn(command: SpawnCommand): Promise<Child> {
    return super.spawn({ ...command, env: { ...this.#env, ...command.env } });
  }

  override input(): ReadableStream<Uint8Array> {
    return new Blob([]).stream();
  }

  override write(stream: "stdout" | "stderr", text: string): boolean {
    this.written[stream] += text;
    return true;
  }

  override isTerminal(): boolean {
    return false;
  }

  override onInterrupt(): () => void {
    return () => {};
  }

  override quit(code: number): never {
    throw new Error(`The program ended itself at once, with ${code}`);
  }
}
