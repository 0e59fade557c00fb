/**
 * Parses the output of git. Pure, so that it can be tested on saved output.
 * @module
 */
import type { ConflictPath } from "../../../schemas/event.ts";
import { type JournalCommit, type PlanCommit, revertedCommits } from "../../plan/history/journal.ts";
import { readTrailers } from "../../plan/history/message_trailers.ts";

/** A path that differs from the last commit. */
export interface StatusEntry {
  /** Path relative to the root of the repository. */
  readonly path: string;
  /** `untracked`: not in the index. `staged`: only the index differs. `changed`: the working tree differs. */
  readonly kind: "untracked" | "staged" | "changed" | "conflicted";
  /** True if the index differs from the last commit, whatever is in the working tree. */
  readonly staged: boolean;
  /** True if the path is in the index, but not in the working tree. */
  readonly gone: boolean;
  /** Present for a submodule with changes that are in no commit of its own: true if it also has another commit. */
  readonly uncommitted?: { readonly isMoved: boolean };
}

/** Reads `git status --porcelain=v2 -z`. A rename yields both paths. */
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

/** The state of a working tree: branch, commit and changes. */
export interface WorkingTree {
  /** The current branch; undefined when HEAD is detached. It may have no commit yet. */
  readonly branch: string | undefined;
  /** The current commit; undefined if there is none. */
  readonly commit: string | undefined;
  /** Paths that differ from the current commit. */
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

/** Reads the XY field: X is the index, Y the working tree, `.` means unchanged. */
function changeOf(record: string): Omit<StatusEntry, "path"> {
  const kind = record[3] === "." ? "staged" : "changed";
  const [, moved, changes] = /^.{5}S(.)(..)/.exec(record) ?? [];
  return {
    kind,
    staged: record[2] !== ".",
    gone: record[3] === "D",
    ...changes === undefined || changes === ".." ? {} : { uncommitted: { isMoved: moved === "C" } },
  };
}

function fieldsAfter(record: string, fields: number): string {
  let at = 0;
  for (let count = 0; count < fields; count++) at = record.indexOf(" ", at) + 1;
  return record.slice(at);
}

/** The format for `git log` that {@link parseJournal} reads. */
export const JOURNAL_FORMAT = "%H%x00%s%x00%b%x00";

/** Patterns for `git log --grep` to find the commits for {@link parseJournal}. A squash may indent trailers. */
export const JOURNAL_PATTERNS: readonly string[] = [
  "^ *Wf-Plan: ",
  "^ *Wf-Milestone: ",
  "^ *Wf-Again: ",
  "^ *Wf-Skipped: ",
  "^ *Wf-Renamed: ",
  "^This reverts commit ",
  "^\\* [a-z]*([^()]*): ",
];

/** Matches the messages in which {@link JOURNAL_PATTERNS} are found. */
const JOURNAL_MESSAGE =
  /^ *Wf-(?:Plan|Milestone|Again|Skipped|Renamed): |^This reverts commit |^\* [a-z]*\([^()]*\): /m;

/** Returns the commits of the journal among some commits, as `git log` with {@link JOURNAL_PATTERNS} finds them. */
export function journalAmong(commits: readonly CommitText[]): readonly JournalCommit[] {
  return journalOf(commits.filter(({ subject, body }) => JOURNAL_MESSAGE.test(`${subject}\n${body}`)));
}

/** Reads `git log -z --format=JOURNAL_FORMAT`, newest first. */
export function parseJournal(output: string): readonly JournalCommit[] {
  return journalOf(parseMessages(output));
}

function journalOf(messages: readonly CommitText[]): readonly JournalCommit[] {
  const commits: JournalCommit[] = [];
  for (const { commit, subject, body } of messages) {
    const reverts = revertedCommits(body);
    if (reverts.length > 0) commits.push({ commit, reverts });
    for (const trailer of readTrailers(subject, body)) {
      const project = trailer.project === undefined ? {} : { project: trailer.project };
      if (trailer.kind === "milestone") {
        commits.push({ commit, milestone: trailer.version, phases: trailer.phases, ...project });
      } else if (trailer.kind === "again") {
        commits.push({ commit, again: { plan: trailer.plan, task: trailer.task }, ...project });
      } else if (trailer.kind === "title") {
        commits.push({ commit, titled: { plan: trailer.plan, subject: trailer.subject }, ...project });
      } else if (trailer.kind === "renamed") {
        commits.push({ commit, renames: trailer.renames, ...project });
      } else {
        const { kind: _, ...fields } = trailer;
        commits.push({ commit, ...fields });
      }
    }
  }
  return commits;
}

/** The message of a commit. */
export interface CommitText {
  readonly commit: string;
  /** Its first line. */
  readonly subject: string;
  /** The rest. */
  readonly body: string;
}

/** Reads `git log -z --format=JOURNAL_FORMAT`: the messages, in order. */
export function parseMessages(output: string): readonly CommitText[] {
  const fields = output.split("\0");
  const found: CommitText[] = [];
  for (let index = 0; index + 3 < fields.length; index += 4) {
    const [commit, subject, body] = fields.slice(index, index + 3) as [string, string, string];
    found.push({ commit, subject, body });
  }
  return found;
}

/** Reads the same as {@link parseJournal}, and returns only the commits of plans. */
export function parsePlanCommits(output: string): readonly PlanCommit[] {
  return planCommits(parseMessages(output));
}

/** Returns the commits of plans among some commits. */
export function planCommits(commits: readonly CommitText[]): readonly PlanCommit[] {
  return journalOf(commits).flatMap((commit) => "plan" in commit ? [commit] : []);
}

/** The paths that a commit changes. */
export interface CommitFiles {
  /** Paths that are new. */
  readonly created: readonly string[];
  /** Paths that are changed or removed. */
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

/** Reads the output of `--name-status --no-renames -z`. */
export function parseNameStatus(output: string): CommitFiles {
  const fields = output.split("\0");
  const created: string[] = [];
  const modified: string[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    (fields[index] === "A" ? created : modified).push(fields[index + 1]!);
  }
  return { created, modified };
}

/** The changed lines of a file. */
export interface LineCounts {
  /** The number of added lines; null for a binary file. */
  readonly added: number | null;
  /** The number of removed lines; null for a binary file. */
  readonly removed: number | null;
}

/** Reads `git diff-tree --stdin -z --numstat --no-renames`: the sums of all commits, by path in order. */
export function parseLineCounts(output: string): ReadonlyMap<string, LineCounts> {
  const found = new Map<string, LineCounts>();
  const sum = (before: number | null, text: string) =>
    before === null || text === "-" ? null : before + Number(text);
  for (const field of output.split("\0")) {
    const [, plus, minus, path] = /^(\d+|-)\t(\d+|-)\t([^]+)$/.exec(field) ?? [];
    if (path === undefined) continue;
    const { added, removed } = found.get(path) ?? { added: 0, removed: 0 };
    found.set(path, { added: sum(added, plus!), removed: sum(removed, minus!) });
  }
  return new Map([...found].sort(([a], [b]) => a < b ? -1 : 1));
}

export interface CommitDetails extends CommitFiles, CommitText {
  readonly parents: readonly string[];
  readonly tree: string;
  /** The changed paths that it removes. */
  readonly removed: readonly string[];
}

/** Options of `git log -z` for {@link parseCommits}. Settings could hide the files of the first commit, and submodules. */
export const COMMIT_DETAILS: readonly string[] = [
  "--format=%H%x00%P %T%x00%s%x00%b%x00",
  "--root",
  "--ignore-submodules=none",
  "--name-status",
  "--no-renames",
  "--diff-merges=first-parent",
];

/** Reads `git log -z` with {@link COMMIT_DETAILS}: the commits, in order. */
export function parseCommits(output: string): readonly CommitDetails[] {
  const fields = output.split("\0");
  const found: CommitDetails[] = [];
  for (let index = 0; index + 4 < fields.length;) {
    const [commit, names, subject, body] = fields.slice(index, index + 4) as [
      string,
      string,
      string,
      string,
    ];
    const start = index += 5;
    // A status is one letter, after a new line if it is the first, and a path comes after each.
    while (/^\n?[A-Z]$/.test(fields[index] ?? "")) index += 2;
    const files = fields.slice(start, index).map((field, at) => at === 0 ? field.trimStart() : field);
    const [tree = "", ...parents] = names.trimStart().split(" ").toReversed();
    found.push({
      commit,
      parents: parents.toReversed(),
      tree,
      subject,
      body,
      ...parseNameStatus([...files, ""].join("\0")),
      removed: files.filter((_, at) => at % 2 === 1 && files[at - 1] === "D"),
    });
  }
  return found;
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

/** The commits of two branches and their merge base. */
export interface BranchPair {
  /** The commit of the first branch. */
  readonly one: string;
  /** The commit of the second branch. */
  readonly other: string;
  /** The merge base; undefined if the branches have no commit in common. */
  readonly base: string | undefined;
}

/** Reads `git rev-parse <one>...<other> --`: the second commit, the first, and their merge base. */
export function parseBranchPair(output: string): BranchPair {
  const [other = "", one = "", base] = output.split("\n");
  return { one, other, base: base?.startsWith("^") ? base.slice(1) : undefined };
}

export interface WorktreeEntry {
  /** Its folder, absolute. */
  readonly directory: string;
  /** The branch checked out in it; undefined when its HEAD is detached. */
  readonly branch: string | undefined;
  /** The reason for its lock, which may be empty; undefined if it is not locked. */
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

/** The result of trying a merge. */
export type MergeTree =
  | { readonly kind: "clean"; readonly tree: string }
  | {
    readonly kind: "conflict";
    /** The tree with the conflicts in its files. */
    readonly tree: string;
    readonly conflicts: readonly ConflictPath[];
  };

/**
 * Reads `git merge-tree --write-tree -z --no-messages`.
 *
 * @param code The exit code of git: 0 for a clean merge, 1 for a conflict.
 */
export function parseMergeTree(output: string, code: number): MergeTree {
  const [tree = "", ...entries] = output.split("\0");
  if (code === 0) return { kind: "clean", tree: tree.trim() };
  return { kind: "conflict", tree: tree.trim(), conflicts: parseUnmerged(entries) };
}

/** Reads index entries `<mode> <hash> <stage>\t<path>`: stage 1 is the merge base, 2 the base, 3 the branch. */
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

/** Reads `git --version`; undefined if the output has another form. */
export function parseVersion(output: string): readonly [major: number, minor: number] | undefined {
  const match = /^git version (\d+)\.(\d+)/.exec(output);
  return match === null ? undefined : [Number(match[1]), Number(match[2])];
}
