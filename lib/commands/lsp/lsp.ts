import type { LspOptions } from "../../../schemas/commands.ts";
import { connectEditor } from "../../deps/language_server.ts";
import type { Host } from "../../host/host.ts";
import type { CommandContext, Outcome } from "../context/command_context.ts";
import { EditorSession } from "./session.ts";

/** Time between two checks that the editor is alive, in milliseconds. */
const POLL_INTERVAL = 3000;

/** Serves an editor on standard input and output until the editor ends or requests the exit. */
export async function lsp(_options: LspOptions, { host }: CommandContext): Promise<Outcome> {
  let end: (orderly: boolean) => void = () => {};
  const ended = new Promise<boolean>((resolve) => end = resolve);
  let stopWatching = () => {};
  const editor = await connectEditor({
    input: host.input(),
    write: (text) => host.write("stdout", text),
    onEnd: (orderly) => end(orderly),
    onProcess: (pid) => stopWatching = watchProcess(host, pid, () => end(false)),
  });
  const session = new EditorSession(host, editor);
  editor.connection.listen();
  const orderly = await ended;
  stopWatching();
  session.close();
  return { exitCode: orderly ? 0 : 1 };
}

/**
 * Calls back once a process is gone. A process that is not visible, for example from a container, is not
 * watched: the end of the streams has the same effect.
 */
function watchProcess(host: Host, pid: number, onGone: () => void): () => void {
  if (!host.isAlive(pid)) return () => {};
  const timer = setInterval(() => {
    if (!host.isAlive(pid)) onGone();
  }, POLL_INTERVAL);
  return () => clearInterval(timer);
}
