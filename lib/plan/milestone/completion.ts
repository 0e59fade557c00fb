import { refuse, type Refused } from "../execution/refused.ts";
import type { CompletionFacts, CompletionInput, OwnBranch } from "./input.ts";
import type { Config } from "../../../schemas/config.ts";
import type { CompletionStep, MilestonePlan } from "../../../schemas/milestone.ts";
import { defined } from "../../collections/defined.ts";
import { roadmapPath } from "../../parse/project/project.ts";
import {
  milestoneMessage,
  milestoneTrailers,
  oneLine,
  projectTrailers,
  withProject,
  withShortSubject,
} from "../naming/commit_message.ts";
import { shortName, updateCommand } from "../history/behind.ts";
import { foreignBranch, projectFolder, projectSlug, unknownBranch } from "../naming/foreign_branch.ts";
import type { DocumentChanges } from "../documents/document_changes.ts";
import { archiveChanges } from "./archive.ts";
import { hasBegun, milestoneTitle } from "../progress/milestone_phases.ts";
import { executePhaseCommand, NEW_MILESTONE } from "../command_lines/commands.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { gateQuestion, mergeQuestion } from "../run/questions.ts";
import { acceptanceSteps, completionPhases, MILESTONE_LANE, phaseWarnings } from "./completion_phases.ts";

/** The plan of completing a milestone, or the reason why there is none. */
export type CompletionPlan =
  | { readonly kind: "planned"; readonly plan: MilestonePlan; readonly changes: DocumentChanges | undefined }
  | { readonly kind: "incomplete"; readonly plan: MilestonePlan }
  | Refused;

/**
 * Plans everything that completing a milestone does: the question, the archive, the merge offer and the tag,
 * in order. Leaves out what was done before.
 *
 * Pure: the same input gives the same plan. See docs/decisions/branches-and-merges.md.
 */
export function planCompletion(input: CompletionInput): CompletionPlan {
  const { project, milestone, facts, config } = input;
  const { branch, own } = facts;
  if (branch === undefined) {
    return refuse(
      "HEAD is detached, so commits would belong to no branch",
      "Check out the branch of the milestone: git switch <branch>",
    );
  }
  if (own?.behind !== undefined) {
    return refuse(
      `Branch "${own.branch}" is merged into "${
        shortName(own.behind.source)
      }", and "${own.behind.branch}" lacks that`,
      `Get the merge first: ${updateCommand(own.behind, branch)}`,
    );
  }
  const tagProblem = tagRefusal(input);
  if (tagProblem !== undefined) return tagProblem;
  const { archived } = facts;
  const elsewhere = archived === undefined ? wrongBranch(branch, input) : undefined;
  if (elsewhere !== undefined) return elsewhere;
  const phases = archived === undefined ? completionPhases(input) : [];
  const offered = own !== undefined && (archived === undefined ? branch === own.branch : !own.merged);
  const offer = offered ? { own, base: facts.bases.get(own.branch)! } : undefined;
  const steps: CompletionStep[] = [];
  const plan: MilestonePlan = {
    version: milestone.version,
    name: milestone.name,
    phases,
    strategy: config.git.branching_strategy,
    branch: offer?.own.branch ?? branch,
    ...defined({ base: offer?.base }),
    warnings: archived === undefined ? [...warningsOf(input), ...phaseWarnings(phases, input)] : [],
    steps,
  };
  if (phases.some(({ problems }) => problems.length > 0) && !input.allowIncomplete) {
    return { kind: "incomplete", plan };
  }
  if (archived !== undefined) {
    steps.push(...ending(plan, { offer, phases: archived.phases }, input));
    return { kind: "planned", plan, changes: undefined };
  }
  if (phases.length === 0) {
    return refuse(
      `Milestone ${milestoneTitle(milestone)} has no phases, so there is nothing to complete`,
      hasBegun(project, milestone.version)
        ? `Check the phases in ${roadmapPath(project)}, and the range in its list of milestones`
        : `Begin it: ${NEW_MILESTONE}`,
    );
  }
  const archive = archiveChanges(phases, input);
  if (archive.kind === "refused") return archive;
  const { changes } = archive;
  const numbers = phases.map(({ number }) => number);
  const docs = config.planning.commit_docs;
  steps.push(
    ...acceptanceSteps(plan, config),
    ...gateSteps(plan, changes, config),
    {
      kind: "archive-milestone",
      id: "archive",
      lane: MILESTONE_LANE,
      writes: changes.files.map(({ path }) => path),
      moves: changes.moves,
      message: withProject(milestoneMessage(milestone, { phases: numbers, docs }), facts.prefix),
      docs,
    },
    ...ending(plan, { offer, phases: numbers }, input),
  );
  return { kind: "planned", plan, changes };
}

