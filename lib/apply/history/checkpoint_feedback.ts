import { joinPath } from "../../path/paths.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import type { Git } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";

/** The record, in the repository's common folder. */
const RECORD = "wf/said.json";

/** The user's feedback at a checkpoint that is not committed yet. */
export interface CheckpointFeedback {
  readonly plan: string;
  /** The number of the checkpoint, from 1. */
  readonly task: number;
  readonly text: string;
}

interface Entry extends CheckpointFeedback {
  /** The path of the project in the repository. */
  readonly project: string;
}

export type Checkpoint = Omit<CheckpointFeedback, "text">;

/** Records feedback for the commit of the checkpoint, which a later run may make. */
export async function recordFeedback(
  { git, prefix }: Repository,
  feedback: CheckpointFeedback,
): Promise<void> {
  await write(git, [...await read(git), { ...feedback, project: prefix }]);
}

/** Returns the feedback at a checkpoint so far, in order. */
export async function readFeedback(
  { git, prefix }: Repository,
  checkpoint: Checkpoint,
): Promise<readonly string[]> {
  const isAbout = aboutOf(checkpoint, prefix);
  return (await read(git)).filter(isAbout).map(({ text }) => text);
}

/** Removes the feedback at a checkpoint, once its commit contains it. */
export async function removeFeedback({ git, prefix }: Repository, checkpoint: Checkpoint): Promise<void> {
  const all = await read(git);
  const isAbout = aboutOf(checkpoint, prefix);
  const others = all.filter((entry) => !isAbout(entry));
  if (others.length < all.length) await write(git, others);
}

function aboutOf({ plan, task }: Checkpoint, project: string): (entry: Entry) => boolean {
  return (entry) => entry.project === project && entry.plan === plan && entry.task === task;
}

async function read({ host, commonDirectory }: Git): Promise<readonly Entry[]> {
  try {
    const value: unknown = JSON.parse(await host.readText(joinPath(commonDirectory, RECORD)));
    return Array.isArray(value) ? value.filter(isEntry) : [];
  } catch {
    return [];
  }
}

async function write({ host, commonDirectory }: Git, entries: readonly Entry[]): Promise<void> {
  const files = new ConfinedFiles(host, commonDirectory);
  if (entries.length === 0) await files.remove(RECORD);
  else await files.write(RECORD, `${JSON.stringify(entries)}\n`);
}

function isEntry(value: unknown): value is Entry {
  return typeof value === "object" && value !== null && "project" in value && "plan" in value &&
    "task" in value && "text" in value && typeof value.text === "string";
}
