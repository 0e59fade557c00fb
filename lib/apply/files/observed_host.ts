import { extendedHost } from "../../host/extended_host.ts";
import { type Command, type DirectoryEntry, type FileInfo, type Host, HostError } from "../../host/host.ts";
import { mapAll } from "../../collections/map_all.ts";
import { isRecord } from "../../collections/is_record.ts";
import { sha256 } from "./sha256.ts";
import { changeMark } from "./text_cache.ts";

/** A call of a method of {@link Host} that only reads, and a mark of the result, which differs for each result. */
export type Observation = readonly [method: string, args: readonly unknown[], mark: string];

const VALUES = [
  "cwd",
  "env",
  "home",
  "hostname",
  "isAlive",
  "program",
  "installation",
  "isTerminal",
  "columns",
  "rows",
];
const READS = ["readText", "stat", "readDirectory", "kindOf", "realPath", "readLink", "run"];
const METHODS: ReadonlySet<unknown> = new Set([...VALUES, ...READS]);
/** The beginning of the mark of an error. No mark of a result begins so. */
const FAILED = "failed: ";

/** Observes what a command reads from a machine, to find out later whether it would read the same. */
export class Observer {
  /** The machine to use while it is observed. */
  readonly host: Host;
  readonly #seen = new Map<string, Observation>();
  readonly #files = new Map<string, { readonly info: FileInfo; readonly used: Set<string> }>();
  #isRepeatable = true;

  /** @param results Results of programs that have just been run, which are not run again before something is changed. */
  constructor(host: Host, readonly results: Map<string, unknown> = new Map()) {
    const value = (method: string) => (...args: unknown[]) => {
      const result = call(host, method, args);
      this.#add(method, args, markOf(result));
      return result;
    };
    const read = (method: string) => (...args: unknown[]) => this.#read(host, method, args);
    const own = Object.fromEntries([
      ...VALUES.map((method) => [method, value(method)]),
      ...READS.map((method) => [method, read(method)]),
    ]);
    this.host = new Proxy(extendedHost(host, own), {
      get: (target, key) => {
        // A trace shows what happens, and changes nothing.
        if (!Object.hasOwn(own, key) && key !== "trace") this.#isRepeatable = false;
        return Reflect.get(target, key);
      },
    });
  }

  /**
   * Returns the observations. Undefined if something else than reading was done, such as writing or asking for the
   * time, or if a file had changed so recently that another change could have the same time.
   */
  observations(): readonly Observation[] | undefined {
    for (const [path, { info, used }] of this.#files) {
      // The mark of a file that was read covers these.
      if (this.#seen.has(keyOf("readText", [path]))) continue;
      this.#add("stat", [path, ...used], markOf(partOf(info, [...used])));
    }
    return this.#isRepeatable ? [...this.#seen.values()] : undefined;
  }

  #add(method: string, args: readonly unknown[], mark: string | undefined): void {
    const key = keyOf(method, args);
    const isSame = mark === (this.#seen.get(key)?.[2] ?? mark);
    if (mark === undefined || !isSame) this.#isRepeatable = false;
    else this.#seen.set(key, [method, args.map(stored), mark]);
  }

  async #read(host: Host, method: string, args: readonly unknown[]): Promise<unknown> {
    if (method === "run" && !onlyReads(args[0] as Command)) this.#isRepeatable = false;
    const before = method === "readText" ? await changeMark(host, String(args[0])) : undefined;
    let result: unknown;
    try {
      const known = this.#isRepeatable ? this.results.get(keyOf(method, args.map(stored))) : undefined;
      result = known ?? await call(host, method, args);
    } catch (error) {
      this.#add(method, args, failureMark(error));
      throw error;
    }
    if (method === "stat" && result !== undefined) return this.#used(String(args[0]), result as FileInfo);
    this.#add(method, args, method === "readText" ? before : await markRead(method, result));
    return result;
  }

