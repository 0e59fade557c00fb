import type { PlanFile } from "../../../schemas/plan_file.ts";
import type {
  MustHaveOutcome,
  RepeatedCheck,
  RequirementResult,
  TruthResult,
  Verification,
  Witness,
} from "../../../schemas/verification.ts";
import type { Phase } from "../../parse/project/model.ts";
import type { Requirements } from "../../parse/requirements/requirements.ts";
import { isVerified, judgeArtifact, judgeLink } from "./declared_files.ts";
import type { CheckTools } from "./file_checks.ts";
import type { FileFacts } from "./file_facts.ts";
import { phaseReference } from "../../parse/project/phase_reference.ts";
import { statements } from "./statements.ts";
import { type PersonFindings, type PersonReport, rowKey } from "./document.ts";
import { type EvidenceInput, evidenceProblem } from "./evidence.ts";
import {
  checkGaps,
  mustHaveGaps,
  planGaps,
  REPORT_GAP,
  REPORT_OPEN,
  reportGaps,
  unprovedGaps,
} from "./gaps.ts";

/** A verdict on a truth. */
export interface TruthVerdict extends TruthResult {
  /** The author of the verdict. */
  readonly by: Witness;
}

/** The user's verdict on everything that no program can check. */
export type PersonVerdict =
  | { readonly kind: "confirmed" }
  | { readonly kind: "rejected"; readonly note: string };

/** What a person found in an earlier verification. */
export interface EarlierFindings extends PersonFindings {
  /** True if the work may have changed since. Confirmations then no longer count, and reports are asked about. */
  readonly outdated: boolean;
}

export interface JudgeInput extends Omit<CheckTools, "facts"> {
  readonly phase: Phase;
  /** The IDs of its complete plans. */
  readonly complete: ReadonlySet<string>;
  /** The requirements, if there is a file of them. */
  readonly requirements: Requirements | undefined;
  readonly facts: FileFacts;
  /** The success criteria of the phase in the roadmap. Those that no plan repeats are judged like truths. */
  readonly criteria?: readonly string[];
  /** The checks of the tasks, run again. */
  readonly checks?: readonly RepeatedCheck[];
  /** The verdicts on single truths; the last one on a truth counts. */
  readonly verdicts?: readonly TruthVerdict[];
  /** The user's verdict on everything that is left. */
  readonly person?: PersonVerdict;
  /** What a person found in the last verification. */
  readonly earlier?: EarlierFindings | undefined;
}

/**
 * Judges whether a phase delivers the must-haves of its plans.
 *
 * `gaps_found`: a check of a file failed, a truth does not hold, or a plan is not complete or cannot be read.
 * `passed`: there is no gap, every must-have is verified, every check of a task passes again, and a check or a
 * person verified them. The verdict of an agent alone never makes a phase pass, nor does a phase in which
 * nothing was checked. `human_needed`: everything else.
 *
 * Checks never verify truths: these need a verdict, and that of an agent needs evidence that can be checked. A
 * must-have that could not be checked stays unverified until a person confirms it. A check of a task that no
 * longer passes may be outdated, so a person decides. See docs/decisions/green-is-earned.md and
 * docs/plan-file.md.
 */
