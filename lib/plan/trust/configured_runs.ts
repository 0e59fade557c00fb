import { configDefaults } from "../../../generated/metadata.ts";
import type { Config, ConfigFile } from "../../../schemas/config.ts";
import type { ConfiguredRun } from "../../../schemas/output.ts";
import { type ConfigOverride, readKey } from "../config/resolve.ts";

/**
 * What a configuration file makes run, in full: the command of the agent and the agent it is for, the
 * commands that set up worktrees, and the key that lets the commands of plans run without a question.
 *
 * Empty where the file names nothing to run. Two files with the same list are trusted alike.
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

/** Whether a command runs something because the configuration file says so, and not because a flag does. */
export function runsConfigured({ file, overrides, config, agent, plans }: ConfigUse): boolean {
  const isOwn = (key: string) => overrides.some((override) => override.key === key);
  const runsCommand = agent && commandOf(file) !== "" && !isOwn("agent.command") &&
    config.agent.name !== "shell";
  const runsSetUp = plans && config.parallelization.enabled && setUpOf(file).length > 0 &&
    !isOwn("worktree.setup");
  // In mode yolo the gates are off: who gives that mode by a flag has said so.
  const isOwnYolo = isOwn("mode") && config.mode === "yolo";
  const runsUnasked = plans && !config.gates.confirm_plan && !isOwn("gates.confirm_plan") && !isOwnYolo;
  return runsCommand || runsSetUp || runsUnasked;
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
