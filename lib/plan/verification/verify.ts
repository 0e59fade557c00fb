import type { Artifact, KeyLink, PlanFile } from "../../../schemas/plan_file.ts";
import type {
  ArtifactResult,
  CheckName,
  LinkResult,
  MustHaveCheck,
  MustHaveOutcome,
  RequirementResult,
  TruthResult,
  Verification,
  Witness,
} from "../../../schemas/verification.ts";
import type { Phase } from "../../parse/project/model.ts";
import type { Requirements } from "../../parse/requirements/requirements.ts";
import {
  checkContains,
  type CheckedFile,
  checkExports,
  checkLines,
  checkPattern,
  checkTests,
  type CheckTools,
  failed,
  unverified,
  unwantedTexts,
  verified,
  wantedTexts,
} from "./file_checks.ts";
import type { FileFact, FileFacts } from "./file_facts.ts";
import { phaseReference } from "../../parse/project/phase_reference.ts";
import { type PathRole, readPath } from "./must_have_path.ts";
import { mustHaveGaps, planGaps } from "./gaps.ts";

/** What somebody says of a truth. */
export interface TruthVerdict {
  /** ID of the plan that states it. */
  readonly plan: string;
  /** The truth, as the plan words it. */
  readonly truth: string;
  /** Whether it holds; `unverified` when only a person can tell. */
  readonly outcome: MustHaveOutcome;
  /** Who says so. */
  readonly by: Witness;
  /** What they saw. */
  readonly note?: string;
}

/** What a person says of everything that no program can tell. */
export type PersonsWord =
  | { readonly kind: "confirmed" }
  | { readonly kind: "rejected"; readonly note: string };

/** What {@link judgePhase} judges. */
export interface JudgeInput extends Omit<CheckTools, "facts"> {
  /** The phase. */
  readonly phase: Phase;
  /** IDs of its plans that are complete. */
  readonly complete: ReadonlySet<string>;
  /** The requirements, if there is a file of them. */
  readonly requirements: Requirements | undefined;
  /** What is known of the project's files. */
  readonly facts: FileFacts;
  /** What was said of single truths; the last word on one counts. */
  readonly verdicts?: readonly TruthVerdict[];
  /** What a person says of all that is left. */
  readonly person?: PersonsWord;
}

/**
 * Judges whether a phase delivers the must-haves of its plans.
 *
 * `gaps_found`: a check failed, a truth was found not to hold, or a plan is not complete or cannot be
 * read. `passed`: there is no gap, every must-have is verified, and it was something real that
 * verified them: at least one check of a file, or a person. An agent's word alone never makes a phase
 * pass, nor does a phase in which nothing was checked. `human_needed`: everything else.
 *
 * Truths are never verified by a check: they wait for a verdict. A must-have that could not be
 * checked stays unverified until a person confirms it. See docs/decisions/field-data.md and docs/plan-file.md.
 */
export function judgePhase(input: JudgeInput): Verification {
  const { phase, complete, person, requirements } = input;
  // One without frontmatter is not a plan of this tool; one that cannot be parsed is a gap.
  const plans = phase.plans.filter(({ frontmatter }) => frontmatter.kind !== "missing");
  const files = plans.flatMap(({ file }) => file === undefined ? [] : [file]);
  const known = files.flatMap(declaredFiles);
  const confirmed = person?.kind === "confirmed";
  const artifacts = files.flatMap((plan) =>
    (plan.frontmatter.must_haves.artifacts ?? []).map((artifact) =>
      judgeArtifact(plan, artifact, known, input)
    )
  ).map((result) => witnessed(result, confirmed));
  const links = files.flatMap((plan) =>
    (plan.frontmatter.must_haves.key_links ?? []).map((link) => judgeLink(plan, link, known, input))
  ).map((result) => witnessed(result, confirmed));
  const truths = files.flatMap((plan) =>
    plan.frontmatter.must_haves.truths.map((truth) => judgeTruth(plan.id, truth, input))
  ).map((result) => witnessed(result, confirmed));
  const all = [...artifacts, ...links, ...truths];
  const gaps = [...planGaps(plans, complete), ...mustHaveGaps("failed", artifacts, links, truths)];
  if (person?.kind === "rejected") gaps.push({ what: `A person reports: ${person.note}`, todo: "Mend it" });
  const open = mustHaveGaps("unverified", artifacts, links, truths);
  const proved = confirmed || [...artifacts, ...links].some(({ checks }) => checks.some(isVerified));
  const status = gaps.length > 0
    ? "gaps_found"
    : proved && all.length > 0 && all.every(isVerified)
    ? "passed"
    : "human_needed";
  return {
    phase: phaseReference(phase),
    status,
    score: { verified: all.filter(isVerified).length, total: all.length },
    artifacts,
    links,
    truths,
    requirements: judgeRequirements(files, requirements, status === "passed"),
    gaps,
    open,
  };
}

/** The files a plan declares: in its frontmatter, its tasks and as artifacts. */
function declaredFiles({ frontmatter, body }: PlanFile): readonly string[] {
  return [
    ...(frontmatter.must_haves.artifacts ?? []).map(({ path }) => path),
    ...frontmatter.files_modified,
    ...body.tasks.flatMap(({ files }) => files),
  ];
}

function isVerified({ outcome }: { readonly outcome: MustHaveOutcome }): boolean {
  return outcome === "verified";
}

