import type { AgentRole } from "../../../schemas/agent_answers.ts";

export const RECORD_FILE = "run.json";
/** The file with the events of a run. */
export const EVENTS_FILE = "events.jsonl";
/** The file with the commands that the user gives a run in progress. */
export const COMMANDS_FILE = "commands.jsonl";
/** The folder with the transcripts of a run. */
export const TURNS_FOLDER = "turns";

/** The folder with the long outputs of checks of a run. */
export const CHECKS_FOLDER = "checks";

/** Returns the ID of a run that started at a time in milliseconds since 1970, before any number is added. */
export function runId(startedAt: number): string {
  return new Date(startedAt).toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
}

/** Reports whether a name has the form of a run's ID. */
export function isRunId(name: string): boolean {
  return /^\d{8}-\d{6}(?:-\d+)?$/.test(name);
}

export interface TurnPlace {
  /** Plan ID; empty for work that belongs to no plan. */
  readonly plan: string;
  /** The number of the task; absent without one. */
  readonly task?: number;
  readonly role: AgentRole;
}

/** Returns the path of the output of a task's check that began at a time of the run in milliseconds. */
export function checkOutputPath({ plan, task }: Pick<TurnPlace, "plan" | "task">, elapsed: number): string {
  return `${CHECKS_FOLDER}/${plan}.${task}-${elapsed}.txt`;
}

/** Returns the path of a turn's transcript, relative to the folder of the run. */
export function transcriptPath({ plan, task, role }: TurnPlace): string {
  const name = plan === "" || task === undefined ? role.replace(" ", "-") : `${plan}.${task}`;
  return `${TURNS_FOLDER}/${name}.jsonl`;
}
