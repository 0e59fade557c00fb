import { configDefaults } from "../../../generated/metadata.ts";
import type { Config, ConfigFile } from "../../../schemas/config.ts";
import type { ConfiguredRun } from "../../../schemas/results/agents.ts";
import { type ConfigOverride, readKey } from "../config/resolve.ts";

/** The keys that keep an agent from acting without a question, in every mode. */
const SAFETY = ["always_confirm_destructive", "always_confirm_external_services"] as const;

/**
 * What a configuration file makes run, in full: the command of the agent and the agent it is for, the
 * commands that set up worktrees, the key that lets the commands of plans run without a question, and the
 * keys of `safety` that are off.
 *
 * Empty where the file names nothing to run and takes no question away. Two files with the same list are
 * trusted alike.
 */
export function configuredRuns(file: ConfigFile): readonly ConfiguredRun[] {
  const command = commandOf(file);
  const { name = configDefaults.agent.name } = file.agent ?? {};
  const agent = command === ""
    ? []
    : [{ key: "agent.name", value: name }, { key: "agent.command", value: command }];
  const unasked = unaskedKey(file);
  return [
    ...agent,
    ...setUpOf(file).map((value) => ({ key: "worktree.setup", value })),
    ...(unasked === undefined ? [] : [unasked]),
    ...SAFETY.filter((name) => file.safety?.[name] === false)
      .map((name) => ({ key: `safety.${name}`, value: "false" })),
  ];
}

/** What of a project's configuration a command is going to run. */
export interface ConfigUse {
  /** The configuration file. */
  readonly file: ConfigFile;
  /** What flags override in it: the user's own word. */
  readonly overrides: readonly ConfigOverride[];
  /** The configuration of this invocation. */
  readonly config: Config;
  /** Whether the agent is started. */
  readonly agent: boolean;
  /** Whether plans are carried out. */
  readonly plans: boolean;
}

/**
 * Whether a command runs something, or lets an agent act without a question, because the configuration file
 * says so, and not because a flag does.
 */
export function runsConfigured(use: ConfigUse): boolean {
  const { file, config, plans } = use;
  const runsSetUp = plans && config.parallelization.enabled && setUpOf(file).length > 0 &&
    !isOwn(use, "worktree.setup");
  const runsUnasked = plans && !config.gates.confirm_plan && !isOwn(use, "gates.confirm_plan") &&
    !isOwnYolo(use);
  return startsConfigured(use) || runsSetUp || runsUnasked || letsAgentAct(use);
}

/** Whether a command starts an agent by the command that the configuration file names. */
export function startsConfigured(use: ConfigUse): boolean {
  return startsAgent(use) && commandOf(use.file) !== "" && !isOwn(use, "agent.command");
}

/** Whether the file takes away questions that an agent's requests would meet. */
function letsAgentAct(use: ConfigUse): boolean {
  const { config } = use;
  const isYolo = config.mode === "yolo" && !isOwnYolo(use);
  const isUnsafe = SAFETY.some((name) => !config.safety[name] && !isOwn(use, `safety.${name}`));
  return startsAgent(use) && (isYolo || isUnsafe);
}

/** Whether an agent is started that asks for permission: the built-in shell runs what the plan says. */
function startsAgent({ agent, config }: ConfigUse): boolean {
  return agent && config.agent.name !== "shell";
}

function isOwn({ overrides }: ConfigUse, key: string): boolean {
  return overrides.some((override) => override.key === key);
}

/** In mode yolo the gates are off: who gives that mode by a flag has said so. */
function isOwnYolo(use: ConfigUse): boolean {
  return isOwn(use, "mode") && use.config.mode === "yolo";
}

/** The key that lets the commands of plans run without a question before each plan. */
function unaskedKey(file: ConfigFile): ConfiguredRun | undefined {
  if (file.mode === "yolo") return { key: "mode", value: "yolo" };
  return file.gates?.confirm_plan === false ? { key: "gates.confirm_plan", value: "false" } : undefined;
}

function commandOf(file: ConfigFile): string {
  const command = readKey(file, "agent.command");
  return typeof command === "string" && command.trim() !== "" ? command : "";
}

function setUpOf(file: ConfigFile): readonly string[] {
  const commands = readKey(file, "worktree.setup");
  return Array.isArray(commands) ? commands.filter((command) => typeof command === "string") : [];
}
