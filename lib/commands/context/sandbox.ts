import { noticeText } from "../../report/terminal/notice_text.ts";
import type { Config } from "../../../schemas/config.ts";
import type { Repository } from "../../apply/git/repository.ts";
import { readUserPolicy } from "../../apply/trust/user_policy.ts";
import { findSandbox } from "../../apply/sandbox/find_sandbox.ts";
import { Sandbox } from "../../apply/sandbox/sandbox.ts";
import { removeLeftScratch } from "../../apply/sandbox/scratch_folder.ts";
import { sandboxedHost } from "../../apply/sandbox/sandboxed_host.ts";
import { isBelow } from "../../plan/config/resolve.ts";
import type { Host } from "../../host/host.ts";
import { allow } from "../../plan/sandbox/causes.ts";
import { listText } from "../../text/list_text.ts";
import { type CommandContext, UsageError } from "./command_context.ts";

export interface SandboxInput {
  /** Absolute path of the project root. */
  readonly root: string;
  readonly config: Config;
  /** The repository; undefined outside of any. */
  readonly repository: Repository | undefined;
}

/** Maximum number of paths to name. */
const MAX_NAMED = 5;
/** The environment variable that replaces `agent.sandbox`, for a machine on which another value fits. */
const VARIABLE = "WF_SANDBOX";

/**
 * Runs work in a context whose machine runs agents, checks and shell tasks in a sandbox, if the configuration
 * wants that. Throws a UsageError when it is required and there is none.
 *
 * @param work Gets the notices to show first, such as that mode `yolo` has no sandbox.
 */
export async function withSandbox<T>(
  { root, config, repository }: SandboxInput,
  context: CommandContext,
  work: (context: CommandContext, notices: readonly string[]) => Promise<T>,
): Promise<T> {
  const { mode, agent } = config;
  const { host, progress, progressStyle } = context;
  const variable = host.env(VARIABLE) ?? "";
  await requireFloor(variable, host);
  await removeLeftScratch(host);
  const [wanted, by] = variable === "" ? [agent.sandbox, "agent.sandbox"] : [variable, VARIABLE];
  if (wanted === "off" || (wanted !== "required" && mode !== "yolo")) {
    return await work(context, mode === "yolo" ? [`No sandbox in mode yolo: ${by} is off`] : []);
  }
  const program = await findSandbox(host);
  if (program.kind === "none") {
    if (wanted === "required") {
      throw new UsageError(
        `Cannot run without a sandbox (${by} is required): ${program.reason}`,
        program.hint,
      );
    }
    return await work(context, [`No sandbox in mode yolo: ${program.reason}. ${program.hint}`]);
  }
  const { sandbox_network, sandbox_writable: writable } = agent;
  const network = sandbox_network === "all";
  const sandbox = new Sandbox({
    host,
    program,
    root: await host.realPath(root),
    repository,
    writable,
    network,
  });
  try {
    const notices = (await sandbox.missing()).map((path) =>
      `Nothing in the sandbox can write "${path}": it does not exist. Create it, or put its folder in agent.sandbox_writable`
    );
    return await work({ ...context, host: sandboxedHost(host, sandbox) }, notices);
  } finally {
    const warn = (message: string) => progress(noticeText(message, progressStyle));
    const refused = [...sandbox.refused];
    if (refused.length > 0) {
      warn(
        `The sandbox kept these read-only for the agent: ${listText(refused.slice(0, MAX_NAMED))}. ${
          allow(refused[0]!)
        }`,
      );
    }
    for (const path of await sandbox.newSettings()) {
      warn(`Check ${path}: it is new, and an agent outside the sandbox uses it`);
    }
    await sandbox.close();
  }
}

/** Throws a UsageError when the environment variable is below the user's policy. */
async function requireFloor(variable: string, host: Host): Promise<void> {
  const { policy } = await readUserPolicy(host);
  const floor = policy.agent?.sandbox;
  if (variable === "" || floor === undefined || !isBelow({ key: "agent.sandbox", value: variable }, floor)) {
    return;
  }
  throw new UsageError(
    `Cannot use ${VARIABLE}=${variable}: agent.sandbox is at least ${floor} in your policy`,
    "To change the policy: wf config --user unset agent.sandbox",
  );
}