/** Returns the branch that gets the tag: the base of the milestone's branch, or of the branch of a phase. */
export function taggedBranch(
  { branch, bases, own }: Pick<CompletionFacts, "bases" | "own"> & { readonly branch: string },
  { git }: Config,
): string {
  if (own !== undefined) return bases.get(own.branch) ?? own.branch;
  return git.branching_strategy === "phase" ? bases.get(branch) ?? branch : branch;
}

interface Ending {
  readonly offer: { readonly own: OwnBranch; readonly base: string } | undefined;
  readonly phases: readonly string[];
}

/** Returns the remaining steps at the end: the merge offer and the tag. */
function ending(
  plan: MilestonePlan,
  { offer, phases }: Ending,
  { milestone, config, facts }: CompletionInput,
): readonly CompletionStep[] {
  const tag: CompletionStep = {
    kind: "tag",
    id: "tag",
    lane: MILESTONE_LANE,
    tag: milestone.version,
    message: oneLine(milestoneTitle(milestone)),
    branch: taggedBranch({ ...facts, branch: plan.branch }, config),
  };
  if (offer === undefined) return facts.tagged === undefined ? [tag] : [];
  const { own: { branch, mode }, base } = offer;
  const merge: CompletionStep = {
    kind: "merge",
    id: "merge",
    lane: MILESTONE_LANE,
    branch,
    base,
    message: withShortSubject(
      `feat(${milestone.version}): ${oneLine(milestone.name) || "complete milestone"}`,
    ),
    trailers: [...milestoneTrailers(milestone, phases), ...projectTrailers(facts.prefix)],
    ...defined({ mode }),
  };
  // An earlier run was given a merge mode, and ended before the merge.
  if (mode !== undefined) return [merge, tag];
  const question = mergeQuestion(branch, base, config.mode);
  return [{ kind: "ask", id: "merge/ask", lane: MILESTONE_LANE, question }, merge, tag];
}

/** Refuses if a tag of this name exists on another commit than the milestone's. */
function tagRefusal({ project, milestone, facts }: CompletionInput): Refused | undefined {
  const { tagged, taggable, archived } = facts;
  if (tagged === undefined || (archived !== undefined && tagged === taggable)) return undefined;
  const { version } = milestone;
  if (facts.taggedFor !== undefined) {
    return refuse(
      `Tag "${version}" belongs to a milestone of the project in "${projectFolder(facts.taggedFor)}"`,
      `Give this milestone a version of its own in ${roadmapPath(project)}, such as ${version}-${
        projectSlug(facts.prefix)
      }`,
    );
  }
  return refuse(
    `Tag "${version}" exists already, on another commit: ${tagged.slice(0, 7)}`,
    `Inspect it: git show ${quoteShell(version)}; rename it, or give the milestone another version`,
  );
}

/** Refuses if the milestone is on a branch that is not checked out. */
function wrongBranch(branch: string, { config, facts, milestone }: CompletionInput): Refused | undefined {
  const { own, bases, foreign, prefix } = facts;
  if (foreign !== undefined) return refuse(...foreignBranch(foreign, { config, prefix }));
  const title = milestoneTitle(milestone);
  if (own !== undefined && !bases.has(own.branch)) {
    return refuse(...unknownBranch(own.branch, "git.milestone_branch_template"));
  }
  const wanted = own !== undefined
    ? own.branch
    : config.git.branching_strategy === "phase"
    ? bases.get(branch)
    : undefined;
  if (wanted === undefined || wanted === branch || (own?.merged && bases.get(own.branch) === branch)) {
    return undefined;
  }
  return refuse(
    `Milestone ${title} is completed on branch "${wanted}", which is not checked out`,
    `Check it out: git switch ${quoteShell(wanted)}`,
  );
}

function warningsOf({ facts }: CompletionInput): readonly string[] {
  return [...facts.unmerged].map(([number, branch]) => {
    return `Branch ${branch} of phase ${number} is not merged and will not be part of the milestone; to merge it first: ${
      executePhaseCommand(number)
    }`;
  });
}

function gateSteps(
  { version, name, branch, base, warnings }: MilestonePlan,
  { files, moves }: DocumentChanges,
  { gates }: Config,
): readonly CompletionStep[] {
  if (!gates.confirm_transition) return [];
  const details = [
    ...warnings,
    ...files.map(({ path, before }) => `${before === undefined ? "write" : "update"} ${path}`),
    ...moves.map(({ from, to }) => `move ${from} to ${to}`),
    `commit to ${branch}${
      base === undefined ? `, and tag it ${version}` : `, and offer to merge it into ${base}`
    }`,
  ];
  const title = `Complete milestone ${milestoneTitle({ version, name })}?`;
  const question = gateQuestion("confirm_transition", title, details.join("\n"));
  return [{ kind: "ask", id: "confirm_transition", lane: MILESTONE_LANE, question }];
}
