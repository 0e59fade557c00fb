import { noticeText } from "../../report/terminal/notice_text.ts";
import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import type { ExecutePhaseOptions } from "../../../schemas/commands.ts";
import type { PhaseReference } from "../../../schemas/phase.ts";
import { findProjectRoot, projectsBelow, workstreamsIn } from "../../apply/files/load_project.ts";
import { openRepository, type Repository } from "../../apply/git/repository.ts";
import { ProjectReader } from "../../apply/files/project_reader.ts";
import { type PhaseNumber, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { findPhase } from "../../parse/project/project.ts";
import type { Phase, Project } from "../../parse/project/model.ts";
import { baseOf, PLANNING } from "../../parse/ids/locations.ts";
import { joinPath, pathWithin } from "../../path/paths.ts";
import { CONFIG_PATH } from "../../parse/config/config.ts";
import { type ConfigOverride, parseOverride, resolveConfig } from "../../plan/config/resolve.ts";
import { configError } from "../../plan/config/blocking_error.ts";
import { isTicked, phaseStanding } from "../../parse/roadmap/phase_state.ts";
import { bareNumber, newPlanCommand, planningHint } from "../../plan/command_lines/commands.ts";
import { readPhaseArgument, refuseArchived, unknownPhase } from "../../plan/command_lines/phase_argument.ts";
import { phaseNumbers } from "../../plan/structure/phase_numbers.ts";
import { phasePlace } from "../../plan/naming/phase_place.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { requireUser } from "../trust/require_user.ts";
import { type CommandContext, UsageError } from "./command_context.ts";
import { roleAgent } from "../../plan/agents/role_agents.ts";
import { configKeys } from "../../../generated/metadata.ts";
import { BUDGET_FORM, readBudget } from "../../parse/config/budget_option.ts";

export interface OpenProject {
  /** Absolute path of the project root. */
  readonly root: string;
  readonly project: Project;
  readonly reader: ProjectReader;
}

/**
 * Opens the project that the command was called in. Throws a UsageError when there is none.
 *
 * @param base The folder of its documents; by default that of the workstream that the command was called in, or
 * `.planning`.
 */
export async function openProject(context: CommandContext, base?: string): Promise<OpenProject> {
  const place = await findPlace(context);
  const reader = new ProjectReader(context.host, place.root, base ?? place.base);
  return { root: place.root, project: await reader.read(), reader };
}

/** Opens the project as {@link openProject} does, and reads no more of it than the waves of a phase need. */
export async function openPhase(context: CommandContext, number: PhaseNumber): Promise<OpenProject> {
  const { root, base } = await findPlace(context);
  const reader = new ProjectReader(context.host, root, base);
  return { root, project: await reader.readPhase(number), reader };
}

/**
 * Opens the project as {@link openProject} does, for a command about its phases. Throws a UsageError that names the
 * workstreams if all phases are in them.
 *
 * @param command The command with its arguments, without `wf` and those that only say where to work.
 */
export async function openPhases(
  command: readonly string[],
  context: CommandContext,
  base?: string,
): Promise<OpenProject> {
  const opened = await openProject(context, base);
  await requireOwnPhases(command, opened, context);
  return opened;
}

/** Throws a UsageError that names the workstreams of a project if all its phases are in them. */
export async function requireOwnPhases(
  command: readonly string[],
  { project, root }: Pick<OpenProject, "project" | "root">,
  context: CommandContext,
): Promise<void> {
  if (project.base !== PLANNING || project.roadmap !== undefined || project.phases.length > 0) return;
  const calls = await workstreamCalls(command, root, context);
  if (calls.length === 0) return;
  throw new UsageError(
    "The phases of this project are in workstreams",
    `Name the folder of one: ${calls.slice(0, MAX_NAMED).join(", or ")}`,
  );
}

/** Returns a command for each workstream of a project. */
export async function workstreamCalls(
  command: readonly string[],
  root: string,
  { host }: CommandContext,
): Promise<readonly string[]> {
  return (await workstreamsIn(host, root)).map((base) => {
    const folder = joinPath(root, base);
    const words = ["wf", ...command, "--cwd", pathWithin(host.cwd(), folder) ?? folder];
    return words.map(quoteShell).join(" ");
  });
}

/** The root of a project, and the folder of its documents. */
export interface ProjectPlace {
  /** Absolute path. */
  readonly root: string;
  /** The folder of the workstream that the command was called in, or `.planning`; relative to the root. */
  readonly base: string;
}

/** Returns the project or the workstream that the command was called in. Throws a UsageError when there is none. */
export async function findPlace(context: CommandContext): Promise<ProjectPlace> {
  const root = await findRoot(context);
  return { root, base: baseOf(`${pathWithin(root, await context.cwd()) ?? ""}/`) };
}

/** Returns a command with the folder of its workstream, as the record of an interrupted change names it. */
export function commandIn({ root, base }: ProjectPlace, command: string): string {
  return base === PLANNING ? command : `${command} --cwd ${quoteShell(joinPath(root, base))}`;
}

/** Opens the repository of the project or the workstream that the command was called in. */
export async function openOwnRepository(context: CommandContext): Promise<Repository> {
  const { root, base } = await findPlace(context);
  return await openRepository(context.host, root, base);
}

/** The maximum number of projects that a message names. */
const MAX_NAMED = 3;

/** Returns the root of the project that the command was called in. Throws a UsageError when there is none. */
export async function findRoot({ host, cwd }: CommandContext): Promise<string> {
  const folder = await cwd();
  const root = await findProjectRoot(host, folder);
  if (root === undefined) {
    const below = (await projectsBelow(host, folder)).map((path) => `cd ${quoteShell(path)}`);
    const more = below.length > MAX_NAMED ? `, and ${below.length - MAX_NAMED} more` : "";
    throw new UsageError(
      `Cannot find a .planning folder in "${folder}" or above`,
      below.length === 0
        ? "Change to the folder of your project, or create one here: wf new-project"
        : `Change to a project below it: ${below.slice(0, MAX_NAMED).join(", ")}${more}`,
    );
  }
  return root;
}

export interface PhaseCall {
  /** The command line before the phase, for example `execute-phase`. */
  readonly command: string;
  /** The phase argument, as given. */
  readonly phase: string;
  readonly overrides?: readonly ConfigOverride[];
}

/**
 * Returns the phase that an argument names, with a folder or only in the roadmap. Throws a UsageError when
 * there is none.
 */
export function requirePlace(project: Project, call: PhaseCall): PhaseReference {
  const number = requireNumber(project, call);
  requireUnarchived(number, project);
  const place = phasePlace(project, number);
  if (place !== undefined) return place;
  throw missingPhase(number, project);
}

/**
 * Parses the number of a phase. Throws a UsageError for a plan's ID, and for other arguments that only start
 * with a number.
 *
 * @param project The project, for the hints; undefined outside of one.
 */
export function requireNumber(project: Project | undefined, { command, phase }: PhaseCall): PhaseNumber {
  const named = readPhaseArgument(phase, project);
  const again = (number: string) => `wf ${command} ${bareNumber(number)}`;
  switch (named.kind) {
    case "phase":
      return named.number;
    case "plan":
      throw new UsageError(
        `Cannot find phase "${phase}": ${named.id} is a plan of phase ${bareNumber(named.phase)}`,
        command === "execute-phase"
          ? `Run ${again(named.phase)} --plan ${named.id}, or for the whole phase ${again(named.phase)}`
          : `For the whole phase, run ${again(named.phase)}`,
      );
    case "unknown": {
      const { near } = named;
      throw new UsageError(
        `Cannot find phase "${phase}"`,
        near === undefined
          ? "Give a number such as 3, 2.1 or 12A; wf status lists the phases"
          : `For phase ${near.number} (${near.name}), run ${again(near.number)}`,
      );
    }
    case "unreadable":
      throw new UsageError(`Cannot read the phase number "${phase}"`, "Give a number such as 3, 2.1 or 12A");
  }
}

/** Returns the phase that an argument names. Throws a UsageError when there is none, or it has no plans. */
export function requirePhase(project: Project, call: PhaseCall): Phase {
  const number = requireNumber(project, call);
  const phase = findPhase(project, number);
  if (phase !== undefined && phase.plans.length + phase.unread.length > 0) return phase;
  requireUnarchived(number, project);
  const printed = printPhaseNumber(number);
  const listed = project.roadmap?.phases.find((candidate) => printPhaseNumber(candidate.number) === printed);
  if (phase !== undefined || listed !== undefined) {
    const { file } = project.config;
    const { config } = resolveConfig({ file, overrides: call.overrides ?? [] });
    const named = `Phase ${printed} (${(phase ?? listed!).name})`;
    if (isTicked(phaseStanding(number, project.roadmap))) {
      throw new UsageError(
        `${named} has no plans, and the roadmap lists it as done`,
        `If something is left to do in it, create a plan: ${newPlanCommand(printed)}`,
      );
    }
    throw new UsageError(
      `${named} has no plans yet`,
      planningHint(printed, roleAgent(config.agent, "planning").name),
    );
  }
  throw missingPhase(number, project);
}

/** Throws a UsageError for a phase of a complete milestone. */
function requireUnarchived(number: PhaseNumber, project: Project): void {
  const refused = refuseArchived(number, project);
  if (refused !== undefined) throw new UsageError(refused.message, refused.hint);
}

function missingPhase(number: PhaseNumber, project: Project): UsageError {
  const { message, hint } = unknownPhase(number, phaseNumbers(project));
  return new UsageError(message, hint);
}

/** Parses the values of `--set`. Throws a UsageError for a malformed one. */
export function readOverrides(set: readonly string[] = []): readonly ConfigOverride[] {
  return set.map((argument) => {
    const result = parseOverride(argument);
    if (result.kind === "invalid") throw new UsageError(result.message, result.hint);
    return result.override;
  });
}

/**
 * Parses the overrides of a command that starts programs or writes. Throws a UsageError for a malformed one,
 * and when an agent overrides a key that only the user may change.
 */
export function actingOverrides(
  { set = [], agent, budget, executor }: Pick<ExecutePhaseOptions, "set" | "agent" | "budget" | "executor">,
  context: CommandContext,
): readonly ConfigOverride[] {
  const where = executor === undefined ? [] : [`executor.name=${executor}`];
  const overrides = [...readOverrides([...set, ...where]), ...budgetOverride(budget)];
  requireUser(overrides, context);
  if (agent === undefined) return overrides;
  const isSet = (key: string) => overrides.some((override) => override.key === key);
  const roles = configKeys.filter(({ key }) => key.startsWith("agent.roles.") && !isSet(key));
  return [
    ...overrides,
    ...readOverrides([`agent.name=${agent}`]),
    ...roles.map(({ key }) => ({ key, value: "" })),
  ];
}

function budgetOverride(text: string | undefined): readonly ConfigOverride[] {
  if (text === undefined) return [];
  const budget = readBudget(text);
  if (budget !== undefined) return [budget];
  throw new UsageError(`Cannot read --budget "${text}"`, `Give ${BUDGET_FORM}`);
}

/** Shows why a part of the configuration cannot be used: reading commands use the defaults in its place. */
export function noticeConfig(
  project: Project,
  overrides: readonly ConfigOverride[],
  { progress, progressStyle }: CommandContext,
): void {
  const error = configError(project.config, overrides.map(({ key }) => key));
  if (error === undefined) return;
  const message = `${placed(error, project)}; defaults are used in its place. ${error.hint}`;
  progress(noticeText(message, progressStyle));
}

/**
 * Throws a UsageError when the configuration cannot be used.
 *
 * @param overrides Values for this invocation. The values in the file that they replace are not checked.
 */
export function requireConfig(project: Project, overrides: readonly ConfigOverride[] = []): void {
  const error = configError(project.config, overrides.map(({ key }) => key));
  if (error === undefined) return;
  throw new UsageError(placed(error, project), error.hint);
}

/** Returns the message about an error in the configuration, with its place. */
function placed({ span, message }: Diagnostic, { config }: Project): string {
  const { line, column } = config.source.position(span.start);
  return `${CONFIG_PATH}:${line}:${column}: ${message}`;
}
