import { isRecord } from "../../collections/is_record.ts";
import { jsonValue } from "../../text/json_value.ts";
import { slugify } from "../../text/slug.ts";

/** Below this, and nowhere else, wf pushes while lanes run on other machines. */
export const REFS = "refs/wf/";

/** A lane for another machine: which run, which lane, from which commit. Everything else is in the repository. */
export interface LaneJob {
  /** The ID of the run. */
  readonly run: string;
  /** The name of the lane: a plan ID. */
  readonly lane: string;
  /** The commit that the lane starts from. */
  readonly base: string;
}

/** Returns the ref that is the lease, the fence and the result of a lane. */
export function laneRef({ run, lane }: Pick<LaneJob, "run" | "lane">): string {
  return `${REFS}${run}/${lane}`;
}

/** Reads the run and the lane from a ref; undefined for a ref of anything else. */
export function readRef(ref: string): Pick<LaneJob, "run" | "lane"> | undefined {
  const [run, lane, ...more] = ref.slice(REFS.length).split("/");
  return ref.startsWith(REFS) && more.length === 0 && isRefPart(run) && isRefPart(lane)
    ? { run, lane }
    : undefined;
}

/**
 * Returns the ref that only one coordinator of a phase can hold.
 *
 * @param project The name of the project in its repository; empty if they are the same.
 */
export function coordinatorRef(phase: string, project: string): string {
  return `${REFS}coordinator/${project === "" ? "" : `${slugify(project)}.`}${phase}`;
}

/** Returns the ID of a project, the same in each clone: its first commit, and its name in the repository. */
export function projectId(firstCommit: string, project: string): string {
  return `${firstCommit.slice(0, 12)}${project === "" ? "" : `-${slugify(project)}`}`;
}

/** Returns a text as one token of a subject of a queue, which may not contain dots, spaces or wildcards. */
export function subjectToken(text: string): string {
  return encodeURIComponent(text)
    .replace(/[.!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Reads a job from a queue. Returns undefined for anything that could name another ref or option of git. */
export function readJob(text: string): LaneJob | undefined {
  const job = jsonValue(text);
  if (!isRecord(job)) return undefined;
  const { run, lane, base } = job;
  const isJob = isRefPart(run) && isRefPart(lane) && typeof base === "string" &&
    /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(base);
  return isJob ? { run, lane, base } : undefined;
}

/** Reports whether a value can be one part of a ref. */
function isRefPart(value: unknown): value is string {
  return typeof value === "string" && value.length <= 100 && /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(value) &&
    !value.includes("..") && !/\.(?:lock)?$/.test(value);
}
