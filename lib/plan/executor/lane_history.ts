import type { Question } from "../../../schemas/question.ts";
import { defined } from "../../collections/defined.ts";
import { isRecord } from "../../collections/is_record.ts";
import { jsonValue } from "../../text/json_value.ts";
import type { Feedback, StepOutcome } from "../execution/step_outcome.ts";
import { readTrailers } from "../history/message_trailers.ts";
import { isKeptWork, isTurnQuestion, type KeptWork, outputEnd } from "./kept_work.ts";
import { isText } from "./values.ts";

/** The outcome with which a worker leaves a lane before its last task. */
export type LaneStop = Extract<StepOutcome, { readonly kind: "asks" | "turn-failed" | "waiting" }>;

/** What the next turn of a task starts with. */
export interface GivenToTask {
  readonly task: number;
  /** The failure or answer that leads to the turn; absent for the first turn. */
  readonly feedback?: Feedback;
  /** What the user has written about the task, for its commit. */
  readonly words: readonly string[];
}

/** The files of the coordinator that a plan declares and git ignores, relative to the project root. */
export interface IgnoredFiles {
  readonly sent: readonly string[];
  /** Those that the user's policy does not allow to be sent. */
  readonly kept: readonly string[];
}

/**
 * What a commit on the ref of a lane records. Replaying the lane drops it. Its tree is that of the last task, except
 * for the work that `leave` hands over.
 */
export type LaneMark =
  /** The coordinator, which has a version of wf, begins the lane on its branch. The tree has the ignored files it sends. */
  | {
    readonly kind: "begin";
    readonly branch: string;
    readonly base?: string;
    readonly version: string;
    readonly ignored?: IgnoredFiles;
  }
  /** A worker takes the lane. */
  | { readonly kind: "claim"; readonly worker: string; readonly nonce: string }
  /** The coordinator lets a worker continue with a task. */
  | ({ readonly kind: "continue"; readonly version: string } & GivenToTask)
  /** The lane is left, with the uncommitted work of a task for the run or worker that continues it. */
  | { readonly kind: "leave"; readonly work?: KeptWork }
  /** The worker stops. */
  | { readonly kind: "stop"; readonly outcome: LaneStop };

/** A commit on the ref of a lane. */
export interface LaneCommit {
  readonly commit: string;
  /** The first parent. */
  readonly parent: string;
  readonly subject: string;
  readonly body: string;
}

/** A lane as the commits on its ref record it. */
export interface LaneHistory {
  /** The commit that the lane starts from. */
  readonly start: string;
  /** The commit that begins it, with the ignored files that the coordinator sends. */
  readonly begun: string;
  readonly ignored?: IgnoredFiles;
  /** The branch that the lane is for, and the one it can be merged into. */
  readonly branch: string;
  readonly base?: string;
  /** The version of wf that the coordinator has. */
  readonly version: string;
  /** The commit with the tree that the next task starts from: the last task's, or `start`. */
  readonly last: string;
  /** The commits of the tasks, in order. */
  readonly tasks: readonly { readonly task: number; readonly commit: string }[];
  /** How often a worker has taken the lane since the last task was committed. */
  readonly claims: number;
  /** True from the time when a worker takes the lane until it leaves it. A worker that was killed leaves nothing. */
  readonly held: boolean;
  /** The uncommitted work of a task, in the tree of a commit. */
  readonly work?: KeptWork & { readonly commit: string };
  /** What the next turn starts with; absent after the commit of a task. */
  readonly given?: GivenToTask;
  /** The outcome with which the last worker stopped; undefined while the lane can be taken. */
  readonly stop?: LaneStop;
}

/** The number of workers that may take a lane and end without a commit. */
export const MAX_CLAIMS = 5;
const TRAILER = "Wf-Lane: ";

/** Returns the message of a commit with a mark. */
export function markMessage(
  lane: string,
  mark: LaneMark,
): { readonly subject: string; readonly body: string } {
  return { subject: `wf: ${mark.kind} ${lane}`, body: `${TRAILER}${JSON.stringify(shortened(mark))}` };
}

function shortened(mark: LaneMark): LaneMark {
  if (mark.kind !== "stop" || mark.outcome.kind !== "turn-failed") return mark;
  const { outcome } = mark;
  return { ...mark, outcome: { ...outcome, output: outputEnd(outcome.output) } };
}

/** Returns the mark that a commit records; undefined for the commit of a task. */
export function readMark({ body }: Pick<LaneCommit, "body">): LaneMark | undefined {
  const line = body.split("\n").findLast((each) => each.startsWith(TRAILER));
  if (line === undefined) return undefined;
  const mark = jsonValue(line.slice(TRAILER.length));
  return isMark(mark) ? mark : undefined;
}

