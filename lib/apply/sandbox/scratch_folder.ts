/**
 * Folders for the temporary files of sandboxes and for temporary clones. Each is recorded in the user's own folder, so that a later run
 * removes it if its own run was killed.
 * @module
 */
import { isRecord } from "../../collections/is_record.ts";
import { ignoreHostError } from "../../host/failure.ts";
import type { Host } from "../../host/host.ts";
import { baseName, joinPath } from "../../path/paths.ts";
import { identityOf, mayBeAlive, type ProcessIdentity } from "../session/process_identity.ts";
import { removeFolder } from "../worktrees/temporary_worktree.ts";
import { jsonValue } from "../../text/json_value.ts";

interface ScratchRecord extends ProcessIdentity {
  /** Absolute path, links resolved. */
  readonly folder: string;
  /** Tells the folder from any other that later has its path. */
  readonly identity: string;
}

/**
 * Creates a folder for temporary files.
 *
 * @param prefix What its name begins with.
 */
export async function makeScratch(host: Host, prefix: string): Promise<string> {
  const folder = await host.realPath(await host.makeTemporaryDirectory(prefix));
  const path = recordOf(host, folder);
  const identity = (await host.stat(folder))?.identity;
  if (path === undefined || identity === undefined) return folder;
  const record: ScratchRecord = { ...await identityOf(host, host.pid), folder, identity };
  // A folder without a record is only not removed after a kill.
  await host.writeText(path, `${JSON.stringify(record)}\n`, { private: true }).catch(ignoreHostError);
  return folder;
}

/** Removes a folder with its content, and its record. */
export async function removeScratch(host: Host, folder: string): Promise<void> {
  try {
    await removeFolder(host, folder);
    const path = recordOf(host, folder);
    if (path !== undefined) await host.removeFile(path);
  } catch (error) {
    ignoreHostError(error);
  }
}

/** Removes the folders of this user's runs that were killed. */
export async function removeLeftScratch(host: Host): Promise<void> {
  for (const { path, folder } of await leftScratch(host)) {
    if (folder !== undefined) await removeScratch(host, folder);
    else await host.removeFile(path).catch(ignoreHostError);
  }
}

/** The record of a run that was killed, and its folder unless that is gone. */
export interface LeftScratch {
  readonly path: string;
  readonly folder?: string;
}

/** Returns the folders that this user's killed runs left. */
export async function leftScratch(host: Host): Promise<readonly LeftScratch[]> {
  const records = recordsFolder(host);
  const entries = records === undefined ? [] : await host.readDirectory(records).catch(() => []);
  const left: LeftScratch[] = [];
  for (const { name } of entries) {
    const path = joinPath(records!, name);
    const record = await host.readText(path).then(parseRecord, ignoreHostError);
    if (record === undefined || await mayBeAlive(host, record, true)) continue;
    const found = await host.stat(record.folder).catch(() => undefined);
    left.push(found?.identity === record.identity ? { path, folder: record.folder } : { path });
  }
  return left;
}

function recordsFolder(host: Host): string | undefined {
  const home = host.home();
  return home === undefined ? undefined : joinPath(home, ".wf/sandboxes");
}

function recordOf(host: Host, folder: string): string | undefined {
  const records = recordsFolder(host);
  return records === undefined ? undefined : joinPath(records, `${baseName(folder)}.json`);
}

function parseRecord(text: string): ScratchRecord | undefined {
  const value = jsonValue(text);
  return isScratchRecord(value) ? value : undefined;
}

function isScratchRecord(value: unknown): value is ScratchRecord {
  return isRecord(value) && typeof value["pid"] === "number" &&
    ["host", "folder", "identity"].every((key) => typeof value[key] === "string");
}
