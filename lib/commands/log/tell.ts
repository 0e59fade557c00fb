import type { TellOptions } from "../../../schemas/commands.ts";
import type { ChosenAgent, SteeringAction, SteeringCommand, TellResult } from "../../../schemas/steering.ts";
import { isCoordinator } from "../../apply/executor/remote_lanes.ts";
import type { Repository } from "../../apply/git/repository.ts";
import { readEvents, readRuns } from "../../apply/log/read_log.ts";
import { hostedSession } from "../../apply/session/hosted_session.ts";
import { addCommand } from "../../apply/steer/command_file.ts";
import { defined } from "../../collections/defined.ts";
import { AGENT_NAMES } from "../../parse/config/role_agent.ts";
import { isModelName } from "../../parse/config/model_name.ts";
import { listText } from "../../text/list_text.ts";
import { readLogTarget } from "../../plan/log/log_target.ts";
import { viewOf } from "../../plan/run/live_view.ts";
import { findSteered, plansForWorkers } from "../../plan/steer/find_steered.ts";
import { MAX_WORDS } from "../../plan/steer/steering_command.ts";
import { tellText } from "../../report/run/tell.ts";
import { answerTo } from "./tell_answer.ts";
import { type CommandContext, type Outcome, UsageError } from "../context/command_context.ts";
import { openOwnRepository } from "../context/open_project.ts";

/** Steers the run in progress: gives an agent words, ends its turn, retries or skips its task, or answers a question. */
export async function tell(options: TellOptions, context: CommandContext): Promise<Outcome> {
  const { byAgent, style } = context;
  if (byAgent()) {
    throw new UsageError(
      "A run is steered by you only: a coding agent calls",
      "Run it in a terminal of your own",
    );
  }
  const { target, answer } = options;
  if ((target === undefined) === (answer === undefined)) {
    throw new UsageError(
      answer === undefined ? "Name the plan, or give an answer" : "--answer takes no plan",
      "For example: wf tell 01-02 --interrupt, or wf tell --answer merge=yes",
    );
  }
  const words = target === undefined ? undefined : wordsOf(options);
  const repository = await openOwnRepository(context);
  const run = await runInProgress(repository);
  const { command, elsewhere = false } = words === undefined
    ? { command: await answerTo(repository, run, answer!) }
    : await steeringOf(words, repository, run);
  const sent = !options["dry-run"];
  if (sent) await addCommand(repository.git, run, command);
  const result: TellResult = { formatVersion: 1, run, sent, command, ...elsewhere ? { elsewhere } : {} };
  return { exitCode: 0, result, text: tellText(result, style) };
}

interface Words {
  readonly target: string | undefined;
  readonly action: SteeringAction;
  readonly text: string;
  readonly chosen: ChosenAgent;
}

/** Returns what the options want. Throws a UsageError if words are missing or too long. */
function wordsOf(options: TellOptions): Words {
  const { target } = options;
  const action = actionOf(options);
  const text = (options.words ?? "").trim();
  if (text === "" && (action === "tell" || action === "skip")) {
    const example = action === "tell" ? '"use the old API"' : '--skip "not needed"';
    throw new UsageError(
      action === "tell" ? "Give the words for the agent" : "Give the reason",
      `For example: wf tell ${target} ${example}`,
    );
  }
  if (text.length > MAX_WORDS) {
    throw new UsageError(
      `The words are too long: at most ${MAX_WORDS} characters`,
      "Write them into a file, and name it",
    );
  }
  return { target, action, text, chosen: chosenOf(options, action) };
}

/** Returns the agent and the model to retry with. Throws a UsageError for those that cannot be. */
function chosenOf({ agent, model }: TellOptions, action: SteeringAction): ChosenAgent {
  if ((agent !== undefined || model !== undefined) && action !== "retry") {
    throw new UsageError(
      "--agent and --model need --retry",
      "For example: wf tell 01-02 --retry --model opus",
    );
  }
  if (agent !== undefined && !AGENT_NAMES.includes(agent)) {
    throw new UsageError(`Unknown agent "${agent}"`, `Expected one of ${listText(AGENT_NAMES, "or")}`);
  }
  if (model !== undefined && !isModelName(model)) {
    throw new UsageError(`"${model}" is an option, not a model`, "Give the agent's name of a model");
  }
  return defined({ agent, model });
}

async function steeringOf(
  { target, action, text, chosen }: Words,
  { git }: Repository,
  run: string,
): Promise<{ readonly command: SteeringCommand; readonly elsewhere: boolean }> {
  const events = await readEvents(git, run);
  const elsewhere = await isCoordinator(git) ? plansForWorkers(events) : [];
  const place = findSteered(viewOf(events), readLogTarget(target), { action, ...chosen }, elsewhere);
  if ("kind" in place) throw new UsageError(place.message, place.hint);
  const at = new Date(git.host.now()).toISOString();
  return {
    command: { formatVersion: 1, at, action, ...place, ...chosen, text },
    elsewhere: elsewhere.includes(place.plan),
  };
}

function actionOf({ interrupt, retry, skip }: TellOptions): SteeringAction {
  const flags = Object.entries({ interrupt, retry, skip }).filter(([, value]) => value).map(([name]) => name);
  if (flags.length > 1) {
    throw new UsageError(`--${flags.join(" and --")} exclude each other`, "Give one of them");
  }
  return flags[0] as SteeringAction | undefined ?? "tell";
}

/** Returns the ID of the run in progress. Throws a UsageError if there is none that listens. */
async function runInProgress(repository: Repository): Promise<string> {
  const running = (await readRuns(repository)).find(({ state }) => state === "running");
  if (running === undefined) {
    throw new UsageError(
      "No run is in progress here",
      "wf status shows what to run next, and wf runs what ran",
    );
  }
  if ((await hostedSession.read(repository.git))?.run === running.id) {
    throw new UsageError("A coding agent hosts the run in progress", "Tell that agent what you want");
  }
  return running.id;
}
