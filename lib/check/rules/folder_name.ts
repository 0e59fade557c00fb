import { baseNameOf, PHASES } from "../../parse/project.ts";
import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import type { Rule } from "../rule.ts";

/** A plan lies in a folder that begins with its phase's number; elsewhere it is not found. */
export const folderName: Rule = {
  code: "folder-name",
  severity: "warning",
  strict: true,
  summary: "Plans lie in `.planning/phases/<NN>-<name>/`",
  why: "A phase is known by the number its folder begins with. Plans in other folders, or beside the " +
    "folders, belong to no phase: they are not checked, not shown and never executed.",
  shows: ["files"],
  *project(project): Iterable<Diagnostic> {
    for (const { path } of project.misplaced) {
      const folder = path.slice(PHASES.length + 1, -baseNameOf(path).length - 1);
      yield {
        code: "folder-name",
        severity: "warning",
        message: folder === ""
          ? "The plan lies in no phase's folder, so it is never executed"
          : `The folder "${folder}" does not begin with the number of a phase, so its plans are never executed`,
        hint: folder === ""
          ? "Move it to a folder such as 01-base"
          : "Name the folder after its phase, as 01-base",
        span: { path, start: 0, end: 0 },
      };
    }
  },
};
