import { noticeText } from "../../report/terminal/notice_text.ts";
import type { Config, ConfigFile } from "../../../schemas/config.ts";
import type { UserPolicy } from "../../../schemas/policy.ts";
import { ignoresDocuments, type Repository, repositoryPath } from "../../apply/git/repository.ts";
import { readUserPolicy } from "../../apply/trust/user_policy.ts";
import type { Host } from "../../host/host.ts";
import { CONFIG_PATH } from "../../parse/config/config.ts";
import { PLANNING } from "../../parse/project/project.ts";
import {
  type ConfigOverride,
  type ConfigSources,
  isBudget,
  readKey,
  resolveConfig,
  type ResolvedConfig,
  writeKey,
} from "../../plan/config/resolve.ts";
import { floorsOf, loweredKeys } from "../../plan/trust/user_policy.ts";
import { listText } from "../../text/list_text.ts";
import { type CommandContext, UsageError } from "./command_context.ts";
import { singleAgent } from "../../plan/agents/role_agents.ts";

export interface ConfigInput {
  readonly file: ConfigFile;
  readonly overrides?: readonly ConfigOverride[];
}

/** Resolves a configuration with the policy of the user. */
export async function resolveWithPolicy(host: Host, sources: ConfigSources): Promise<ResolvedConfig> {
  const { policy } = await readUserPolicy(host);
  return resolveConfig({ ...sources, ...floorOf(policy) });
}

function floorOf(policy: UserPolicy): Pick<ConfigSources, "floors" | "kept"> {
  return { floors: floorsOf(policy), kept: policy.agent?.keep_variables ?? [] };
}

/** Resolves the configuration of a project in a repository, which may ignore its documents. */
export async function configIn(
  repository: Repository | undefined,
  { file, overrides = [] }: ConfigInput,
  host: Host,
): Promise<Config> {
  const planningIgnored = repository !== undefined &&
    await ignoresDocuments(repository.git, repositoryPath(repository, PLANNING));
  return (await resolveWithPolicy(host, { file, overrides, planningIgnored })).config;
}

/**
 * Resolves the configuration for a command that acts, and shows what the user's policy changes in it. Throws a
 * UsageError for a flag that is below the policy.
 */
export async function actingConfig(
  repository: Repository | undefined,
  { file, overrides = [] }: ConfigInput,
  { host, progress, progressStyle, hosting }: CommandContext,
): Promise<Config> {
  const { policy } = await readUserPolicy(host);
  const flags = {};
  for (const { key, value } of overrides) writeKey(flags, key, value);
  const [key] = loweredKeys(policy, flags);
  if (key !== undefined) {
    throw new UsageError(
      isBudget(key)
        ? `Cannot set ${key} with a flag: your policy allows at most ${readKey(policy, key)}`
        : `Cannot set ${key} with a flag: your policy keeps it on`,
      `To change the policy: wf config --user unset ${key}`,
    );
  }
  const lowered = loweredKeys(policy, file).filter((key) => !overrides.some((one) => one.key === key));
  if (lowered.length > 0) {
    const message = `Your policy applies, not ${CONFIG_PATH}: ${listText(lowered)}`;
    progress(noticeText(message, progressStyle));
  }
  const config = await configIn(repository, { file, overrides }, host);
  return hosting === undefined ? config : hostedConfig(config);
}

/** Returns the configuration for a coding agent that calls, and takes all turns itself. */
export function hostedConfig(config: Config): Config {
  const executor = { ...config.executor, name: "local" as const };
  return { ...config, executor, agent: singleAgent(config.agent, "host") };
}
