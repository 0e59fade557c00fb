import type { Config } from "../../../schemas/config.ts";
import type { NewProjectOptions } from "../../../schemas/commands.ts";
import type { Choice, Question } from "../../../schemas/question.ts";
import type { AgentsResult } from "../../../schemas/results/agents.ts";
import { findAgent } from "../../apply/agent/find.ts";
import { agentPresets } from "../../plan/agents/presets.ts";
import type { Answers } from "../context/answers.ts";
import type { CommandContext } from "../context/command_context.ts";
import { notice } from "../context/consult.ts";

/** What `shell` means in a new project. */
const WITHOUT: Choice = { value: "shell", label: "none: templates to fill in, and a first plan to try" };

/**
 * Asks which of the installed coding agents does the work.
 *
 * @returns Its name, or undefined if it is not answered, `--yes` asks nothing, or no agent is installed.
 */
export async function chooseAgent(
  answers: Answers,
  context: CommandContext,
  { yes = false }: Pick<NewProjectOptions, "yes"> = {},
): Promise<string | undefined> {
  if (!answers.given.has(AGENT) && (yes || !canAsk(context))) return undefined;
  const installed = await installedAgents(context);
  if (installed.length === 0 && !answers.given.has(AGENT)) {
    notice("No coding agent is installed, so you get templates; wf agents shows how to install one", context);
    return undefined;
  }
  const question: Question = {
    id: AGENT,
    kind: "decision",
    title: "Which agent does the work?",
    details: "",
    choices: [...installed, WITHOUT],
    open: false,
    preselected: (installed[0] ?? WITHOUT).value,
  };
  return (await answers.ask(question))?.value;
}

/** Reports whether the agent of a new project can be used; if not, shows why and how to install it. */
export async function reportUsable(
  { agent }: Config,
  root: string,
  context: CommandContext,
): Promise<boolean> {
  if (context.hosting !== undefined) return true;
  const found = findAgent(agent, context.host, root);
  const problem = found.kind === "unknown" ? found : await found.agent.probe();
  if (problem.kind === "ready") return true;
  notice(`${problem.message}, so it cannot do the work yet. ${problem.hint}`, context);
  return false;
}

const AGENT = "agent";

function canAsk({ host, json, byAgent }: CommandContext): boolean {
  return !json && !byAgent() && host.isTerminal("stdin") && host.isTerminal("stderr");
}

/** Returns the installed agents that have a model; of two ways to start the same program only the first. */
async function installedAgents(context: CommandContext): Promise<readonly Choice[]> {
  const { agents } = (await context.call("agents", {})).result as AgentsResult;
  const found = agentPresets.flatMap(({ name, title }) => {
    const agent = agents.find((agent) => agent.name === name && agent.found);
    return agent === undefined || WITHOUT_MODEL.has(name) ? [] : [{ ...agent, title }];
  });
  return found
    .filter(({ name }) => !found.some((other) => name === `${other.name}-cli`))
    .map(({ name, title, version = "" }) => ({
      value: name,
      label: `${title.replace(PROTOCOL, "")} ${version}`.trim(),
    }));
}

/** The agents that run without a model of their own, or have to be configured first. */
const WITHOUT_MODEL: ReadonlySet<string> = new Set(["shell", "mock", "custom"]);

/** Matches the way to an agent, which only matters where both are listed. */
const PROTOCOL = / (?:over ACP|by its own stream of JSON)$/;
