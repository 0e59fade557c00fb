import { version } from "../../generated/version.ts";
import type { ErrorResult, VersionResult } from "../../schemas/output.ts";
import { isAgentSession } from "../apply/agent/agent_session.ts";
import { MOCK_ARGUMENT, readMockArguments } from "../apply/agent/mock/command.ts";
import { AgentError } from "../apply/agent/core/port.ts";
import { GitError } from "../apply/git/process.ts";
import { TrustStoreError } from "../apply/trust/store.ts";
import {
  type CommandContext,
  type Outcome,
  UntrustedError,
  UsageError,
} from "../commands/context/command_context.ts";
import { type Host, HostError } from "../host/host.ts";
import { joinPath } from "../path/paths.ts";
import { wantsStdin } from "../plan/integrations/stdin_arguments.ts";
import { commit } from "../release/release.ts";
import { visibleText } from "../text/terminal_text.ts";
import { makeStyle } from "../report/terminal/style.ts";
import { completeWords, completionRequest } from "./complete_words.ts";
import { hookOptions } from "./hook_call.ts";
import { SafeOutput } from "./safe_output.ts";

/**
 * The program: arguments in, exit code out.
 *
 * @param args The arguments, without the program's name.
 */
export async function main(args: readonly string[], host: Host): Promise<number> {
  if (isVersionRequest(args)) {
    const output = new SafeOutput(host);
    if (args.includes("--json")) output.json(versionOf(host));
    else output.text("stdout", `${version}\n`);
    return 0;
  }
  const request = completionRequest(args);
  if (request !== undefined) return await completeWords(request, host);
  if (args[0] === MOCK_ARGUMENT) {
    const { runMockAgent } = await import("../apply/agent/mock/agent.ts");
    return await runMockAgent(host, readMockArguments(args.slice(1)));
  }
  if (!wantsStdin(args)) return await new Program(host, args).run();
  const { readStdinArguments } = await import("./stdin_arguments.ts");
  const given = await readStdinArguments(args, host);
  if (given.kind === "arguments") return await new Program(host, given.args).run();
  return new Program(host, args).refuse(given.message, given.hint);
}

/** Whether the arguments are `--version` or `-v`, with or without `--json`. */
function isVersionRequest(args: readonly string[]): boolean {
  const others = args.filter((arg) => arg !== "--json");
  return others.length === 1 && args.length <= 2 && (others[0] === "--version" || others[0] === "-v");
}

function versionOf(host: Host): VersionResult {
  const { kind, runtime } = host.installation();
  return { formatVersion: 1, version, commit, runtime, installed: kind };
}

/** Errors that say what to do about them. */
const KNOWN = [UsageError, GitError, AgentError, TrustStoreError];

class Program {
  #exitCode = 0;
  /** What the scanner wrote to standard error: why the arguments do not fit. */
  #complaint = "";
  readonly #json: boolean;
  readonly #output: SafeOutput;

  constructor(readonly host: Host, readonly args: readonly string[]) {
    const end = args.indexOf("--");
    const flags = end === -1 ? args : args.slice(0, end);
    this.#json = flags.includes("--json");
    this.#output = new SafeOutput(host, flags.includes("--no-color"));
  }

