import { refuse, type Refused } from "../execution/refused.ts";
import type { CompletionFacts, CompletionInput, OwnBranch } from "./input.ts";
import type { Config } from "../../../schemas/config.ts";
import type { CompletionStep, MilestonePhase, MilestonePlan } from "../../../schemas/milestone.ts";
import { defined } from "../../collections/defined.ts";
import { branchProblem } from "../../parse/config/branch_problem.ts";
import type { Milestone } from "../../parse/roadmap/milestone.ts";
import { comparePhaseNumbers, parsePhaseNumber, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import type { Project } from "../../parse/project/model.ts";
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
import { nearest } from "../../text/nearest.ts";
import type { DocumentChanges } from "../documents/document_changes.ts";
import { archiveChanges } from "./archive.ts";
import { knownMilestones, milestonePhases, milestoneTitle } from "../progress/milestone_phases.ts";
import { executePhaseCommand } from "../command_lines/commands.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { leavesMustHaves, verdictText } from "../status/phase_verdict.ts";
import { acceptanceQuestion, gateQuestion, mergeQuestion, UNVERIFIED } from "../run/questions.ts";
import { phaseReference } from "../../parse/project/phase_reference.ts";
import { verificationPath } from "../verification/document.ts";
import { phaseStatus } from "../status/status.ts";

/** The lane of all steps, which run one after the other. */
const LANE = "milestone";

/** The plan of completing a milestone, or the reason why there is none. */
export type CompletionPlan =
  | { readonly kind: "planned"; readonly plan: MilestonePlan; readonly changes: DocumentChanges | undefined }
  | { readonly kind: "incomplete"; readonly plan: MilestonePlan }
  | Refused;

/**
 * Returns the requested milestone: by its version, with or without `v`, otherwise the current one. A project
 * without milestones gets the requested one.
 */
export function findMilestone(
  project: Project,
  version: string | undefined,
): { readonly kind: "found"; readonly milestone: Milestone } | Refused {
  const known = knownMilestones(project);
  const versions = known.map((each) => each.version);
  if (version === undefined) {
    if (project.milestone !== undefined) return { kind: "found", milestone: project.milestone };
    const hint = versions.length === 0
      ? "Name one: wf complete-milestone v1.0"
      : `Mark one as 🚧 in ${roadmapPath(project)}, or name it: wf complete-milestone ${versions.at(-1)}`;
    return refuse("Neither the roadmap nor the state document names the current milestone", hint);
  }
  const plain = (text: string) => text.replace(/^v/i, "").toLowerCase();
  const found = known.find((each) => plain(each.version) === plain(version));
  if (found !== undefined) return { kind: "found", milestone: found };
  if (versions.length > 0) {
    const meant = nearest(version, versions) ?? versions.join(" or ");
    return refuse(
      `Unknown milestone "${version}", expected ${meant}`,
      `The project names ${versions.join(", ")}; others go into the list of milestones in ${
        roadmapPath(project)
      }`,
    );
  }
  const problem = branchProblem(version) ??
    (/^v?\d[\w.-]*$/.test(version) ? undefined : "it is not a version");
  return problem === undefined
    ? { kind: "found", milestone: { version, name: "" } }
    : refuse(`"${version}" cannot name a milestone: ${problem}`, "Give a version such as v1.0");
}

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
  const phases = archived === undefined ? phasesOf(input) : [];
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
      `Check the phases in ${roadmapPath(project)}, and the range in its list of milestones`,
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
      lane: LANE,
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
    lane: LANE,
    tag: milestone.version,
    message: oneLine(milestoneTitle(milestone)),
    branch: taggedBranch({ ...facts, branch: plan.branch }, config),
  };
  if (offer === undefined) return facts.tagged === undefined ? [tag] : [];
  const { own: { branch, mode }, base } = offer;
  const merge: CompletionStep = {
    kind: "merge",
    id: "merge",
    lane: LANE,
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
  return [{ kind: "ask", id: "merge/ask", lane: LANE, question }, merge, tag];
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

/** Returns the phases of the milestone, with the reasons why each is not complete. */
function phasesOf(input: CompletionInput): readonly MilestonePhase[] {
  const { folders, listed } = milestonePhases(input.project, input.milestone.version);
  const found = folders.map((phase): MilestonePhase => {
    const { number, name, state, plans, verdict, done } = phaseStatus(phase, input);
    const open = plans.filter((plan) => plan.state !== "complete").map(({ id }) => id);
    const gaps = input.verifications?.get(phase.directory)?.status === "gaps_found"
      ? verificationPath({ phase: phaseReference(phase) })
      : undefined;
    return {
      number,
      name,
      state,
      ...defined({ verdict }),
      accepted: done,
      ...defined({ gaps }),
      plans: { done: plans.length - open.length, total: plans.length },
      tasks: {
        done: plans.reduce((sum, { tasks }) => sum + tasks.done, 0),
        total: plans.reduce((sum, { tasks }) => sum + tasks.total, 0),
      },
      problems: [
        ...(state === "unplanned" ? ["it has no plans"] : []),
        ...(open.length === 0 ? [] : [`${open.join(", ")} ${open.length === 1 ? "is" : "are"} not complete`]),
        ...(gaps === undefined ? [] : [`its verification found gaps: ${gaps}`]),
      ],
    };
  });
  const unplanned = listed.map(({ number, name }): MilestonePhase => {
    const none = { done: 0, total: 0 };
    return {
      number: printPhaseNumber(number),
      name,
      state: "unplanned",
      accepted: false,
      plans: none,
      tasks: none,
      problems: ["it has no plans"],
    };
  });
  return [...found, ...unplanned].sort((a, b) => {
    return comparePhaseNumbers(parsePhaseNumber(a.number)!, parsePhaseNumber(b.number)!);
  });
}

function warningsOf({ facts }: CompletionInput): readonly string[] {
  return [...facts.unmerged].map(([number, branch]) => {
    return `Branch ${branch} of phase ${number} is not merged and will not be part of the milestone; to merge it first: ${
      executePhaseCommand(number)
    }`;
  });
}

/** Lists the phases that are executed but not verified, and those that `--allow-incomplete` accepts. */
function phaseWarnings(
  phases: readonly MilestonePhase[],
  { config, allowIncomplete }: CompletionInput,
): readonly string[] {
  const incomplete = allowIncomplete ? phases.filter(({ problems }) => problems.length > 0) : [];
  const open = phases.filter((phase) => phase.problems.length === 0 && isUnverified(phase, config));
  const named = open.map(({ number, verdict }) => `phase ${number} (${verdictText(verdict!)})`);
  return [
    ...incomplete.map((phase) => `Not complete: phase ${phase.number} (${incompleteReason(phase)})`),
    ...(named.length === 0 ? [] : [`Not verified: ${named.join(", ")}`]),
  ];
}

/**
 * Reports whether a phase is executed but not verified, or has gaps. A tick in the roadmap is enough, unless
 * nothing verifies or gaps were found.
 */
function isUnverified(phase: MilestonePhase, { workflow }: Config): boolean {
  const { accepted, verdict, gaps } = phase;
  if (gaps !== undefined) return true;
  return verdict !== undefined && (!accepted || (verdict.word === "executed" && !workflow.verifier));
}

/** Describes why a phase is not complete or not verified. */
function incompleteReason({ problems, verdict }: MilestonePhase): string {
  return problems.length > 0 ? problems.join("; ") : verdictText(verdict!);
}

/**
 * Returns the question whether to accept unverified phases. The configuration answers it for phases that
 * nothing verifies or that need a person, but never if there are gaps.
 */
function acceptanceSteps(
  { version, name, phases }: MilestonePlan,
  config: Config,
): readonly CompletionStep[] {
  const open = phases.filter((phase) => isUnverified(phase, config));
  if (open.length === 0) return [];
  const leaves = leavesMustHaves(config);
  const question = acceptanceQuestion(
    `${open.length === 1 ? "1 phase" : `${open.length} phases`} of milestone ${
      milestoneTitle({ version, name })
    } ${open.length === 1 ? "is" : "are"} not verified. Complete it anyway?`,
    open.map((phase) => `Phase ${phase.number} (${phase.name}): ${incompleteReason(phase)}`).join("\n"),
    open.every(({ accepted, gaps }) => gaps === undefined && (accepted || leaves)),
  );
  return [{ kind: "ask", id: UNVERIFIED, lane: LANE, question }];
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
  return [{ kind: "ask", id: "confirm_transition", lane: LANE, question }];
}
