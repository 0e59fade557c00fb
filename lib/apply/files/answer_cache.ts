import { type Host, HostError } from "../../host/host.ts";
import { mapAll } from "../../collections/map_all.ts";
import { joinPath } from "../../path/paths.ts";
import { isObservation, isUnchanged, type Observation, Observer } from "./observed_host.ts";
import { sha256 } from "./sha256.ts";

/** The folder of the cache in the home folder. It can be removed at any time. */
const FOLDER = ".wf/cache";
/** The maximum number of answers that are kept, and how long, in milliseconds. */
const MAX_ANSWERS = 32;
const MAX_AGE = 30 * 24 * 3600 * 1000;

interface StoredAnswer<T> {
  readonly observations: readonly Observation[];
  readonly answer: T;
}

/** A question that only reading answers. */
export interface Question<T> {
  /** Everything that the answer depends on and the machine does not show: the program and its arguments. */
  readonly key: readonly unknown[];
  /** Finds the answer, a JSON value, by what it reads from a machine. */
  readonly answer: (host: Host) => Promise<T>;
  /** Reports whether an answer may be given again; by default, each may. */
  readonly isKept?: (answer: T) => boolean;
}

/**
 * Answers a question as the last time if everything that was read then is unchanged. Facts about files are asked
 * again, never taken from the cache.
 *
 * The cache is in the folder of the user's permissions, which no sandbox lets an agent change. One that cannot be read
 * or written is ignored.
 */
export async function answer<T>(
  host: Host,
  { key, answer, isKept = () => true }: Question<T>,
): Promise<T> {
  const home = host.home();
  if (home === undefined) return await answer(host);
  const folder = joinPath(home, FOLDER);
  const file = joinPath(folder, `${(await sha256(JSON.stringify(key))).slice(0, 32)}.json`);
  const stored = await read<T>(host, file);
  const results = new Map<string, unknown>();
  if (stored !== undefined && await isUnchanged(stored.observations, host, results)) return stored.answer;
  const observer = new Observer(host, results);
  const found = await answer(observer.host);
  const observations = observer.observations();
  if (observations === undefined || !isKept(found)) return found;
  try {
    await host.writeText(file, JSON.stringify({ observations, answer: found }), { private: true });
    await retire(host, folder);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
  }
  return found;
}

async function read<T>(host: Host, file: string): Promise<StoredAnswer<T> | undefined> {
  try {
    const stored = JSON.parse(await host.readText(file));
    const isWhole = Array.isArray(stored.observations) && stored.observations.every(isObservation);
    return isWhole && "answer" in stored ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Removes the answers that are too old or too many. */
async function retire(host: Host, folder: string): Promise<void> {
  const answers = await mapAll(await host.readDirectory(folder), async ({ name }) => {
    const path = joinPath(folder, name);
    return { path, written: (await host.stat(path))?.modified ?? 0 };
  });
  const oldest = host.now() - MAX_AGE;
  const old = answers.sort((a, b) => b.written - a.written)
    .filter(({ written }, index) => index >= MAX_ANSWERS || written < oldest);
  await mapAll(old, ({ path }) => host.removeFile(path));
}
