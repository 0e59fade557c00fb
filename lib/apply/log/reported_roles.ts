import type { Host } from "../../host/host.ts";
import { SecretMask } from "../../text/mask_secrets.ts";
import type { Agent, Turn, TurnResult } from "../agent/core/port.ts";
import { steerable } from "../agent/core/steerable.ts";
import type { EventDraft } from "../interaction/interaction.ts";
import { maskFor } from "../interaction/secrets.ts";

/** The maximum of an agent's output to report in one turn, in UTF-16 units. */
const MAX_REPORTED = 200_000;

/** Returns an agent whose turns that belong to no plan are reported, and which is the given one otherwise. */
export function reportedRoles(agent: Agent, report: (event: EventDraft) => void, host: Host): Agent {
  return {
    name: agent.name,
    probe: () => agent.probe(),
    open: async (options) => {
      const { role } = options;
      let room: number | undefined;
      const said = new SecretMask(maskFor(host), (text) => {
        if (room === undefined || room <= 0) return;
        report({ kind: "role-output", role, text: text.slice(0, room) });
        room -= text.length;
      });
      const opened = await agent.open({
        ...options,
        onOutput: (text) => {
          said.write(text);
          options.onOutput(text);
        },
        onTool: (use) => {
          if (use.status === "started") said.write(`\n> ${use.title}\n`);
          options.onTool?.(use);
        },
      });
      if (opened.kind === "failed") return opened;
      const { session } = opened;
      const turn = async (turn: Turn): Promise<TurnResult> => {
        if (turn.plan !== "") return await session.turn(turn);
        room = MAX_REPORTED;
        report({ kind: "role-turn", role, state: "started" });
        try {
          return await session.turn(turn);
        } finally {
          said.end();
          room = undefined;
          report({ kind: "role-turn", role, state: "ended" });
        }
      };
      return { ...opened, session: { ...steerable(session), turn, close: () => session.close() } };
    },
  };
}
