import type { HostedTask, Instruction } from "../../../schemas/instruction.ts";
import { printable, type Style } from "../terminal/style.ts";

export function instructionText(instruction: Instruction, style: Style): string {
  const notes = instruction.notes.map((note) => style.dim(`· ${printable(note)}`));
  return [...notes, ...lines(instruction, style)].join("\n") + "\n";
}

function lines(instruction: Instruction, style: Style): readonly string[] {
  switch (instruction.kind) {
    case "task":
      return [instruction.task, ...instruction.beside].flatMap((task) => taskLines(task, style));
    case "ask": {
      const { question, answers, own } = instruction;
      return [
        style.bold(printable(question.title)),
        ...question.details === "" ? [] : [printable(question.details)],
        ...answers.map(({ label, command }) => `  ${printable(label)}: ${style.cyan(command)}`),
        ...own === undefined ? [] : [`  otherwise: ${style.cyan(`${own}'…'`)}`],
      ];
    }
    case "done":
    case "stopped":
      return [printable(instruction.text), ...instruction.next.map((command) => `  ${style.cyan(command)}`)];
  }
}

function taskLines(
  { plan, task, name, directory, prompt, done, blocked, needsPerson, failed, answer }: HostedTask,
  style: Style,
): string[] {
  return [
    style.bold(task === 0 ? printable(name) : `Task ${plan}/${task}: ${printable(name)}`),
    `In ${directory}:`,
    "",
    printable(prompt.trimEnd()),
    "",
    `When it is done: ${style.cyan(answer ? `${done} '<answer>'` : done)}`,
    ...blocked === undefined
      ? []
      : [`When it cannot be done as planned: ${style.cyan(`${blocked} '<why>'`)}`],
    ...needsPerson === undefined
      ? []
      : [`When the user has to do something: ${style.cyan(`${needsPerson} '<what>'`)}`],
    `To end the run: ${style.cyan(`${failed} '<why>'`)}`,
  ];
}