/** With the word of a person who looked at what could not be checked. */
function witnessed<T extends { readonly outcome: MustHaveOutcome; readonly by?: Witness }>(
  result: T,
  confirmed: boolean,
): T {
  return confirmed && result.outcome === "unverified"
    ? { ...result, outcome: "verified", by: "person" }
    : result;
}

function judgeArtifact(
  plan: PlanFile,
  artifact: Artifact,
  known: readonly string[],
  tools: CheckTools,
): ArtifactResult {
  const { path, provides } = artifact;
  const place = findFile("exists", path, known, "artifact", tools.facts);
  const checks = [
    place.check,
    ...(place.path === undefined ? [] : contentChecks(place.path, place.fact, artifact, tools)),
  ];
  return { plan: plan.id, path, provides, outcome: outcomeOf(checks), checks };
}

/** The checks of an artifact that is there. */
function contentChecks(
  path: string,
  fact: FileFact,
  artifact: Artifact,
  tools: CheckTools,
): readonly MustHaveCheck[] {
  const { min_lines, exports = [], min_tests } = artifact;
  const contains = wantedTexts(artifact);
  const without = unwantedTexts(artifact);
  const wanted: readonly [CheckName, boolean, (file: CheckedFile) => readonly MustHaveCheck[]][] = [
    ["min_lines", min_lines !== undefined, (file) => [checkLines(file, min_lines!)]],
    ["exports", exports.length > 0, (file) => checkExports(file, exports, tools)],
    [
      "contains",
      contains.length > 0,
      (file) => contains.map((text) => checkContains("contains", text, file, tools)),
    ],
    [
      "not_contains",
      without.length > 0,
      (file) => without.map((text) => checkContains("not_contains", text, file, tools)),
    ],
    ["min_tests", min_tests !== undefined, (file) => [checkTests(file, min_tests!, tools)]],
  ];
  return wanted.filter(([, asked]) => asked).flatMap(([check, , run]) =>
    fact.kind === "text"
      ? run({ path, text: fact.text })
      : [unverified(check, fact.kind === "unread" ? fact.reason : "it is a folder", `Look at ${path}`)]
  );
}

function judgeLink(plan: PlanFile, link: KeyLink, known: readonly string[], tools: CheckTools): LinkResult {
  const from = findFile("from", link.from, known, "from", tools.facts);
  const to = findFile("to", link.to, known, "to", tools.facts);
  const pattern = patternCheck(link.pattern, from, tools);
  const checks = [from.check, to.check, pattern];
  // What is no file cannot be missing: the pattern alone proves a link to a module or an endpoint.
  const counted = to.check.outcome === "unverified" ? [from.check, pattern] : checks;
  return { plan: plan.id, from: link.from, to: link.to, via: link.via, outcome: outcomeOf(counted), checks };
}

function patternCheck(pattern: string, from: FoundFile, tools: CheckTools): MustHaveCheck {
  if (from.path !== undefined && from.fact.kind === "text") {
    return checkPattern(pattern, { path: from.path, text: from.fact.text }, tools);
  }
  const why = from.path === undefined
    ? "there is no file to look in"
    : "the file it is to match in is not read";
  return unverified("pattern", why, "Look at the link");
}

function outcomeOf(checks: readonly MustHaveCheck[]): MustHaveOutcome {
  if (checks.some(({ outcome }) => outcome === "failed")) return "failed";
  return checks.every(isVerified) ? "verified" : "unverified";
}

/** What was found where a path is given. */
type FoundFile =
  | { readonly check: MustHaveCheck; readonly path: string; readonly fact: FileFact }
  | { readonly check: MustHaveCheck; readonly path?: undefined };

function findFile(
  check: "exists" | "from" | "to",
  text: string,
  known: readonly string[],
  role: PathRole,
  facts: FileFacts,
): FoundFile {
  const look = `Look at it, or give the plan a path in place of "${text}"`;
  const reading = readPath(text, known, role);
  if (reading.kind === "unreadable") {
    return { check: unverified(check, `"${text}" is no path: ${reading.reason}`, look) };
  }
  const looked = reading.candidates.map((path) => ({
    path,
    fact: facts(path) ?? { kind: "missing" } as const,
  }));
  const there = looked.find(({ fact }) => !["missing", "outside"].includes(fact.kind));
  if (there !== undefined) {
    const { path, fact } = there;
    if (fact.kind === "directory" && fact.empty) {
      return { check: failed(check, `${path} is an empty folder`, `Put into ${path} what belongs there`) };
    }
    const what = fact.kind === "directory" ? `${path} is a folder` : path;
    return { check: verified(check, what), path, fact };
  }
  if (!reading.certain) return { check: unverified(check, `"${text}" is not a file of the project`, look) };
  const { path, fact } = looked.find((one) => one.fact.kind === "outside" || "near" in one.fact) ??
    looked[0]!;
  if (fact.kind === "outside") {
    return {
      check: failed(
        check,
        `${path} lies outside of the project`,
        `Move it into the project, or correct the plan`,
      ),
    };
  }
  const near = fact.kind === "missing" ? fact.near : undefined;
  return {
    check: near === undefined
      ? failed(check, `${path} is not there`, `Make ${path}, or correct the path in the plan`)
      : failed(check, `${path} is not there, but ${near} is`, `Make upper and lower case the same in both`),
  };
}

function judgeTruth(plan: string, truth: string, { verdicts = [] }: JudgeInput): TruthResult {
  const verdict = verdicts.findLast((candidate) => candidate.plan === plan && candidate.truth === truth);
  if (verdict === undefined) return { plan, truth, outcome: "unverified" };
  const { outcome, by, note = "" } = verdict;
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
