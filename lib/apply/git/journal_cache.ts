import type { CommandResult } from "../../host/host.ts";
import type { JournalCommit } from "../../plan/history/journal.ts";
import { KnownCommits } from "./known_commits.ts";
import { JOURNAL_FORMAT, JOURNAL_PATTERNS, journalAmong, parseJournal } from "./output.ts";

/** The maximum number of commits after the last one that were read, for which the others are not read again. */
const MAX_COMMITS = 1000;

/** A repository, as the journal is read from it. */
interface Git {
  run(args: readonly string[]): Promise<CommandResult>;
  output(args: readonly string[]): Promise<string>;
  commitOf(name: string): Promise<string | undefined>;
}

/** Reads the journal of a history, and later only the commits that were added to it. */
export class JournalCache {
  readonly known: KnownCommits = new KnownCommits();
  #last: { readonly commit: string; readonly journal: readonly JournalCommit[] } | undefined;

  /**
   * Returns the ancestors of commits that record plans, milestones or reverts, newest first.
   *
   * @param commits Commits or ranges, as `git log` takes them.
   */
  async read(git: Git, commits: readonly string[]): Promise<readonly JournalCommit[]> {
    const [name = ""] = commits;
    const isOne = commits.length === 1 && /^(?:HEAD|[0-9a-f]{40,64})$/.test(name);
    const commit = isOne && name === "HEAD" ? await git.commitOf(name) : name;
    if (!isOne || commit === undefined) return await readJournal(git, commits);
    const last = this.#last;
    if (last?.commit === commit) return last.journal;
    const line = last && this.known.line(last.commit, commit);
    const journal = last !== undefined && (line !== undefined || await isLine(git, last.commit, commit))
      ? [
        ...line ? journalAmong(line) : await readJournal(git, [`${last.commit}..${commit}`]),
        ...last.journal,
      ]
      : await readJournal(git, [commit]);
    this.#last = { commit, journal };
    return journal;
  }
}

async function readJournal(git: Git, commits: readonly string[]): Promise<readonly JournalCommit[]> {
  const wanted = JOURNAL_PATTERNS.map((pattern) => `--grep=${pattern}`);
  const args = ["log", "-z", `--format=${JOURNAL_FORMAT}`, ...wanted, ...commits, "--"];
  return parseJournal(await git.output(args));
}

/** Reports whether a few commits, each on the one before, lead from a commit to another: no merge adds older ones. */
async function isLine(git: Git, from: string, to: string): Promise<boolean> {
  const args = ["rev-list", "--parents", `--max-count=${MAX_COMMITS + 1}`, `${from}..${to}`, "--"];
  const { code, stdout } = await git.run(args);
  const lines = stdout.trimEnd().split("\n").map((line) => line.split(" "));
  return code === 0 && lines.length <= MAX_COMMITS && lines.every(({ length }) => length === 2) &&
    lines.at(-1)?.[1] === from;
}
