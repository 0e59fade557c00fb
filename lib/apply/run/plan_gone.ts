import { GitError } from "../git/process.ts";

/** The error for a plan file that went away or broke while the run was on. */
export function planGone(plan: string): GitError {
  const hint = "Commit it to the branch that the work starts from; wf validate shows its errors";
  return new GitError(`Cannot read plan ${plan}: its file is missing or has errors`, hint);
}
