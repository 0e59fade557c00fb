import { GitError } from "../git/process.ts";

/** The error for a plan file that went away or broke while the run was on. */
export function planGone(plan: string): GitError {
  const hint = "Is it committed to the branch the work starts from? Then run wf validate";
  return new GitError(`Cannot read plan ${plan}: its file is not there any more, or has errors now`, hint);
}
