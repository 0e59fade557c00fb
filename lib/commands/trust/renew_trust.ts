import type { ConfigFile } from "../../../schemas/config.ts";
import { isTrustedByEnvironment } from "../../apply/trust/planning_link.ts";
import { trustPlace } from "../../apply/trust/place.ts";
import { ProjectRecordsError } from "../../apply/trust/project_records.ts";
import { TrustStore } from "../../apply/trust/store.ts";
import { configuredRuns } from "../../plan/trust/configured_runs.ts";
import type { CommandContext } from "../context/command_context.ts";

/** A configuration before and after the user changed it. */
export interface ConfigRewrite {
  /** Absolute path of the project root. */
  readonly root: string;
  readonly before: ConfigFile;
  readonly after: ConfigFile;
}

/**
 * Keeps a project trusted after the user changed its configuration at a terminal, if it was trusted before or
 * nothing in it needed trust.
 */
export async function renewTrust(
  { root, before, after }: ConfigRewrite,
  context: CommandContext,
): Promise<void> {
  const { host, byAgent } = context;
  const [old, runs] = [configuredRuns(before), configuredRuns(after)];
  if (runs.length === 0 || JSON.stringify(old) === JSON.stringify(runs)) return;
  if (isTrustedByEnvironment(host) || byAgent() || !host.isTerminal("stdin") || !host.isTerminal("stderr")) {
    return;
  }
  const store = new TrustStore(host);
  const place = await trustPlace(host, root);
  await ignoringStore(async () => {
    if (old.length === 0 || await store.trusts(place, old)) await store.record(place, runs);
  });
}

/** Records trust for a project that this program has just created for the user. */
export async function trustOwnProject(
  root: string,
  file: ConfigFile,
  { host }: CommandContext,
): Promise<void> {
  const runs = configuredRuns(file);
  if (runs.length === 0 || isTrustedByEnvironment(host)) return;
  await ignoringStore(async () => await new TrustStore(host).record(await trustPlace(host, root), runs));
}

/** Runs an action and ignores errors of the store: the next command that needs trust asks again. */
async function ignoringStore(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof ProjectRecordsError)) throw error;
  }
}
