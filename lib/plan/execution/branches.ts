import { defined } from "../../collections/defined.ts";
import { comparePhaseNumbers, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { phaseStanding } from "../../parse/roadmap/phase_state.ts";
import { roadmapPath } from "../../parse/project/project.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { removeUndoneCommand } from "../command_lines/commands.ts";
import { foreignBranch, unknownBranch } from "../naming/foreign_branch.ts";
import { phaseBranch, targetBranch } from "../naming/target_branch.ts";
import type { ExecutionInput } from "./execution_input.ts";
import { refuse, type Refused } from "./refused.ts";
import type { StepDraft } from "./lanes.ts";
import { isComplete } from "./planned_plan.ts";

/** The branches of an execution, and the step that checks its branch out. */
export type Branches =
  | Refused
  | {
    readonly kind: "branches";
    readonly branch: string;
    readonly base?: string;
    readonly steps: readonly StepDraft[];
  };

/** Returns the number of another phase with the same branch, such as with a template without variables. */
function sharingPhase(
  branch: string,
  { project, phase, config, repository }: ExecutionInput,
): string | undefined {
  if (config.git.branching_strategy !== "phase") return undefined;
  const { roadmap } = project;
  const other = [...project.phases, ...roadmap?.phases ?? []].find(({ number, name }) => {
    const { kind } = phaseStanding(number, roadmap);
    const past = (kind === "shipped" || kind === "excluded") && !repository.targetExists;
    if (past || comparePhaseNumbers(number, phase.number) === 0) return false;
    const named = phaseBranch(project, { number, name }, config);
    return named.kind === "name" && named.branch === branch;
  });
  return other && printPhaseNumber(other.number);
}

/** Determines the branch that an execution commits to, and its base. */
export function planBranches(input: ExecutionInput): Branches {
  const { project, phase, config, repository } = input;
  const { branch, bases } = repository;
  if (branch === undefined) {
    const hint = "Check out the branch to start from: git switch <branch>";
    return refuse("HEAD is detached, so commits would belong to no branch", hint);
  }
  const target = targetBranch(project, phase, config);
  if (target === undefined) return { kind: "branches", branch, steps: [] };
  const strategy = config.git.branching_strategy;
  const template = `git.${strategy}_branch_template`;
  if (target.kind === "invalid") {
    return refuse(target.message, target.hint ?? `Check ${template} and ${roadmapPath(project)}`);
  }
  const shared = sharingPhase(target.branch, input);
  if (shared !== undefined) {
    const names = [`${config.git.phase_branch_template}-{phase}`, `${target.branch}-<phase>`];
    const rename = repository.targetExists
      ? `, and rename the old branch: git branch -m ${target.branch} ${names[1]}`
      : "";
    return refuse(
      `Branch "${target.branch}" is also the branch of phase ${shared}`,
      `Give each phase its own: wf config set ${template} ${quoteShell(names[0]!)}${rename}`,
    );
  }
  if (repository.unborn) {
    return refuse(
      `Branch "${branch}" has no commit yet, so no branch can start from it`,
      "Make a first commit",
    );
  }
  const { targetOwner } = repository;
  if (targetOwner !== undefined) {
    return refuse(
      ...foreignBranch({ branch: target.branch, owner: targetOwner }, { config, prefix: repository.prefix }),
    );
  }
  const base = bases.get(target.branch) ?? bases.get(branch) ?? branch;
  if (repository.targetExists && !bases.has(target.branch)) {
    return refuse(...unknownBranch(target.branch, template));
  }
  // Only a verification may be left, which belongs to the branch that has the work.
  const isDone = phase.plans.every((plan) => isComplete(plan, { phase, config, repository }));
  if (repository.targetMerged && branch === base && isDone) return { kind: "branches", branch, steps: [] };
  if (repository.targetUndone) {
    return refuse(
      `Branch "${target.branch}" was merged into "${base}", and its work was undone there`,
      `Remove it: ${removeUndoneCommand(target.branch, { base, branch })}`,
    );
  }
  const { targetRemote: from } = repository;
  const create = !repository.targetExists || from !== undefined;
  const switches = create || branch !== target.branch;
  const step: StepDraft = {
    kind: "switch-branch",
    id: "switch-branch",
    branch: target.branch,
    base,
    create,
    ...defined({ from }),
  };
  return { kind: "branches", branch: target.branch, base, steps: switches ? [step] : [] };
}
