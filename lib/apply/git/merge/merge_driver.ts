import { HostError } from "../../../host/host.ts";
import { joinPath, pathWithin } from "../../../path/paths.ts";
import {
  addMergeAttributes,
  isMergeDriver,
  MERGE_DRIVER,
  mergeDriverCommand,
  removeMergeAttributes,
} from "../../../plan/integrations/merge_driver_text.ts";
import { ConfinedFiles } from "../../files/confined_files.ts";
import type { Git } from "../git.ts";
import { GitError } from "../process.ts";

const ATTRIBUTES = "info/attributes";
const SECTION = `merge.${MERGE_DRIVER}`;
/** Is false in a clone whose user has removed the merge driver. */
const WANTED = "wf.mergedriver";

/** A change of git's attributes and of its configuration, which are not shared with other clones. */
export interface MergeDriverEdit {
  /** Absolute path of the attributes. */
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string;
  /** The lines of the configuration before and after. */
  readonly config: readonly [before: string, after: string];
  readonly changed: boolean;
  readonly apply: () => Promise<void>;
}

/**
 * Prepares to set up the merge driver of a repository, or to remove it. Changes nothing.
 *
 * @throws {GitError} When the configuration has another merge driver of the same name.
 */
export async function editMergeDriver(git: Git, uninstall: boolean): Promise<MergeDriverEdit> {
  const files = new ConfinedFiles(git.host, git.commonDirectory);
  const before = await files.read(ATTRIBUTES);
  const known = (await git.run(["config", "--local", "--get", `${SECTION}.driver`])).stdout.trimEnd();
  if (known !== "" && !isMergeDriver(known)) {
    throw new GitError(
      `Cannot change the merge driver "${MERGE_DRIVER}": wf did not set it up`,
      `Give it another name in the configuration of git: git config --rename-section ${SECTION} merge.<name>`,
    );
  }
  const refused = (await git.run(["config", "--local", "--get", WANTED])).code === 0;
  const wanted = uninstall ? "" : mergeDriverCommand(git.host.program());
  const after = uninstall ? removeMergeAttributes(before) : addMergeAttributes(before);
  const configText = (driver: string, refused: boolean) =>
    (driver === "" ? "" : `[merge "${MERGE_DRIVER}"]\n\tdriver = ${driver}\n`) +
    (refused ? "[wf]\n\tmergedriver = false\n" : "");
  return {
    path: joinPath(git.commonDirectory, ATTRIBUTES),
    before,
    after,
    config: [configText(known, refused), configText(wanted, uninstall)],
    changed: known !== wanted || after !== (before ?? "") || refused !== uninstall,
    apply: async () => {
      if (uninstall) await git.output(["config", "--local", WANTED, "false"]);
      else if (refused) await git.output(["config", "--local", "--unset", WANTED]);
      if (after !== "") await files.write(ATTRIBUTES, after);
      else if (before !== undefined) await files.remove(ATTRIBUTES);
      // Last, as it shows that all is set up.
      if (!uninstall) await git.output(["config", "--local", `${SECTION}.driver`, wanted]);
      if (uninstall && known !== "") await git.output(["config", "--local", "--remove-section", SECTION]);
    },
  };
}

/**
 * Sets up the merge driver in a clone that has none, unless its user has removed it. A repository without a remote gets
 * it only where a merge has conflicts in documents.
 *
 * @param always True to set it up also in a repository without a remote.
 * @returns True if it was set up now.
 */
export async function ensureMergeDriver(git: Git, always = false): Promise<boolean> {
  const names = `^(remote\\..*\\.url|${SECTION}\\.driver|${WANTED})$`;
  const { stdout } = await git.run(["config", "--local", "--name-only", "--get-regexp", names]);
  const found = stdout.split("\n").filter((name) => name !== "");
  const isSettled = found.some((name) => !name.startsWith("remote."));
  if (isSettled || (found.length === 0 && !always)) return false;
  if (!git.host.program().every((word) => isLasting(word, git))) return false;
  try {
    await (await editMergeDriver(git, false)).apply();
    return true;
  } catch (error) {
    // Without it, merges go on as before.
    if (error instanceof GitError || error instanceof HostError) return false;
    throw error;
  }
}

/** Returns false for a word of a command that a merge would fetch, or that agents can replace, as they write there. */
function isLasting(word: string, { root }: Git): boolean {
  return !/^(?:npx$|https?:|jsr:|npm:)/.test(word) && pathWithin(root, word) === undefined;
}

/** Reports whether a repository has the merge driver. */
export async function hasMergeDriver(git: Git): Promise<boolean> {
  return (await git.run(["config", "--local", "--get", `${SECTION}.driver`])).code === 0;
}
