import type { ConflictPath } from "../../schemas/event.ts";
/**
 * Reads what git printed. Pure, so that it is tested on saved output.
 * @module
 */
import type { JournalCommit, PlanCommit } from "../plan/journal.ts";
import { revertedCommits } from "../plan/reverts.ts";

/** A path that differs from the last commit. */
export interface StatusEntry {
  /** Path relative to the root of the repository. */
  readonly path: string;
  /** `untracked`: git does not know it. `staged`: only the index differs. `changed`: the working tree does. */
  readonly kind: "untracked" | "staged" | "changed" | "conflicted";
  /** Whether the index differs from the last commit, whatever the working tree holds. */
  readonly staged: boolean;
  /** Whether the working tree lacks what the index holds. */
  readonly gone: boolean;
}

/** Reads `git status --porcelain=v2 -z`. A rename gives both paths. */
export function parseStatus(output: string): readonly StatusEntry[] {
  const entries: StatusEntry[] = [];
  const records = output.split("\0");
  for (let index = 0; index < records.length; index++) {
    const record = records[index]!;
    switch (record[0]) {
      case "?":
        entries.push({ path: record.slice(2), kind: "untracked", staged: false, gone: false });
        break;
      case "1":
        entries.push({ path: fieldsAfter(record, 8), ...changeOf(record) });
        break;
      case "2":
        entries.push({ path: fieldsAfter(record, 9), ...changeOf(record) });
        entries.push({ path: records[++index]!, kind: "staged", staged: true, gone: false });
        break;
      case "u":
        entries.push({ path: fieldsAfter(record, 10), kind: "conflicted", staged: true, gone: false });
        break;
    }
  }
  return entries;
}

/** A working tree: what is checked out, and what differs from it. */
export interface WorkingTree {
  /** The branch checked out, or undefined when HEAD is detached. It may have no commit yet. */
  readonly branch: string | undefined;
  /** Its last commit; undefined where there is none. */
  readonly commit: string | undefined;
  /** Paths that differ from it. */
  readonly status: readonly StatusEntry[];
}

