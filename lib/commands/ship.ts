import type { ShipOptions } from "../../schemas/commands.ts";
import type { ShipResult } from "../../schemas/results/ship.ts";
import { ConfinedFiles } from "../apply/files/confined_files.ts";
import { openRepository, type Repository } from "../apply/git/repository.ts";
import { knownBranches } from "../apply/history/branch_bases.ts";
import { maskFor } from "../apply/interaction/secrets.ts";
import { openRequest, pushBranch, type Remote, remoteOf } from "../apply/ship/publish.ts";
import { withoutPlanning } from "../apply/ship/without_planning.ts";
import { defined } from "../collections/defined.ts";
import { planKey } from "../parse/ids/plan_id.ts";
import { phaseReference } from "../parse/project/phase_reference.ts";
import type { Phase } from "../parse/project/model.ts";
import { summaryOf } from "../parse/project/project.ts";
import { archivedTitle, pullRequestText, type ShippedPhase } from "../plan/ship/pull_request.ts";
import { type PullRequest, requestLine } from "../plan/ship/request.ts";
import { type ShippedWork, shippedWork } from "../plan/ship/shipped_work.ts";
import { phaseStatus, snapshotFor } from "../plan/status/status.ts";
import type { StatusInput } from "../plan/status/status_input.ts";
import { targetBranches } from "../plan/naming/target_branch.ts";
import { shipText } from "../report/ship.ts";
import { shippedName } from "../plan/naming/work_branch_names.ts";
import { quoteShell } from "../text/quote_shell.ts";
import { type CommandContext, type Outcome, UsageError } from "./context/command_context.ts";
import { openPhases, readOverrides, requireConfig, requireNumber } from "./context/open_project.ts";
import { outputPath } from "./output_file.ts";
import { verificationsOf, viewRepository } from "./context/view_repository.ts";

/** Writes the title and text of a pull request, and with `--push` pushes its branch and opens it. */
export async function ship(options: ShipOptions, context: CommandContext): Promise<Outcome> {
  if (options.push && context.byAgent()) {
    throw new UsageError("Cannot push: a coding agent calls", "The user pushes: wf ship --push");
  }
  const opened = await openPhases(["ship", ...options.phase === undefined ? [] : [options.phase]], context);
  const { host } = context;
  const overrides = readOverrides(options.set);
  requireConfig(opened.project, overrides);
  const repository = await openRepository(host, opened.root, opened.project.base);
  const view = await viewRepository(host, opened, { overrides });
  const input = { ...view.input, verifications: await verificationsOf(host, opened, view.input) };
  const number = options.phase === undefined
    ? undefined
    : requireNumber(opened.project, { command: "ship", phase: options.phase });
  const branch = await repository.git.currentBranch();
  const names = [
    ...targetBranches(opened.project, view.input.config),
    ...branch === undefined ? [] : [branch],
  ];
  const { bases } = await knownBranches(repository.git, names);
  const work = shippedWork(input, { branch, bases, number, draft: options.draft ?? false });
  if (work.kind === "refused") throw new UsageError(work.message, work.hint);
  const request = await describe({ work, options, input, root: opened.root, repository }, context);
  return await carryOut({ work, options, request, repository }, context);
}

interface Described {
  readonly work: ShippedWork;
  readonly options: ShipOptions;
  readonly input: StatusInput;
  readonly root: string;
  readonly repository: Repository;
}

/** Returns the pull request, without secrets. */
async function describe(
  { work, options, input, root, repository }: Described,
  { host }: CommandContext,
): Promise<PullRequest> {
  const files = new ConfinedFiles(host, root);
  const shipped = await Promise.all(work.phases.map((phase) => describePhase(phase, input, files)));
  const { branch, base } = work;
  const range = `refs/heads/${branch}`;
  const baseRef = (await repository.git.refsOf([base])).get(base);
  if (baseRef === undefined) {
    throw new UsageError(`Cannot ship "${branch}": its base "${base}" does not exist`, `Fetch it: git fetch`);
  }
  const log = ["log", "--reverse", "--no-merges", "--format=%s", `${baseRef}..${range}`, "--"];
  const subjects = (await repository.git.output(log)).split("\n").filter((line) => line !== "");
  if (subjects.length === 0) {
    throw new UsageError(`Cannot ship "${branch}": it has no commits that "${base}" lacks`);
  }
  const mask = maskFor(host);
  return {
    branch: options["without-planning"] ? shippedName(branch) : branch,
    base,
    title: mask(options.title ?? (shipped.length === 0 ? archivedTitle(subjects) : undefined) ?? work.title),
    text: mask(pullRequestText(shipped, subjects)),
    draft: options.draft ?? false,
  };
}

