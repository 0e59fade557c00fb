import type { StatusOptions } from "../../schemas/commands.ts";
import { readUsage } from "../apply/usage/usage_file.ts";
import { defined } from "../collections/defined.ts";
import { todoBefore } from "../plan/project/undescribed_phase.ts";
import { usageSums } from "../plan/usage/total.ts";
import type { StatusResult } from "../../schemas/results/status.ts";
import { PLANNING, workstreamOf } from "../parse/ids/locations.ts";
import { calledFrom, lastingFlags } from "../plan/command_lines/repeated_flags.ts";
import { noticeText } from "../report/terminal/notice_text.ts";
import { repairText } from "../report/status/repair.ts";
import { statusText } from "../report/status/status.ts";
import { statusLine } from "../report/status/status_line.ts";
import { type CommandContext, type Outcome, UsageError } from "./context/command_context.ts";
import { firstSteps } from "./context/first_commands.ts";
import { noticeConfig, openProject, readOverrides, workstreamCalls } from "./context/open_project.ts";
import { readStatus } from "./context/read_status.ts";
import { repairDocuments } from "./repair_documents.ts";

/** Shows the progress of phases and plans, and the next command. */
export async function status(options: StatusOptions, context: CommandContext): Promise<Outcome> {
  if (options.repair && (options.watch || options.line)) {
    throw new UsageError("Cannot use --repair with --watch or --line", "Repair first, then watch");
  }
  if (!options.watch) return await shownStatus(options, context);
  const { watchStatus } = await import("./watch_status.ts");
  const calm = { ...context, progress: () => {} };
  return await watchStatus(() => shownStatus(options, calm), context);
}

async function shownStatus(options: StatusOptions, context: CommandContext): Promise<Outcome> {
  const { style, progress, progressStyle } = context;
  const overrides = readOverrides(options.set);
  if (options["dry-run"] && !options.repair) {
    throw new UsageError("Only --repair changes something", "Add --repair, or leave out --dry-run");
  }
  const repair = options.repair ? await repairDocuments(options, context) : undefined;
  const opened = await openProject(context);
  noticeConfig(opened.project, overrides, context);
  const { status, input, repository, problem } = await readStatus(opened, overrides, context);
  if (problem !== undefined) {
    progress(noticeText(`${problem}: only summaries show what is done`, progressStyle));
  }
  const workstreams = opened.project.base === PLANNING
    ? await workstreamCalls(["status"], opened.root, context)
    : [];
  for (const command of workstreams) {
    progress(noticeText(`A workstream is not shown here: ${command}`, progressStyle));
  }
  const first = repository === undefined
    ? { commands: [] }
    : await firstSteps(status.next, { status: input, repository, cwd: await context.cwd() });
  const own = status.phases.length === 0 && workstreams.length > 0
    ? workstreams
    : calledFrom([...first.commands, ...status.next], lastingFlags(options));
  const next = repair?.next ?? own;
  if (repair !== undefined) {
    const result = { ...repair.result, next };
    const isLeft = result.documents.some(({ state }) => state === "conflict" || state === "removed");
    return { exitCode: result.written && isLeft ? 4 : 0, result, text: repairText(result, style) };
  }
  const used = repository === undefined ? [] : await readUsage(repository);
  const todo = first.todo ?? todoBefore(next, opened.project);
  const result: StatusResult = { ...status, ...usageSums(used), next, ...defined({ todo }) };
  const text = options.line
    ? statusLine(result, style)
    : statusText(result, style, workstreamOf(opened.project.base));
  return { exitCode: 0, result, text };
}
