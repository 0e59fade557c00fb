import { type Host, SHOWN_OUTPUT } from "../../../host/host.ts";
import { AGENT_MARK } from "../core/agent_mark.ts";
import { LeftPrograms } from "../core/left_programs.ts";
import { CLEAN_GIT_ENVIRONMENT } from "../../git/process.ts";
import type { Agent, AgentProbe, OpenResult, SessionOptions, Turn, TurnResult } from "../core/port.ts";
import { shellBlocks } from "./blocks.ts";

/**
 * The built-in agent without a model: it runs the fenced `sh` blocks of a task's action in order, and stops
 * at the first failing command. The output of the last block counts as its last words.
 *
 * The blocks have the variables `WF_PLAN`, `WF_TASK`, `WF_ATTEMPT` (1 for the first turn) and, after a
 * failure, `WF_FEEDBACK` with the output of the failed command. Programs that they leave running end at the next
 * turn, so that the user can use a server at a checkpoint between two tasks.
 */
export class ShellAgent implements Agent {
  readonly name = "shell";

  /** Creates the agent, which starts with its first session. */
  constructor(readonly host: Host) {}

  async probe(): Promise<AgentProbe> {
    try {
      await this.host.run({ argv: ["sh", "-c", ":"], cwd: this.host.cwd() });
      return { kind: "ready", version: "", permissions: "scripted" };
    } catch {
      return {
        kind: "unusable",
        message: "Cannot run sh: it is not installed",
        hint: "Install a POSIX shell",
      };
    }
  }

  open(options: SessionOptions): Promise<OpenResult> {
    const left = new LeftPrograms(this.host);
    const session = {
      turn: async (turn: Turn) => {
        await left.end();
        return await this.#turn(turn, { ...options, env: { ...options.env, ...left.env } });
      },
      close: () => left.end(),
    };
    return Promise.resolve({ kind: "opened", session });
  }

  async #turn(
    { plan, task, feedback, attempt, signal }: Turn,
    { directory: cwd, onOutput, env: given, documents = false }: SessionOptions,
  ): Promise<TurnResult> {
    const blocks = task?.type === "auto" ? shellBlocks(task.action) : [];
    const what = task === undefined ? "This step" : `Task ${plan}/${task.number}`;
    if (blocks.length === 0) {
      const message = `${what} has no \`\`\`sh block in its action; the shell agent runs only such blocks`;
      return { ...TASK_FAILED, message, output: "" };
    }
    const env = {
      ...CLEAN_GIT_ENVIRONMENT,
      ...AGENT_MARK,
      ...given,
      WF_PLAN: plan,
      WF_TASK: String(task?.number ?? ""),
      WF_ATTEMPT: String(attempt),
      WF_FEEDBACK: feedback?.text.slice(0, 32_000),
    };
    let text = "";
    for (const { shell, script } of blocks) {
      const argv = [shell, "-e", "-c", script] as const;
      const sandbox = { network: false, documents };
      const result = await this.host.run({ argv, cwd, env, signal, onOutput, sandbox, keep: SHOWN_OUTPUT });
      if (signal.aborted) break;
      if (result.code !== 0) {
        const message = `${what} failed: its ${shell} block ended with exit code ${result.code}`;
        return { ...TASK_FAILED, message, output: (result.stdout + result.stderr).trimEnd() };
      }
      text = result.stdout;
    }
    return signal.aborted ? { kind: "cancelled" } : { kind: "finished", text, refused: [] };
  }
}

const TASK_FAILED = { kind: "failed", reason: "task", hint: "" } as const;