async function describePhase(
  phase: Phase,
  input: StatusInput,
  files: ConfinedFiles,
): Promise<ShippedPhase> {
  const { plans, verdict } = phaseStatus(phase, input);
  const { journal } = snapshotFor(phase, input);
  const complete = new Set(plans.flatMap(({ id, state }) => state === "complete" ? id : []));
  const known = new Set(plans.map(({ id }) => id));
  return {
    phase: phaseReference(phase),
    verdict,
    verification: phase.verification?.text,
    plans: await Promise.all(
      phase.plans.filter(({ id }) => known.has(id)).map(async (document) => {
        const tasks = [...journal.get(planKey(document.id)) ?? []].sort(([a], [b]) => a - b);
        return {
          document,
          complete: complete.has(document.id),
          commits: tasks.map(([, entry]) => entry),
          summary: await files.read(summaryOf(phase, document.source.path)),
        };
      }),
    ),
  };
}

interface Shipped {
  readonly work: ShippedWork;
  readonly options: ShipOptions;
  readonly request: PullRequest;
  readonly repository: Repository;
}

async function carryOut(
  { work, options, request, repository }: Shipped,
  context: CommandContext,
): Promise<Outcome> {
  const { git } = repository;
  const { "dry-run": dryRun = false, out } = options;
  const file = out === undefined
    ? undefined
    : await outputPath(out, (text) => text === request.text, context);
  const again = againLine(options);
  const end = (outcome: ShipResult["outcome"], more: Partial<ShipResult> = {}): Outcome => {
    const result: ShipResult = {
      formatVersion: 1,
      outcome,
      phases: work.phases.map((phase) => phaseReference(phase).number),
      branch: request.branch,
      base: request.base,
      commit: null,
      draft: request.draft,
      title: request.title,
      text: request.text,
      ...defined({ file: dryRun ? undefined : out }),
      next: [],
      ...more,
    };
    return { exitCode: outcome === "refused" ? 1 : 0, result, text: shipText(result, context.style) };
  };
  const remote = await remoteOf(git, [request.branch, work.branch, work.base]);
  if (options.push && remote === undefined) {
    throw new UsageError("Cannot push: the repository has no remote", "Add one: git remote add origin <url>");
  }
  const push = remote === undefined ? ["git remote add origin <url>"] : [`${again} --push`];
  if (dryRun) return end("planned", { next: [again] });
  let commit = await git.commitOf(`refs/heads/${work.branch}`);
  if (options["without-planning"]) {
    const made = await withoutPlanning(repository, { ...work, message: request.title });
    if (made.kind === "refused") return end("refused", { output: made.output, next: [again] });
    ({ commit } = made);
  }
  if (file !== undefined) await context.host.writeText(file, request.text);
  if (!options.push || remote === undefined) return end("written", { commit: commit!, next: push });
  return await publish(request, remote, {
    work,
    git,
    end: (outcome, more) => end(outcome, { commit: commit!, ...more }),
    again,
  });
}

interface Publishing {
  readonly work: ShippedWork;
  readonly git: Repository["git"];
  readonly end: (outcome: ShipResult["outcome"], more?: Partial<ShipResult>) => Outcome;
  readonly again: string;
}

/** Pushes the branch, and opens the pull request if the program of its server is installed. */
async function publish(
  request: PullRequest,
  remote: Remote,
  { work, git, end, again }: Publishing,
): Promise<Outcome> {
  const pushed = await pushBranch(git, request.branch, remote);
  if (pushed.kind === "refused") {
    const next = [...pushed.behind ? updateCommands(work, request, remote) : [], `${again} --push`];
    return end("refused", { output: pushed.output, next });
  }
  const opened = await openRequest(git, request, remote);
  if (opened.kind === "opened") return end("opened", { url: opened.url, next: ["wf status"] });
  const file = "pull-request.md";
  const next = [`${again} --out ${file} && ${requestLine(request, remote.url, file)}`];
  return end("pushed", { next, ...(opened.kind === "failed" ? { output: opened.output } : {}) });
}

/** Returns the commands that get the commits which only the remote branch has. */
function updateCommands(
  { branch }: ShippedWork,
  { branch: pushed }: PullRequest,
  { name }: Remote,
): readonly string[] {
  const [remote, local] = [name, pushed].map(quoteShell);
  if (pushed === branch) return [`git pull --rebase ${remote} ${local}`];
  // The branch without documents is made from the other one, which gets the commits first.
  const theirs = quoteShell(`${name}/${pushed}`);
  const only = quoteShell(`${pushed}..${name}/${pushed}`);
  return [
    `git fetch ${remote} && git cherry-pick ${only} && git branch --force ${local} ${theirs}`,
  ];
}

/** Returns the command that ships the same again, without pushing. */
function againLine({ phase, draft, title, out, set = [], ...options }: ShipOptions): string {
  return [
    "wf ship",
    ...(phase === undefined ? [] : [phase]),
    ...(draft ? ["--draft"] : []),
    ...(title === undefined ? [] : ["--title", title]),
    ...(options["without-planning"] ? ["--without-planning"] : []),
    ...(out === undefined ? [] : ["--out", out]),
    ...set.flatMap((value) => ["--set", value]),
  ].map((word, index) => index === 0 ? word : quoteShell(word)).join(" ");
}
