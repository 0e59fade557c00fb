import { GitError } from "../git/process.ts";

/** Returns the error for a plan file that was removed or broken during the run. */
export function planGone(plan: string): GitError {
  const hint = "Commit it to the branch that the work starts from; wf validate shows its errors";
  return new GitError(`Cannot read plan ${plan}: its file is missing or has errors`, hint);
}
