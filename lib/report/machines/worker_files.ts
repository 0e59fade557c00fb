/**
 * The files that start workers on other systems, for users to adapt.
 * @module
 */
import { version } from "../../../generated/version.ts";
import type { WorkerFile } from "../../../schemas/commands.ts";
import githubActions from "./github_actions.yml" with { type: "text" };
import kubernetes from "./kubernetes.yaml" with { type: "text" };
import kubernetesJobs from "./kubernetes_jobs.yaml" with { type: "text" };

const FILES: Readonly<Record<WorkerFile, string>> = {
  "github-actions": githubActions,
  "kubernetes-jobs": kubernetesJobs,
  kubernetes,
};

/** Returns a file that starts workers, for this version. */
export function workerFile(name: WorkerFile): string {
  return FILES[name].replaceAll("{version}", version);
}
