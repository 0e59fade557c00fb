/**
 * The results of commands that set up a project or a machine.
 * @module
 */
import type { HostingAgent } from "../commands.ts";
import type { Question } from "../question.ts";

/** Result of `new-project`. */
export interface NewProjectResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Files that were written, or with `--dry-run` would be, relative to the project root. */
  readonly written: readonly string[];
  /** Commit that contains them; null when none was made. */
  readonly commit: string | null;
  /** The gate to confirm. */
  readonly question?: Question;
  /** Suggested next commands. */
  readonly next: readonly string[];
}

/** A completion candidate. */
export interface CompletionCandidate {
  /** The complete word. If it ends in `=`, a value has to follow. */
  readonly value: string;
  /** Description; may be empty. */
  readonly description: string;
}

/** Result of `completions`: the script, or candidates for the last of the given words. */
export interface CompletionsResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The shell. */
  readonly shell: "bash" | "zsh" | "fish";
  /** The script to source. */
  readonly script?: string;
  /** Candidates for the last word. */
  readonly candidates?: readonly CompletionCandidate[];
  /** Paths that the shell should complete too. */
  readonly paths?: "files" | "dirs" | "none";
}

/** Lines that the user has to add to a file, or remove from it. */
export interface LinesByHand {
  /** The file. */
  readonly path: string;
  /** The lines. */
  readonly text: string;
}

/** Result of `hook install`. */
export interface HookResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Path of the hook, of the configuration of the tool that runs hooks, or of the attributes with the merge driver. */
  readonly hook: string;
  /** Files that were written. */
  readonly written: readonly string[];
  /** Files that were removed. */
  readonly removed: readonly string[];
  /** True when anything changed, or with `--dry-run` would change. */
  readonly changed: boolean;
  /** With `--dry-run`: the change as a unified diff. */
  readonly diff?: string;
  /** Remaining manual step, when a tool's configuration is not edited. */
  readonly byHand?: LinesByHand;
  /** Suggested next commands. */
  readonly next?: readonly string[];
}

/** A file of the slash commands, and the action taken. */
export interface InstalledFile {
  /** Path relative to the root. */
  readonly path: string;
  /** Agents that use the file. */
  readonly agents: readonly HostingAgent[];
  /** Action taken. `kept`: left unchanged for the given `reason`. */
  readonly action: "create" | "update" | "unchanged" | "remove" | "kept";
  /** The reason why it is kept: it was changed after it was written, or this program did not write it. */
  readonly reason?: "changed" | "foreign";
}

/** Result of `install` and `uninstall`. */
export interface InstallResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Absolute path of the folder that paths are relative to. */
  readonly root: string;
  /** The files, by path. */
  readonly files: readonly InstalledFile[];
  /** Paths of files that were written. */
  readonly written: readonly string[];
  /** Paths of files that were removed. */
  readonly removed: readonly string[];
  /** With `--dry-run`: the changes as a unified diff. */
  readonly diff?: string;
}

/** Result of `demo`. */
export interface DemoResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Folder of the sample project. */
  readonly directory: string;
  /** Commits that the run made, oldest first. */
  readonly commits: readonly string[];
}
