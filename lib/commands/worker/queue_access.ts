import type { NatsOptions } from "../../deps/nats.ts";
import { defined } from "../../collections/defined.ts";
import { type Host, HostError } from "../../host/host.ts";
import { isAbsolute, joinPath } from "../../path/paths.ts";
import { type CommandContext, UsageError } from "../context/command_context.ts";

/** The environment variables with the files that a queue may need. */
const SEED = "WF_QUEUE_NKEY";
const AUTHORITY = "WF_QUEUE_CA";

/** Returns what a connection to a queue needs: its address, the seed of an nkey and a certificate authority. */
export async function queueAccess(url: string, host: Host): Promise<NatsOptions> {
  const [seed, authority] = await Promise.all([SEED, AUTHORITY].map((name) => fileNamedBy(name, host)));
  return { url, ...defined({ seed: seed?.trim(), authority }) };
}

/**
 * Returns the address of a queue, which may be in a file. Throws a UsageError if there is none.
 *
 * @param example The flag that names it, up to the address.
 */
export async function queueUrl(
  given: string,
  example: string,
  { host, cwd }: Pick<CommandContext, "host" | "cwd">,
): Promise<string> {
  const isFile = given !== "" && !given.includes("://");
  const url = isFile
    ? await addressIn(isAbsolute(given) ? given : joinPath(await cwd(), given), host)
    : given;
  if (/^(?:nats|tls):\/\/\S+$/.test(url)) return url;
  throw new UsageError(
    given === "" ? "Cannot find the queue: no server is named" : `Cannot use the queue "${given}"`,
    `Name the NATS server: ${example}nats://<host>:4222`,
  );
}

async function addressIn(path: string, host: Host): Promise<string> {
  try {
    return (await host.readText(path)).trim();
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return "";
  }
}

async function fileNamedBy(name: string, host: Host): Promise<string | undefined> {
  const path = host.env(name) ?? "";
  if (path === "") return undefined;
  try {
    return await host.readText(path);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    throw new UsageError(
      `Cannot read the file that ${name} names: ${error.message}`,
      `Correct or unset ${name}`,
    );
  }
}
