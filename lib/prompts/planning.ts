import type { PlanProblem } from "../../schemas/plan_phase.ts";
import { planPart } from "../parse/ids/plan_id.ts";
import type { PlanningFacts } from "../plan/planning/facts.ts";
import { firstFreeNumber, planPath, replaceable } from "../plan/planning/facts.ts";
import checkTemplate from "./check_plans.md" with { type: "text" };
import { fillTemplate } from "./fill.ts";
import { READ_ONLY_RULES, rulesText } from "./read_only_rules.ts";
import planTemplate from "./plan_phase.md" with { type: "text" };
import researchTemplate from "./research.md" with { type: "text" };
import reviseTemplate from "./revise_plans.md" with { type: "text" };

export interface PlanningPromptInput {
  readonly facts: PlanningFacts;
  /** The gaps that verification found, if these are what is planned. */
  readonly gaps?: readonly string[] | undefined;
  /** True if each requirement needs a test command (`workflow.nyquist_validation`). */
  readonly coverage: boolean;
  /** True to search files that git ignores too (`planning.search_gitignored`). */
  readonly searchIgnored: boolean;
}

const WRITE_RULES: readonly string[] = [
  "Write only what is named above. Change no code, commit nothing, leave nothing running.",
  "When a request is refused, continue without it, and not around it.",
  "Write in the language of the project's documents, but keep fields and tags.",
  "End with `done:`, or with `blocked:` and why, or `needs a person:` and what; the answer follows.",
];

export function researchPrompt({ facts, coverage, searchIgnored }: PlanningPromptInput): string {
  return fillTemplate(researchTemplate, {
    ...phaseValues(facts),
    path: facts.research,
    coverage: coverage
      ? "- How the project is tested: the commands, how long they take, and a command that could test each requirement."
      : "",
    rules: rulesText(WRITE_RULES, searchIgnored),
  });
}

export function planPhasePrompt({ facts, gaps, coverage, searchIgnored }: PlanningPromptInput): string {
  const { phase, fixed, documents } = facts;
  const open = replaceable(facts, gaps !== undefined);
  const first = firstNumber(facts, gaps);
  const path = planPath(phase, first);
  return fillTemplate(planTemplate, {
    ...phaseValues(facts),
    gaps: gapsText(gaps, "Verification found these gaps. Plan what closes them, and nothing else:"),
    existing: [
      fixed.length === 0 ? "" : `Finished or started, and not to be changed: ${paths(fixed)}.`,
      open.length === 0 ? "" : `Plans that are not started: ${paths(open)}. ` +
        "Keep what is right, rewrite the rest; to drop one, leave its file empty.",
    ].filter((line) => line !== "").join("\n"),
    coverage: coverage
      ? "- Each requirement is tested by an `<automated>` command of a plan that names it, after every few tasks."
      : "",
    path,
    context: documents.filter((document) => document.endsWith("/PROJECT.md")).map((one) => `@${one}`).join(
      "\n",
    ),
    first: String(first).padStart(2, "0"),
    folder: phase.directory.slice(phase.directory.lastIndexOf("/") + 1),
    closure: gaps === undefined ? "" : "gap_closure: true",
    summary: path.replace(/PLAN\.md$/, "SUMMARY.md"),
    rules: rulesText(WRITE_RULES, searchIgnored),
  }).replace(/^requirements: \[\]\n\n/m, "requirements: []\n");
}

/** @param fixed What was fixed in the plans since they were written, with their paths. */
export function revisePlansPrompt(
  { phase }: PlanningFacts,
  problems: readonly PlanProblem[],
  fixed: readonly string[] = [],
): string {
  return fillTemplate(reviseTemplate, {
    number: phase.number,
    problems: problemsText(problems),
    fixed: fixed.length === 0
      ? ""
      : `These are fixed already, so read the files again:\n\n${fixed.map((one) => `- ${one}`).join("\n")}`,
  });
}

export function checkPlansPrompt({ facts, gaps, searchIgnored }: PlanningPromptInput): string {
  const example = facts.open[0]?.id ?? `${facts.phase.number}-01`;
  return fillTemplate(checkTemplate, {
    ...phaseValues(facts),
    gaps: gapsText(gaps, "The plans are to close these gaps that verification found:"),
    plans: facts.open.map(({ source }) => `\`${source.path}\``).join(", "),
    example,
    rules: rulesText(READ_ONLY_RULES, searchIgnored),
  });
}

/** Lists problems: the position, what is wrong, what to do. */
function problemsText(problems: readonly PlanProblem[]): string {
  return problems.map(({ path, line, plan, what, todo, code }) => {
    const place = path === undefined ? plan : line === undefined ? path : `${path}:${line}`;
    const where = place === undefined ? "" : `${place}: `;
    return `- ${where}${what}${code === undefined ? "" : ` [${code}]`}${todo === "" ? "" : `. ${todo}`}`;
  }).join("\n");
}

function phaseValues({ phase, section, requirements, documents }: PlanningFacts): Record<string, string> {
  return {
    number: phase.number,
    name: phase.name,
    section,
    requirements: requirements.length === 0
      ? ""
      : `Requirements:\n${
        requirements.map(({ id, text }) => `- ${id}${text === "" ? "" : `: ${text}`}`).join("\n")
      }`,
    read: documents.length === 0
      ? ""
      : `Read what you need of these first:\n${documents.map((path) => `- \`${path}\``).join("\n")}`,
  };
}

function gapsText(gaps: readonly string[] | undefined, intro: string): string {
  return gaps === undefined ? "" : `${intro}\n${gaps.map((gap) => `- ${gap}`).join("\n")}`;
}

function firstNumber(facts: PlanningFacts, gaps: readonly string[] | undefined): number {
  const open = replaceable(facts, gaps !== undefined);
  if (open.length === 0) return firstFreeNumber(facts);
  return Math.min(...open.map(({ id }) => Number.parseInt(planPart(id), 10) || 1));
}

function paths(plans: PlanningFacts["open"]): string {
  return plans.map(({ source }) => `\`${source.path}\``).join(", ");
}