/** Reads `git status --porcelain=v2 -z --branch`. */
export function parseWorkingTree(output: string): WorkingTree {
  const headers = new Map<string, string>();
  for (const [, key, value] of output.matchAll(/(?<=^|\0)# (branch\.\w+) ([^\0]*)/g)) {
    headers.set(key!, value!);
  }
  const branch = headers.get("branch.head");
  const commit = headers.get("branch.oid");
  return {
    branch: branch === "(detached)" ? undefined : branch,
    commit: commit === "(initial)" ? undefined : commit,
    status: parseStatus(output),
  };
}

/** The XY field: X is the index, Y the working tree, `.` means unchanged. */
function changeOf(record: string): Omit<StatusEntry, "path"> {
  return {
    kind: record[3] === "." ? "staged" : "changed",
    staged: record[2] !== ".",
    gone: record[3] === "D",
  };
}

function fieldsAfter(record: string, fields: number): string {
  let at = 0;
  for (let count = 0; count < fields; count++) at = record.indexOf(" ", at) + 1;
  return record.slice(at);
}

/** Format for `git log` that {@link parseJournal} reads. */
export const JOURNAL_FORMAT = `${
  ["%H", "%s", ...["Wf-Plan", "Wf-Task", "Wf-Milestone", "Wf-Phases", "Wf-Again"].map(trailer), "%b"].join(
    "%x00",
  )
}%x00`;

function trailer(key: string): string {
  return `%(trailers:key=${key},valueonly,separator=%x2C)`;
}

type Fields = [
  commit: string,
  subject: string,
  plan: string,
  task: string,
  milestone: string,
  phases: string,
  again: string,
  body: string,
];

/** The trailers where a hook has put a paragraph of its own below them, so that git takes them for text. */
const PLAN_LINES = /^Wf-Plan: *(\S+)[ \t]*(?:\nWf-Task: *(\d+)[ \t]*)?$/gm;
const MILESTONE_LINES = /^Wf-Milestone: *(\S+)[ \t]*(?:\nWf-Phases: *(.+))?$/gm;

interface Trailers {
  readonly plan: string;
  readonly task: string;
  readonly milestone: string;
  readonly phases: string;
}

/** The trailers of a commit: as git tells them, else the last ones in its text. */
function trailersOf(fields: Fields): Trailers {
  const [, , plan, task, milestone, phases, again, body] = fields;
  if (plan !== "" || milestone !== "" || again !== "") return { plan, task, milestone, phases };
  const [, foundPlan = "", foundTask = ""] = [...body.matchAll(PLAN_LINES)].at(-1) ?? [];
  const [, foundMilestone = "", foundPhases = ""] = [...body.matchAll(MILESTONE_LINES)].at(-1) ?? [];
  return { plan: foundPlan, task: foundTask, milestone: foundMilestone, phases: foundPhases };
}

/** Reads `git log -z --format=JOURNAL_FORMAT`, newest first. */
export function parseJournal(output: string): readonly JournalCommit[] {
  const fields = output.split("\0");
  const commits: JournalCommit[] = [];
  for (let index = 0; index + 8 < fields.length; index += 9) {
    const found = fields.slice(index, index + 8) as Fields;
    const [commit, subject, , , , , again, body] = found;
    const { plan, task, milestone, phases } = trailersOf(found);
    const reverts = revertedCommits(body);
    if (reverts.length > 0) commits.push({ commit, reverts });
    for (const [, of, number] of again.matchAll(/([^\s,/]+)\/(\d+)/g)) {
      commits.push({ commit, again: { plan: of!, task: Number(number) } });
    }
    if (milestone !== "") commits.push({ milestone, phases: phases.split(/[\s,]+/).filter(Boolean) });
    if (plan === "") continue;
    const number = /^\d+$/.test(task) ? Number(task) : undefined;
    if (number === undefined && task !== "") continue;
    commits.push({ commit, subject, plan, task: number, ...answersIn(body, plan, task) });
  }
  return commits;
}

/** A task's trailers with the answers below them, which a squash has for each of its tasks. */
const ANSWER_LINES = /^Wf-Plan: *(\S+)[ \t]*\nWf-Task: *(\d+)[ \t]*\n((?:Wf-Answer: .*\n?)+)/gm;

/** What was answered at the checkpoint of a task, by the text of its commit. */
function answersIn(body: string, plan: string, task: string): Pick<PlanCommit, "answers"> {
  const lines = [...body.matchAll(ANSWER_LINES)].find(([, of, number]) => of === plan && number === task)
    ?.[3];
  if (lines === undefined) return {};
  return { answers: lines.trimEnd().split("\n").map((line) => line.slice(line.indexOf(":") + 1).trim()) };
}

/** The commits of plans in what {@link parseJournal} reads. */
export function parsePlanCommits(output: string): readonly PlanCommit[] {
  return parseJournal(output).flatMap((commit) => "plan" in commit ? [commit] : []);
}

/** The paths a commit touches. */
export interface CommitFiles {
  /** Paths that are new. */
  readonly created: readonly string[];
  /** Paths that were there before, changed or removed. */
  readonly modified: readonly string[];
}

/** Reads `git diff-tree --stdin -z --name-status --no-renames`: the paths by commit. */
export function parseCommitFiles(output: string): ReadonlyMap<string, CommitFiles> {
  const found = new Map<string, CommitFiles>();
  const fields = output.split("\0");
  for (let index = 0; index + 1 < fields.length;) {
    const commit = fields[index++]!;
    const start = index;
    // A status is one letter, and a path comes after each.
    while (/^[A-Z]$/.test(fields[index] ?? "")) index += 2;
    found.set(commit, parseNameStatus([...fields.slice(start, index), ""].join("\0")));
  }
  return found;
}

/** Reads what `--name-status --no-renames` gives with `-z`. */
export function parseNameStatus(output: string): CommitFiles {
  const fields = output.split("\0");
  const created: string[] = [];
  const modified: string[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    (fields[index] === "A" ? created : modified).push(fields[index + 1]!);
  }
  return { created, modified };
}

/** A commit, with the paths it touches. */
export interface CommitDetails extends CommitFiles {
  /** Its hash. */
  readonly commit: string;
  /** First line of its message. */
  readonly subject: string;
  /** What its message says below that. */
  readonly body: string;
}

/** Reads `git log -1 -z --format=%H%x00%s%x00%b%x00 --name-status --no-renames`. */
export function parseCommit(output: string): CommitDetails {
  const [commit = "", subject = "", body = "", ...rest] = output.split("\0");
  const start = rest.findIndex((field) => /^\n?[A-Z]$/.test(field));
  const files = start === -1 ? [] : rest.slice(start).map((field) => field.replace(/^\n(?=[A-Z]$)/, ""));
  return { commit, subject, body, ...parseNameStatus(files.join("\0")) };
}

/** Reads `git config -z --get-regexp ^branch\..*\.wfbase$`: base branches by branch. */
export function parseBases(output: string): ReadonlyMap<string, string> {
  const bases = new Map<string, string>();
  for (const record of output.split("\0")) {
    const [key = "", value = ""] = record.split("\n");
    const branch = /^branch\.([^]*)\.wfbase$/i.exec(key)?.[1];
    if (branch !== undefined) bases.set(branch, value);
  }
  return bases;
}

/** Two branches and where they part. */
export interface BranchPair {
  /** The commit that the first leads to. */
  readonly one: string;
  /** The commit that the second leads to. */
  readonly other: string;
  /** The newest commit that both have; undefined when they have none in common. */
  readonly base: string | undefined;
}

/** Reads `git rev-parse <one>...<other> --`: the second one, the first, and what they have in common. */
export function parseBranchPair(output: string): BranchPair {
  const [other = "", one = "", base] = output.split("\n");
  return { one, other, base: base?.startsWith("^") ? base.slice(1) : undefined };
}

/** A worktree of a repository. */
export interface WorktreeEntry {
  /** Its folder, absolute. */
  readonly directory: string;
  /** The branch checked out in it; undefined when its HEAD is detached. */
  readonly branch: string | undefined;
  /** Why it is locked, which may be an empty text; undefined when it is not. */
  readonly locked: string | undefined;
}

/** Reads `git worktree list --porcelain -z`. */
export function parseWorktrees(output: string): readonly WorktreeEntry[] {
  return output.split("\0\0").filter((block) => block.trim() !== "").map((block) => {
    const fields = new Map(
      block.split("\0").map((line) => {
        const space = line.indexOf(" ");
        return space === -1 ? [line, ""] : [line.slice(0, space), line.slice(space + 1)];
      }),
    );
    const branch = fields.get("branch")?.replace(/^refs\/heads\//, "");
    return { directory: fields.get("worktree") ?? "", branch, locked: fields.get("locked") };
  });
}

/** The result of a merge that was only tried. */
export type MergeTree =
  | { readonly kind: "clean"; readonly tree: string }
  | { readonly kind: "conflict"; readonly conflicts: readonly ConflictPath[] };

/**
 * Reads `git merge-tree --write-tree -z --no-messages`.
 *
 * @param code Exit code of git: 0 for a clean merge, 1 for a conflict.
 */
export function parseMergeTree(output: string, code: number): MergeTree {
  const [tree = "", ...entries] = output.split("\0");
  if (code === 0) return { kind: "clean", tree: tree.trim() };
  return { kind: "conflict", conflicts: parseUnmerged(entries) };
}

/** Reads entries `<mode> <hash> <stage>\t<path>` of an index: stage 1 is what was, 2 the base, 3 the branch. */
export function parseUnmerged(entries: readonly string[]): readonly ConflictPath[] {
  const stages = new Map<string, Set<string>>();
  for (const entry of entries) {
    const [, stage, path] = /^\d+ [0-9a-f]+ ([123])\t([^]*)$/.exec(entry) ?? [];
    if (stage === undefined || path === undefined) continue;
    stages.set(path, (stages.get(path) ?? new Set()).add(stage));
  }
  return [...stages].map(([path, found]) => {
    const sideOf = (stage: string) => !found.has(stage) ? "removed" : found.has("1") ? "changed" : "added";
    return { path, base: sideOf("2"), branch: sideOf("3") };
  });
}

/** Reads `git --version`; undefined when it is something else. */
export function parseVersion(output: string): readonly [major: number, minor: number] | undefined {
  const match = /^git version (\d+)\.(\d+)/.exec(output);
  return match === null ? undefined : [Number(match[1]), Number(match[2])];
}
