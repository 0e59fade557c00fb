import { groupBy } from "../../collections/group_by.ts";
import { parsePlanFile } from "../../parse/plan_file/plan_file.ts";
import { belowPhases } from "../../parse/ids/summary_paths.ts";
import { codeOf } from "../../parse/ids/project_code.ts";
import type { SourceText } from "../../text/source_text.ts";
import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import type { Rule } from "../rule.ts";
import { baseName } from "../../path/paths.ts";

/** Finds plans outside of a folder that begins with a phase number: they are not executed. */
export const folderName: Rule = {
  code: "folder-name",
  severity: "warning",
  strict: true,
  summary: "Plans are in `.planning/phases/<NN>-<name>/`",
  why: "A folder belongs to the phase whose number it begins with. Plans in other folders, or directly in " +
    "`phases`, belong to no phase: they are not checked, not shown and never executed.",
  shows: ["files"],
  *project(project): Iterable<Diagnostic> {
    const folderOf = ({ path }: SourceText) => belowPhases(path)!.slice(0, -baseName(path).length - 1);
    for (const [folder, plans] of groupBy(project.misplaced, folderOf)) {
      const place = { code: "folder-name", severity: "warning" } as const;
      if (folder === "") {
        for (const { path } of plans) {
          yield {
            ...place,
            message: "The plan is not in a phase folder, so it is never executed",
            hint: "Move it to a folder such as 01-base",
            span: { path, start: 0, end: 0 },
          };
        }
        continue;
      }
      yield {
        ...place,
        message: `The folder "${folder}" does not begin with a phase number, so its plans are never executed`,
        hint: `Name the folder after its phase, for example ${nameFor(folder, plans)}${codeHint(folder)}`,
        span: { path: plans[0]!.path, start: 0, end: 0 },
      };
    }
  },
};

/** Proposes a name for a folder: the `phase` of its plans, otherwise its own name with the number in front. */
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

/** The hint for a folder name with a project code in front of the number. */
function codeHint(folder: string): string {
  const code = codeOf(folder).slice(0, -1);
  return code === "" || /^phase$/i.test(code)
    ? ""
    : `; if ${code} is the project's code, write \`"project_code": "${code}"\` in .planning/config.json`;
}
