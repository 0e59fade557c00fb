import { defined } from "../../collections/defined.ts";
import {
  AGAIN_TRAILER,
  ANSWER_TRAILER,
  MILESTONE_TRAILER,
  NOTE_TRAILER,
  PHASES_TRAILER,
  PLAN_TRAILER,
  PROJECT_TRAILER,
  RED_TRAILER,
  RENAMED_TRAILER,
  SKIPPED_TRAILER,
  TASK_TRAILER,
} from "../naming/commit_message.ts";
import type { Renaming } from "./earlier_names.ts";
import type { NamedProject, PlanCommit } from "./journal.ts";

/** The content of a message about a plan, a task to execute again, renamed plans, or a milestone. */
export type MessageTrailer =
  & NamedProject
  & (
    /** The subject is that of the commit that it was written for. */
    | { readonly kind: "plan" } & Omit<PlanCommit, "commit" | "reverted" | "unsummed" | "project">
    | { readonly kind: "again"; readonly plan: string; readonly task: number }
    | { readonly kind: "renamed"; readonly renames: readonly Renaming[] }
    /** The first line of a plan's commit in a squash that lists nothing else of it. */
    | { readonly kind: "title"; readonly plan: string; readonly subject: string }
    | { readonly kind: "milestone"; readonly version: string; readonly phases: readonly string[] }
  );

/** The message of one commit within a message. */
interface Section {
  readonly subject: string;
  /** True if a list names it. */
  readonly listed: boolean;
  readonly lines: readonly string[];
}

/**
 * Matches the start of a commit's message within a squash: as GitHub and GitLab, git itself, and `rebase -i`
 * write it.
 */
const LISTED = /^\* +(\S.*)$/;
const QUOTED = /^commit [0-9a-f]{40,64}$/;
/** Matches the line with which a server, and wf, end the list. */
const LIST_END = /^-{9,}$/;
const JOINED = /^[a-z]+\([^()\s]+\): \S|^(?:docs|chore): complete milestone \S/;

const PROJECT = new RegExp(`^${PROJECT_TRAILER}: *(\\S.*)$`);

/**
 * Reads the plans and milestones in a commit's message, newest first.
 *
 * A squash contains the messages of several commits, and each counts. Of each message only the last trailers
 * of wf count: text before them may come from a plan, which is on one line and cannot begin a message.
 *
 * @param body The rest of the message, with any line endings.
 */
export function readTrailers(subject: string, body: string): readonly MessageTrailer[] {
  const lines = body.split(/\r?\n/).map((line) => line.trimEnd());
  const quotes = lines.some((line) => QUOTED.test(line));
  const all = sectionsOf(subject, lines);
  const read = all.map(trailersOf);
  const isNamed = read.flat().some(({ kind }) => kind === "plan");
  const sections = isNamed ? read : read.map((found, index) => [...titleOf(all[index]!), ...found]);
  // Git lists the commits of a squash newest first, everything else oldest first.
  return quotes ? sections.flatMap((found) => found.toReversed()) : sections.flat().toReversed();
}

function sectionsOf(subject: string, lines: readonly string[]): readonly Section[] {
  const sections: Section[] = [];
  let section = { subject, listed: false, lines: [] as string[] };
  sections.push(section);
  for (const [index, line] of lines.entries()) {
    const listed = LISTED.exec(line)?.[1];
    const begins = listed ?? (LIST_END.test(line) ? subject : undefined) ??
      (QUOTED.test(line) ? quotedSubject(lines, index) : undefined) ??
      (JOINED.test(line) && (lines[index - 1] ?? "") === "" ? line : undefined);
    if (begins !== undefined) {
      sections.push(section = { subject: begins, listed: listed !== undefined, lines: [] });
    } else section.lines.push(sections.length === 1 ? line : line.replace(/^ {1,4}/, ""));
  }
  return sections;
}

/** Returns the first indented line after `commit …`. */
function quotedSubject(lines: readonly string[], index: number): string {
  return lines.slice(index + 1).find((line) => line.startsWith("    "))?.trim() ?? "";
}

/** Returns the plan that the first line of a listed commit names. */
function titleOf({ subject, listed }: Section): readonly MessageTrailer[] {
  const plan = listed ? /^[a-z]+\(([^()\s]+)\): \S/.exec(subject)?.[1] : undefined;
  return plan === undefined ? [] : [{ kind: "title", plan, subject }];
}

