import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import type { PhaseFacts } from "../../parse/project/model.ts";
import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import type { Rule } from "../rule.ts";
import { baseName } from "../../path/paths.ts";

/** Finds phases with two folders, of which only the first would be executed. */
export const phaseDuplicate: Rule = {
  code: "phase-duplicate",
  severity: "warning",
  summary: "Each phase number has one folder",
  why: "Commands name a phase by its number, and use the first folder that has it: the plans of the other " +
    "folder would never be executed.",
  shows: ["files"],
  *project(project): Iterable<Diagnostic> {
    const first = new Map<string, PhaseFacts>();
    for (const phase of project.phases) {
      const number = printPhaseNumber(phase.number);
      const other = first.get(number);
      if (other === undefined) {
        first.set(number, phase);
        continue;
      }
      const plan = phase.plans[0] ?? other.plans[0];
      if (plan === undefined) continue;
      const name = (folder: PhaseFacts) => `"${baseName(folder.directory)}"`;
      yield {
        code: "phase-duplicate",
        severity: "warning",
        message: `The folders ${name(other)} and ${
          name(phase)
        } both belong to phase ${number}, and only the first one is executed`,
        hint: "Give one of them another number, or merge them",
        span: { path: plan.source.path, start: 0, end: 0 },
      };
    }
  },
};
