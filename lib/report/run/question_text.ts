import type { Choice, Question } from "../../../schemas/question.ts";
import { wrappedLines } from "../terminal/notice_text.ts";
import { wrapLines } from "../terminal/wrap_words.ts";
import { printable, type Style } from "../terminal/style.ts";

/** Returns the details and choices of a question, indented. */
export function questionLines(question: Question, style: Style): string[] {
  const details = question.details === ""
    ? []
    : wrappedLines(question.details, style, 4).map((line) => `    ${line}`.trimEnd());
  return [
    ...details,
    ...question.choices.flatMap((choice) => {
      const { value } = choice;
      const label = choiceText(choice);
      const line = `    ${style.cyan(printable(value))}${label === value ? "" : `  ${printable(label)}`}`;
      return wrapLines([line], style);
    }),
  ];
}

/** Returns the label of a choice, with what it does. */
export function choiceText({ label, effect }: Choice): string {
  return effect === undefined ? label : `${label}: ${effect}`;
}

/** Explains for which plans an answer to a gate counts. */
export function scopeLines({ kind, id, plan }: Question, style: Style): string[] {
  if (kind !== "gate" || plan === undefined) return [];
  return [style.dim(`    ${id}=yes answers for every plan of the run, ${plan}/${id}=yes for this one only`)];
}
