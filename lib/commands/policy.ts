import type { PolicyOptions } from "../../schemas/commands.ts";
import type { LastingPermission, PolicyResult } from "../../schemas/results/policy.ts";
import { findProjectRoot } from "../apply/files/load_project.ts";
import { LastingPermissions } from "../apply/trust/lasting_permissions.ts";
import { readUserPolicy } from "../apply/trust/user_policy.ts";
import { policyText } from "../report/setup/policy.ts";
import { type CommandContext, type Outcome, UsageError } from "./context/command_context.ts";
import { findRoot } from "./context/open_project.ts";
import { setEntries } from "./config/user_config.ts";
import { requireTerminal } from "./trust/require_user.ts";

/** Shows the policy of the user and what is always allowed in a project, or forgets some of it. */
export async function policy(options: PolicyOptions, context: CommandContext): Promise<Outcome> {
  const { host, cwd, style } = context;
  const { action = "list", "dry-run": dryRun = false } = options;
  const forgets = action === "forget";
  const root = forgets ? await findRoot(context) : await findProjectRoot(host, await cwd());
  const lasting = root === undefined ? undefined : new LastingPermissions(host, root);
  const all = await lasting?.list() ?? [];
  const forgotten = forgets ? chosen(all, options) : [];
  const permissions = all.filter((one) => !forgotten.includes(one));
  if (forgets && !dryRun) {
    requireTerminal("Cannot change what you always allow", context);
    await lasting?.keep(permissions);
  }
  const stored = await readUserPolicy(host);
  const result: PolicyResult = {
    formatVersion: 1,
    path: stored.path,
    values: setEntries(stored),
    project: await lasting?.place() ?? null,
    permissions,
    forgotten,
  };
  return { exitCode: 0, result, text: policyText(result, { style, forgets, dryRun }) };
}

/** The fewest digits of an ID that `forget` takes; so many are shown. */
const SHORT_ID = 8;

/** Returns the permissions to forget. Throws a UsageError when the options name none. */
function chosen(
  permissions: readonly LastingPermission[],
  { id, all = false }: PolicyOptions,
): readonly LastingPermission[] {
  if (all === (id !== undefined)) {
    throw new UsageError(
      all ? "An ID and --all exclude each other" : "Cannot forget without an ID",
      "Give one: wf policy shows the IDs; everything: wf policy forget --all",
    );
  }
  if (id === undefined) return permissions;
  const found = permissions.filter((one) => id.length >= SHORT_ID && one.id.startsWith(id));
  if (found.length > 0) return found;
  throw new UsageError(`Nothing is always allowed here with the ID "${id}"`, "wf policy shows the IDs");
}
