import { branchProblem } from "../../parse/config/branch_problem.ts";

/** The trailer of the first commit of a branch, which tells other clones where it comes from. */
export const BRANCH_TRAILER = "Wf-Branch";

/** A branch that wf created. */
export interface BranchOrigin {
  readonly branch: string;
  /** The branch that it was created from, and that it can be merged into. */
  readonly base: string;
}

/** Adds the origin of the branch to a message that ends with trailers. */
export function withOrigin(message: string, { branch, base }: BranchOrigin): string {
  return `${message}${BRANCH_TRAILER}: ${branch} from ${base}\n`;
}

/** Matches an origin after another trailer: a line of a plan's text has none before it. */
const ORIGIN = new RegExp(`^Wf-\\w+: .*\\n${BRANCH_TRAILER}: (\\S+) from (\\S+)$`, "gm");

/** Returns the origins that messages name, in order; a squash may contain several. */
export function readOrigins(messages: string): readonly BranchOrigin[] {
  return [...messages.matchAll(ORIGIN)].map(([, branch, base]) => ({ branch: branch!, base: base! }))
    .filter(({ base }) => branchProblem(base) === undefined);
}
