/**
 * Judges the must-haves that name files: artifacts and key links.
 *
 * @module
 */
import type { Artifact, KeyLink, PlanFile } from "../../../schemas/plan_file.ts";
import type {
  ArtifactResult,
  CheckName,
  LinkResult,
  MustHaveCheck,
  MustHaveOutcome,
} from "../../../schemas/verification.ts";
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
  unwantedStrings,
  verified,
  wantedStrings,
} from "./file_checks.ts";
import type { FileFact, FileFacts } from "./file_facts.ts";
import { type PathRole, readPath } from "./must_have_path.ts";

export function isVerified({ outcome }: { readonly outcome: MustHaveOutcome }): boolean {
  return outcome === "verified";
}

/** Checks an artifact of a plan. */
export function judgeArtifact(
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

/** Runs the checks of an existing artifact. */
function contentChecks(
  path: string,
  fact: FileFact,
  artifact: Artifact,
  tools: CheckTools,
): readonly MustHaveCheck[] {
  const { min_lines, exports = [], min_tests } = artifact;
  const contains = wantedStrings(artifact);
  const without = unwantedStrings(artifact);
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
      : [unverified(check, fact.kind === "unread" ? fact.reason : "it is a folder", `Check ${path}`)]
  );
}

/** Checks a key link of a plan. */
export function judgeLink(
  plan: PlanFile,
  link: KeyLink,
  known: readonly string[],
  tools: CheckTools,
): LinkResult {
  const from = findFile("from", link.from, known, "from", tools.facts);
  const to = findFile("to", link.to, known, "to", tools.facts);
  const pattern = patternCheck(link.pattern, from, tools);
  const checks = [from.check, to.check, pattern];
  // A module or an endpoint cannot be missing: only the pattern proves a link to it.
  const counted = to.check.outcome === "unverified" ? [from.check, pattern] : checks;
  return { plan: plan.id, from: link.from, to: link.to, via: link.via, outcome: outcomeOf(counted), checks };
}

function patternCheck(pattern: string, from: FoundFile, tools: CheckTools): MustHaveCheck {
  if (from.path !== undefined && from.fact.kind === "text") {
    return checkPattern(pattern, { path: from.path, text: from.fact.text }, tools);
  }
  const why = from.path === undefined ? "there is no file to search" : "the file to search was not read";
  return unverified("pattern", why, "Check the link");
}

function outcomeOf(checks: readonly MustHaveCheck[]): MustHaveOutcome {
  if (checks.some(({ outcome }) => outcome === "failed")) return "failed";
  return checks.every(isVerified) ? "verified" : "unverified";
}

type FoundFile =
  | { readonly check: MustHaveCheck; readonly path: string; readonly fact: FileFact }
  | { readonly check: MustHaveCheck; readonly path?: undefined };

/** Finds the file that a must-have names, and checks that it exists. */
function findFile(
  check: "exists" | "from" | "to",
  text: string,
  known: readonly string[],
  role: PathRole,
  facts: FileFacts,
): FoundFile {
  const todo = `Check it, or replace "${text}" in the plan by a path`;
  const reading = readPath(text, known, role);
  if (reading.kind === "unreadable") {
    return { check: unverified(check, `"${text}" is not a path: ${reading.reason}`, todo) };
  }
  const inspected = reading.candidates.map((path) => ({
    path,
    fact: facts(path) ?? { kind: "missing" } as const,
  }));
  const existing = inspected.find(({ fact }) => !["missing", "outside"].includes(fact.kind));
  if (existing !== undefined) {
    const { path, fact } = existing;
    if (fact.kind === "directory" && fact.empty) {
      return { check: failed(check, `${path} is an empty folder`, `Add the missing files to ${path}`) };
    }
    const what = fact.kind === "directory" ? `${path} is a folder` : path;
    return { check: verified(check, what), path, fact };
  }
  if (!reading.certain) return { check: unverified(check, `"${text}" is not a file of the project`, todo) };
  const { path, fact } = inspected.find((one) => one.fact.kind === "outside" || "near" in one.fact) ??
    inspected[0]!;
  if (fact.kind === "outside") {
    return {
      check: failed(
        check,
        `${path} is outside the project`,
        `Move it into the project, or correct the plan`,
      ),
    };
  }
  const near = fact.kind === "missing" ? fact.near : undefined;
  return {
    check: near === undefined
      ? failed(check, `${path} does not exist`, `Create ${path}, or correct the path in the plan`)
      : failed(
        check,
        `${path} does not exist, but ${near} does`,
        `Use the same upper and lower case in both`,
      ),
  };
}
