import type { CompletionStep, MilestonePhase, MilestoneResult } from "../../../schemas/milestone.ts";
import { verdictText } from "../../plan/status/phase_verdict.ts";
import { outcomeLines } from "../run/outcome_lines.ts";
import { MERGED_KEPT } from "../status/status.ts";
import { printable, type Style } from "../terminal/style.ts";
import { reportText } from "../terminal/report_text.ts";
import { count } from "../../text/count.ts";

/** Describes what completing a milestone does or did, and the next commands. */
export function milestoneText(result: MilestoneResult, style: Style): string {
  const { milestone, outcome, next } = result;
  const title = printable(`${milestone.version} ${milestone.name}`.trim());
  const lines = outcome === undefined ? previewLines(result, title, style) : endLines(result, title, style);
  return reportText(lines, next, style);
}

function previewLines({ milestone }: MilestoneResult, title: string, style: Style): string[] {
  const { phases, branch, base, warnings, steps } = milestone;
  const incomplete = phases.filter(({ problems }) => problems.length > 0);
  const lines = [
    style.bold(`Milestone ${title}`),
    `branch ${style.cyan(branch)}${base === undefined ? "" : `, to be merged into ${style.cyan(base)}`}`,
    "",
    ...phases.map((phase) => phaseLine(phase, style)),
    ...warnings.map((warning) => `${style.yellow("!")} ${printable(warning)}`),
    ...(phases.length + warnings.length > 0 ? [""] : []),
  ];
  if (steps.length > 0) return [...lines, ...steps.flatMap((step) => stepLines(step, style))];
  return incomplete.length === 0
    ? [...lines, style.green("Nothing to do: the milestone is complete")]
    : [...lines, `${style.red("✗")} ${count(incomplete.length, "phase")} not complete: nothing was changed`];
}

function phaseLine(
  { number, name, plans, problems, accepted, verdict }: MilestonePhase,
  style: Style,
): string {
  const mark = problems.length > 0 ? style.red("✗") : accepted ? style.green("✓") : style.yellow("?");
  const reasons = problems.length > 0 || accepted || verdict === undefined
    ? problems
    : [verdictText(verdict)];
  const why = reasons.length === 0 ? "" : `: ${reasons.join("; ")}`;
  return `${mark} Phase ${number} ${printable(name)} ${style.dim(`${plans.done}/${plans.total}`)}${
    printable(why)
  }`;
}

function stepLines(step: CompletionStep, style: Style): string[] {
  switch (step.kind) {
    case "ask": {
      const { id, title, automatic } = step.question;
      const answered = automatic === undefined ? "" : ` (answered automatically: ${automatic})`;
      return [`ask ${style.cyan(id)}: ${printable(title)}${answered}`];
    }
    case "archive-milestone":
      return [
        ...step.writes.map((path) => `write ${printable(path)}`),
        ...step.moves.map(({ from, to }) => `move ${printable(from)} to ${printable(to)}`),
        `commit ${printable(step.message.split("\n", 1)[0]!)}${step.docs ? "" : " (empty)"}`,
      ];
    case "merge":
      return [`merge ${step.branch} into ${step.base}`];
    case "tag":
      return [`tag ${style.cyan(step.tag)} on ${step.branch}`];
  }
}

function endLines(result: MilestoneResult, title: string, style: Style): string[] {
  const { milestone, outcome, tag, commits, cleanup } = result;
  if (outcome!.kind !== "completed") return outcomeLines(outcome!, count(commits.length, "commit"), style);
  if (milestone.steps.length === 0) {
    return [`${style.green("✓")} Nothing to do: milestone ${title} is complete`];
  }
  const open = milestone.phases.filter(({ problems }) => problems.length > 0).length;
  return [
    `${open === 0 ? style.green("✓") : style.yellow("!")} Milestone ${title} is ${
      open === 0 ? "complete" : `archived with ${count(open, "phase")} not complete`
    }${tag === null ? ", and was not merged or tagged" : `, tagged ${tag}`}`,
    ...(cleanup.length === 0 ? [] : ["", MERGED_KEPT, ...cleanup.map((command) => `  ${command}`)]),
  ];
}
