import type { RunEvent } from "../../../schemas/event.ts";
import type { TranscriptEntry } from "../../../schemas/run_log.ts";
import type { UsageTotal } from "../../../schemas/usage.ts";
import { defined } from "../../collections/defined.ts";
import { totalUsage } from "../../plan/usage/total.ts";

/** The work of a run on a task. */
export interface TaskDetails {
  readonly task: number;
  readonly name: string;
  readonly turns: readonly TurnDetails[];
  /** What the user did to it during the run: `tell: use the old API`. */
  readonly steered: readonly string[];
  readonly checks: readonly CheckDetails[];
  /** The outputs of hooks that refused its commit. */
  readonly refused: readonly string[];
  readonly commits: readonly CommitDetails[];
  /** What its turns used; absent if no agent reported it. */
  readonly usage?: UsageTotal;
}

/** A turn of the agent. */
export interface TurnDetails {
  /** The number of the turn, from 1. */
  readonly attempt: number;
  readonly prompt: string;
  /** The output of the agent. */
  readonly words: string;
  /** The refused requests for permission: what, and the reason. */
  readonly refused: readonly string[];
  /** How it ended; absent while it lasts, and if the run was killed. */
  readonly result?: string;
}

export interface CheckDetails {
  readonly command: string;
  /** True if the result is the expected one. */
  readonly passed: boolean;
  readonly output: string;
}

export interface CommitDetails {
  readonly commit: string;
  readonly subject: string;
  readonly files: readonly string[];
}

/** The maximum of each text that is shown, in UTF-16 units. */
const MAX_TEXT = 100_000;

/** Returns a text without its middle if it is too long to be shown. */
export function shortened(text: string, length = MAX_TEXT): string {
  const cut = text.length - length;
  if (cut <= 0) return text;
  const half = Math.floor(length / 2);
  return `${text.slice(0, half)}\n[… ${cut.toLocaleString("en")} characters …]\n${text.slice(-half)}`
    .toWellFormed();
}

/**
 * Returns the work of a run on the tasks of a plan, in their order. Task 0, the plan itself with its
 * documents, is the last.
 *
 * @param transcripts The transcripts of its tasks, by the number of the task.
 */
export function laneDetails(
  plan: string,
  events: readonly RunEvent[],
  transcripts: ReadonlyMap<number, readonly TranscriptEntry[]>,
): readonly TaskDetails[] {
  const own = events.filter((event) => "plan" in event && event.plan === plan);
  const tasks = new Set([...own.map(taskOf), ...transcripts.keys()]);
  const hashes = replayedHashes(own);
  return [...tasks].sort((a, b) => (a || Infinity) - (b || Infinity)).flatMap((task): TaskDetails[] => {
    const events = own.filter((event) => taskOf(event) === task);
    const found = { task, ...ofEvents(events, hashes), turns: turnsOf(transcripts.get(task) ?? []) };
    const isEmpty = [found.turns, found.steered, found.checks, found.refused, found.commits].every((
      { length },
    ) => length === 0);
    return isEmpty && task === 0 ? [] : [found];
  });
}

/** Returns the turns of agents in a role. */
export function roleDetails(role: string, entries: readonly TranscriptEntry[]): readonly TaskDetails[] {
  return [{
    task: 0,
    name: role,
    turns: turnsOf(entries),
    steered: [],
    checks: [],
    refused: [],
    commits: [],
  }];
}

function taskOf(event: RunEvent): number {
  return "task" in event ? event.task ?? 0 : 0;
}

/** Returns the hashes of tasks' commits after their replay. */
function replayedHashes(events: readonly RunEvent[]): ReadonlyMap<number, string> {
  return new Map(events.flatMap((event) => {
    return event.kind === "replayed"
      ? event.commits.flatMap(({ task, commit }) => task === undefined ? [] : [[task, commit] as const])
      : [];
  }));
}

function ofEvents(
  events: readonly RunEvent[],
  hashes: ReadonlyMap<number, string>,
): Omit<TaskDetails, "task" | "turns"> {
  const started = events.find((event) => event.kind === "turn-started");
  const used = events.flatMap((event) => event.kind === "usage" ? [event] : []);
  const usage = totalUsage(used);
  return {
    name: started?.name ?? "",
    steered: events.flatMap((event) => {
      return event.kind === "steered" ? [[event.action, event.text].filter(Boolean).join(": ")] : [];
    }),
    checks: events.flatMap((event) =>
      event.kind === "check-finished"
        ? [{
          command: event.command,
          passed: event.passed === (event.expected === undefined),
          output: shortened(event.output),
        }]
        : []
    ),
    refused: events.flatMap((event) => event.kind === "hook-refused" ? [shortened(event.output)] : []),
    commits: events.flatMap((event) =>
      event.kind === "committed"
        ? [{
          commit: hashes.get(event.task ?? 0) ?? event.commit,
          subject: event.subject,
          files: event.files,
        }]
        : []
    ),
    ...defined({ usage: usage.turns === 0 ? undefined : usage }),
  };
}

/** Returns the turns of a transcript. What precedes the first prompt belongs to none. */
function turnsOf(entries: readonly TranscriptEntry[]): readonly TurnDetails[] {
  const turns: TurnDetails[] = [];
  const change = (values: (turn: TurnDetails) => Partial<TurnDetails>) => {
    const last = turns.at(-1);
    if (last !== undefined) turns[turns.length - 1] = { ...last, ...values(last) };
  };
  for (const entry of entries) {
    switch (entry.kind) {
      case "prompt":
        turns.push({ attempt: entry.attempt, prompt: shortened(entry.text), words: "", refused: [] });
        break;
      case "output":
        change(({ words }) => ({ words: words + entry.text }));
        break;
      case "request": {
        const { request: { command, url, title }, decision, reason } = entry;
        const what = `${command ?? url ?? title}: ${reason}`;
        if (decision === "refuse") change(({ refused }) => ({ refused: [...refused, what] }));
        break;
      }
      case "turn-ended":
        // Some agents print nothing while they work.
        change(({ words }) => ({ result: entry.result, words: words === "" ? entry.text : words }));
    }
  }
  return turns.map((turn) => ({ ...turn, words: shortened(turn.words) }));
}
