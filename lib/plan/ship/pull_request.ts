import { sectionsOf } from "../../parse/documents/sections.ts";
import type { PhaseReference } from "../../../schemas/phase.ts";
import type { PhaseVerdict } from "../../../schemas/verification.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import type { JournalEntry } from "../history/journal.ts";
import { verdictText } from "../status/phase_verdict.ts";

/** The maximum length of a text, in UTF-16 units; GitHub accepts 65,536 characters. */
const MAX_LENGTH = 60_000;

/** A plan whose work is shipped. */
export interface ShippedPlan {
  readonly document: PlanDocument;
  readonly complete: boolean;
  /** Its commits, in the order of its tasks. */
  readonly commits: readonly JournalEntry[];
  /** The text of its summary, if there is one. */
  readonly summary: string | undefined;
}

/** A phase whose work is shipped. */
export interface ShippedPhase {
  readonly phase: PhaseReference;
  readonly plans: readonly ShippedPlan[];
  readonly verdict: PhaseVerdict | undefined;
  /** The text of its verification, if there is one. */
  readonly verification: string | undefined;
}

/**
 * Returns the text of a pull request: what was built, the must-haves with their evidence, deviations, checks, and
 * how to try it.
 *
 * @param subjects The commits on the branch, oldest first, for a milestone whose phases are archived.
 */
export function pullRequestText(phases: readonly ShippedPhase[], subjects: readonly string[]): string {
  const plans = phases.flatMap((phase) => phase.plans);
  const built = phases.length === 0 ? subjects.map((subject) => `- ${subject}`) : plans.flatMap(builtLines);
  const parts = [
    ["What was built", built],
    ["Must-haves", phases.flatMap(mustHaveLines)],
    ["Deviations", phases.length === 0 ? [] : deviationLines(plans)],
    ["Checks", phases.flatMap(checkLines)],
    ["How to try it", plans.flatMap(({ document }) => tryLines(document))],
  ] as const;
  const text = parts.filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `## ${title}\n\n${lines.join("\n").trim()}\n`).join("\n");
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH).replace(/\n.*$/, "")}\n\n…\n`;
}

function builtLines({ document, commits, complete }: ShippedPlan): readonly string[] {
  const objective = document.file?.body.objective.split("\n", 1).join("").trim() ?? "";
  const state = complete ? "" : " (not complete)";
  return [
    `**${document.id}**${state} ${objective}`.trim(),
    "",
    ...unique(commits.map(({ subject, commit }) => `- ${subject} (${commit.slice(0, 7)})`)),
    "",
  ];
}

/** The sections of a verification about must-haves, in the order of the text. */
const MUST_HAVES = ["Gaps", "To Check by Hand", "Truths", "Artifacts", "Key Links", "Requirements"];

function mustHaveLines({ phase, plans, verdict, verification }: ShippedPhase): readonly string[] {
  const heading = `Phase ${phase.number} (${phase.name}): ${
    verdict === undefined ? "not complete" : verdictText(verdict)
  }`;
  const sections = verification === undefined ? undefined : sectionsOf(verification);
  const found = MUST_HAVES.flatMap((title) => {
    const body = sections?.get(title);
    return body === undefined || body === "" ? [] : [`### ${title}`, "", body, ""];
  });
  if (found.length > 0) return [heading, "", ...found];
  const truths = plans.flatMap(({ document }) => document.file?.frontmatter.must_haves.truths ?? []);
  return [heading, "", ...truths.map((truth) => `- [ ] ${truth}`), ""];
}

/** Matches the sections of a summary about differences from the plan, also as other tools name them. */
const DEVIATIONS = /^(?:Declared Against Actual|Deviations\b.*|Answers)$/i;

function deviationLines(plans: readonly ShippedPlan[]): readonly string[] {
  const lines = plans.flatMap(({ document, summary = "" }) => {
    const found = [...sectionsOf(summary)].filter(([title, body]) => DEVIATIONS.test(title) && body !== "");
    return found.flatMap(([title, body]) => [`**${document.id}** ${title}`, "", body, ""]);
  });
  return lines.length === 0 ? ["None recorded."] : lines;
}

/** Returns the checks that the verification has repeated, with their results, else the commands of the tasks. */
function checkLines({ plans, verification = "" }: ShippedPhase): readonly string[] {
  const repeated = sectionsOf(verification).get("Checks") ?? "";
  if (repeated !== "") return [repeated, ""];
  const tasks = plans.flatMap(({ document }) => document.file?.body.tasks ?? []);
  const checks = tasks.flatMap((task) => "checks" in task ? task.checks : []);
  return unique(checks.map((check) => `- \`${check}\``));
}

/** Returns the instructions of the plan's checkpoints; of a plan without any, how it is verified as a whole. */
function tryLines({ id, file }: PlanDocument): readonly string[] {
  if (file === undefined) return [];
  const steps = file.body.tasks.flatMap((task) => "how_to_verify" in task ? task.how_to_verify : []);
  const texts = (steps.length > 0 ? steps : [file.body.verification]).map((text) => text.trim());
  return texts.some((text) => text !== "") ? [`**${id}**`, "", ...texts, ""] : [];
}

function unique(lines: readonly string[]): readonly string[] {
  return [...new Set(lines)];
}

/** Returns the title of an archived milestone: of the subjects of its commits, one completes it. */
export function archivedTitle(subjects: readonly string[]): string | undefined {
  const [, version, name] =
    subjects.map((subject) => /^(?:docs|chore): complete milestone (\S+) ?(.*)$/.exec(subject))
      .findLast((found) => found !== null) ?? [];
  return version === undefined ? undefined : `feat(${version}): ${name || "complete milestone"}`;
}
