import { nearest } from "../nearest.ts";
import { type PhaseNumber, printPhaseNumber } from "../parse/phase_number.ts";
import { unknownVariable } from "../parse/template.ts";
import { slugify } from "./slug.ts";

/** A branch name, or why there is none. */
export type BranchNameResult =
  | { readonly kind: "name"; readonly branch: string }
  | { readonly kind: "invalid"; readonly message: string };

/** A phase, as far as its branch needs it. */
export interface PhaseBranchInput {
  /** Number of the phase; `{phase}` is its printed form, `03`. */
  readonly number: PhaseNumber;
  /** Name of the phase; `{slug}` is its slug. */
  readonly name: string;
}

/** A milestone, as far as its branch needs it. */
export interface MilestoneBranchInput {
  /** Version; `{milestone}` is it as given, `v1.0`. */
  readonly version: string;
  /** Name of the milestone; `{slug}` is its slug. */
  readonly name: string;
}

/**
 * The name of a phase's branch.
 *
 * Spec: Branch names.
 *
 * @param template `git.phase_branch_template`, with the variables {phase} and {slug}.
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
  return fill(template, { phase: printPhaseNumber(number), slug: slugify(name) });
}

/**
 * The name of a milestone's branch.
 *
 * Spec: Branch names.
 *
 * @param template `git.milestone_branch_template`, with the variables {milestone} and {slug}.
 */
export function milestoneBranchName(
  template: string,
  { version, name }: MilestoneBranchInput,
): BranchNameResult {
  return fill(template, { milestone: version, slug: slugify(name) });
}

const VARIABLE = /\{([^{}]*)\}/g;

function fill(template: string, values: Readonly<Record<string, string>>): BranchNameResult {
  if (/[{}]/.test(template.replace(VARIABLE, ""))) {
    return { kind: "invalid", message: `A brace in "${template}" belongs to no variable` };
  }
  const known = Object.keys(values);
  const unknown = unknownVariable(template, known);
  if (unknown !== undefined) {
    const meant = nearest(unknown, known) ?? known.join("} or {");
    return {
      kind: "invalid",
      message: `Unknown variable {${unknown}} in "${template}", expected {${meant}}`,
    };
  }
  const branch = template.replace(VARIABLE, (_, name: string) => values[name]!);
  const problem = branchProblem(branch);
  return problem === undefined
    ? { kind: "name", branch }
    : { kind: "invalid", message: `"${branch}" is no branch name: ${problem}` };
}

/**
 * Why git refuses a name for a branch, or undefined when it accepts it.
 *
 * The rules are those of `git check-ref-format --branch`. `@` alone is refused too: git makes such a
 * branch, and then reads its name as HEAD.
 */
export function branchProblem(branch: string): string | undefined {
  if (branch === "") return "it is empty";
  if (branch === "HEAD") return "HEAD is reserved";
  if (branch === "@") return "@ is another name of HEAD";
  if (branch.startsWith("-")) return "it begins with a hyphen";
  if (branch.startsWith("/") || branch.endsWith("/") || branch.includes("//")) {
    return "a part between slashes is empty";
  }
  if (branch.endsWith(".")) return "it ends with a dot";
  if (branch.includes("..")) return "it holds two dots in a row";
  if (branch.includes("@{")) return "it holds @{";
  const parts = branch.split("/");
  if (parts.some((part) => part.startsWith("."))) return "a part begins with a dot";
  if (parts.some((part) => part.endsWith(".lock"))) return "a part ends with .lock";
  // deno-lint-ignore no-control-regex -- git refuses control characters
  const bad = /[\x00-\x20\x7f~^:?*[\\]/.exec(branch);
  if (bad !== null) return bad[0] === " " ? "it holds a space" : `it holds ${JSON.stringify(bad[0])}`;
  return undefined;
}
