import { UNREAD } from "../../parse/project/project.ts";
import type { UnreadReason } from "../../parse/project/model.ts";
import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import type { Rule } from "../rule.ts";

const HINTS: Readonly<Record<UnreadReason, string>> = {
  "link-outside": "Put the file itself in the place of the link",
  "link-broken": "Correct the link, or remove it",
  "folder": "Give the folder another name, or put the file in its place",
  "special": "Put an ordinary file in its place",
  "too-large": "Shorten it: no agent can read that much, and a plan is a page or two",
  "no-permission": "Give yourself the permission to read it",
  "failed": "See whether another program can open it, and restore it if not",
};

/** What has the name of a plan or a document can be read, and lies in the project. */
export const fileUnread: Rule = {
  code: "file-unread",
  severity: "error",
  summary: "Plans and documents are ordinary files that can be read, and lie in the project",
  why: "What has the name of a plan and cannot be read would be left out in silence. Links are followed " +
    "inside the project and inside the folder that `.planning` itself leads to, and no further: what " +
    "lies elsewhere is not part of the repository, and may be nobody's business. A folder with the name " +
    "of a plan is a warning.",
  shows: ["files"],
  *project({ unread }): Iterable<Diagnostic> {
    for (const [path, reason] of unread) {
      yield {
        code: "file-unread",
        severity: reason === "folder" ? "warning" : "error",
        message: `This was not read: ${UNREAD[reason]}`,
        hint: HINTS[reason],
        span: { path, start: 0, end: 0 },
      };
    }
  },
};