/** Reads a lane from the commits on its ref, newest first. Returns undefined if nothing begins it. */
export function readLane(commits: readonly LaneCommit[]): LaneHistory | undefined {
  const marks = commits.map(readMark);
  const first = marks.findIndex((mark) => mark?.kind === "begin");
  const begin = marks[first];
  if (begin?.kind !== "begin") return undefined;
  let lane: LaneHistory = {
    start: commits[first]!.parent,
    begun: commits[first]!.commit,
    last: commits[first]!.parent,
    branch: begin.branch,
    version: begin.version,
    ...defined({ base: begin.base, ignored: begin.ignored }),
    tasks: [],
    claims: 0,
    held: false,
  };
  for (let index = first - 1; index >= 0; index--) lane = advanceHistory(lane, commits[index]!, marks[index]);
  return lane;
}

function advanceHistory(
  { stop: _, ...lane }: LaneHistory,
  { commit, subject, body }: LaneCommit,
  mark: LaneMark | undefined,
): LaneHistory {
  switch (mark?.kind) {
    case "claim":
      return { ...lane, claims: lane.claims + 1, held: true };
    case "continue":
      return { ...lane, version: mark.version, claims: 0, held: false, given: givenIn(mark) };
    case "leave": {
      const { work: _, ...rest } = lane;
      return {
        ...rest,
        claims: 0,
        held: false,
        ...mark.work === undefined ? {} : { work: { ...mark.work, commit } },
      };
    }
    case "stop":
      return { ...lane, held: false, stop: mark.outcome };
    default: {
      const numbers = readTrailers(subject, body)
        .flatMap((found) => found.kind === "plan" && found.task !== undefined ? [found.task] : []);
      const tasks = numbers.toReversed().map((task) => ({ task, commit }));
      const { given: _, work: _work, ...rest } = lane;
      return { ...rest, last: commit, tasks: [...lane.tasks, ...tasks], claims: 0 };
    }
  }
}

function givenIn(
  { kind: _, version: _version, ...given }: Extract<LaneMark, { readonly kind: "continue" }>,
): GivenToTask {
  return given;
}

/**
 * What a worker with a version of wf does with a lane: takes it, leaves it alone, refuses it for others to take, or
 * records that nobody gets on with it.
 */
export function laneDecision(
  lane: Pick<LaneHistory, "stop" | "claims" | "version">,
  version: string,
): "take" | "leave" | "refuse" | "give-up" {
  const { stop, claims } = lane;
  if (stop !== undefined) return "leave";
  if (lane.version !== version) return "refuse";
  return claims < MAX_CLAIMS ? "take" : "give-up";
}

/** Returns the outcome of a lane that no worker gets on with. */
export function givenUp(lane: string): LaneStop {
  const message = `${MAX_CLAIMS} workers took lane ${lane} one after the other, and none committed a task`;
  return { kind: "turn-failed", message, output: "" };
}

/** Where the coordinator is with a task of a lane. */
export type TaskProgress =
  /** The newest commit of the lane that belongs to the task or to one before it. */
  | { readonly kind: "committed"; readonly commit: string | undefined }
  | LaneStop
  | { readonly kind: "open" };

/**
 * Returns the progress of a task. A task without a commit of its own counts as committed with a later one, whose
 * commit contains it.
 */
export function taskProgress({ tasks, stop }: LaneHistory, task: number): TaskProgress {
  if (tasks.some((done) => done.task >= task)) {
    return { kind: "committed", commit: tasks.findLast((done) => done.task <= task)?.commit };
  }
  return stop ?? { kind: "open" };
}

function isMark(mark: unknown): mark is LaneMark {
  if (!isRecord(mark)) return false;
  switch (mark.kind) {
    case "begin":
      return isText(mark.branch) && isText(mark.version) && (mark.base === undefined || isText(mark.base)) &&
        (mark.ignored === undefined ||
          isRecord(mark.ignored) && isTexts(mark.ignored.sent) && isTexts(mark.ignored.kept));
    case "claim":
      return isText(mark.worker) && isText(mark.nonce);
    case "continue":
      return isText(mark.version) && Number.isInteger(mark.task) &&
        (mark.feedback === undefined || isFeedback(mark.feedback)) &&
        isTexts(mark.words);
    case "leave":
      return mark.work === undefined || isKeptWork(mark.work);
    case "stop":
      return isStop(mark.outcome);
    default:
      return false;
  }
}

const FEEDBACK: readonly unknown[] = ["check", "passes", "hook", "person", "answer", "told", "stopped"];

function isFeedback(value: unknown): value is Feedback {
  return isRecord(value) && FEEDBACK.includes(value.kind) && isText(value.command) && isText(value.text);
}

function isStop(value: unknown): value is LaneStop {
  if (!isRecord(value)) return false;
  switch (value.kind) {
    case "turn-failed":
      return isText(value.message) && isText(value.output);
    case "waiting":
      return isQuestion(value.question);
    case "asks":
      return isTurnQuestion(value.asks);
    default:
      return false;
  }
}

function isQuestion(value: unknown): value is Question {
  return isRecord(value) && ["id", "kind", "title", "details"].every((key) => isText(value[key])) &&
    Array.isArray(value.choices);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}