  async run(): Promise<number> {
    if (this.args.at(-1) === "--cwd") {
      this.#fail("--cwd needs a folder", "For example: wf validate --cwd path/to/project", 2);
      return this.#exitCode;
    }
    const hook = hookOptions(this.args);
    if (hook !== undefined) {
      await this.#dispatch("validate", hook);
      return this.#exitCode;
    }
    const [{ run }, { makeApplication }] = await Promise.all([
      import("../deps/stricli.ts"),
      import("./application.ts"),
    ]);
    const args = spelled(hoist(this.args));
    const application = makeApplication(
      args[0],
      ({ name }, options) => this.#dispatch(name, options),
    );
    const colour = this.#output.marks("stdout");
    const process = {
      stdout: {
        write: (text: string) => this.#output.text("stdout", text),
        getColorDepth: () => colour ? 4 : 1,
      },
      stderr: { write: (text: string) => void (this.#complaint += text), getColorDepth: () => 1 },
      exitCode: 0 as number | string | null,
    };
    await run(application, args, { process });
    if (this.#complaint !== "") {
      this.#fail(this.#complaint.trim(), "", Number(process.exitCode) === 1 ? 1 : 2);
    }
    return this.#exitCode;
  }

  /** Ends before the beginning, as the arguments cannot be read. */
  refuse(message: string, hint: string): number {
    this.#fail(message, hint, 2);
    return this.#exitCode;
  }

  async #dispatch(name: string, options: Readonly<Record<string, unknown>>): Promise<void> {
    try {
      this.#print(await this.#context(options).call(name, options));
    } catch (error) {
      this.#failed(error);
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
      progress: (text) => {
        if (options["quiet"] !== true && text !== "") output.text("stderr", text);
      },
      draw: (text) => void host.write("stderr", text),
      live: () => {
        const still = this.#json || options["quiet"] === true || host.env("TERM") === "dumb";
        return !still && host.isTerminal("stderr");
      },
      byAgent: () => isAgentSession(host),
      emit: (value) => output.json(value),
      call: async (command, given) => {
        const { loaders } = await import("./loaders.ts");
        return await (await loaders[command]!())(given, context);
      },
    };
    return context;
  }

  /** The folder to work from. Only commands that look at files ask for it, as only they need leave to read. */
  async #directory(options: Readonly<Record<string, unknown>>): Promise<string> {
    const { host } = this;
    const start = host.cwd();
    const { cwd } = options;
    const wanted = typeof cwd === "string" ? joinPath(start, cwd.replaceAll("\\", "/")) : start;
    if ((await host.stat(wanted))?.kind !== "directory") {
      throw new UsageError(`Cannot work in "${wanted}": it is no folder`);
    }
    return await host.realPath(wanted);
  }

  #print({ exitCode, result, text }: Outcome): void {
    this.#exitCode = exitCode;
    if (!this.#json) this.#output.text("stdout", text ?? "");
    else if (result !== undefined) this.#output.json(result);
  }

  #failed(error: unknown): void {
    if (error instanceof UntrustedError) this.#fail(error.message, error.hint, error.exitCode);
    else if (KNOWN.some((kind) => error instanceof kind)) {
      const { message, hint } = error as UsageError;
      this.#fail(message, hint, 2);
    } else if (error instanceof HostError) this.#fail(error.message, "", 2);
    else {
      const stack = error instanceof Error ? error.stack ?? error.message : String(error);
      this.#fail(
        `Something went wrong that should not: ${stack}`,
        "Please report this with the command you ran",
        1,
      );
    }
  }

  #fail(message: string, hint: string, exitCode: number): void {
    this.#exitCode = exitCode;
    const style = makeStyle(this.#output.marks("stderr"));
    const advice = hint === "" ? "" : `  ${style.dim("→")} ${visibleText(hint)}\n`;
    const text = `${style.red("error")} ${visibleText(message)}\n${advice}`;
    this.#tell(() => this.#output.text("stderr", text));
    if (!this.#json) return;
    const error = { message, exitCode, ...(hint === "" ? {} : { hint }) };
    const result: ErrorResult = { formatVersion: 1, error };
    this.#tell(() => this.#output.json(result));
  }

  /** Writes about a failure. Where that fails too there is nobody left to tell. */
  #tell(write: () => void): void {
    try {
      write();
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
    }
  }
}

/** Options of every command may stand before its name: they are moved behind it. No command, and `help`, ask for help. */
function hoist(args: readonly string[]): readonly string[] {
  let index = 0;
  while (index < args.length) {
    const arg = args[index]!;
    if (arg === "--cwd") index += 2;
    else if (/^--(?:json|quiet|no-color|cwd=.*)$/.test(arg)) index++;
    else break;
  }
  const command = args[index];
  if (command === undefined && args.at(-1) !== "--cwd") return ["--help"];
  if (command === "help") return [...args.slice(index + 1, index + 2), "--help"];
  return command === undefined || command.startsWith("-")
    ? args
    : [command, ...args.slice(index + 1), ...args.slice(0, index)];
}

/** The flags of `settings` may be spelled as the keys they set: `--git.branching_strategy`. */
function spelled(args: readonly string[]): readonly string[] {
  if (args[0] !== "settings") return args;
  return args.map((arg) => {
    return arg.startsWith("--") ? arg.replace(/^[^=]+/, (flag) => flag.replaceAll("_", "-")) : arg;
  });
}
