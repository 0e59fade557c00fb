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

/**
 * The refs of lanes on a remote. Moving one is a compare-and-swap: git rejects it if another machine has moved the
 * ref. Commits of tasks only fast-forward it.
 */
export class LaneRefs {
  /** @param remote The name of the remote. */
  constructor(readonly git: Git, readonly remote: string) {}

  /** Returns the commits of the remote's refs that match a pattern, by ref. */
  async list(pattern: string): Promise<ReadonlyMap<string, string>> {
    const output = await this.git.output(["ls-remote", "--quiet", this.remote, pattern]);
    return new Map(
      output.split("\n").filter((line) => line !== "").map((line) => {
        const [commit = "", ref = ""] = line.split("\t");
        return [ref, commit];
      }),
    );
  }

  /** Fetches the commits of a ref. Nothing in the repository refers to them. */
  async fetch(ref: string): Promise<void> {
    const options = ["--quiet", "--no-tags", "--no-write-fetch-head", "--no-auto-maintenance"];
    await this.git.output(["fetch", ...options, this.remote, ref]);
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
   * Moves a ref on the remote, if it still has the expected value.
   *
   * @throws {GitError} When the remote refuses it, or cannot be reached.
   */
  async move(ref: string, { seen, next }: RefChange): Promise<Moved> {
    const lease = `--force-with-lease=${ref}:${seen ?? ""}`;
    const { code, stderr } = await this.git.run([
      "push",
      "--quiet",
      lease,
      this.remote,
      `${next ?? ""}:${ref}`,
    ]);
    if (code === 0) return "done";
    const now = (await this.list(ref)).get(ref);
    // The connection may break after the remote has moved it.
    if (now === next) return "done";
    if (now !== seen) return "moved";
    const output = stderr.trim();
    const line = output.split("\n").find((each) => /rejected|denied|refus|error:|fatal:/i.test(each));
    throw new GitError(
      `Cannot push ${ref} to "${this.remote}": ${(line ?? firstLine(output)).trim()}`,
      "",
      output,
    );
  }
}
