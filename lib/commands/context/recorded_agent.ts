import type { Config } from "../../../schemas/config.ts";
import type { Agent } from "../../apply/agent/core/port.ts";
import type { Repository } from "../../apply/git/repository.ts";
import type { Asker, EventDraft } from "../../apply/interaction/interaction.ts";
import { mapAgents } from "../../apply/agent/team.ts";
import { loggedAgent } from "../../apply/log/logged_agent.ts";
import { reportedRoles } from "../../apply/log/reported_roles.ts";
import type { RunLog } from "../../apply/log/run_log.ts";
import { meteredAgent, UsageMeter } from "../../apply/usage/metered_agent.ts";
import { readUserPolicy } from "../../apply/trust/user_policy.ts";
import type { Usage } from "../../../schemas/usage.ts";
import { defined } from "../../collections/defined.ts";

export interface RecordedOptions {
  readonly repository: Repository;
  readonly config: Config;
  /** The number of the phase that it works on, as printed; undefined if there is none. */
  readonly phase?: string | undefined;
  /** Logs its turns; undefined for a command without a log. */
  readonly log?: RunLog | undefined;
  readonly ask: Asker;
  /** {@link CommandContext.used} */
  readonly used: Usage[];
  /** Reports events; by default they only go into the log. */
  readonly report?: (event: EventDraft) => void;
}

/** Returns an agent whose turns are logged and reported, and which stops when a budget is used up. */
export async function recordedAgent(
  agent: Agent,
  { repository, config, phase, log, ask, used, report = (event) => log?.event(log.timed(event)) }:
    RecordedOptions,
): Promise<Agent> {
  const logged = (one: Agent) => log === undefined ? one : loggedAgent(one, log);
  // A hosting agent does not report what it uses.
  if (agent.name === "host") return logged(agent);
  const { host } = repository.git;
  const meter = await UsageMeter.open({
    repository,
    budget: config.agent.budget,
    ...defined({ phase, run: log?.id }),
    ask,
    used,
    ceilings: (await readUserPolicy(host)).policy.agent?.budget ?? {},
    report,
  });
  return mapAgents(agent, (one) => reportedRoles(meteredAgent(logged(one), meter), report, host));
}
