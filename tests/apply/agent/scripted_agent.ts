/**
 * An agent without a process, which answers with given texts.
 * @module
 */
import type {
  Agent,
  AgentProbe,
  OpenResult,
  SessionOptions,
  TurnResult,
} from "../../../lib/apply/agent/core/port.ts";

/** An agent that gives one answer after the other, the last again and again. */
export class ScriptedAgent implements Agent {
  readonly name = "scripted";
  /** The prompts that it got. */
  readonly prompts: string[] = [];
  /** The options of its sessions. */
  readonly sessions: SessionOptions[] = [];

  /** @param answers A text, or what a turn comes to. */
  constructor(
    readonly answers: readonly (string | TurnResult | ((session: SessionOptions) => Promise<string>))[],
  ) {}

  probe(): Promise<AgentProbe> {
    return Promise.resolve({ kind: "ready", version: "1", permissions: "asks" });
  }

  open(session: SessionOptions): Promise<OpenResult> {
    this.sessions.push(session);
    return Promise.resolve(
      {
        kind: "opened",
        session: {
          turn: async ({ prompt }: { readonly prompt: string }): Promise<TurnResult> => {
            this.prompts.push(prompt);
            const answer = this.answers[Math.min(this.prompts.length, this.answers.length) - 1]!;
            if (typeof answer === "object") return answer;
            const text = typeof answer === "string" ? answer : await answer(session);
            return { kind: "finished", text, refused: [] };
          },
          close: () => Promise.resolve(),
        },
      } as const,
    );
  }
}

/** An answer of data. */
export function dataAnswer(value: unknown): string {
  return `Here it is.\n\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\`\n`;
}
