import { type LaneCommit, type LaneMark, markMessage } from "../../plan/executor/lane_history.ts";
import type { Git } from "../git/git.ts";
import { firstLine, GitError } from "../git/process.ts";

/** The result of moving a ref: `moved` if another machine has moved it before. */
export type Moved = "done" | "moved";

/** The values of a ref on the remote, before and after; undefined where it does not exist. */
export interface RefChange {
  readonly seen: string | undefined;
  readonly next: string | undefined;
}

/** A ref to move, and what waits for the result. */
interface Move extends RefChange {
  readonly ref: string;
  readonly done: (result: Moved) => void;
  readonly failed: (error: unknown) => void;
}

/** The maximum number of refs in one push. */
const AT_ONCE = 50;

/**
 * The refs of lanes on a remote. Moving one is a compare-and-swap: git rejects it if another machine has moved the
 * ref. Commits of tasks only fast-forward it.
 */
export class LaneRefs {
  /** The refs that are moved as soon as the current push has ended. */
  readonly #moves: Move[] = [];
  #isPushing = false;

  /** @param remote The name of the remote. */
  constructor(readonly git: Git, readonly remote: string) {}

  /** Returns the commits of the remote's refs that match a pattern, by ref. */
  async list(...patterns: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const output = await this.git.output(["ls-remote", "--quiet", this.remote, ...patterns]);
    return new Map(
      output.split("\n").filter((line) => line !== "").map((line) => {
        const [commit = "", ref = ""] = line.split("\t");
        return [ref, commit];
      }),
    );
  }

  /** Fetches the commits of refs. Nothing in the repository refers to them. */
  async fetch(...refs: readonly string[]): Promise<void> {
    const options = ["--quiet", "--no-tags", "--no-write-fetch-head", "--no-auto-maintenance"];
    await this.git.output(["fetch", ...options, this.remote, ...refs]);
  }

  /** Returns the newest commits of a lane, newest first. */
  async commits(tip: string): Promise<readonly LaneCommit[]> {
    const format = "--format=%H%x00%P%x00%s%x00%b";
    const fields = (await this.git.output(["log", "-n", "500", "--first-parent", "-z", format, tip, "--"]))
      .split("\0");
    const found: LaneCommit[] = [];
    for (let index = 0; index + 3 < fields.length; index += 4) {
      const [commit, parents, subject, body] = fields.slice(index, index + 4) as [
        string,
        string,
        string,
        string,
      ];
      found.push({ commit, parent: parents.split(" ")[0]!, subject, body });
    }
    return found;
  }

  /** Makes a commit that records a mark, with the tree of the parent or another one. */
  async mark(parent: string, lane: string, mark: LaneMark, tree: string = parent): Promise<string> {
    const { subject, body } = markMessage(lane, mark);
    const args = ["commit-tree", `${tree}^{tree}`, "-p", parent, "-m", subject, "-m", body];
    return (await this.git.output(args)).trim();
  }

  /**
   * Moves a ref on the remote, if it still has the expected value. Refs that are moved during a push share the next one.
   *
   * @throws {GitError} When the remote refuses it, or cannot be reached.
   */
  move(ref: string, change: RefChange): Promise<Moved> {
    const moved = new Promise<Moved>((done, failed) => this.#moves.push({ ref, ...change, done, failed }));
    void this.#push();
    return moved;
  }

  async #push(): Promise<void> {
    if (this.#isPushing) return;
    this.#isPushing = true;
    // Refs that are moved at once share the first push too.
    await Promise.resolve();
    while (this.#moves.length > 0) {
      const moves = this.#moves.splice(0, AT_ONCE);
      await this.#pushTogether(moves).catch((error) => moves.forEach(({ failed }) => failed(error)));
    }
    this.#isPushing = false;
  }

  async #pushTogether(moves: readonly Move[]): Promise<void> {
    const leases = moves.map(({ ref, seen }) => `--force-with-lease=${ref}:${seen ?? ""}`);
    const changes = moves.map(({ ref, next }) => `${next ?? ""}:${ref}`);
    const { code, stderr } = await this.git.run(["push", "--quiet", ...leases, this.remote, ...changes]);
    if (code === 0) return moves.forEach(({ done }) => done("done"));
    const found = await this.list(...moves.map(({ ref }) => ref));
    for (const move of moves) {
      const now = found.get(move.ref);
      // The connection may break after the remote has moved it.
      if (now === move.next) move.done("done");
      else if (now !== move.seen) move.done("moved");
      // What refuses one of them may refuse them all.
      else if (moves.length > 1) await this.#pushTogether([move]).catch(move.failed);
      else move.failed(this.#refusal(move.ref, stderr.trim()));
    }
  }

  #refusal(ref: string, output: string): GitError {
    const line = output.split("\n").find((each) => /rejected|denied|refus|error:|fatal:/i.test(each));
    const reason = (line ?? firstLine(output)).trim();
    return new GitError(`Cannot push ${ref} to "${this.remote}": ${reason}`, "", output);
  }
}
