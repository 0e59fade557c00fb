import type { AnswerCommand } from "../../../schemas/steering.ts";
import type { Repository } from "../../apply/git/repository.ts";
import { readEvents } from "../../apply/log/read_log.ts";
import { answerCommand } from "../../apply/steer/command_file.ts";
import { readAnswer } from "../../plan/run/questions.ts";
import { waitingQuestions } from "../../report/view/page_state.ts";
import { runLanes } from "../../report/view/run_lanes.ts";
import { readAnswers } from "../context/answers.ts";
import { UsageError } from "../context/command_context.ts";

/** Returns the answer to a question that a run asks at its terminal. Throws a UsageError if it asks none such. */
export async function answerTo({ git }: Repository, run: string, argument: string): Promise<AnswerCommand> {
  const [[id, value] = ["", ""]] = readAnswers([argument]);
  const waiting = waitingQuestions(runLanes(await readEvents(git, run)), "running");
  const open = waiting.filter(({ answerable }) => answerable).map(({ question }) => question);
  const question = open.find((one) => one.id === id);
  if (question === undefined) {
    throw new UsageError(
      `The run in progress does not ask the question "${id}", or only its terminal takes the answer`,
      open.length === 0 ? "wf log shows what it does" : `It asks: ${open.map((one) => one.id).join(", ")}`,
    );
  }
  const answer = readAnswer(question, value);
  if (answer !== undefined) return answerCommand(question, answer, git.host);
  const allowed = question.choices.map((choice) => choice.value).join(", ");
  throw new UsageError(`"${value}" is not an answer to ${id}`, `Answer with one of ${allowed}`);
}
