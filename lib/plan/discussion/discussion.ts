import type { Mode } from "../../../schemas/config.ts";
import type { OpenPoint } from "../../../schemas/discussion.ts";
import type { Question } from "../../../schemas/question.ts";
import type { RoadmapSection } from "../../parse/roadmap/section.ts";
import type { WaitingQuestion } from "../../parse/documents/context.ts";

/**
 * What a phase leaves open as far as the roadmap tells: its boundary, how each success criterion is
 * shown, what it builds with, and the questions that its section asks.
 */
export function plainQuestions(section: RoadmapSection | undefined): readonly OpenPoint[] {
  const { goal = "", criteria = [], openPoints = [] } = section ?? {};
  return [
    ...openPoints.map((question) => ({ question, why: "The roadmap leaves it open.", choices: [] })),
    {
      question: "What does this phase leave out?",
      why: goal === "" ? "The roadmap gives it no goal." : `Its goal: ${goal}`,
      choices: [{ answer: "Everything that its goal does not name" }],
    },
    ...(criteria.length > 0 ? criteria.map(shownHow) : [{
      question: "What must be true when the phase is done?",
      why: "The roadmap gives it no success criteria, so nobody could tell that it is done.",
      choices: [],
    }]),
    {
      question: "What is it built with: libraries, formats, existing code?",
      why: "Whoever plans the phase would choose by themselves.",
      choices: [{ answer: "With what the project uses already" }],
    },
  ];
}

function shownHow(criterion: string): OpenPoint {
  return {
    question: `How is it shown that this holds: ${criterion.replace(/\.$/, "")}?`,
    why: "What a command shows is checked in every run; what a person has to look at waits for one.",
    choices: [{ answer: "A test or another command shows it" }, { answer: "A person looks at it" }],
  };
}

/** The answer that leaves a question to whoever plans the phase. */
export const LEAVE = "leave";

/**
 * A question of a discussion. Any text answers it; in mode `yolo` the first suggestion does, as for
 * other decisions.
 */
export function discussionQuestion({ id, question, why, choices }: WaitingQuestion, mode: Mode): Question {
  const all = [
    ...choices.map(({ answer, because }) => ({
      value: answer,
      label: because === undefined ? answer : `${answer} (${because})`,
    })),
    { value: LEAVE, label: "Leave it to whoever plans the phase" },
  ];
  return {
    id,
    kind: "decision",
    title: question,
    details: why === "" ? "" : `Why it matters: ${why}`,
    choices: all,
    open: true,
    ...(mode === "yolo" ? { automatic: all[0]!.value } : {}),
  };
}

/** What a decision says for an answer. */
export function answerText(answer: string, { choices }: WaitingQuestion): string {
  if (answer === LEAVE) return "Left to whoever plans the phase.";
  const because = choices.find((choice) => choice.answer === answer)?.because;
  return because === undefined ? answer : `${answer} (${because})`;
}
