import { ProgramError } from "../../errors/program_error.ts";
import { type CommandResult, HostError } from "../../host/host.ts";
import { joinPath } from "../../path/paths.ts";
import {
  type BatchSystem,
  fillArguments,
  laneJobs,
  laneOfJob,
  type ListedJob,
  readJobs,
} from "../../plan/executor/batch_system.ts";
import { MAX_CLAIMS } from "../../plan/executor/lane_history.ts";
import type { LaneJob } from "../../plan/executor/lane_names.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import type { Git } from "../git/git.ts";
import type { Executor, Refusal } from "./port.ts";
import { fromAnywhere } from "./temporary_clone.ts";

export interface BatchOptions {
  readonly git: Git;
  /** The name of the remote that coordinator and jobs push to. */
  readonly remote: string;
  readonly system: BatchSystem;
}

/** The jobs of a lane that this coordinator has submitted since its ref has moved. */
interface Submitted {
  readonly tip: string | undefined;
  readonly times: number;
  readonly job: string;
  /** True if the batch system did not take it, or no longer had it at the last look. */
  readonly isGone: boolean;
  /** What the batch system said if it did not take it, otherwise empty. */
  readonly notTaken: string;
}

/** The folder for the output of jobs, in the repository's common folder. */
const LOGS = "wf/jobs";
/** The values without which a program cannot tell one job from another: it needs one of them. */
const NEEDED: Readonly<Record<keyof BatchSystem, readonly string[]>> = {
  submit: ["{job}"],
  list: [],
  cancel: ["{id}", "{job}"],
};
/** How long a list of jobs is used, in milliseconds. */
const FRESH = 5000;
/** The maximum length of a job's output in an error, in UTF-16 units. */
const MAX_OUTPUT = 20_000;

/** Lanes as jobs of a batch system, each for one worker that ends with its lane. */
export class BatchEngine implements Executor {
  readonly #submitted = new Map<string, Submitted>();
  /** The jobs that were asked to end. A second signal would kill a worker that cleans up. */
  readonly #cancelled = new Set<string>();
  #listed: { readonly at: number; readonly jobs: Promise<readonly ListedJob[]> } | undefined;
  #url = "";
  readonly silence: number = Infinity;
  /** What the batch system said to the last job, if it did not take it. */
  #notTaken = "";

  constructor(readonly options: BatchOptions) {}

  get whileWaiting(): string {
    const { submit, list } = this.options.system;
    return this.#notTaken === ""
      ? `The jobs that wait or run: ${list.map(quoteShell).join(" ")}`
      : `${submit[0]} does not take its job, which wf submits again: ${this.#notTaken}`;
  }