/** Returns the last lines with trailers of wf, and what stands between them. */
function lastTrailers(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) =>
    /^Wf-(?:Plan|Task|Answer|Red|Note|Project|Again|Skipped|Renamed|Milestone|Phases):/.test(line)
  );
  const start = lines.findLastIndex((line, index) => index < last && line === "") + 1;
  return lines.slice(start, last + 1);
}

/** Returns the list of commits in a squash, oldest first, with the trailers about plans and tasks of each. */
export function squashedCommits(
  commits: readonly { readonly subject: string; readonly body: string }[],
): string {
  return commits.map(({ subject, body }) => {
    const trailers = lastTrailers(body.split("\n")).filter((line) => /^Wf-(?!Milestone|Phases)/.test(line));
    return [`* ${subject}`, ...trailers.length === 0 ? [] : [trailers.join("\n")]].join("\n\n");
  }).join("\n\n");
}

/** Returns the content of the last trailers of wf in a section, in order. */
function trailersOf({ subject, lines }: Section): readonly MessageTrailer[] {
  const block = lastTrailers(lines);
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
  const renames = trailers.flatMap(({ key, value }) => {
    const [from, to, ...more] = key === RENAMED_TRAILER ? value.split(/\s+/) : [];
    return from === undefined || to === undefined || more.length > 0 ? [] : [[from, to] as const];
  });
  if (renames.length > 0) found.push({ kind: "renamed", renames });
  for (const { key, value } of trailers) {
    if (key === MILESTONE_TRAILER && !/\s/.test(value)) {
      const phases = trailers.find((trailer) => trailer.key === PHASES_TRAILER)?.value ?? "";
      found.push({ kind: "milestone", version: value, phases: phases.split(/[\s,]+/).filter(Boolean) });
    }
    const [, skipped, number, why] = key === SKIPPED_TRAILER
      ? /^([^\s/]+)\/(\d+)(?: +(.*))?$/.exec(value) ?? []
      : [];
    if (skipped !== undefined) {
      found.push({ kind: "plan", plan: skipped, task: Number(number), subject, skipped: why ?? "" });
    }
    if (key !== AGAIN_TRAILER) continue;
    for (const [, plan, task] of value.matchAll(/([^\s,/]+)\/(\d+)/g)) {
      found.push({ kind: "again", plan: plan!, task: Number(task) });
    }
  }
  for (const { plan, task, answers = [] } of pairsOf(trailers)) {
    const answered = answers.length === 0 || task === undefined ? {} : { answers };
    if (task === undefined) found.push({ kind: "plan", plan, task, subject });
    else if (/^\d+$/.test(task)) {
      const start = `${plan}/${task} `;
      const valuesOf = (wanted: string) =>
        trailers.flatMap(({ key, value }) => {
          return key === wanted && value.startsWith(start) ? [value.slice(start.length)] : [];
        });
      const [red] = valuesOf(RED_TRAILER);
      const notes = valuesOf(NOTE_TRAILER);
      const noted = notes.length === 0 ? {} : { notes };
      found.push({
        kind: "plan",
        plan,
        task: Number(task),
        subject,
        ...answered,
        ...defined({ red }),
        ...noted,
      });
    }
  }
  return found;
}

interface Pair {
  readonly plan: string;
  readonly task?: string;
  readonly answers?: readonly string[];
}

/**
 * Returns the plans with their tasks. A task belongs to the plan above it, even if the same plan is not named
 * again. If as many tasks as plans follow one another, it belongs to the plan at the same position.
 */
function pairsOf(trailers: readonly { readonly key: string; readonly value: string }[]): readonly Pair[] {
  const pairs: Pair[] = [];
  const relevant = trailers.filter(({ key, value }) => {
    return key === TASK_TRAILER || key === ANSWER_TRAILER || (key === PLAN_TRAILER && !/\s/.test(value));
  });
  for (let index = 0; index < relevant.length;) {
    const plans = valuesFrom(relevant, index, PLAN_TRAILER);
    const tasks = valuesFrom(relevant, index + plans.length, TASK_TRAILER);
    const answers = valuesFrom(relevant, index + plans.length + tasks.length, ANSWER_TRAILER);
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

/** Returns the values of consecutive trailers with the same key, from a position on. */
function valuesFrom(
  trailers: readonly { readonly key: string; readonly value: string }[],
  start: number,
  key: string,
): readonly string[] {
  const end = trailers.findIndex((trailer, index) => index >= start && trailer.key !== key);
  return trailers.slice(start, end === -1 ? undefined : end).map(({ value }) => value);
}
