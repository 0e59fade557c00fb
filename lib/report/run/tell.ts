import type { TellResult } from "../../../schemas/steering.ts";
import { steeredText } from "../../plan/steer/steered_text.ts";
import { reportText } from "../terminal/report_text.ts";
import { printable, type Style } from "../terminal/style.ts";

/** Formats the result of `tell`. */
export function tellText({ sent, run, command, elsewhere }: TellResult, style: Style): string {
  if (command.action === "answer") {
    const { question, value } = command;
    return `${sent ? `${style.green("✓")} Run ${run} gets` : `Would give run ${run}`} the answer ${
      printable(`${question}=${value}`)
    }\n`;
  }
  const { plan, task, action } = command;
  const by = printable(steeredText({ ...command, text: "" }));
  const work = task === undefined ? `plan ${plan}` : `task ${plan}/${task}`;
  const what = {
    tell: elsewhere === true
      ? `the agent of ${work}, on another machine, gets your words with the next task; --interrupt gives them at once`
      : `the agent of ${work} gets your words during its turn if it takes any, otherwise with its next prompt`,
    interrupt: `the turn of ${work} ends`,
    retry: `${work} begins again${by === "" ? "" : ` ${by}`}, and its changes go into the stash`,
    skip: `${work} is skipped, and its changes go into the stash`,
  }[action];
  const target = task === undefined ? plan : `${plan}/${task}`;
  const line = sent ? `${style.green("✓")} Run ${run}: ${what}` : `Would tell run ${run}: ${what}`;
  return reportText([line], [`wf log ${target} --follow`], style);
}