export function judgePhase(input: JudgeInput): Verification {
  const { phase, complete, person, requirements } = input;
  // A file without frontmatter is not a plan of wf; a plan that cannot be parsed is a gap.
  const plans = phase.plans.filter(({ frontmatter }) => frontmatter.kind !== "missing");
  const files = plans.flatMap(({ file }) => file === undefined ? [] : [file]);
  const known = files.flatMap(declaredFiles);
  const { earlier } = input;
  const confirms = (cells: readonly string[]) =>
    person?.kind === "confirmed" ||
    (earlier !== undefined && !earlier.outdated && earlier.confirmed.has(rowKey(cells)));
  const artifacts = files.flatMap((plan) =>
    (plan.frontmatter.must_haves.artifacts ?? []).map((artifact) =>
      judgeArtifact(plan, artifact, known, input)
    )
  ).map((result) => witnessed(result, confirms([result.plan, result.path, result.provides])));
  const links = files.flatMap((plan) =>
    (plan.frontmatter.must_haves.key_links ?? []).map((link) => judgeLink(plan, link, known, input))
  ).map((result) => witnessed(result, confirms([result.plan, result.from, result.to, result.via])));
  const passed = (input.checks ?? []).filter(isVerified).map(({ command }) => command);
  const evidence = { known, facts: input.facts, passed };
  const truths = statements(files, input.criteria)
    .map(({ plan, truth }) => judgeTruth(plan, truth, input, evidence))
    .map((result) => witnessed(result, confirms([result.plan, result.truth])));
  const checks = (input.checks ?? []).map((result) =>
    witnessed(result, confirms([`${result.plan}/${result.task}`, result.command]))
  );
  const all = [...artifacts, ...links, ...truths];
  const gaps = [...planGaps(plans, complete), ...mustHaveGaps("failed", artifacts, links, truths)];
  const reports = person?.kind === "confirmed" ? [] : earlier?.reports ?? [];
  const isAsked = ({ asked }: PersonReport) => person === undefined && (asked || earlier?.outdated === true);
  const asked = reports.filter(isAsked).map(({ note }) => note);
  const notes = reports.filter((report) => !isAsked(report)).map(({ note }) => note);
  gaps.push(...reportGaps(person?.kind === "rejected" ? [...notes, person.note] : notes, REPORT_GAP));
  const proved = person?.kind === "confirmed" || passed.length > 0 || all.some(({ by }) => by === "person") ||
    [...artifacts, ...links].some(({ checks }) => checks.some(isVerified));
  const open = [
    ...mustHaveGaps("unverified", artifacts, links, truths),
    ...checkGaps(checks),
    ...reportGaps(asked, REPORT_OPEN),
    ...(proved ? [] : unprovedGaps(truths)),
  ];
  const status = gaps.length > 0
    ? "gaps_found"
    : open.length === 0 && all.length > 0
    ? "passed"
    : "human_needed";
  return {
    phase: phaseReference(phase),
    status,
    score: { verified: all.filter(isVerified).length, total: all.length },
    artifacts,
    links,
    truths,
    checks,
    requirements: judgeRequirements(files, requirements, status === "passed"),
    gaps,
    open,
  };
}

/** Returns the files that a plan declares: in its frontmatter, its tasks and as artifacts. */
function declaredFiles({ frontmatter, body }: PlanFile): readonly string[] {
  return [
    ...(frontmatter.must_haves.artifacts ?? []).map(({ path }) => path),
    ...frontmatter.files_modified,
    ...body.tasks.flatMap(({ files }) => files),
  ];
}

/** Applies the user's confirmation to a must-have that could not be checked. */
function witnessed<T extends { readonly outcome: MustHaveOutcome; readonly by?: Witness }>(
  result: T,
  confirmed: boolean,
): T {
  return confirmed && result.outcome === "unverified"
    ? { ...result, outcome: "verified", by: "person" }
    : result;
}

function judgeTruth(
  plan: string,
  truth: string,
  { verdicts = [] }: JudgeInput,
  evidence: EvidenceInput,
): TruthResult {
  const verdict = verdicts.findLast((candidate) => candidate.plan === plan && candidate.truth === truth);
  if (verdict === undefined) return { plan, truth, outcome: "unverified" };
  const { outcome, by, note = "" } = verdict;
  const problem = by === "agent" && outcome === "verified" ? evidenceProblem(note, evidence) : undefined;
  if (problem !== undefined) {
    return {
      plan,
      truth,
      outcome: "unverified",
      by,
      note: `${note}; this evidence does not count: ${problem}`,
    };
  }
  return { plan, truth, outcome, by, ...(note === "" ? {} : { note }) };
}

function judgeRequirements(
  plans: readonly PlanFile[],
  requirements: Requirements | undefined,
  passed: boolean,
): readonly RequirementResult[] {
  const named = new Map<string, string[]>();
  for (const { id: plan, frontmatter } of plans) {
    for (const id of new Set(frontmatter.requirements ?? [])) named.set(id, [...named.get(id) ?? [], plan]);
  }
  return [...named].map(([id, ids]) => {
    const requirement = requirements?.byId.get(id);
    const state = requirement === undefined ? "unknown" : passed || requirement.done ? "complete" : "pending";
    return { id, text: requirement?.text ?? "", plans: ids, state };
  });
}
