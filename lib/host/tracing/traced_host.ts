import { baseName } from "../../path/paths.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { extendedHost } from "../extended_host.ts";
import type { Child, Command, CommandResult, Host, SpawnCommand } from "../host.ts";
import type { Trace, TraceTopic } from "./trace.ts";

/** The maximum length of a command in the trace, in UTF-16 units. */
const MAX_LENGTH = 2_000;

/** Returns a machine that writes every program that it starts to a trace, and is the given one otherwise. */
export function tracedHost(host: Host, trace: Trace): Host {
  return extendedHost(host, {
    trace,
    run: (command) => run(command, host, trace),
    spawn: (command) => spawn(command, host, trace),
  });
}

async function run(command: Command, host: Host, trace: Trace): Promise<CommandResult> {
  const end = trace.begin(topicOf(command), shown(command, host));
  try {
    const result = await host.run(command);
    end(`exit ${result.code}`);
    return result;
  } catch (error) {
    end("did not run");
    throw error;
  }
}

async function spawn(command: SpawnCommand, host: Host, trace: Trace): Promise<Child> {
  const topic = topicOf(command);
  const text = shown(command, host);
  const end = trace.begin(topic, text);
  try {
    const child = await host.spawn(command);
    trace.write(topic, `${text} (started)`);
    child.ended.then((code) => end(`exit ${code}`));
    return child;
  } catch (error) {
    end("did not run");
    throw error;
  }
}

function topicOf({ argv }: { readonly argv: Command["argv"] }): TraceTopic {
  return /^git(?:\.exe)?$/.test(baseName(argv[0])) ? "git" : "programs";
}

/**
 * Returns a command on one line, as a shell takes it, with its folder if that is another one. The arguments of
 * bubblewrap are omitted.
 */
function shown({ argv, cwd }: Pick<Command, "argv" | "cwd">, host: Host): string {
  const end = baseName(argv[0]) === "bwrap" ? argv.indexOf("--") : 0;
  const words = argv.slice(end).map(quoted).join(" ");
  const whole = end > 0 ? `bwrap … ${words}` : words;
  const text = whole.length > MAX_LENGTH ? `${whole.slice(0, MAX_LENGTH)}…` : whole;
  return cwd === host.cwd() ? text : `${text} in ${quoted(cwd)}`;
}

/** Quotes an argument; one with control characters as bash, zsh and ksh take it: `$'a\nb'`. */
function quoted(argument: string): string {
  // deno-lint-ignore no-control-regex -- they are what is escaped
  const CONTROL = /[\x00-\x1f\x7f]/g;
  if (!CONTROL.test(argument)) return quoteShell(argument);
  const escaped = argument.replace(/[\\']/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\t", "\\t");
  return `$'${
    escaped.replace(CONTROL, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`)
  }'`;
}
