import { nearest } from "../../text/nearest.ts";
import { branchProblem, MAX_PART } from "../../parse/config/branch_problem.ts";
import { type PhaseNumber, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { unknownVariable } from "../../text/template.ts";
import { byteLength } from "../../text/bytes.ts";
import { slugify } from "../../text/slug.ts";

/** A branch name, or the reason why there is none. */
export type BranchNameResult =
  | { readonly kind: "name"; readonly branch: string }
  | {
    readonly kind: "invalid";
    readonly message: string;
    /** The advice for the user, if it is not to check the template. */
    readonly hint?: string;
  };

/** The part of a phase that its branch name uses. */
export interface PhaseBranchInput {
  /** The number of the phase; `{phase}` is its printed form, `03`. */
  readonly number: PhaseNumber;
  /** The name of the phase; `{slug}` is its slug. */
  readonly name: string;
}

/** The part of a milestone that its branch name uses. */
export interface MilestoneBranchInput {
  /** The version; `{milestone}` is its text, `v1.0`. */
  readonly version: string;
  /** The name of the milestone; `{slug}` is its slug. */
  readonly name: string;
}

/**
 * Returns the name of a phase's branch. See docs/decisions/branches-and-merges.md.
 *
 * @param template `git.phase_branch_template`, with the variables {phase} and {slug}.
 * @returns The name; or `invalid`, with a message, if the template has an unknown variable or git refuses the name.
 *
 * @example
 * ```ts
 * import { parsePhaseNumber, phaseBranchName } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * const number = parsePhaseNumber("3")!;
 * assert.deepEqual(phaseBranchName("wf/phase-{phase}-{slug}", { number, name: "User Authentication" }), {
 *   kind: "name",
 *   branch: "wf/phase-03-user-authentication",
 * });
 * ```
 */
export function phaseBranchName(template: string, { number, name }: PhaseBranchInput): BranchNameResult {
  return fill(template, { phase: printPhaseNumber(number) }, name);
}

/**
 * Returns the name of a milestone's branch. See docs/decisions/branches-and-merges.md.
 *
 * @param template `git.milestone_branch_template`, with the variables {milestone} and {slug}.
 * @returns The name; or `invalid`, with a message, if the template has an unknown variable or git refuses the name.
 *
 * @example
 * ```ts
 * import { milestoneBranchName } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(milestoneBranchName("wf/{milestone}-{slug}", { version: "v1.0", name: "First Release" }), {
 *   kind: "name",
 *   branch: "wf/v1.0-first-release",
 * });
 * assert.equal(milestoneBranchName("wf/{version}", { version: "v1.0", name: "" }).kind, "invalid");
 * ```
 */
export function milestoneBranchName(
  template: string,
  { version, name }: MilestoneBranchInput,
): BranchNameResult {
  return fill(template, { milestone: version }, name);
}

const VARIABLE = /\{([^{}]*)\}/g;

function fill(template: string, variables: Readonly<Record<string, string>>, name: string): BranchNameResult {
  if (/[{}]/.test(template.replace(VARIABLE, ""))) {
    return { kind: "invalid", message: `A brace in "${template}" belongs to no variable` };
  }
  const known = [...Object.keys(variables), "slug"];
  const unknown = unknownVariable(template, known);
  if (unknown !== undefined) {
    const meant = nearest(unknown, known) ?? known.join("} or {");
    return {
      kind: "invalid",
      message: `Unknown variable {${unknown}} in "${template}", expected {${meant}}`,
    };
  }
  const fillWith = (slug: string) =>
    template.replace(VARIABLE, (_, variable: string) => variable === "slug" ? slug : variables[variable]!);
  const branch = fillWith(slugify(name, slugRoom(fillWith(SLUG))));
  const problem = branchProblem(branch);
  return problem === undefined
    ? { kind: "name", branch }
    : { kind: "invalid", message: `"${branch}" is not a branch name: ${problem}` };
}

/** Stands for the slug; no branch name contains it. */
const SLUG = "\0";

/** Returns the length in bytes of a slug with which every part of a branch name is short enough. */
function slugRoom(branch: string): number {
  const rooms = branch.split("/").filter((part) => part.includes(SLUG)).map((part) => {
    const [, ...slugs] = part.split(SLUG);
    return Math.floor((MAX_PART - byteLength(part.replaceAll(SLUG, ""))) / slugs.length);
  });
  return Math.max(4, Math.min(MAX_PART, ...rooms));
}
