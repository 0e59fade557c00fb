import type { LogOptions } from "../../../schemas/commands.ts";
import type { LoggedRun } from "../../../schemas/run_log.ts";
import type { Git } from "../../apply/git/git.ts";
import type { Repository } from "../../apply/git/repository.ts";
import { readLogFile, readRuns, transcriptPaths } from "../../apply/log/read_log.ts";
import { baseName } from "../../path/paths.ts";
import {
  isTranscriptEntry,
  type LogEntry,
  mergedEntries,
  parseLogLines,
} from "../../plan/log/log_entries.ts";
import { isAbout, isTranscriptOf, type LogTarget, readLogTarget } from "../../plan/log/log_target.ts";
import { EVENTS_FILE } from "../../plan/log/run_files.ts";
import { logHeading, LogText } from "../../report/run/run_log.ts";
import { type CommandContext, type Outcome, UsageError } from "../context/command_context.ts";
import { openOwnRepository } from "../context/open_project.ts";

/** The time between two looks at a log that grows, in milliseconds. */
const INTERVAL = 300;

/** Shows the log of a run, or a part of it. */
export async function log(options: LogOptions, context: CommandContext): Promise<Outcome> {
  const repository = await openOwnRepository(context);
  const { git } = repository;
  const target = readLogTarget(options.target);
  const chosen = await chooseRun(repository, target, options);
  const text = new LogText(target, context.style);
  const show = (entries: readonly LogEntry[]): string => {
    if (!context.json) return entries.map((entry) => text.render(entry)).join("");
    for (const entry of entries) {
      if (isTranscriptEntry(entry) || isAbout(entry, target)) context.emit(entry);
    }
    return "";
  };
  const entries = mergedEntries([...chosen.files.values()]);
  const heading = context.json ? "" : logHeading(chosen.run, context.style);
  if (!options.follow) return { exitCode: 0, text: heading + show(entries) + text.end() };
  context.print(heading + show(entries));
  let shown = chosen.files;
  for (let running = chosen.run.state === "running"; running;) {
    await new Promise((done) => setTimeout(done, INTERVAL));
    // What is written between the two is shown in the next round, or the last.
    running = (await readRuns(repository)).find(({ id }) => id === chosen.run.id)?.state === "running";
    const files = await readFiles(git, chosen.run.id, target);
    const news = [...files].map(([path, entries]) => entries.slice(shown.get(path)?.length ?? 0));
    context.print(show(mergedEntries(news)));
    shown = files;
  }
  return { exitCode: 0, text: text.end() };
}

interface ChosenRun {
  readonly run: LoggedRun;
  readonly files: LogFiles;
}

/** The entries of the files of a log, by path. */
type LogFiles = ReadonlyMap<string, readonly LogEntry[]>;

/** Returns the run to show. Throws a UsageError if no run has the target. */
async function chooseRun(
  repository: Repository,
  target: LogTarget,
  { run, target: text }: LogOptions,
): Promise<ChosenRun> {
  const { git } = repository;
  const all = await readRuns(repository);
  const matching = all.filter(({ id }) => run === undefined || id.startsWith(run));
  const exact = matching.filter(({ id }) => id === run);
  const candidates = exact.length > 0 ? exact : matching;
  if (candidates.length === 0) {
    throw new UsageError(
      run === undefined ? "No run is logged here yet" : `Cannot find a run "${run}"`,
      run === undefined ? "wf status shows what to run" : "wf runs lists them",
    );
  }
  for (const candidate of candidates) {
    const files = await readFiles(git, candidate.id, target);
    const isShown = (entry: LogEntry) => isTranscriptEntry(entry) || isAbout(entry, target);
    if (target.kind === "run" || [...files.values()].flat().some(isShown)) return { run: candidate, files };
  }
  throw new UsageError(
    `Cannot find "${text}" in the log`,
    "wf runs lists the runs, and wf log --run <id> shows one",
  );
}

/** Reads the files of a run that a target needs: all events, and its transcripts. */
async function readFiles(git: Git, id: string, target: LogTarget): Promise<LogFiles> {
  const transcripts = (await transcriptPaths(git, id))
    .filter((path) => isTranscriptOf(baseName(path).replace(/\.jsonl$/, ""), target));
  return new Map(
    await Promise.all([EVENTS_FILE, ...transcripts].map(async (path) => {
      return [path, parseLogLines(await readLogFile(git, id, path) ?? "")] as const;
    })),
  );
}
