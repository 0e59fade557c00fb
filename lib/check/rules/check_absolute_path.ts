import type { Fix } from "../../../schemas/diagnostic.ts";
import {
  absoluteFolders,
  type ChangedFolder,
  isCommonFolder,
  pathBelow,
} from "../../text/changed_folders.ts";
import type { Rule } from "../rule.ts";
import { checksOf, type PlacedCheck } from "../text/checks_of.ts";

/** Finds checks that change to a folder of one machine. */
export const checkAbsolutePath: Rule = {
  code: "check-absolute-path",
  severity: "warning",
  open: true,
  summary: "A check runs in the project and changes to no folder by an absolute path",
  why:
    "An absolute path belongs to one machine. In a worktree, or in a copy of the project, the check would test the " +
    "files of another one. The tool starts each check in the project's folder. Where the path names that folder, " +
    "the check runs in it and the path can be fixed. Folders for temporary files and of the system are allowed; complete plans are not checked.",
  shows: ["<verify>"],
  *plan(plan, folder) {
    for (const check of checksOf(plan)) {
      for (const change of absoluteFolders(check.command)) {
        if (isCommonFolder(change.folder)) continue;
        const below = pathBelow(change.folder, folder ?? "");
        const fix = below === undefined ? undefined : fixOf(check, change, below);
        yield {
          message: below === undefined
            ? `The check of task ${check.task} runs in ${change.folder}, which is a folder of one machine`
            : `The check of task ${check.task} names the project's folder by the path of one machine: ${change.folder}`,
          hint: below === ""
            ? "Remove the cd: the tool starts checks in the project's folder"
            : "Write the path relative to the project's folder, in which the tool starts checks",
          span: check.place(change.place) ?? check.span,
          ...(fix === undefined ? {} : { fix }),
        };
      }
    }
  },
};

function fixOf(check: PlacedCheck, change: ChangedFolder, below: string): Fix | undefined {
  const isWholeStart = change.command.start === 0 && change.command.end < check.command.length;
  if (below === "" && isWholeStart) {
    const place = check.place(change.command);
    return place === undefined ? undefined : { title: "Remove the cd", edits: [{ ...place, text: "" }] };
  }
  const place = check.place(change.place);
  if (place === undefined || !/^[\w./-]*$/.test(below)) return undefined;
  const folder = below === "" ? "." : below;
  return { title: `Change to ${folder}`, edits: [{ ...place, text: folder }] };
}
