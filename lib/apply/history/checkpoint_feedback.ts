import { CommonRecord } from "../files/common_record.ts";
import type { Git } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";
import { hasKeys } from "../../collections/is_record.ts";

/** The user's feedback at a checkpoint that is not committed yet. */
export interface CheckpointFeedback {
  readonly plan: string;
  /** The number of the checkpoint, from 1. */
  readonly task: number;
  readonly text: string;
  /** True if the text is the reason to skip the task. */
  readonly skip?: true;
}

interface Entry extends CheckpointFeedback {
  /** The path of the project in the repository. */
  readonly project: string;
}

export type Checkpoint = Pick<CheckpointFeedback, "plan" | "task">;

/** Records feedback for the commit of the checkpoint, which a later run may make. */
export async function recordFeedback(
  { git, project }: Repository,
  feedback: CheckpointFeedback,
): Promise<void> {
  await RECORD.write(git, [...await read(git), { ...feedback, project }]);
}

/** Returns the feedback at a checkpoint so far, in order. */
export async function readFeedback(
  { git, project }: Repository,
  checkpoint: Checkpoint,
): Promise<readonly string[]> {
  const isAbout = aboutOf(checkpoint, project);
  return (await read(git)).filter((entry) => isAbout(entry) && !entry.skip).map(({ text }) => text);
}

/** Returns the tasks of a project that the user wants to skip, and that no commit records yet. */
export async function readSkips({ git, project }: Repository): Promise<readonly CheckpointFeedback[]> {
  return (await read(git)).filter((entry) => entry.project === project && entry.skip === true);
}

/** Removes the feedback at a checkpoint, once its commit contains it; or only the wish to skip the task. */
export async function removeFeedback(
  { git, project }: Repository,
  checkpoint: Checkpoint,
  only?: "skip",
): Promise<void> {
  const all = await read(git);
  const isAbout = aboutOf(checkpoint, project);
  const others = all.filter((entry) => !isAbout(entry) || (only === "skip" && !entry.skip));
  if (others.length === all.length) return;
  if (others.length === 0) await RECORD.remove(git);
  else await RECORD.write(git, others);
}

function aboutOf({ plan, task }: Checkpoint, project: string): (entry: Entry) => boolean {
  return (entry) => entry.project === project && entry.plan === plan && entry.task === task;
}

const RECORD = new CommonRecord("wf/said.json", (value) => Array.isArray(value));

async function read(git: Git): Promise<readonly Entry[]> {
  return (await RECORD.read(git))?.filter(isEntry) ?? [];
}

function isEntry(value: unknown): value is Entry {
  return hasKeys(value, ["project", "plan", "task"]) && typeof value.text === "string";
}
