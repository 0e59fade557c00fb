import type { PlanProblem } from "../../schemas/plan_phase.ts";
import { planPart } from "../parse/ids/plan_id.ts";
import type { PlanningFacts } from "../plan/planning/facts.ts";
import { firstFreeNumber, planPath, replaceable } from "../plan/planning/facts.ts";
import checkTemplate from "./check_plans.md" with { type: "text" };
import { fillTemplate } from "./fill.ts";
import { LOOK_RULES, SEARCH_RULE } from "./look_rules.ts";
import planTemplate from "./plan_phase.md" with { type: "text" };
import researchTemplate from "./research.md" with { type: "text" };
import reviseTemplate from "./revise_plans.md" with { type: "text" };

/** What the prompts of planning need. */
export interface PlanningPromptInput {
  /** The phase. */
  readonly facts: PlanningFacts;
  /** What verification found missing, where that is what is planned. */
  readonly gaps?: readonly string[] | undefined;
  /** Whether each requirement needs a test command (`workflow.nyquist_validation`). */
  readonly coverage: boolean;
  /** Whether searches are to include files that git ignores (`planning.search_gitignored`). */
  readonly searchIgnored: boolean;
}

/** What an agent keeps to that writes documents. */
const WRITE_RULES: readonly string[] = [
  "Write nothing but what is named above. Change no code, commit nothing, leave nothing running.",
  "When something you asked for is refused, go on without it; do not look for a way around.",
  "Write in the language of the project's documents; keep file names, fields and tags as they are.",
];

/** The text of a turn that looks into a phase. */
export function researchPrompt({ facts, coverage, searchIgnored }: PlanningPromptInput): string {
  return fillTemplate(researchTemplate, {
    ...phaseValues(facts),
    path: facts.research,
    coverage: coverage
      ? "- How the project is tested: the commands, how long they take, and a command that could test each requirement."
      : "",
    rules: rulesText([...WRITE_RULES, "When it is written, end with one line."], searchIgnored),
  });
}

/** The text of a turn that writes plans. */
export function planPhasePrompt({ facts, gaps, coverage, searchIgnored }: PlanningPromptInput): string {
  const { phase, fixed, documents } = facts;
  const open = replaceable(facts, gaps !== undefined);
  const first = firstNumber(facts, gaps);
  const path = planPath(phase, first);
  return fillTemplate(planTemplate, {
    ...phaseValues(facts),
    gaps: gapsText(gaps, "Verification found these missing. Plan what closes them, and nothing else:"),
    existing: [
      fixed.length === 0 ? "" : `Finished or begun, and not to be changed: ${paths(fixed)}.`,
      open.length === 0 ? "" : `There are plans that nobody has begun: ${paths(open)}. ` +
        "Keep what is right, rewrite the rest; to drop one, leave its file empty.",
    ].filter((line) => line !== "").join("\n"),
    coverage: coverage
      ? "- Each requirement is tested by an `<automated>` command of a plan that names it, after every few tasks."
      : "",
    path,
    context: documents.filter((document) => document.endsWith("/PROJECT.md")).map((one) => `@${one}`).join(
      "\n",
    ),
    first: twoDigits(first),
    folder: phase.directory.slice(phase.directory.lastIndexOf("/") + 1),
    closure: gaps === undefined ? "" : "gap_closure: true",
    summary: path.replace(/PLAN\.md$/, "SUMMARY.md"),
    rules: rulesText([...WRITE_RULES, "When all plans are written, end with one line."], searchIgnored),
  }).replace(/^requirements: \[\]\n\n/m, "requirements: []\n");
}

/** The text of a turn that mends plans. */
export function revisePlansPrompt({ phase }: PlanningFacts, problems: readonly PlanProblem[]): string {
  return fillTemplate(reviseTemplate, { number: phase.number, problems: problemsText(problems) });
}

/** The text of a turn that looks at plans. */
export function checkPlansPrompt({ facts, gaps, searchIgnored }: PlanningPromptInput): string {
  const example = facts.open[0]?.id ?? `${facts.phase.number}-01`;
  return fillTemplate(checkTemplate, {
    ...phaseValues(facts),
    gaps: gapsText(gaps, "The plans are to close what verification found missing:"),
    plans: facts.open.map(({ source }) => `\`${source.path}\``).join(", "),
    example,
    rules: rulesText(LOOK_RULES, searchIgnored),
  });
}

/** Problems as a list: the place, what is wrong, what to do. */
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

function rulesText(rules: readonly string[], searchIgnored: boolean): string {
  return [...rules, ...(searchIgnored ? [SEARCH_RULE] : [])].map((rule) => `- ${rule}`).join("\n");
}

function firstNumber(facts: PlanningFacts, gaps: readonly string[] | undefined): number {
  const open = replaceable(facts, gaps !== undefined);
  if (open.length === 0) return firstFreeNumber(facts);
  return Math.min(...open.map(({ id }) => Number.parseInt(planPart(id), 10) || 1));
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

function paths(plans: PlanningFacts["open"]): string {
  return plans.map(({ source }) => `\`${source.path}\``).join(", ");
}
