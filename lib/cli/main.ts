import { version } from "../../generated/version.ts";
import type { HelpResult, VersionResult } from "../../schemas/results/program.ts";
import { isAgentSession } from "../apply/agent/agent_session.ts";
import { MOCK_ARGUMENT, readMockArguments } from "../apply/agent/mock/command.ts";
import { type CommandContext, type Outcome, UsageError } from "../commands/context/command_context.ts";
import { InternalError, toProgramError } from "../errors/internal_error.ts";
import { DebugTrace } from "../host/tracing/debug_trace.ts";
import type { Host } from "../host/host.ts";
import { tracedHost } from "../host/tracing/traced_host.ts";
import { joinPath } from "../path/paths.ts";
import { wantsStdin } from "../plan/integrations/stdin_arguments.ts";
import { commit } from "../release/release.ts";
import { makeStyle } from "../report/terminal/style.ts";
import { flagsIn, isVersionRequest, normalizeArguments, wantsHelp } from "./arguments.ts";
import { completeWords, completionRequest } from "./complete_words.ts";
import { reportError } from "./error_report.ts";
import { hookOptions } from "./hook_call.ts";
import { mayBeRecalled, recalledOutput } from "./recalled_output.ts";
import { attempt, SafeOutput } from "./safe_output.ts";

/**
 * Runs the program, and reports all errors.
 *
 * @param args The arguments, without the program's name.
 * @returns The exit code. See docs/decisions/exit-codes.md.
 */
export async function main(args: readonly string[], host: Host): Promise<number> {
  const program = new Program(host, args);
  const stop = host.onUncaught((thrown) => host.quit(program.fail(thrown)));
  try {
    return await start(args, { host, program });
  } catch (thrown) {
    return program.fail(thrown);
  } finally {
    stop();
  }
}

async function start(
  args: readonly string[],
  { host, program }: { readonly host: Host; readonly program: Program },
): Promise<number> {
  const request = completionRequest(args);
  if (request !== undefined) return await completeWords(request, host);
  if (args[0] === MOCK_ARGUMENT) {
    const { runMockAgent } = await import("../apply/agent/mock/agent.ts");
    return await runMockAgent(host, readMockArguments(args.slice(1)));
  }
  if (isVersionRequest(args)) {
    const output = new SafeOutput(host);
    if (flagsIn(args).includes("--json")) output.json(versionOf(host));
    else output.text("stdout", `${version}\n`);
    return 0;
  }
  if (!wantsStdin(args)) return await program.run();
  const { readStdinArguments } = await import("./stdin_arguments.ts");
  const given = await readStdinArguments(args, host);
  if (given.kind === "arguments") return await new Program(host, given.args).run();
  return program.fail(new UsageError(given.message, given.hint));
}

function versionOf(host: Host): VersionResult {
  const { kind, runtime } = host.installation();
  return { formatVersion: 1, version, commit, runtime, installed: kind };
}

class Program {
  #exitCode = 0;
  /** The error message of the scanner, which it writes to standard error. */
  #scanError = "";
  /** When the user was last active, by the clock; a command that asks for the time is not repeated. */
  #seen: number;
  readonly #json: boolean;
  #output: SafeOutput;
  host: Host;

  constructor(host: Host, readonly args: readonly string[]) {
    const flags = flagsIn(args);
    this.#seen = host.now();
    this.#json = flags.includes("--json");
    const output = new SafeOutput(host, flags.includes("--no-color"));
    this.#output = output;
    const write = (line: string) => attempt(() => output.message(line));
    this.host = tracedHost(host, new DebugTrace(host, write));
  }

