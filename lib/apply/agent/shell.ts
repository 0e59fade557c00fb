import type { Host } from "../../host/host.ts";
import { CLEAN_GIT_ENVIRONMENT } from "../git_process.ts";
import type { Agent, AgentProbe, AgentSession, SessionOptions, Turn, TurnResult } from "./port.ts";
import { shellBlocks } from "./shell_blocks.ts";

/**
 * The built-in agent that needs no model: it runs the fenced `sh` blocks of a task's action, one
 * after the other, and stops at the first command that fails.
 *
 * The blocks see `WF_PLAN`, `WF_TASK`, `WF_ATTEMPT` (1 for the first turn) and, when something has
 * to be mended, `WF_FEEDBACK` with what was printed.
 */
export class ShellAgent implements Agent {
  readonly name = "shell";

  /**
   * Makes the agent.
   *
   * @param host The machine it runs programs on.
   */
  constructor(readonly host: Host) {}

  async probe(): Promise<AgentProbe> {
    try {
      await this.host.run({ argv: ["sh", "-c", ":"], cwd: this.host.cwd() });
      return { kind: "ready" };
    } catch {
      return {
        kind: "unusable",
        message: "Cannot run sh: it is not installed",
        hint: "Install a POSIX shell",
      };
    }
  }

  open({ directory, onOutput }: SessionOptions): Promise<AgentSession> {
    return Promise.resolve({
      turn: (turn) => this.#turn(turn, directory, onOutput),
      close: () => Promise.resolve(),
    });
  }

  async #turn(
    { plan, task, feedback, attempt, signal }: Turn,
    cwd: string,
    onOutput: SessionOptions["onOutput"],
  ): Promise<TurnResult> {
    const blocks = task.type === "auto" ? shellBlocks(task.action) : [];
    if (blocks.length === 0) {
      const message =
        `Task ${plan}/${task.number} has no \`\`\`sh block in its action, and the shell agent runs nothing else`;
      return { kind: "failed", message, output: "" };
    }
    const env = {
      ...CLEAN_GIT_ENVIRONMENT,
      WF_PLAN: plan,
      WF_TASK: String(task.number),
      WF_ATTEMPT: String(attempt),
      WF_FEEDBACK: feedback?.text.slice(0, 32_000),
    };
    for (const { shell, script } of blocks) {
      const result = await this.host.run({ argv: [shell, "-e", "-c", script], cwd, env, signal, onOutput });
      if (signal.aborted) break;
      if (result.code !== 0) {
        const message =
          `Task ${plan}/${task.number} failed: its ${shell} block ended with exit code ${result.code}`;
        return { kind: "failed", message, output: (result.stdout + result.stderr).trimEnd() };
      }
    }
    return { kind: "finished" };
  }
}
