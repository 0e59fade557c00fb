import type { StepOutcome } from "../../plan/execution/step_outcome.ts";
import { checkGaps } from "../../plan/verification/gaps.ts";
import { planChecks } from "../../plan/verification/phase_checks.ts";
import { brokenChecksQuestion } from "../../plan/verification/questions.ts";
import { readHistory } from "../history/read_history.ts";
import { askQuestion } from "../interaction/interaction.ts";
import { repeatChecks } from "../verify/repeat_checks.ts";
import type { RunContext } from "./context.ts";

/**
 * Runs the checks of a plan's earlier tasks again before its summary. If one no longer passes, asks whether to
 * continue.
 *
 * @returns The outcome that stops the plan; undefined if it can be completed.
 */
export async function checkPlan(plan: string, context: RunContext): Promise<StepOutcome | undefined> {
  const { host, reader, config, signal, log, home: { repository, root } } = context;
  const file = (await reader.plan(plan))?.file;
  if (file === undefined || file.body.tasks.length < 2) return undefined;
  const project = await reader.read();
  const from = await repository.git.commitOf("HEAD");
  const commitDocs = config.planning.commit_docs;
  const { journal } = await readHistory(repository, { project, commitDocs, from });
  const { checks, tasks } = planChecks(file, journal);
  const notice = (message: string) => context.report({ kind: "notice", message });
  const place = { host, repository, root, home: root, config, tasks, signal, notice, log };
  const broken = checkGaps(await repeatChecks(checks, place));
  if (signal.aborted) return { kind: "interrupted" };
  if (broken.length === 0) return undefined;
  const question = brokenChecksQuestion(plan, broken, config);
  const answer = await askQuestion(question, context);
  if (answer.kind !== "answered") return { kind: "waiting", question };
  if (answer.value === "continue") return undefined;
  return { kind: "turn-failed", message: question.title, output: question.details };
}
