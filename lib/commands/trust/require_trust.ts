import { noticeText } from "../../report/terminal/notice_text.ts";
import type { Question } from "../../../schemas/question.ts";
import type { ConfiguredRun } from "../../../schemas/results/agents.ts";
import { isTrustedByEnvironment } from "../../apply/trust/planning_link.ts";
import { trustPlace } from "../../apply/trust/place.ts";
import { findProjectSettings, type FoundSettings } from "../../apply/trust/project_settings.ts";
import { ProjectRecordsError } from "../../apply/trust/project_records.ts";
import { TrustStore } from "../../apply/trust/store.ts";
import { defined } from "../../collections/defined.ts";
import type { Host } from "../../host/host.ts";
import { pathWithin } from "../../path/paths.ts";
import { CONFIG_PATH } from "../../parse/config/config.ts";
import { type AgentPreset, findPreset } from "../../plan/agents/presets.ts";
import { configuredRuns, type ConfigUse, runsConfigured } from "../../plan/trust/configured_runs.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { configuredRunsText } from "../../report/setup/trust.ts";
import { visible } from "../../report/terminal/visible.ts";
import { makeAsker } from "../context/answers.ts";
import { type CommandContext, UntrustedError } from "../context/command_context.ts";

/** The use that a command makes of a project's configuration, and the project's path. */
export interface ProjectUse extends ConfigUse {
  /** Absolute path of the project root. */
  readonly root: string;
}

/**
 * Returns true when a command uses nothing of a configuration that needs trust, or the user trusts it. Never
 * asks.
 */
export async function isTrusted(
  use: ProjectUse,
  { host, ownWork = false }: CommandContext,
): Promise<boolean> {
  if (ownWork || !runsConfigured(use) || isTrustedByEnvironment(host)) return true;
  return await new TrustStore(host).trusts(await trustPlace(host, use.root), configuredRuns(use.file));
}

/**
 * Ensures that commands of a project run, and settings that skip questions apply, only if the user trusts
 * them: asks once at a terminal, and stores the answer outside of the project.
 *
 * Throws an UntrustedError when the user does not trust them or cannot be asked. No flag answers this
 * question.
 *
 * @returns The agents' settings in the project, and whether they apply; undefined without an agent or settings.
 */
export async function requireTrust(
  use: ProjectUse,
  context: CommandContext,
): Promise<SettingsUse | undefined> {
  const { host } = context;
  const place = await trustPlace(host, use.root);
  const agent = use.agent ? await agentSubject(use.root, use.config.agent.name, host) : undefined;
  const state = agent === undefined ? "nothing" : await settingsState(place, agent, host);
  const needsRuns = !(await isTrusted(use, context));
  if (!needsRuns && !asksFor(state, agent, host)) {
    return agent && { ...agent, apply: state === "trusted" };
  }
  const runs = needsRuns ? configuredRuns(use.file) : [];
  const answer = await askForTrust({ root: use.root, place, runs, ...defined({ agent }) }, context);
  await remember(place, { runs: configuredRuns(use.file), answer, agent }, context);
  if (agent !== undefined && answer !== "agents" && readsAlways(agent)) {
    throw untrusted({ root: use.root, place, runs: [], agent }, "you do not trust them", context);
  }
  return agent && { ...agent, apply: answer === "agents" };
}

/** The agents' settings in the project, and whether they apply. */
export interface SettingsUse extends AgentSubject {
  readonly apply: boolean;
}

/** Keys that let plans run without a question; the steps of a dry run already show that. */
const SHOWN_BY_STEPS: readonly string[] = ["mode", "gates.confirm_plan"];

/** Shows in a dry run the commands and settings that need trust. */
export function showConfigured(use: ConfigUse, { progress, progressStyle }: CommandContext): void {
  const runs = configuredRuns(use.file);
  if (!runsConfigured(use)) return;
  if (use.plans && runs.every(({ key }) => SHOWN_BY_STEPS.includes(key))) return;
  const text = configuredRunsText(runs, progressStyle);
  progress(`${progressStyle.yellow("!")} ${CONFIG_PATH} runs or allows:\n${text}`);
}

/** An agent and the settings in a project that it would read. */
export interface AgentSubject {
  readonly preset: AgentPreset;
  readonly settings: FoundSettings;
}

/** Returns the agent of a name, if a project contains settings for it. */
export async function agentSubject(
  root: string,
  name: string,
  host: Host,
): Promise<AgentSubject | undefined> {
  const preset = findPreset(name);
  const settings = preset && await findProjectSettings(host, root, preset);
  return preset && settings && { preset, settings };
}

/** The user's answer about settings of agents; `changed`: they changed since the user trusted them. */
export type SettingsState = "nothing" | "trusted" | "changed" | "untrusted";

/** Returns the user's answer about the settings of an agent in a project. */
export async function settingsState(
  place: string,
  { preset, settings }: AgentSubject,
  host: Host,
): Promise<SettingsState> {
  if (host.env("WF_TRUST") === "agents") return "trusted";
  const known = (await new TrustStore(host).read(place))?.settings?.[preset.name] ?? [];
  return known.includes(settings.hash) ? "trusted" : known.length > 0 ? "changed" : "untrusted";
}

/**
 * Returns true when the user has to answer about settings of an agent: they changed, or the agent cannot be
 * started without them.
 */
function asksFor(state: SettingsState, agent: AgentSubject | undefined, host: Host): boolean {
  if (agent === undefined || state === "trusted") return false;
  return readsAlways(agent) || state === "changed" && !isTrustedByEnvironment(host);
}

