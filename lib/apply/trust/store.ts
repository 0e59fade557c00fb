import type { ConfiguredRun } from "../../../schemas/results/agents.ts";
import { isRecord } from "../../collections/is_record.ts";
import { ProgramError } from "../../errors/program_error.ts";
import { type Host, HostError } from "../../host/host.ts";
import { joinPath } from "../../path/paths.ts";
import { sha256 } from "../files/sha256.ts";

export interface TrustRecord {
  /** SHA-256 of each trusted list of commands and settings, the latest last. */
  readonly hashes: readonly string[];
  /** SHA-256 of each trusted version of an agent's settings in the project, by the agent's name. */
  readonly settings?: Readonly<Record<string, readonly string[]>>;
  /** The time when the latest was trusted, ISO 8601. */
  readonly trustedAt: string;
}

export class TrustStoreError extends ProgramError {
  override readonly name = "TrustStoreError";
}

/**
 * Maximum number of trusted configurations per project. Several are kept, so that switching branches does not
 * ask again.
 */
const MAX_HASHES = 20;

/** Returns the SHA-256 of a list of commands and settings, in hexadecimal. */
export async function trustHash(runs: readonly ConfiguredRun[]): Promise<string> {
  return await sha256(JSON.stringify(runs.map(({ key, value }) => [key, value])));
}

/**
 * The record of trusted projects in `~/.wf/trust.json`, a file that only the user can read. Methods throw a
 * {@link TrustStoreError} for an unreadable file, so that it is never overwritten.
 */
export class TrustStore {
  constructor(readonly host: Host) {}

  /** Returns the record of a project, if any. */
  async read(place: string): Promise<TrustRecord | undefined> {
    const path = this.#path();
    return path === undefined ? undefined : (await this.#readAll(path)).get(place);
  }

  /** Returns true when a list of commands and settings is trusted. */
  async trusts(place: string, runs: readonly ConfiguredRun[]): Promise<boolean> {
    return (await this.read(place))?.hashes.includes(await trustHash(runs)) ?? false;
  }

  /**
   * Adds a list of commands and settings to the record of a project.
   *
   * @param settings The agent whose settings in the project are trusted too; without a hash they are no longer
   * trusted.
   */
  async record(
    place: string,
    runs: readonly ConfiguredRun[],
    settings?: { readonly agent: string; readonly hash: string | undefined },
  ): Promise<void> {
    const path = this.#path();
    if (path === undefined) {
      throw new TrustStoreError("Cannot store trust: there is no home folder", "Set HOME");
    }
    const all = await this.#readAll(path);
    const known = all.get(place);
    const trusted = { ...known?.settings };
    if (settings?.hash !== undefined) {
      trusted[settings.agent] = withHash(trusted[settings.agent], settings.hash);
    } else if (settings !== undefined) delete trusted[settings.agent];
    all.set(place, {
      hashes: withHash(known?.hashes, await trustHash(runs)),
      ...(Object.keys(trusted).length === 0 ? {} : { settings: trusted }),
      trustedAt: new Date(this.host.now()).toISOString(),
    });
    await this.#write(path, all);
  }

  /**
   * Removes the record of a project.
   *
   * @returns True when there was one.
   */
  async revoke(place: string): Promise<boolean> {
    const path = this.#path();
    if (path === undefined) return false;
    const all = await this.#readAll(path);
    if (!all.delete(place)) return false;
    await this.#write(path, all);
    return true;
  }

  #path(): string | undefined {
    const home = this.host.home();
    return home === undefined ? undefined : joinPath(home, ".wf", "trust.json");
  }

  async #readAll(path: string): Promise<Map<string, TrustRecord>> {
    const text = await this.#readText(path);
    if (text === undefined) return new Map();
    const projects = projectsOf(text);
    if (projects !== undefined) return new Map(Object.entries(projects));
    throw new TrustStoreError(`Cannot read "${path}": it is not a record of trust`, "Fix or remove the file");
  }

  async #readText(path: string): Promise<string | undefined> {
    try {
      return await this.host.readText(path);
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      if (error.reason === "not-found") return undefined;
      throw new TrustStoreError(error.message, "Make the file readable, or remove it", { cause: error });
    }
  }

  async #write(path: string, all: ReadonlyMap<string, TrustRecord>): Promise<void> {
    const text = JSON.stringify({ formatVersion: 1, projects: Object.fromEntries(all) }, null, 2);
    try {
      await this.host.writeText(path, `${text}\n`, { private: true });
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      throw new TrustStoreError(`Cannot store trust: ${error.message}`, "Make ~/.wf writable", {
        cause: error,
      });
    }
  }
}

function withHash(known: readonly string[] = [], hash: string): readonly string[] {
  return [...known.filter((other) => other !== hash), hash].slice(-MAX_HASHES);
}

function projectsOf(text: string): Readonly<Record<string, TrustRecord>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || value["formatVersion"] !== 1 || !isRecord(value["projects"])) return undefined;
    const { projects } = value;
    return Object.values(projects).every(isTrustRecord)
      ? projects as Readonly<Record<string, TrustRecord>>
      : undefined;
  } catch {
    return undefined;
  }
}

function isTrustRecord(value: unknown): value is TrustRecord {
  return isRecord(value) && typeof value["trustedAt"] === "string" && isHashes(value["hashes"]) &&
    (value["settings"] === undefined ||
      isRecord(value["settings"]) && Object.values(value["settings"]).every(isHashes));
}

function isHashes(value: unknown): boolean {
  return Array.isArray(value) && value.every((hash) => typeof hash === "string");
}
