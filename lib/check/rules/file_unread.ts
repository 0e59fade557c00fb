import { UNREAD } from "../../parse/project/project.ts";
import type { UnreadReason } from "../../parse/project/model.ts";
import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import type { Rule } from "../rule.ts";

const HINTS: Readonly<Record<UnreadReason, string>> = {
  "link-outside": "Replace the link with the file itself",
  "link-broken": "Correct the link, or remove it",
  "folder": "Rename the folder, or replace it with the file",
  "special": "Replace it with an ordinary file",
  "too-large": "Shorten it: no agent can read that much, and a plan needs only a page or two",
  "no-permission": "Give yourself permission to read it",
  "failed": "Try to open it with another program, and restore it if that fails",
};

/** Reports plans and documents that cannot be read or are outside of the project. */
export const fileUnread: Rule = {
  code: "file-unread",
  severity: "error",
  summary: "Plans and documents are ordinary, readable files inside the project",
  why: "A plan that cannot be read would be left out silently. Links are followed inside the project and " +
    "inside the folder that `.planning` itself leads to, and no further: files elsewhere are not part of the " +
    "repository, and may be private. A folder with the name of a plan is a warning.",
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