  async open(): Promise<void> {
    const { git, remote, system } = this.options;
    const keys = ["submit", "list", "cancel"] as const;
    const missing = keys.find((key) => system[key].length === 0);
    if (missing !== undefined) {
      throw new ProgramError(
        `Cannot use a batch system: executor.${missing} is empty`,
        "Set executor.submit, executor.list and executor.cancel, or choose slurm, github-actions or kubernetes: --executor slurm",
      );
    }
    const blind = keys.find((key) =>
      NEEDED[key].length > 0 && !NEEDED[key].some((value) => system[key].join(" ").includes(value))
    );
    if (blind !== undefined) {
      throw new ProgramError(
        `Cannot use a batch system: executor.${blind} does not contain ${NEEDED[blind].join(" or ")}`,
        `Write it where the program expects it: wf config explain executor.${blind}`,
      );
    }
    for (const key of ["submit", "cancel"] as const) await this.#require(key);
    const url = (await git.output(["ls-remote", "--get-url", remote])).trim();
    this.#url = await fromAnywhere(git.host, url, git.root);
    const { host, commonDirectory } = git;
    await new ConfinedFiles(host, commonDirectory).makeFolder(LOGS);
    const kept = (await this.#list()).map(({ job }) => `${job}.log`);
    for (const { name } of await host.readDirectory(joinPath(commonDirectory, LOGS))) {
      if (!kept.includes(name)) await host.removeFile(joinPath(commonDirectory, LOGS, name));
    }
  }

  async submit(job: LaneJob, tip: string | undefined): Promise<Refusal | undefined> {
    const name = laneJobs(job);
    const last = this.#submitted.get(name);
    const jobs = await this.#jobs().catch(() => undefined);
    if (jobs === undefined || jobs.some((each) => laneOfJob(each.job) === name)) return undefined;
    if (last?.isGone === false) {
      // The list may be behind, and so may what git has told.
      this.#submitted.set(name, { ...last, isGone: true });
      return undefined;
    }
    const times = last?.tip === tip ? last?.times ?? 0 : 0;
    if (times === MAX_CLAIMS) return await this.#refusal(job.lane, last!);
    const next = `${name}-${crypto.randomUUID().slice(0, 8)}`;
    const { code, stdout, stderr } = await this.#run("submit", {
      job: next,
      plan: name,
      log: this.#log(next),
    });
    this.#notTaken = code === 0 ? "" : said(stderr || stdout, code);
    this.#submitted.set(name, {
      tip,
      times: times + 1,
      job: next,
      isGone: code !== 0,
      notTaken: this.#notTaken,
    });
    if (code !== 0) {
      await this.options.git.host.writeText(this.#log(next), stderr + stdout, { private: true });
    }
    return undefined;
  }

  events(): Promise<void> {
    return Promise.resolve();
  }

  async cancel(job: LaneJob): Promise<void> {
    const name = laneJobs(job);
    this.#submitted.delete(name);
    this.#listed = undefined;
    const jobs = await this.#jobs().catch(() => []);
    for (const each of jobs) {
      if (laneOfJob(each.job) !== name || this.#cancelled.has(each.job)) continue;
      if ((await this.#run("cancel", { ...each })).code === 0) this.#cancelled.add(each.job);
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Returns the jobs that wait or run. All lanes share a look at them. */
  #jobs(): Promise<readonly ListedJob[]> {
    const now = this.options.git.host.now();
    if (this.#listed === undefined || now - this.#listed.at > FRESH) {
      this.#listed = { at: now, jobs: this.#list() };
    }
    return this.#listed.jobs;
  }

  async #list(): Promise<readonly ListedJob[]> {
    const { code, stdout, stderr } = await this.#run("list", {});
    if (code === 0) return readJobs(stdout);
    const { list } = this.options.system;
    throw new ProgramError(
      `Cannot list the jobs: ${said(stderr || stdout, code)}`,
      `Find out why this fails: ${list.map(quoteShell).join(" ")}`,
    );
  }

  async #run(key: keyof BatchSystem, values: Readonly<Record<string, string>>): Promise<CommandResult> {
    const { git, system } = this.options;
    const [program = "", ...rest] = fillArguments(system[key], values);
    const env = { WF_CLONE: this.#url };
    try {
      return await git.host.run({ argv: [program, ...rest], cwd: git.root, env });
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      throw notInstalled(program, key);
    }
  }

  /** Throws a ProgramError if a program is not there that is needed only later. */
  async #require(key: keyof BatchSystem): Promise<void> {
    const { git: { host, root }, system } = this.options;
    const [program = ""] = system[key];
    const argv = ["sh", "-c", 'command -v "$1"', "sh", program] as const;
    // Without a shell, the first job shows it.
    const found = await host.run({ argv, cwd: root }).catch(() => undefined);
    if (found !== undefined && found.code !== 0) throw notInstalled(program, key);
  }

  #log(job: string): string {
    return joinPath(this.options.git.commonDirectory, LOGS, `${job}.log`);
  }

  async #refusal(lane: string, { job, notTaken }: Submitted): Promise<Refusal> {
    const log = this.#log(job);
    const output = await this.options.git.host.readText(log).catch(() => "");
    const where = output === "" ? `see what your batch system logged of ${job}` : `its output is in ${log}`;
    const message = notTaken === ""
      ? `${MAX_CLAIMS} jobs of plan ${lane} ended without taking it; ${where}`
      : `Cannot submit plan ${lane} after ${MAX_CLAIMS} attempts: ${
        this.options.system.submit[0]
      } fails: ${notTaken}`;
    return { message, output: output.slice(-MAX_OUTPUT) };
  }
}

function notInstalled(program: string, key: keyof BatchSystem): ProgramError {
  return new ProgramError(
    `Cannot use the batch system: ${program} is not installed`,
    `Install it, or set executor.${key}`,
  );
}

/** Returns the last line of a program's output, after those about its attempts. */
function said(output: string, code: number): string {
  return output.trim().split("\n").at(-1)!.trim() || `exit code ${code}`;
}
