import type { PlanProblem } from "../../../schemas/plan_phase.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { escapeCell } from "../../text/escape_markdown.ts";
import type { PlanningFacts } from "../planning/facts.ts";
import { isoDate } from "../progress/progress.ts";
import { quoteYaml } from "../../text/quote_yaml.ts";

/** A requirement and the commands that show whether it is met. */
export interface Coverage {
  /** The ID of the requirement; of the plan, if the phase names no requirements. */
  readonly id: string;
  /** The text of the requirement; may be empty. */
  readonly text: string;
  /** The IDs of the plans that deliver it. */
  readonly plans: readonly string[];
  /** The checks of their tasks, each once. */
  readonly commands: readonly string[];
}

/** Maps requirements to test commands: the checks of the plans that name them. See docs/configuration.md. */
export function planCoverage(
  { requirements }: Pick<PlanningFacts, "requirements">,
  plans: readonly PlanDocument[],
): readonly Coverage[] {
  if (requirements.length === 0) {
    return plans.map((plan) => ({
      id: plan.id,
      text: objectiveOf(plan),
      plans: [plan.id],
      commands: commandsOf([plan]),
    }));
  }
  return requirements.map(({ id, text }) => {
    const delivering = plans.filter(({ file }) => (file?.frontmatter.requirements ?? []).includes(id));
    return { id, text, plans: delivering.map((plan) => plan.id), commands: commandsOf(delivering) };
  });
}

/** Returns the requirements without a test command as problems of the plans. */
export function coverageProblems(coverage: readonly Coverage[]): readonly PlanProblem[] {
  return coverage.filter(({ commands }) => commands.length === 0).map(({ id, plans }) => ({
    source: "coverage",
    severity: "blocker",
    what: plans.length === 0 ? `No plan delivers ${id}` : `No command tests ${id}`,
    todo: plans.length === 0
      ? `Name ${id} in the requirements of the plan that delivers it`
      : `Give a task of plan ${plans.join(" or ")} an <automated> command that fails while ${id} is not met`,
  }));
}

const MARK = "<!-- wf plan-phase writes this file anew; notes belong elsewhere. -->";

/** Reports whether {@link renderCoverage} wrote a document. */
export function isOwnCoverage(text: string): boolean {
  return text.includes(`\n${MARK}`);
}

/** Returns the text of `NN-VALIDATION.md`. See docs/decisions/field-data.md and docs/configuration.md. */
export function renderCoverage(
  { phase }: Pick<PlanningFacts, "phase">,
  coverage: readonly Coverage[],
  time: Date,
): string {
  const untested = coverage.filter(({ commands }) => commands.length === 0);
  const row = ({ id, text, plans, commands }: Coverage) => {
    const cells = [escapeCell(id), escapeCell(text), plans.join(", "), commands.map(codeCell).join("<br>")];
    return `| ${cells.join(" | ")} |`;
  };
  return [
    "---",
    `phase: ${quoteYaml(phase.directory.slice(phase.directory.lastIndexOf("/") + 1))}`,
    "status: planned",
    `nyquist_compliant: ${untested.length === 0 && coverage.length > 0}`,
    `created: ${isoDate(time)}`,
    "---",
    "",
    MARK,
    "",
    `# Phase ${phase.number}: ${phase.name} Validation`,
    "",
    "Each requirement and the commands that show whether it is met. They run after the tasks they belong to.",
    "",
    "| Requirement | Text | Plans | Test commands |",
    "| --- | --- | --- | --- |",
    ...coverage.map(row),
    ...(untested.length === 0
      ? []
      : ["", "## Without a Test Command", "", ...coverageProblems(untested).map(({ what }) => `- ${what}`)]),
    "",
  ].join("\n");
}

function commandsOf(plans: readonly PlanDocument[]): readonly string[] {
  return [
    ...new Set(
      plans.flatMap(({ tasks }) => tasks.flatMap(({ task }) => task.type === "auto" ? task.checks : [])),
    ),
  ];
}

/** Formats a command for a table cell, ready to copy: only a bar keeps its backslash. */
function codeCell(command: string): string {
  const line = command.replace(/\s+/g, " ").trim().replaceAll("|", "\\|");
  const fence = "`".repeat(1 + Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length)));
  return fence === "`" ? `\`${line}\`` : `${fence} ${line} ${fence}`;
}

function objectiveOf({ file }: PlanDocument): string {
  return (file?.body.objective ?? "").split("\n", 1).join("").trim();
}
