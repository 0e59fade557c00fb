import {
  AGAIN_TRAILER,
  ANSWER_TRAILER,
  MILESTONE_TRAILER,
  PHASES_TRAILER,
  PLAN_TRAILER,
  PROJECT_TRAILER,
  TASK_TRAILER,
} from "../naming/commit_message.ts";
import type { NamedProject } from "./journal.ts";

/** What a message tells of a plan, a task that is to be done once more, or a milestone. */
export type MessageTrailer =
  & NamedProject
  & (
    | {
      readonly kind: "plan";
      readonly plan: string;
      /** Number of the task; undefined where the plan is complete. */
      readonly task: number | undefined;
      /** First line of the commit that it was written for. */
      readonly subject: string;
      /** What was answered at the task's checkpoint, in order. */
      readonly answers?: readonly string[];
    }
    | { readonly kind: "again"; readonly plan: string; readonly task: number }
    | { readonly kind: "milestone"; readonly version: string; readonly phases: readonly string[] }
  );

/** A part of a message that is the message of one commit. */
interface Section {
  readonly subject: string;
  readonly lines: readonly string[];
}

/** What begins the message of a commit within that of a squash: GitHub's and GitLab's, git's own, and `rebase -i`'s. */
const LISTED = /^\* +(\S.*)$/;
const QUOTED = /^commit [0-9a-f]{40,64}$/;
const JOINED = /^[a-z]+\([^()\s]+\): \S|^(?:docs|chore): complete milestone \S/;

const PROJECT = new RegExp(`^${PROJECT_TRAILER}: *(\\S.*)$`);

/**
 * Reads what a commit's message tells of plans and milestones, newest first.
 *
 * A squash gathers the messages of several commits, and each counts. Of each only the last lines of ours do:
 * what comes before them may be a plan's text, which is on one line and can begin no message of its own.
 *
 * @param subject First line of the message.
 * @param body What comes below it, with any line endings.
 */
export function readTrailers(subject: string, body: string): readonly MessageTrailer[] {
  const lines = body.split(/\r?\n/).map((line) => line.trimEnd());
  const quotes = lines.some((line) => QUOTED.test(line));
  const sections = sectionsOf(subject, lines).map(trailersOf);
  // Git lists the commits of a squash from the newest on, everything else from the oldest on.
  return quotes ? sections.flatMap((found) => found.toReversed()) : sections.flat().toReversed();
}

function sectionsOf(subject: string, lines: readonly string[]): readonly Section[] {
  const sections: Section[] = [];
  let section = { subject, lines: [] as string[] };
  sections.push(section);
  for (const [index, line] of lines.entries()) {
    const begins = LISTED.exec(line)?.[1] ?? (QUOTED.test(line) ? quotedSubject(lines, index) : undefined) ??
      (JOINED.test(line) && (lines[index - 1] ?? "") === "" ? line : undefined);
    if (begins !== undefined) sections.push(section = { subject: begins, lines: [] });
    else section.lines.push(sections.length === 1 ? line : line.replace(/^ {1,4}/, ""));
  }
  return sections;
}

/** The first line that is indented below `commit …`. */
function quotedSubject(lines: readonly string[], index: number): string {
  return lines.slice(index + 1).find((line) => line.startsWith("    "))?.trim() ?? "";
}

/** What the last lines of ours in a section tell, in their order. */
function trailersOf({ subject, lines }: Section): readonly MessageTrailer[] {
  const last = lines.findLastIndex((line) =>
    /^Wf-(?:Plan|Task|Answer|Project|Again|Milestone|Phases):/.test(line)
  );
  if (last === -1) return [];
  const start = lines.findLastIndex((line, index) => index < last && line === "") + 1;
  const block = lines.slice(start, last + 1);
  const projects = new Set(block.flatMap((line) => PROJECT.exec(line)?.[1] ?? []));
  const [project] = projects;
  const found = readBlock(block, subject);
  return project === undefined || projects.size > 1 ? found : found.map((each) => ({ ...each, project }));
}

function readBlock(lines: readonly string[], subject: string): readonly MessageTrailer[] {
  const trailers = lines.flatMap((line) => {
    const [, key, value] = /^(Wf-[A-Za-z]+): *(\S.*)$/.exec(line) ?? [];
    return key === undefined || value === undefined ? [] : [{ key, value }];
  });
  const found: MessageTrailer[] = [];
  for (const { key, value } of trailers) {
    if (key === MILESTONE_TRAILER && !/\s/.test(value)) {
      const phases = trailers.find((trailer) => trailer.key === PHASES_TRAILER)?.value ?? "";
      found.push({ kind: "milestone", version: value, phases: phases.split(/[\s,]+/).filter(Boolean) });
    }
    if (key !== AGAIN_TRAILER) continue;
    for (const [, plan, task] of value.matchAll(/([^\s,/]+)\/(\d+)/g)) {
      found.push({ kind: "again", plan: plan!, task: Number(task) });
    }
  }
  for (const { plan, task, answers = [] } of pairsOf(trailers)) {
    const answered = answers.length === 0 || task === undefined ? {} : { answers };
    if (task === undefined) found.push({ kind: "plan", plan, task, subject });
    else if (/^\d+$/.test(task)) found.push({ kind: "plan", plan, task: Number(task), subject, ...answered });
  }
  return found;
}

interface Pair {
  readonly plan: string;
  readonly task?: string;
  readonly answers?: readonly string[];
}

/**
 * The plans with their tasks. A task belongs to the plan above it, also where the same plan was not named
 * again; where as many tasks as plans follow one another, to the plan in the same place.
 */
function pairsOf(trailers: readonly { readonly key: string; readonly value: string }[]): readonly Pair[] {
  const pairs: Pair[] = [];
  const words = trailers.filter(({ key, value }) => {
    return key === TASK_TRAILER || key === ANSWER_TRAILER || (key === PLAN_TRAILER && !/\s/.test(value));
  });
  for (let index = 0; index < words.length;) {
    const plans = valuesFrom(words, index, PLAN_TRAILER);
    const tasks = valuesFrom(words, index + plans.length, TASK_TRAILER);
    const answers = valuesFrom(words, index + plans.length + tasks.length, ANSWER_TRAILER);
    index += plans.length + tasks.length + answers.length;
    const isPaired = plans.length === tasks.length;
    const single = isPaired ? [] : plans.slice(0, tasks.length === 0 ? undefined : -1);
    pairs.push(...single.map((plan) => ({ plan })));
    const of = isPaired ? plans : tasks.flatMap(() => plans.slice(-1));
    pairs.push(...of.map((plan, at) => {
      return { plan, task: tasks[at]!, ...(at === of.length - 1 ? { answers } : {}) };
    }));
  }
  return pairs;
}

/** Values of the trailers from a place on that have the same key. */
function valuesFrom(
  trailers: readonly { readonly key: string; readonly value: string }[],
  start: number,
  key: string,
): readonly string[] {
  const end = trailers.findIndex((trailer, index) => index >= start && trailer.key !== key);
  return trailers.slice(start, end === -1 ? undefined : end).map(({ value }) => value);
}
