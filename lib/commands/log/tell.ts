import type { TellOptions } from "../../../schemas/commands.ts";
import type { SteeringAction, SteeringCommand, TellResult } from "../../../schemas/steering.ts";
import type { Repository } from "../../apply/git/repository.ts";
import { readEvents, readRuns } from "../../apply/log/read_log.ts";
import { hostedSession } from "../../apply/session/hosted_session.ts";
import { addCommand } from "../../apply/steer/command_file.ts";
import { readLogTarget } from "../../plan/log/log_target.ts";
import { viewOf } from "../../plan/run/live_view.ts";
import { findSteered } from "../../plan/steer/find_steered.ts";
import { MAX_WORDS } from "../../plan/steer/steering_command.ts";
import { tellText } from "../../report/run/tell.ts";
import { type CommandContext, type Outcome, UsageError } from "../context/command_context.ts";
import { openOwnRepository } from "../context/open_project.ts";

/** Steers a plan of the run in progress: gives its agent words, ends its turn, or retries or skips its task. */
export async function tell(options: TellOptions, context: CommandContext): Promise<Outcome> {
  const { host, byAgent, style } = context;
  if (byAgent()) {
    throw new UsageError(
      "A run is steered by you only: a coding agent calls",
      "Run it in a terminal of your own",
    );
  }
  const action = actionOf(options);
  const text = (options.words ?? "").trim();
  if (text === "" && (action === "tell" || action === "skip")) {
    const example = action === "tell" ? '"use the old API"' : '--skip "not needed"';
    throw new UsageError(
      action === "tell" ? "Give the words for the agent" : "Give the reason",
      `For example: wf tell ${options.target} ${example}`,
    );
  }
  if (text.length > MAX_WORDS) {
    throw new UsageError(
      `The words are too long: at most ${MAX_WORDS} characters`,
      "Write them into a file, and name it",
    );
  }
  const repository = await openOwnRepository(context);
  const run = await runInProgress(repository);
  const view = viewOf(await readEvents(repository.git, run));
  const place = findSteered(view, readLogTarget(options.target), action);
  if ("kind" in place) throw new UsageError(place.message, place.hint);
  const at = new Date(host.now()).toISOString();
  const command: SteeringCommand = { formatVersion: 1, at, action, ...place, text };
  const sent = !options["dry-run"];
  if (sent) await addCommand(repository.git, run, command);
  const result: TellResult = { formatVersion: 1, run, sent, command };
  return { exitCode: 0, result, text: tellText(result, style) };
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