  /** Returns metadata of a file that remember which of them are used: if it only has to exist, its size may change. */
  #used(path: string, info: FileInfo): FileInfo {
    const file = this.#files.get(path) ?? { info, used: new Set() };
    this.#files.set(path, file);
    if (markOf(file.info) !== markOf(info)) this.#isRepeatable = false;
    return new Proxy(info, {
      get(target, key) {
        file.used.add(String(key));
        return Reflect.get(target, key);
      },
    });
  }
}

/** Reports whether a value is an observation, whose method can be called again. */
export function isObservation(value: unknown): value is Observation {
  if (!Array.isArray(value)) return false;
  const [method, args, mark] = value;
  const isCall = METHODS.has(method) && Array.isArray(args) && typeof mark === "string";
  return isCall && (method !== "run" || onlyReads(args[0]));
}

/**
 * Reports whether everything that was observed is still the same.
 *
 * @param results Gets the results of the programs that it runs.
 */
export async function isUnchanged(
  observations: readonly Observation[],
  host: Host,
  results: Map<string, unknown>,
): Promise<boolean> {
  const isSame = async (observation: Observation) => {
    return await markNow(host, observation, results) === observation[2];
  };
  const programs: Observation[] = [];
  for (const observation of observations) {
    if (observation[0] === "run") programs.push(observation);
    else if (!await isSame(observation)) return false;
  }
  return (await mapAll(programs, isSame)).every((same) => same);
}

/** Calls a method again and returns its mark; of a text that was read the mark of its file. */
async function markNow(
  host: Host,
  [method, args, before]: Observation,
  results: Map<string, unknown>,
): Promise<string | undefined> {
  if (method === "readText" && !before.startsWith(FAILED)) return await changeMark(host, String(args[0]));
  try {
    const result = await call(host, method, args);
    if (method === "run") results.set(keyOf(method, args), result);
    if (method !== "stat" || result === undefined) return await markRead(method, result);
    return markOf(partOf(result as FileInfo, args.slice(1).map(String)));
  } catch (error) {
    return failureMark(error);
  }
}

async function markRead(method: string, result: unknown): Promise<string> {
  if (method === "readDirectory") {
    return (result as readonly DirectoryEntry[]).map(({ name, kind }) => `/${kind[0]}${name}`).join("");
  }
  return method === "run" ? await sha256(markOf(result)) : markOf(result);
}

/** Reports whether a program only reads, so that it can be run again. */
function onlyReads({ argv: [program], group, signal, onOutput }: Command): boolean {
  return program === "git" && group === "shared" && signal === undefined && onOutput === undefined;
}

function failureMark(error: unknown): string | undefined {
  return error instanceof HostError ? `${FAILED}${error.reason}` : undefined;
}

function markOf(value: unknown): string {
  return JSON.stringify(value) ?? "";
}

function keyOf(method: string, args: readonly unknown[]): string {
  return `${method} ${args.length === 1 && typeof args[0] === "string" ? args[0] : markOf(args)}`;
}

function partOf(info: FileInfo, names: readonly string[]): readonly unknown[] {
  return names.map((name) => Reflect.get(info, name) ?? null);
}

function call(host: Host, method: string, args: readonly unknown[]): unknown {
  return Reflect.apply(Reflect.get(host, method), host, args.map(restored));
}

/** Returns an argument in which null, which JSON has, replaces variables that are undefined, to be removed. */
function stored(argument: unknown): unknown {
  return isRecord(argument)
    ? { ...argument, env: mapVariables(argument, (value) => value ?? null) }
    : argument;
}

function restored(argument: unknown): unknown {
  return isRecord(argument)
    ? { ...argument, env: mapVariables(argument, (value) => value ?? undefined) }
    : argument;
}

function mapVariables(
  { env = {} }: Readonly<Record<string, unknown>>,
  map: (value: unknown) => unknown,
): object {
  return Object.fromEntries(Object.entries(env as object).map(([name, value]) => [name, map(value)]));
}
