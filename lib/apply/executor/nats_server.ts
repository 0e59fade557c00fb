import { isRecord } from "../../collections/is_record.ts";
import { ProgramError } from "../../errors/program_error.ts";
import type { Child } from "../../host/host.ts";
import { joinPath } from "../../path/paths.ts";
import { CommonRecord } from "../files/common_record.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import type { Git } from "../git/git.ts";

/** A server for the workers of this machine. */
export interface LocalServer {
  readonly url: string;
  /** The file with the address, which only this user can read: it contains a token. */
  readonly file: string;
  stop(): Promise<void>;
}

/** The address of the last server, which workers still try. */
interface ServerRecord {
  readonly port: number;
  readonly token: string;
}

const RECORD = new CommonRecord<ServerRecord>(
  "wf/queue.json",
  (value): value is ServerRecord =>
    isRecord(value) && Number.isInteger(value.port) && typeof value.token === "string" &&
    /^[0-9a-f]{32}$/.test(value.token),
);
const FOLDER = "wf/queue";
/** Runs the server until standard input ends, as it does when wf is killed. Prints the number of its process. */
const WATCHED = `command -v nats-server >/dev/null || exit 127
exec 3<&0
nats-server -c "$1" &
server=$!
echo "$server"
(cat <&3 >/dev/null; kill "$server") &
wait "$server"`;
/** The time for the server to start, in milliseconds, and between two looks whether it has. */
const START = 10_000;
const INTERVAL = 50;

/**
 * Starts a NATS server that only this machine can reach, with its data in git's folder. Throws a ProgramError if it is
 * not installed or does not start.
 */
export async function startNatsServer(git: Git): Promise<LocalServer> {
  const known = await RECORD.read(git);
  const token = known?.token ?? crypto.randomUUID().replaceAll("-", "");
  const server = (known === undefined ? undefined : await tryStart(git, { port: known.port, token })) ??
    await tryStart(git, { port: -1, token });
  if (server === undefined) {
    throw new ProgramError(
      "Cannot start nats-server: it ended or did not listen in time",
      "Start one yourself, nats-server -js, and name it: --set executor.server=nats://127.0.0.1:4222",
    );
  }
  await RECORD.write(git, { port: server.port, token });
  const url = `nats://${token}@127.0.0.1:${server.port}`;
  const file = joinPath(git.commonDirectory, FOLDER, "url");
  await git.host.writeText(file, `${url}\n`, { private: true });
  return { url, file, stop: () => server.child.end() };
}

async function tryStart(
  { host, commonDirectory }: Git,
  { port, token }: ServerRecord,
): Promise<{ readonly child: Child; readonly port: number } | undefined> {
  const files = new ConfinedFiles(host, commonDirectory);
  await files.makeFolder(FOLDER);
  const folder = joinPath(commonDirectory, FOLDER);
  const config = joinPath(folder, "nats.conf");
  await host.writeText(
    config,
    `listen: "127.0.0.1:${port}"
jetstream { store_dir: ${JSON.stringify(folder)} }
ports_file_dir: ${JSON.stringify(folder)}
authorization { token: "${token}" }
`,
    { private: true },
  );
  const child = await host.spawn({ argv: ["sh", "-c", WATCHED, "sh", config], cwd: folder });
  const until = host.now() + START;
  let code: number | undefined;
  void child.ended.then((ended) => code = ended);
  const ports = joinPath(folder, `nats-server_${await firstLineOf(child.stdout)}.ports`);
  while (code === undefined && host.now() < until) {
    const listening = portIn(await host.readText(ports).catch(() => ""));
    if (listening !== undefined) return { child, port: listening };
    await new Promise((done) => setTimeout(done, INTERVAL));
  }
  await child.end();
  if (code !== 127) return undefined;
  throw new ProgramError(
    "Cannot start the queue for workers: nats-server is not installed",
    "Install it (apt install nats-server, brew install nats-server, or https://nats.io/download), or name a server: --set executor.server=nats://<host>:4222",
  );
}

async function firstLineOf(output: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  for await (const part of output.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.includes("\n")) break;
  }
  return text.split("\n")[0]!;
}

function portIn(text: string): number | undefined {
  const [, port] = /"nats":\s*\[\s*"nats:\/\/[^"]*:(\d+)"/.exec(text) ?? [];
  return port === undefined ? undefined : Number(port);
}
