import type { Host } from "../../host/host.ts";
import { nearest } from "../../nearest.ts";
import type { Agent } from "./port.ts";
import { ShellAgent } from "./shell.ts";

/** The result of {@link findAgent}. */
export type FoundAgent =
  | { readonly kind: "agent"; readonly agent: Agent }
  | { readonly kind: "unknown"; readonly message: string; readonly hint: string };

const AGENTS: Readonly<Record<string, (host: Host) => Agent>> = {
  shell: (host) => new ShellAgent(host),
};

/** The agent of a name, as `agent.name` and `--agent` give it. */
export function findAgent(name: string, host: Host): FoundAgent {
  const make = Object.hasOwn(AGENTS, name) ? AGENTS[name] : undefined;
  if (make !== undefined) return { kind: "agent", agent: make(host) };
  const known = Object.keys(AGENTS);
  const meant = nearest(name, known);
  const hint = meant === undefined ? `The agents are ${known.join(", ")}` : `Did you mean "${meant}"?`;
  return { kind: "unknown", message: `Unknown agent "${name}"`, hint };
}
