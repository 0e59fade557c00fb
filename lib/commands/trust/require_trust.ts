import type { Question } from "../../../schemas/question.ts";
import type { ConfiguredRun } from "../../../schemas/results/agents.ts";
import { trustPlace } from "../../apply/trust/place.ts";
import { TrustStore, TrustStoreError } from "../../apply/trust/store.ts";
import type { Host } from "../../host/host.ts";
import { pathWithin } from "../../path/paths.ts";
import { CONFIG_PATH } from "../../parse/config/config.ts";
import { configuredRuns, type ConfigUse, runsConfigured } from "../../plan/trust/configured_runs.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { configuredRunsText, indented } from "../../report/trust.ts";
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
 * Ensures that commands in a project's configuration run, and settings that skip questions apply, only if the
 * user trusts them: asks once at a terminal, and stores the answer outside of the project.
 *
 * Throws an UntrustedError when the user does not trust them or cannot be asked. No flag answers this
 * question.
 */
export async function requireTrust(use: ProjectUse, context: CommandContext): Promise<void> {
  if (await isTrusted(use, context)) return;
  const { host, progress, progressStyle } = context;
  const place = await trustPlace(host, use.root);
  await askForTrust({ root: use.root, place, runs: configuredRuns(use.file) }, context);
  try {
    await new TrustStore(host).record(place, configuredRuns(use.file));
  } catch (error) {
    if (!(error instanceof TrustStoreError)) throw error;
    progress(`${progressStyle.yellow("!")} ${error.message}. You will be asked again\n`);
  }
}

/** Keys that let plans run without a question; the steps of a dry run already show that. */
const SHOWN_BY_STEPS: readonly string[] = ["mode", "gates.confirm_plan"];

/** Shows in a dry run the commands and settings that need trust. */
export function showConfigured(use: ConfigUse, { progress, progressStyle }: CommandContext): void {
  const runs = configuredRuns(use.file);
  if (!runsConfigured(use)) return;
  if (use.plans && runs.every(({ key }) => SHOWN_BY_STEPS.includes(key))) return;
  const text = indented(configuredRunsText(runs));
  progress(`${progressStyle.yellow("!")} ${CONFIG_PATH} runs or allows:\n${text}`);
}

/** Returns true when an environment variable trusts the configuration, as in CI. */
export function isTrustedByEnvironment(host: Host): boolean {
  return host.env("WF_TRUST") === "1";
}

/** A project to ask the user about. */
export interface TrustSubject {
  /** Absolute path of the project root. */
  readonly root: string;
  /** The folder that trust is recorded for. */
  readonly place: string;
  /** The commands and settings to trust. */
  readonly runs: readonly ConfiguredRun[];
}

/** Asks at a terminal. Throws an UntrustedError unless the user answers yes. */
export async function askForTrust(subject: TrustSubject, context: CommandContext): Promise<void> {
  const { host, byAgent } = context;
  const runs = indented(configuredRunsText(subject.runs)).trimEnd();
  const answers = makeAsker({ answers: new Map(), yes: false }, context);
  const answer = await answers.ask(trustQuestion(subject));
  if (answer?.value === "trust") return;
  const hint = hintFor(subject, context);
  if (answers.cancelled.aborted) throw new UntrustedError("Interrupted: nothing was run", hint, 130);
  const known = await new TrustStore(host).read(subject.place);
  const why = answer !== undefined
    ? "you do not trust it"
    : byAgent()
    ? "only the user can trust it, and a coding agent asks"
    : known === undefined
    ? "you have not trusted it"
    : "it has changed since you trusted it";
  throw new UntrustedError(`Cannot run what ${CONFIG_PATH} names: ${why}\n${runs}`, hint, 3);
}

function trustQuestion({ place, runs }: TrustSubject): Question {
  return {
    id: "trust",
    kind: "safety",
    title: `Trust these commands and settings of ${CONFIG_PATH}?`,
    details: [
      `The configuration in ${visible(place)} names:`,
      configuredRunsText(runs).trimEnd(),
      "Commands and agents run with all your permissions. You are asked again when this list changes.",
    ].join("\n"),
    choices: [{ value: "refuse", label: "No: run nothing" }, { value: "trust", label: "Yes, I trust it" }],
    open: false,
    preselected: "refuse",
  };
}

function hintFor({ root }: TrustSubject, { host, byAgent }: CommandContext): string {
  const isHere = pathWithin(root, host.cwd()) !== undefined;
  const command = isHere ? "wf trust" : `wf trust --cwd ${quoteShell(root)}`;
  return byAgent()
    ? `The user checks it and runs ${command} at a terminal`
    : `Check it and run ${command} at a terminal; without a terminal, as in CI, set WF_TRUST=1`;
}