  async run(): Promise<number> {
    if (this.args.at(-1) === "--cwd") {
      return this.fail(
        new UsageError("--cwd needs a folder", "For example: wf validate --cwd path/to/project"),
      );
    }
    const hook = hookOptions(this.args);
    const args = hook === undefined ? normalizeArguments(this.args) : this.args;
    const answered = async () => {
      if (hook === undefined) return await this.#call(args);
      await this.#dispatch("validate", hook);
      return this.#exitCode;
    };
    if (!mayBeRecalled(args)) return await answered();
    const run = async (host: Host, output: SafeOutput) => {
      this.host = host;
      this.#output = output;
      return await answered();
    };
    return await recalledOutput({ args, host: this.host, output: this.#output, run });
  }

  async #call(normalized: readonly string[]): Promise<number> {
    let args = normalized;
    const { commands } = await import("../../generated/commands.ts");
    const named = commands.find(({ name }) => name === args[0]);
    if (wantsHelp(args)) {
      const { helpFor } = await import("./help.ts");
      const isStyled = !this.#json && this.#output.marks("stdout");
      const text = helpFor(args, makeStyle(isStyled, this.host.columns("stdout")));
      if (text !== undefined) {
        const result: HelpResult = { formatVersion: 1, text };
        this.#print({ exitCode: 0, result, text });
        return 0;
      }
      if (args[0] === "help") args = args.slice(1);
    }
    const [{ run }, { makeApplication }, { exampleOf }] = await Promise.all([
      import("../deps/stricli.ts"),
      import("./application.ts"),
      import("./argument_errors.ts"),
    ]);
    const application = makeApplication(args[0], ({ name }, options) => this.#dispatch(name, options));
    const color = this.#output.marks("stdout");
    const process = {
      stdout: {
        write: (text: string) => this.#output.text("stdout", text),
        getColorDepth: () => color ? 4 : 1,
      },
      stderr: { write: (text: string) => void (this.#scanError += text), getColorDepth: () => 1 },
      exitCode: null as number | string | null,
    };
    await run(application, args, { process });
    if (this.#scanError !== "") {
      const code = Number(process.exitCode);
      const message = this.#scanError.trim().replaceAll("\n", "\n  ");
      if (!MISUSE.has(code)) this.fail(new InternalError(message));
      else this.fail(new UsageError(message, exampleOf(named, message)));
    }
    return this.#exitCode;
  }

  /**
   * Reports a thrown error.
   *
   * @returns The exit code.
   */
  fail(thrown: unknown): number {
    this.#exitCode = reportError(toProgramError(thrown), {
      host: this.host,
      output: this.#output,
      json: this.#json,
    });
    return this.#exitCode;
  }

  async #dispatch(name: string, options: Readonly<Record<string, unknown>>): Promise<void> {
    try {
      this.#print(await this.#context(options).call(name, options));
    } catch (thrown) {
      this.fail(thrown);
    }
  }

  #context(options: Readonly<Record<string, unknown>>): CommandContext {
    const { host } = this;
    const output = this.#output;
    const context: CommandContext = {
      host,
      cwd: () => this.#directory(options),
      json: this.#json,
      style: makeStyle(output.marks("stdout"), host.columns("stdout")),
      progressStyle: makeStyle(output.marks("stderr"), host.columns("stderr")),
      print: (text) => output.text("stdout", text),
      progress: (text) => {
        if (options["quiet"] !== true && text !== "") output.message(text);
      },
      conclude: (text) => {
        if (text !== "") output.message(text);
      },
      show: (text) => output.text("stderr", text),
      screen: {
        write: (text) => void host.write("stderr", text),
        columns: () => host.columns("stderr") ?? 80,
        rows: () => host.rows("stderr") ?? 24,
      },
      attention: {
        seen: () => void (this.#seen = host.now()),
        call: async ({ kind, text }) => {
          const { callUser } = await import("../apply/interaction/attention.ts");
          return await callUser({ kind, text: output.masked(text) }, {
            host,
            idle: host.now() - this.#seen,
            folder: await this.#directory(options),
            signal: context.screen.write,
            notice: (message) => context.progress(`! ${message}\n`),
          });
        },
      },
      live: () => {
        const still = this.#json || options["quiet"] === true || host.env("TERM") === "dumb";
        return !still && host.isTerminal("stderr") && host.trace?.wants() !== true;
      },
      byAgent: () => isAgentSession(host),
      used: [],
      emit: (value) => output.json(value),
      call: async (command, given, changes = {}) => {
        const { loaders } = await import("./loaders.ts");
        return await (await loaders[command]!())(given, { ...context, ...changes });
      },
    };
    return context;
  }

  /**
   * Returns the folder to work from. Called only by commands that read files, as it needs permission to read.
   */
  async #directory(options: Readonly<Record<string, unknown>>): Promise<string> {
    const { host } = this;
    const start = host.cwd();
    const { cwd } = options;
    const wanted = typeof cwd === "string" ? joinPath(start, cwd.replaceAll("\\", "/")) : start;
    if ((await host.stat(wanted))?.kind !== "directory") {
      throw new UsageError(`Cannot work in "${wanted}": it is not a folder`);
    }
    return await host.realPath(wanted);
  }

  #print({ exitCode, result, text }: Outcome): void {
    this.#exitCode = exitCode;
    if (!this.#json) this.#output.text("stdout", text ?? "");
    else if (result !== undefined) this.#output.json(result);
  }
}

/** Exit codes of the scanner for an unknown command and for invalid arguments; all others are bugs. */
const MISUSE: ReadonlySet<number> = new Set([-5, -4]);
