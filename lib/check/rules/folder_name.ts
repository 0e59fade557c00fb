import { groupBy } from "../../collections/group_by.ts";
import { parsePlanFile } from "../../parse/plan_file/plan_file.ts";
import { baseNameOf } from "../../parse/ids/summary_paths.ts";
import { PHASES } from "../../parse/project/project.ts";
import { codeOf } from "../../parse/ids/project_code.ts";
import type { SourceText } from "../../text/source_text.ts";
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
    const folderOf = ({ path }: SourceText) => path.slice(PHASES.length + 1, -baseNameOf(path).length - 1);
    for (const [folder, plans] of groupBy(project.misplaced, folderOf)) {
      const place = { code: "folder-name", severity: "warning" } as const;
      if (folder === "") {
        for (const { path } of plans) {
          yield {
            ...place,
            message: "The plan lies in no phase's folder, so it is never executed",
            hint: "Move it to a folder such as 01-base",
            span: { path, start: 0, end: 0 },
          };
        }
        continue;
      }
      yield {
        ...place,
        message:
          `The folder "${folder}" does not begin with the number of a phase, so its plans are never executed`,
        hint: `Name the folder after its phase, as ${nameFor(folder, plans)}${codeHint(folder)}`,
        span: { path: plans[0]!.path, start: 0, end: 0 },
      };
    }
  },
};

/** The name that a folder could have: what its plans say, else its own with the number before. */
function nameFor(folder: string, plans: readonly SourceText[]): string {
  const stated = plans.map((plan) => parsePlanFile(plan).fields["phase"])
    .find((phase) => typeof phase === "string" && /^\d[\w.-]*$/.test(phase) && phase.includes("-"));
  if (typeof stated === "string") return stated;
  const [, before = "", number, after = ""] = /^(.*?)(\d+(?:\.\d+)*)(.*)$/s.exec(folder.split("/").at(-1)!) ??
    [];
  if (number === undefined) return `01-${folder.split("/").at(-1)}`;
  const words = `${before}-${after}`.split(/[^\p{L}\p{N}]+/u).filter((word) => !/^(?:phase)?$/i.test(word));
  return [number.replace(/^\d+/, (whole) => whole.padStart(2, "0")), ...words].join("-");
}

/** How a code before the number is told to the tool. */
function codeHint(folder: string): string {
  const code = codeOf(folder).slice(0, -1);
  return code === "" || /^phase$/i.test(code)
    ? ""
    : `; if ${code} is the project's code, write \`"project_code": "${code}"\` in .planning/config.json`;
}
