import type { ConfigValue } from "../../../schemas/config.ts";
import type { ConfigChange, ConfigChanges } from "../../../schemas/results/config.ts";
import { ConfinedFiles } from "../../apply/files/confined_files.ts";
import { CONFIG_PATH, parseConfig } from "../../parse/config/config.ts";
import { writeConfigKey } from "../../parse/config/write.ts";
import { unmappedTiers } from "../../plan/agents/tiers.ts";
import { isConfigValue, readKey, resolveConfig, sameValue } from "../../plan/config/resolve.ts";
import { ownModelsText } from "../../report/setup/agents.ts";
import { changesText } from "../../report/setup/config.ts";
import { SourceText } from "../../text/source_text.ts";
import { type CommandContext, type Outcome, UsageError } from "../context/command_context.ts";
import type { OpenProject } from "../context/open_project.ts";
import { requirePlanningLink } from "../trust/require_planning_link.ts";
import { requireUser } from "../trust/require_user.ts";
import { renewTrust } from "../trust/renew_trust.ts";

export interface ConfigEdit {
  /** Dotted key. */
  readonly key: string;
  /** The validated value; undefined removes the key from the file. */
  readonly value: ConfigValue | undefined;
}

export interface WriteConfigOptions {
  /** Shows the changes without writing them. */
  readonly dryRun: boolean;
}

/**
 * Changes the given keys in the `config.json` that applies, atomically, and preserves the rest of the file. Throws a
 * UsageError when a coding agent changes a key that only the user may change.
 */
export async function writeConfig(
  { root, project }: OpenProject,
  edits: readonly ConfigEdit[],
  { dryRun }: WriteConfigOptions,
  context: CommandContext,
): Promise<Outcome> {
  requireUser(edits, context);
  requireReadable(project.config.diagnostics.find(({ code }) => code === "config-not-json")?.message);
  const { path, text: old } = project.config.source;
  const { text, changes } = editConfig(old, edits);
  const written = dryRun || text === old ? [] : [path];
  if (written.length > 0) {
    await requirePlanningLink(root, context);
    await new ConfinedFiles(context.host, root).write(path, text);
    const after = parseConfig(new SourceText(path, text)).file;
    await renewTrust({ root, before: project.config.file, after }, context);
  }
  const result: ConfigChanges = { formatVersion: 1, changes, written };
  return { exitCode: 0, result, text: changesText(result, context.style) };
}

/** Returns a notice for an agent that has no models for the profile, after some edits; empty for others. */
export function ownModelNotice({ project }: OpenProject, edits: readonly ConfigEdit[]): string {
  const { file } = parseConfig(
    new SourceText(CONFIG_PATH, editConfig(project.config.source.text, edits).text),
  );
  const { agent } = resolveConfig({ file }).config;
  const tiers = unmappedTiers(agent);
  return tiers.length === 0 ? "" : `\n${ownModelsText([agent.name], tiers)}`;
}

export function editConfig(
  start: string,
  edits: readonly ConfigEdit[],
): { readonly text: string; readonly changes: readonly ConfigChange[] } {
  let text = start;
  const changes: ConfigChange[] = [];
  for (const { key, value } of edits) {
    const before = readKey(parseConfig(new SourceText(CONFIG_PATH, text)).file, key);
    const old = isConfigValue(before) ? before : null;
    const next = writeConfigKey(text, key, value);
    const after = value ?? null;
    if (next !== text && !sameValue(old, after)) changes.push({ key, before: old, after });
    text = next;
  }
  return { text, changes };
}

function requireReadable(problem: string | undefined): void {
  if (problem !== undefined) {
    throw new UsageError(
      `Cannot change ${CONFIG_PATH}: ${problem}`,
      "Correct the JSON first: wf validate shows the position",
    );
  }
}