/** A project to ask the user about. */
export interface TrustSubject {
  /** Absolute path of the project root. */
  readonly root: string;
  /** The folder that trust is recorded for. */
  readonly place: string;
  /** The commands and settings to trust. */
  readonly runs: readonly ConfiguredRun[];
  /** The agent to start, if the project contains settings for it. */
  readonly agent?: AgentSubject;
}

/** The extent of trust: only what wf runs itself, or the project's settings of agents too. */
export type TrustAnswer = "commands" | "agents";

/** Asks at a terminal. Throws an UntrustedError unless the user answers yes. */
export async function askForTrust(subject: TrustSubject, context: CommandContext): Promise<TrustAnswer> {
  const { host, byAgent } = context;
  const answers = makeAsker({ answers: new Map(), yes: false }, context);
  const answer = await answers.ask(trustQuestion(subject));
  if (answer?.value === "commands" || answer?.value === "agents") return answer.value;
  if (answers.cancelled.aborted) {
    throw new UntrustedError("Interrupted: nothing was run", hintFor(subject, context), 130);
  }
  const known = await new TrustStore(host).read(subject.place);
  const isKnown = subject.runs.length > 0
    ? known !== undefined
    : known?.settings?.[subject.agent?.preset.name ?? ""] !== undefined;
  const why = answer !== undefined
    ? "you do not trust it"
    : byAgent()
    ? "only the user can trust it, and a coding agent asks"
    : isKnown
    ? "it has changed since you trusted it"
    : "you have not trusted it";
  throw untrusted(subject, why, context);
}

function untrusted(subject: TrustSubject, why: string, context: CommandContext): UntrustedError {
  const rows = [...subject.runs, ...subject.agent?.settings.rows ?? []];
  const message = `${refused(subject)}: ${why}\n${configuredRunsText(rows).trimEnd()}`;
  return new UntrustedError(message, hintFor(subject, context), 3);
}

/** Returns true for an agent that cannot be started without the settings of a project. */
function readsAlways({ preset }: AgentSubject): boolean {
  return preset.project?.without === undefined;
}

/** Stores an answer; shows a notice if that is not possible. */
export async function remember(
  place: string,
  { runs, answer, agent }: {
    /** The commands and settings of the configuration. */
    readonly runs: readonly ConfiguredRun[];
    readonly answer: TrustAnswer;
    readonly agent: AgentSubject | undefined;
  },
  { host, progress, progressStyle }: CommandContext,
): Promise<void> {
  const settings = agent && {
    agent: agent.preset.name,
    hash: answer === "agents" ? agent.settings.hash : undefined,
  };
  try {
    await new TrustStore(host).record(place, runs, settings);
  } catch (error) {
    if (!(error instanceof ProjectRecordsError)) throw error;
    progress(noticeText(`${error.message}. You will be asked again`, progressStyle));
  }
}

function refused({ runs, agent }: TrustSubject): string {
  if (runs.length === 0 && agent !== undefined) {
    const { title } = agent.preset;
    return readsAlways(agent)
      ? `Cannot start ${title}, which always reads the settings of agents in this project`
      : `Cannot start ${title} with the settings of agents in this project`;
  }
  return `Cannot run what ${CONFIG_PATH} names`;
}

function trustQuestion({ place, runs, agent }: TrustSubject): Question {
  const title = agent?.preset.title;
  const always = agent !== undefined && readsAlways(agent);
  const table = (rows: readonly ConfiguredRun[]) => configuredRunsText(rows).trimEnd();
  const details = [
    ...(runs.length === 0 ? [] : [`The project in ${visible(place)} names:`, table(runs)]),
    ...(agent === undefined ? [] : [
      `Settings in ${visible(place)} that ${title} would read, and which can run programs and redirect it:`,
      table(agent.settings.rows),
      ...(always ? [`${title} cannot be started without these settings.`] : []),
    ]),
    "Commands and agents run with all your permissions. You are asked again when this list changes.",
  ];
  const only = runs.length === 0
    ? `Yes, without these settings: ${title} reads only yours`
    : agent === undefined
    ? "Yes, I trust it"
    : always
    ? "Only the commands: do not start the agent"
    : `Only the commands: ${title} reads only your settings`;
  return {
    id: "trust",
    kind: "safety",
    title: "Trust what this project runs?",
    details: details.join("\n"),
    choices: [
      { value: "refuse", label: "No: run nothing" },
      ...(runs.length === 0 && always ? [] : [{ value: "commands", label: only }]),
      ...(agent === undefined ? [] : [{ value: "agents", label: "Yes, with these settings of the agent" }]),
    ],
    open: false,
    preselected: "refuse",
  };
}

/** Returns the command that asks for trust in a project. */
export function trustCommand(root: string, { host }: CommandContext, flags = ""): string {
  const isHere = pathWithin(root, host.cwd()) !== undefined;
  return `wf trust${flags}${isHere ? "" : ` --cwd ${quoteShell(root)}`}`;
}

function hintFor({ root, agent }: TrustSubject, context: CommandContext): string {
  const command = trustCommand(root, context, agent === undefined ? "" : ` --agent ${agent.preset.name}`);
  if (context.byAgent()) return `The user checks it and runs ${command} at a terminal`;
  const value = agent !== undefined && readsAlways(agent) ? "agents" : "1";
  return `Check it and run ${command} at a terminal; without a terminal, as in CI, set WF_TRUST=${value}`;
}
