import type { ConfiguredRun } from "../../../schemas/results/agents.ts";
import { isRecord } from "../../collections/is_record.ts";
import type { Host } from "../../host/host.ts";
import { sha256 } from "../files/sha256.ts";
import { ProjectRecords } from "./project_records.ts";

export interface TrustRecord {
  /** SHA-256 of each trusted list of commands and settings, the latest last. */
  readonly hashes: readonly string[];
  /** SHA-256 of each trusted version of an agent's settings in the project, by the agent's name. */
  readonly settings?: Readonly<Record<string, readonly string[]>>;
  /** The time when the latest was trusted, ISO 8601. */
  readonly trustedAt: string;
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

/** The record of trusted projects in `~/.wf/trust.json`. */
export class TrustStore {
  readonly #records: ProjectRecords<TrustRecord>;

  constructor(readonly host: Host) {
    this.#records = new ProjectRecords(host, { name: "trust.json", what: "trust", isRecord: isTrustRecord });
  }

  /** Returns the record of a project, if any. */
  async read(place: string): Promise<TrustRecord | undefined> {
    return await this.#records.read(place);
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
    const known = await this.read(place);
    const trusted = { ...known?.settings };
    if (settings?.hash !== undefined) {
      trusted[settings.agent] = withHash(trusted[settings.agent], settings.hash);
    } else if (settings !== undefined) delete trusted[settings.agent];
    await this.#records.write(place, {
      hashes: withHash(known?.hashes, await trustHash(runs)),
      ...(Object.keys(trusted).length === 0 ? {} : { settings: trusted }),
      trustedAt: new Date(this.host.now()).toISOString(),
    });
  }

  /**
   * Removes the record of a project.
   *
   * @returns True when there was one.
   */
  async revoke(place: string): Promise<boolean> {
    return await this.#records.remove(place);
  }
}

function withHash(known: readonly string[] = [], hash: string): readonly string[] {
  return [...known.filter((other) => other !== hash), hash].slice(-MAX_HASHES);
}

function isTrustRecord(value: unknown): value is TrustRecord {
  return isRecord(value) && typeof value["trustedAt"] === "string" && isHashes(value["hashes"]) &&
    (value["settings"] === undefined ||
      isRecord(value["settings"]) && Object.values(value["settings"]).every(isHashes));
}

function isHashes(value: unknown): boolean {
  return Array.isArray(value) && value.every((hash) => typeof hash === "string");
}
