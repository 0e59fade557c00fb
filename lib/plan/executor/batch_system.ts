import type { ExecutorConfig, ExecutorName } from "../../../schemas/config.ts";
import { slugify } from "../../text/slug.ts";
import { textHash } from "../../text/text_hash.ts";
import type { LaneJob } from "./lane_names.ts";

/** The programs that use a batch system, each with its arguments. */
export type BatchSystem = Pick<ExecutorConfig, "submit" | "list" | "cancel">;

/** A job that waits or runs. */
export interface ListedJob {
  readonly job: string;
  /** The ID that the batch system gave it, or its name. */
  readonly id: string;
}

/** The longest name of the jobs of a lane. Kubernetes allows 63 characters for a job, and its pods need some. */
const MAX_NAME = 44;

const KNOWN: Readonly<Partial<Record<ExecutorName, BatchSystem>>> = {
  "slurm": {
    submit: [
      "sbatch",
      "--quiet",
      "--job-name={job}",
      "--output={log}",
      '--wrap=exec env WF_TRUST=1 wf worker --clone "$WF_CLONE" --job {job}',
    ],
    list: ["squeue", "--me", "--noheader", "--states=PD,CF,R,S,ST,RQ", "--format=%j %i"],
    cancel: ["scancel", "{id}"],
  },
  "github-actions": {
    submit: ["gh", "workflow", "run", "wf-plan.yml", "--raw-field=job={job}", "--raw-field=plan={plan}"],
    list: [
      "gh",
      "run",
      "list",
      "--workflow=wf-plan.yml",
      "--limit=200",
      "--json=displayTitle,databaseId,status",
      '--jq=.[] | select(.status != "completed") | "\\(.displayTitle) \\(.databaseId)"',
    ],
    cancel: ["gh", "run", "cancel", "{id}"],
  },
  "kubernetes": {
    submit: ["kubectl", "create", "job", "{job}", "--from=cronjob/wf-plan"],
    list: [
      "kubectl",
      "get",
      "jobs",
      "--output=go-template={{range .items}}{{if not (or .status.succeeded .status.failed)}}" +
      '{{.metadata.name}}{{"\\n"}}{{end}}{{end}}',
    ],
    cancel: ["kubectl", "delete", "job", "{job}", "--ignore-not-found", "--wait=false"],
  },
};

/** Returns the programs of the configured batch system: those of the configuration, else those that belong to its name. */
export function batchSystem({ name, submit, list, cancel }: ExecutorConfig): BatchSystem {
  const known = KNOWN[name];
  const used = (own: readonly string[], other: readonly string[] = []) => own.length > 0 ? own : other;
  return {
    submit: used(submit, known?.submit),
    list: used(list, known?.list),
    cancel: used(cancel, known?.cancel),
  };
}

/** Returns the name that all jobs of a lane begin with: letters and digits of ASCII and hyphens, unless the lane has none. */
export function laneJobs({ run, lane }: Pick<LaneJob, "run" | "lane">): string {
  const name = slugify(`${run} ${lane}`);
  return `wf-${name.length <= MAX_NAME ? name : textHash(name)}`;
}

/** Returns the name that the jobs of a lane have in common with one of them, which ends with a part of its own. */
export function laneOfJob(job: string): string {
  return job.replace(/-[^-]*$/, "");
}

/** Replaces each `{name}` in arguments; unknown names stay as written. */
export function fillArguments(
  argv: readonly string[],
  values: Readonly<Record<string, string>>,
): readonly string[] {
  return argv.map((part) =>
    part.replace(/\{(\w+)\}/g, (written, name: string) => {
      return Object.hasOwn(values, name) ? values[name]! : written;
    })
  );
}

/** Reads the jobs that a batch system prints, one a line. */
export function readJobs(output: string): readonly ListedJob[] {
  return output.split("\n").flatMap((line) => {
    const [job = "", id = job] = line.trim().split(/\s+/);
    return job === "" ? [] : [{ job, id }];
  });
}
