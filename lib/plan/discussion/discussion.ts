import type { Mode } from "../../../schemas/config.ts";
import type { OpenPoint } from "../../../schemas/discussion.ts";
import type { Question } from "../../../schemas/question.ts";
import type { RoadmapSection } from "../../parse/roadmap/section.ts";
import type { WaitingQuestion } from "../../parse/documents/context.ts";

/**
 * Returns the open questions of a phase according to the roadmap: its boundary, the proof of each success
 * criterion, its technology, and the questions in its section.
 */
export function plainQuestions(section: RoadmapSection | undefined): readonly OpenPoint[] {
  const { goal = "", criteria = [], openPoints = [] } = section ?? {};
  return [
    ...openPoints.map((question) => ({ question, why: "The roadmap leaves it open.", choices: [] })),
    goal === ""
      ? {
        question: "What does this phase do, and what does it leave out?",
        why: "The roadmap gives it no goal.",
        choices: [],
      }
      : {
        question: "What does this phase leave out?",
        why: `Its goal: ${goal}`,
        choices: [{ answer: "Everything that its goal does not name" }],
      },
    ...(criteria.length > 0 ? criteria.map(shownHow) : [{
      question: "What must be true when the phase is done?",
      why: "The roadmap gives it no success criteria, so its end cannot be determined.",
      choices: [],
    }]),
    {
      question: "What is it built with: libraries, formats, existing code?",
      why: "Otherwise the planner chooses.",
      choices: [{ answer: "With what the project uses already" }],
    },
  ];
}

function shownHow(criterion: string): OpenPoint {
  return {
    question: `How is it shown that this holds: ${criterion.replace(/\.$/, "")}?`,
    why: "A command is checked in every run; a check by a person has to wait for one.",
    choices: [{ answer: "A test or another command shows it" }, { answer: "A person checks it" }],
  };
}

/** The answer that leaves a question to the planner. */
export const LEAVE = "leave";

/**
 * Returns a question of a discussion. Any text answers it. In mode `yolo` the first suggestion is chosen, as
 * for other decisions.
 */
export function discussionQuestion({ id, question, why, choices }: WaitingQuestion, mode: Mode): Question {
  const all = [
    ...choices.map(({ answer, because }) => ({
      value: answer,
      label: because === undefined ? answer : `${answer} (${because})`,
    })),
    { value: LEAVE, label: "Leave it to the planner" },
  ];
  return {
    id,
    kind: "decision",
    title: question,
    details: why === "" ? "" : `Why it matters: ${why}`,
    choices: all,
    open: true,
    preselected: LEAVE,
    ...(mode === "yolo" ? { automatic: all[0]!.value } : {}),
  };
}

/** Returns the text of a decision for an answer. */
export function answerText(answer: string, { choices }: WaitingQuestion): string {
  if (answer === LEAVE) return "Left to the planner.";
  const because = choices.find((choice) => choice.answer === answer)?.because;
  return because === undefined ? answer : `${answer} (${because})`;
}
