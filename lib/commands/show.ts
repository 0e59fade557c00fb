import type { ShowOptions } from "../../schemas/commands.ts";
import { ConfinedFiles } from "../apply/files/confined_files.ts";
import { projectPath, type Repository } from "../apply/git/repository.ts";
import { projectHistory } from "../apply/history/project_history.ts";
import { readEvents, readRuns } from "../apply/log/read_log.ts";
import { readUsage } from "../apply/usage/usage_file.ts";
import { defined } from "../collections/defined.ts";
import type { Host } from "../host/host.ts";
import { contextPath } from "../parse/documents/context.ts";
import { printPhaseNumber } from "../parse/ids/phase_number.ts";
import type { Phase } from "../parse/project/model.ts";
import { loggedWork } from "../plan/log/logged_work.ts";
import { targetBranch } from "../plan/naming/target_branch.ts";
import { commitsOf, type ShownInput, shownWork } from "../plan/status/shown_work.ts";
import { calledFrom, lastingFlags } from "../plan/command_lines/repeated_flags.ts";
import { snapshotFor } from "../plan/status/status.ts";
import type { StatusInput } from "../plan/status/status_input.ts";
import { baseOfWork } from "../plan/quick/quick_plan.ts";
import { findWork, type WorkTarget } from "../plan/undo/work_target.ts";
import { showText } from "../report/status/show.ts";
import { type CommandContext, type Outcome, UsageError } from "./context/command_context.ts";
import { openPhases, type OpenProject, readOverrides } from "./context/open_project.ts";
import { verificationsOf, viewRepository } from "./context/view_repository.ts";

/** Shows the commits, files, checks and verdict of a phase, plan or task. */
export async function show(options: ShowOptions, context: CommandContext): Promise<Outcome> {
  const { host, style } = context;
  const opened = await openPhases(["show", options.target], context, baseOfWork(options.target));
  const target = findWork(options.target, opened.project, []);
  if (target.kind === "refused") throw new UsageError(target.message, target.hint);
  const overrides = readOverrides(options.set);
  const view = await viewRepository(host, opened, { overrides, phases: [target.phase] });
  const verifications = await verificationsOf(host, opened, view.input);
  const status = { ...view.input, verifications };
  const read = view.opened && await readWork(target, status, view.opened);
  const discussed = await readContext(target.phase, opened, host) ?? "";
  const shown = shownWork({ target, status, discussed, ...NO_WORK, ...read });
  const result = { ...shown, next: calledFrom(shown.next, lastingFlags(options)) };
  return { exitCode: 0, result, text: showText(result, style) };
}

type Work = Omit<ShownInput, "target" | "status" | "discussed">;

/** The work outside of a repository. */
const NO_WORK: Work = {
  branch: undefined,
  journal: new Map(),
  commits: [],
  changed: new Map(),
  files: [],
  logged: loggedWork([]),
  used: [],
};

async function readContext({ number, directory }: Phase, { root, project }: OpenProject, host: Host) {
  const path = contextPath({ number: printPhaseNumber(number), directory }, project.paths);
  return await new ConfinedFiles(host, root).read(path);
}

/** Reads the work from the branch that an execution of the phase would commit to, and from the logs. */
async function readWork(target: WorkTarget, status: StatusInput, repository: Repository): Promise<Work> {
  const { git } = repository;
  const { project, config } = status;
  const snapshot = snapshotFor(target.phase, status);
  const own = snapshot.targetExists ? targetBranch(project, target.phase, config) : undefined;
  const branch = own?.kind === "name" ? own.branch : snapshot.branch;
  const from = await git.commitOf(own?.kind === "name" ? `refs/heads/${own.branch}` : "HEAD");
  if (from === undefined) return { ...NO_WORK, ...defined({ branch }) } as Work;
  const { journal } = snapshot;
  const wanted = commitsOf(target, journal);
  const [commits, files, counts, runs] = await Promise.all([
    projectHistory(repository, from),
    git.filesOf(wanted),
    git.lineCountsOf(wanted),
    readRuns(repository),
  ]);
  const events = await Promise.all(runs.toReversed().map(({ id }) => readEvents(git, id)));
  const inside = (path: string) => projectPath(repository, path) ?? `/${path}`;
  return {
    branch,
    journal,
    commits,
    changed: new Map([...files].map(([commit, { created, modified }]) => {
      return [commit, [...created, ...modified].map(inside)];
    })),
    files: [...counts].map(([path, each]) => ({ path, ...each })),
    logged: loggedWork(events),
    used: await readUsage(repository),
  };
}
