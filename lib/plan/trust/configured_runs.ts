import { configDefaults } from "../../../generated/metadata.ts";
import type { Config, ConfigFile } from "../../../schemas/config.ts";
import type { ConfiguredRun } from "../../../schemas/results/agents.ts";
import { type ConfigOverride, readKey } from "../config/resolve.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { agentNames } from "../agents/role_agents.ts";

const KEPT = "agent.keep_variables";
const SET_UP = "worktree.setup";

/** The keys that make an agent ask before it acts, in every mode. */
const SAFETY = ["always_confirm_destructive", "always_confirm_external_services"] as const;

/**
 * Returns everything that a configuration file causes to run, in full: the command of the agent and the agent
 * it is for, the secrets that the agent gets, the commands that set up worktrees, the key that lets the
 * commands of plans run without a question, the disabled keys of `safety`, and what opens the sandbox.
 *
 * Empty if the file contains nothing to run and removes no question. Trust applies to all files with the same
 * list.
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
    ...listOf(file, KEPT).map((value) => ({ key: KEPT, value })),
    ...listOf(file, SET_UP).map((value) => ({ key: SET_UP, value })),
    ...(unasked === undefined ? [] : [unasked]),
    ...SAFETY.filter((name) => file.safety?.[name] === false)
      .map((name) => ({ key: `safety.${name}`, value: "false" })),
    ...sandboxOpenings(file),
    ...executorKeys(file).map((key) => ({ key, value: textOf(readKey(file, key)) })),
  ];
}

/** The parts of a project's configuration that a command uses. */
export interface ConfigUse {
  readonly file: ConfigFile;
  /** The overrides of flags, which come from the user. */
  readonly overrides: readonly ConfigOverride[];
  readonly config: Config;
  /** True if the agent is started. */
  readonly agent: boolean;
  /** True if plans are executed. */
  readonly plans: boolean;
}

/**
 * Reports whether a command runs something, or lets an agent act without a question, because of the
 * configuration file and not because of a flag.
 */
export function runsConfigured(use: ConfigUse): boolean {
  const { file, config, plans } = use;
  const runsSetUp = plans && listOf(file, SET_UP).length > 0 && !isOwn(use, SET_UP);
  const runsUnasked = plans && !config.gates.confirm_plan && !isOwn(use, "gates.confirm_plan") &&
    !isOwnYolo(use);
  return startsConfigured(use) || runsSetUp || runsUnasked || letsAgentAct(use) || opensSandbox(use) ||
    leavesMachine(use);
}

/** Reports whether a command starts an agent with the command of the configuration file. */
export function startsConfigured(use: ConfigUse): boolean {
  return startsAgent(use) && commandOf(use.file) !== "" && !isOwn(use, "agent.command");
}

/** Reports whether the file removes questions about an agent's requests, or gives secrets to it. */
function letsAgentAct(use: ConfigUse): boolean {
  const { file, config } = use;
  const givesSecrets = listOf(file, KEPT).length > 0 && !isOwn(use, KEPT);
  const isYolo = config.mode === "yolo" && !isOwnYolo(use);
  const isUnsafe = SAFETY.some((name) => !config.safety[name] && !isOwn(use, `safety.${name}`));
  return startsAgent(use) && (isYolo || isUnsafe || givesSecrets);
}

/** Reports whether the file opens a sandbox that there would be without it. */
function opensSandbox(use: ConfigUse): boolean {
  const { agent, plans, config, file } = use;
  const isUsed = config.mode === "yolo" || config.agent.sandbox === "required";
  return (agent || plans) && isUsed && sandboxOpenings(file).some(({ key }) => !isOwn(use, key));
}

/** Reports whether the file makes plans leave this machine, or names where they go. */
function leavesMachine(use: ConfigUse): boolean {
  const { plans, config, file } = use;
  return plans && config.executor.name !== "local" && executorKeys(file).some((key) => !isOwn(use, key));
}

/** Returns the text of a value; a list is a program and its arguments. */
function textOf(value: unknown): string {
  return Array.isArray(value) ? value.map(String).map(quoteShell).join(" ") : String(value);
}

/** The keys of `executor`. */
const EXECUTOR = Object.keys(configDefaults.executor);

/** Returns the keys of the file that decide to which machines and remotes plans and commits go. */
function executorKeys(file: ConfigFile): readonly string[] {
  return EXECUTOR.map((key) => `executor.${key}`).filter((key) => {
    const value = readKey(file, key);
    return value !== undefined && value !== "" && value !== "local" &&
      !(Array.isArray(value) && value.length === 0);
  });
}

/** Returns the settings that switch off the sandbox, or extend what programs in it may do. */
function sandboxOpenings(file: ConfigFile): readonly ConfiguredRun[] {
  return [
    ...[{ key: "agent.sandbox", value: "off" }, { key: "agent.sandbox_network", value: "all" }]
      .filter(({ key, value }) => readKey(file, key) === value),
    ...listOf(file, "agent.sandbox_writable").map((value) => ({ key: "agent.sandbox_writable", value })),
  ];
}

/**
 * Reports whether an agent is started that asks for permission. The built-in shell agent runs the commands of
 * the plan.
 */
function startsAgent({ agent, config }: ConfigUse): boolean {
  return agent && agentNames(config.agent).some((name) => name !== "shell");
}

function isOwn({ overrides }: ConfigUse, key: string): boolean {
  return overrides.some((override) => override.key === key);
}

/** Reports whether a flag of the user sets mode yolo, which turns off the gates. */
function isOwnYolo(use: ConfigUse): boolean {
  return isOwn(use, "mode") && use.config.mode === "yolo";
}

/** Returns the key that lets the commands of plans run without a question before each plan. */
function unaskedKey(file: ConfigFile): ConfiguredRun | undefined {
  if (file.mode === "yolo") return { key: "mode", value: "yolo" };
  return file.gates?.confirm_plan === false ? { key: "gates.confirm_plan", value: "false" } : undefined;
}

function commandOf(file: ConfigFile): string {
  const command = readKey(file, "agent.command");
  return typeof command === "string" && command.trim() !== "" ? command : "";
}

/** Returns the strings in a list of the file. */
function listOf(file: ConfigFile, key: string): readonly string[] {
  const values = readKey(file, key);
  return Array.isArray(values) ? values.filter((value) => typeof value === "string") : [];
}
