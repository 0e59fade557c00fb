import type { Host } from "../../host/host.ts";
import type { Project } from "../../parse/project/model.ts";
import type { SourceText } from "../../text/source_text.ts";
import { phasePlans } from "../../plan/planning/phase_plans.ts";
import { isOwnCoverage, planCoverage, renderCoverage } from "../../plan/verification/coverage.ts";
import { planningActivity, updatePlannedState } from "../../plan/documents/state_edit.ts";
import type { PlanningFacts } from "../../plan/planning/facts.ts";
import { measureProgress } from "../../plan/progress/progress.ts";
import { listPlans } from "../../plan/documents/roadmap_plans.ts";
import type { CompletePlans } from "../history/complete_plans.ts";
import { ConfinedFiles } from "../files/confined_files.ts";

export interface RecordOptions {
  readonly host: Host;
  /** Absolute path of the project root. */
  readonly root: string;
  /** True if `NN-VALIDATION.md` is written (`workflow.nyquist_validation`). */
  readonly coverage: boolean;
  readonly isComplete: CompletePlans;
  /** True if the plans close gaps that verification found. */
  readonly gaps: boolean;
}

/** The result of {@link recordPlans}. Paths are relative to the project root. */
export interface RecordedPlans {
  readonly written: readonly string[];
  /** Documents of this command, changed or not. */
  readonly own: readonly string[];
  /** Changed documents that users also edit. */
  readonly shared: readonly string[];
  readonly notices: readonly string[];
}

/** Updates the documents about the plans of a phase: VALIDATION, ROADMAP and STATE. */
export async function recordPlans(
  facts: PlanningFacts,
  project: Project,
  options: RecordOptions,
): Promise<RecordedPlans> {
  const { host, root, coverage, gaps, isComplete } = options;
  const { phase, read, open, fixed } = facts;
  const files = new ConfinedFiles(host, root);
  const time = new Date(host.now());
  const all = [...fixed, ...open];
  const validation = coverage
    ? await writeOwn(facts.validation, renderCoverage(facts, planCoverage(facts, all), time), options)
    : NONE;
  const shared: string[] = [];
  if (read !== undefined) {
    const activity = planningActivity(phase.number, open.length, gaps);
    const progress = {
      ...measureProgress(project, { phase: read, completed: "", isComplete, time }),
      activity,
    };
    const change = async (source: SourceText | undefined, edit: (text: string) => string) => {
      if (source === undefined || edit(source.text) === source.text) return;
      await files.write(source.path, edit(source.text));
      shared.push(source.path);
    };
    const { roadmap, state } = project;
    await change(roadmap?.source, (text) => listPlans(text, phasePlans(all), progress));
    await change(state, (text) => updatePlannedState(text, progress));
  }
  return { ...validation, written: [...validation.written, ...shared], shared };
}

type Own = Pick<RecordedPlans, "written" | "own" | "notices">;

const NONE: Own = { written: [], own: [], notices: [] };

/** Writes the validation document, unless the user wrote it. */
async function writeOwn(path: string, text: string, { host, root }: RecordOptions): Promise<Own> {
  const files = new ConfinedFiles(host, root);
  const before = await files.read(path);
  if (before !== undefined && !isOwnCoverage(before)) {
    return { ...NONE, notices: [`${path} was not written by this command, so it is not changed`] };
  }
  const undated = (whole: string) => whole.replace(/^created: .*$/m, "");
  if (before !== undefined && undated(before) === undated(text)) return { ...NONE, own: [path] };
  await files.write(path, text);
  return { ...NONE, own: [path], written: [path] };
}
