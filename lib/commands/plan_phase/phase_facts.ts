import { ConfinedFiles } from "../../apply/files/confined_files.ts";
import { takeSnapshot } from "../../apply/history/take_snapshot.ts";
import { defined } from "../../collections/defined.ts";
import { joinPath } from "../../path/paths.ts";
import { parsePhaseNumber } from "../../parse/ids/phase_number.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import { documentIn } from "../../parse/ids/locations.ts";
import { findPhase, hasSummary, PROJECT_PATH, STATE_PATH } from "../../parse/project/project.ts";
import { REQUIREMENTS_PATH } from "../../parse/requirements/requirements.ts";
import { ROADMAP_PATH } from "../../parse/roadmap/roadmap.ts";
import type { Project } from "../../parse/project/model.ts";
import { parseGaps, parseVerificationStatus } from "../../parse/documents/verification.ts";
import { refuseCut } from "../../plan/history/cut_plans.ts";
import { targetBranch } from "../../plan/naming/target_branch.ts";
import { executePhaseCommand } from "../../plan/command_lines/commands.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { type PlanningFacts, planningFacts } from "../../plan/planning/facts.ts";
import { type CommandContext, UsageError } from "../context/command_context.ts";
import type { PlanningPlace } from "./planning_session.ts";

/** The documents of a project or a workstream to read before planning, after the description of the project. */
const READ = [REQUIREMENTS_PATH, ROADMAP_PATH, STATE_PATH];

/** Returns a function that collects the facts of a phase; begun plans are determined once. */
export function factsOf(
  { root, phase, repository, config }: PlanningPlace,
  { host }: CommandContext,
): (project: Project) => Promise<PlanningFacts> {
  const number = parsePhaseNumber(phase.number)!;
  let begun: ReadonlySet<string> | undefined;
  return async (project) => {
    const read = findPhase(project, number);
    if (begun === undefined) {
      const target = read && targetBranch(project, read, config);
      const { journal, cut } = await takeSnapshot(repository, {
        project,
        target: target?.kind === "name" ? target.branch : undefined,
        commitDocs: config.planning.commit_docs,
      });
      const open = read?.plans.filter((plan) => !hasSummary(read, plan)) ?? [];
      const problem = refuseCut(open, defined({ cut }));
      if (problem !== undefined) throw new UsageError(problem.message, problem.hint);
      begun = new Set(journal.keys());
    }
    const wanted = [PROJECT_PATH, ...READ.map((path) => documentIn(project.base, path))];
    const there = await Promise.all(
      wanted.map(async (path) => (await host.stat(joinPath(root, path)))?.kind === "file"),
    );
    return planningFacts({
      project,
      phase,
      isFixed: (plan) => begun!.has(planKey(plan.id)) || (read !== undefined && hasSummary(read, plan)),
      documents: wanted.filter((_, index) => there[index]),
    });
  };
}

/**
 * Returns the gaps that verification found; undefined without `--gaps`. Throws a UsageError when there are
 * none.
 */
export async function gapsOf(
  facts: PlanningFacts,
  { options, root, phase }: PlanningPlace,
  { host }: CommandContext,
): Promise<readonly string[] | undefined> {
  const verify = `wf verify-phase ${quoteShell(options.phase)}`;
  if (!options.gaps) {
    if (facts.open.length > 0 || facts.fixed.length === 0) return undefined;
    throw new UsageError(
      `All plans of phase ${phase.number} are complete or begun, so there is nothing to plan again`,
      `Execute it (${executePhaseCommand(phase.number)}), or plan what is missing: ${verify}, then --gaps`,
    );
  }
  const text = await new ConfinedFiles(host, root).read(facts.verification);
  if (text === undefined) {
    throw new UsageError(`Phase ${phase.number} is not verified, so no gaps are known`, `Run: ${verify}`);
  }
  const status = parseVerificationStatus(text);
  const gaps = parseGaps(text);
  if (status !== "gaps_found" || gaps.length === 0) {
    throw new UsageError(
      `${facts.verification} names no gaps: its status is ${status}`,
      `Verify the phase as it is now: ${verify}`,
    );
  }
  return gaps;
}
