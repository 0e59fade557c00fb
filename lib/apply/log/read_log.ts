import type { RunEvent } from "../../../schemas/event.ts";
import { isTranscriptEntry, parseLogLines } from "../../plan/log/log_entries.ts";
import type { LoggedRun, RunRecord } from "../../../schemas/run_log.ts";
import { joinPath } from "../../path/paths.ts";
import {
  CHECKS_FOLDER,
  COMMANDS_FILE,
  EVENTS_FILE,
  isRunId,
  RECORD_FILE,
  transcriptPath,
  type TurnPlace,
  TURNS_FOLDER,
} from "../../plan/log/run_files.ts";
import { runStateOf } from "../../plan/log/run_status.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import type { Git } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";
import { hostedSession, isOpenSession } from "../session/hosted_session.ts";
import { holdsLock } from "../session/lock.ts";
import { RUNS_FOLDER } from "./run_log.ts";
import { jsonValue } from "../../text/json_value.ts";
import { isRecord } from "../../collections/is_record.ts";

/**
 * Returns the logged runs of a project, newest first. A folder whose record cannot be read is omitted.
 *
 * @param limit The number of the newest runs to read; all when omitted.
 */
export async function readRuns(
  { git, project }: Repository,
  limit = Infinity,
): Promise<readonly LoggedRun[]> {
  const { host } = git;
  const hosted = await hostedSession.read(git);
  const runs: LoggedRun[] = [];
  for (const id of await runIds(git)) {
    if (runs.length === limit) break;
    const record = await readRecord(git, id);
    if (record === undefined || (record.project ?? project) !== project) continue;
    const isHosted = hosted?.run === id && isOpenSession(hosted);
    const isRunning = isHosted || (record.end === undefined && await holdsLock(git, record));
    const last = isRunning ? host.now() : record.end && Date.parse(record.end.at) || await lastEntry(git, id);
    runs.push({
      ...record,
      milliseconds: Math.max(0, last - Date.parse(record.startedAt) - (record.end?.waited ?? 0)),
      state: runStateOf(record, isRunning),
    });
  }
  return runs;
}

/** Returns the IDs of the logged runs, newest first. */
async function runIds({ host, commonDirectory }: Git): Promise<readonly string[]> {
  const entries = await new ConfinedFiles(host, commonDirectory).list(RUNS_FOLDER);
  const ids = entries.filter(({ kind, name }) => kind === "directory" && isRunId(name)).map(({ name }) =>
    name
  );
  const order = (id: string) =>
    id.replace(/-(\d+)$/, (part, number) => {
      return number.length === 6 ? part : `-${number.padStart(6, "0")}`;
    });
  return ids.sort((a, b) => order(a) < order(b) ? 1 : -1);
}

async function readRecord(git: Git, id: string): Promise<RunRecord | undefined> {
  const text = await readLogFile(git, id, RECORD_FILE).catch(() => undefined);
  const value = jsonValue(text ?? "");
  return isRunRecord(value) ? { ...value, id } : undefined;
}

function isRunRecord(value: unknown): value is RunRecord {
  return isRecord(value) && typeof value.startedAt === "string" && typeof value.command === "string";
}

/** Returns the time of the last entry in the log of the newest run, in milliseconds; 0 if there is none. */
export async function lastSignOfLife(git: Git): Promise<number> {
  const [id] = await runIds(git);
  return id === undefined ? 0 : await lastEntry(git, id, await transcriptPaths(git, id));
}

async function lastEntry(
  { host, commonDirectory }: Git,
  id: string,
  transcripts: readonly string[] = [],
): Promise<number> {
  const paths = [EVENTS_FILE, RECORD_FILE, ...transcripts]
    .map((name) => joinPath(commonDirectory, RUNS_FOLDER, id, name));
  const infos = await Promise.all(paths.map((path) => host.stat(path)));
  return Math.max(0, ...infos.map((info) => info?.modified ?? 0));
}

/** Reads a file of a log; undefined if there is none. */
export async function readLogFile(git: Git, id: string, path: string): Promise<string | undefined> {
  return await new ConfinedFiles(git.host, git.commonDirectory).read(`${RUNS_FOLDER}/${id}/${path}`);
}

/** The maximum of an agent's last output that is told to a later session, in UTF-16 units. */
const MAX_SAID = 2000;

/** The number of the newest runs in which it is searched. */
const MAX_RUNS = 10;

/** Returns the end of what the agent said in the newest logged turns at a place; empty if none are logged. */
export async function lastSaid({ git, project }: Repository, place: TurnPlace): Promise<string> {
  for (const id of (await runIds(git)).slice(0, MAX_RUNS)) {
    if ((await readRecord(git, id))?.project !== project) continue;
    const entries = parseLogLines(await readLogFile(git, id, transcriptPath(place)) ?? "");
    const said = entries.flatMap((entry) => entry.kind === "output" ? [entry.text] : []).join("").trim();
    if (said !== "") return said.slice(-MAX_SAID).toWellFormed();
  }
  return "";
}

export async function readEvents(git: Git, id: string): Promise<readonly RunEvent[]> {
  const entries = parseLogLines(await readLogFile(git, id, EVENTS_FILE) ?? "");
  return entries.flatMap((entry) => isTranscriptEntry(entry) ? [] : [entry]);
}

/** Returns the paths of the transcripts of a run, relative to its folder, in order. */
export async function transcriptPaths(git: Git, id: string): Promise<readonly string[]> {
  return await pathsIn(git, id, TURNS_FOLDER);
}

async function pathsIn(
  { host, commonDirectory }: Git,
  id: string,
  folder: string,
): Promise<readonly string[]> {
  const entries = await new ConfinedFiles(host, commonDirectory).list(`${RUNS_FOLDER}/${id}/${folder}`);
  return entries.map(({ name }) => `${folder}/${name}`);
}

/**
 * Removes the logs of the oldest runs, as far as possible.
 *
 * @param keep The number of runs to keep.
 */
export async function removeOldLogs(git: Git, keep: number): Promise<void> {
  const files = new ConfinedFiles(git.host, git.commonDirectory);
  const ids = await runIds(git);
  await Promise.allSettled(
    ids.slice(keep).map(async (id) => {
      const folder = `${RUNS_FOLDER}/${id}`;
      const folders = [TURNS_FOLDER, CHECKS_FOLDER];
      const paths = (await Promise.all(folders.map((name) => pathsIn(git, id, name)))).flat();
      for (const path of [...paths, COMMANDS_FILE, EVENTS_FILE, RECORD_FILE]) {
        await files.remove(`${folder}/${path}`);
      }
      for (const name of folders) await files.removeEmptyFolder(`${folder}/${name}`);
      await files.removeEmptyFolder(folder);
    }),
  );
}
