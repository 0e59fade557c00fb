import { unknownPhase } from "../command_lines/phase_argument.ts";
import { comparePhaseNumbers, type PhaseNumber, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import type { Phase } from "../../parse/project/model.ts";
import { phaseReference } from "../../parse/project/phase_reference.ts";
import { executePhaseCommand } from "../command_lines/commands.ts";
import { milestonePhases } from "../progress/milestone_phases.ts";
import { mergeMessage } from "../execution/plan_steps.ts";
import { foreignBranch } from "../naming/foreign_branch.ts";
import { targetBranch } from "../naming/target_branch.ts";
import { phaseStatus, snapshotFor } from "../status/status.ts";
import type { StatusInput } from "../status/status_input.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { refuse, type Refused } from "../execution/refused.ts";

/** The work of a pull request. */
export interface ShippedWork {
  readonly kind: "work";
  readonly branch: string;
  readonly base: string;
  readonly title: string;
  /** Empty for a milestone whose phases are archived. */
  readonly phases: readonly Phase[];
}

export interface ShippedWorkInput {
  /** The current branch. */
  readonly branch: string | undefined;
  /** The base branches of the branches that wf created, by branch. */
  readonly bases: ReadonlyMap<string, string>;
  /** The phase to ship; by default the work on the current branch. */
  readonly number: PhaseNumber | undefined;
  /** True if the work may be incomplete. */
  readonly draft: boolean;
}

/** Finds the work of a pull request: of a phase, or of all phases that a milestone's branch has. */
export function shippedWork(
  input: StatusInput,
  { branch, bases, number, draft }: ShippedWorkInput,
): ShippedWork | Refused {
  const { project, config } = input;
  const { phases: all, milestone } = project;
  const targetOf = (phase: Phase) => {
    const target = targetBranch(project, phase, config);
    return target?.kind === "name" ? target.branch : undefined;
  };
  if (config.git.branching_strategy === "none") {
    return refuse(
      "Nothing is shipped with git.branching_strategy none: the work has no branch of its own",
      "Give the next phases their own: wf config set git.branching_strategy phase",
    );
  }
  const named = number === undefined
    ? all.filter((phase) => targetOf(phase) === branch)
    : all.filter((phase) => comparePhaseNumbers(phase.number, number) === 0);
  const [first] = named;
  if (number !== undefined && first === undefined) {
    return unknownPhase(number, all.map((phase) => phase.number));
  }
  const wanted = first === undefined ? branch : targetOf(first);
  const snapshot = first === undefined ? undefined : snapshotFor(first, input);
  if (snapshot?.targetOwner !== undefined) {
    const { targetOwner: owner, prefix } = snapshot;
    return refuse(...foreignBranch({ branch: wanted!, owner }, { config, prefix }));
  }
  const base = wanted === undefined ? undefined : bases.get(wanted);
  if (number !== undefined && base === undefined) {
    const printed = printPhaseNumber(number);
    return refuse(
      `Phase ${printed} has no branch of its own yet`,
      `Execute it: ${executePhaseCommand(printed)}`,
    );
  }
  if (wanted !== branch && wanted !== undefined) {
    return refuse(
      `The work is on branch "${wanted}", which is not checked out`,
      `Check it out: git switch ${quoteShell(wanted)}`,
    );
  }
  if (wanted === undefined || base === undefined) {
    return refuse(
      "The current branch is not a branch of wf, so there is nothing to ship",
      "Check out the branch of a phase, or name it: wf ship 1",
    );
  }
  const ofMilestone = config.git.branching_strategy === "milestone" && number === undefined;
  const inMilestone = ofMilestone && milestone !== undefined
    ? milestonePhases(project, milestone.version).folders
    : named;
  const states = inMilestone.map((phase) => ({ phase, status: phaseStatus(phase, input) }));
  const begun = states.filter(({ status: { state } }) => state === "complete" || state === "in-progress");
  const open = begun.find(({ status: { state } }) => state !== "complete") ??
    (begun.length === 0 ? states[0] : undefined);
  if (open !== undefined && !draft) {
    const printed = phaseReference(open.phase).number;
    return refuse(
      `Phase ${printed} is not complete`,
      `Execute it: ${executePhaseCommand(printed)}, or ship it as a draft: wf ship --draft`,
    );
  }
  const title = ofMilestone || first === undefined
    ? `feat(${milestone?.version ?? wanted}): ${milestone?.name || "complete milestone"}`
    : mergeMessage(first).split("\n", 1).join("");
  return { kind: "work", branch: wanted, base, title, phases: begun.map(({ phase }) => phase) };
}
