import { joinPath } from "../../path/paths.ts";
import type { Git } from "../git/git.ts";
import { ConfinedFiles } from "./confined_files.ts";

/** A JSON file in a repository's common folder, which all its worktrees share. */
export class CommonRecord<T> {
  /** @param path Relative to the common folder. */
  constructor(readonly path: string, readonly isValid: (value: unknown) => value is T) {}

  /** Reads the record; undefined if there is none, or it is not valid. */
  async read(git: Git): Promise<T | undefined> {
    try {
      // Most records are absent most of the time, and an error for that takes longer than this question.
      if (!await this.exists(git)) return undefined;
      const value: unknown = JSON.parse(await git.host.readText(joinPath(git.commonDirectory, this.path)));
      return this.isValid(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }

  /** Reports whether there is a record, also one that is not valid. */
  async exists({ host, commonDirectory }: Git): Promise<boolean> {
    return await host.stat(joinPath(commonDirectory, this.path)) !== undefined;
  }

  async write({ host, commonDirectory }: Git, value: T): Promise<void> {
    await new ConfinedFiles(host, commonDirectory).write(this.path, `${JSON.stringify(value)}\n`);
  }

  async remove({ host, commonDirectory }: Git): Promise<void> {
    await new ConfinedFiles(host, commonDirectory).remove(this.path);
  }
}
