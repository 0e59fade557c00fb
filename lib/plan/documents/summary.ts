import type { UsageRecord } from "../../../schemas/usage.ts";
import type { PlanFile } from "../../../schemas/plan_file.ts";
import { declaredPaths } from "../../parse/plan_file/declared_files.ts";
import type { JournalEntry } from "../history/journal.ts";
import { describe } from "../naming/commit_message.ts";
import { NOTE_KINDS, readNote } from "../run/turn_outcome.ts";
import { answerLines, type GivenAnswer } from "../run/given_answers.ts";
import { redTasks } from "../execution/tests_first.ts";
import { totalUsage } from "../usage/total.ts";
import { usageText } from "../usage/usage_text.ts";
import { groupBy } from "../../collections/group_by.ts";
import { compareFiles, type Comparison } from "../execution/ownership.ts";
import { isoDate } from "../progress/progress.ts";
import { quoteYaml } from "../../text/quote_yaml.ts";

export interface SummaryCommit extends Pick<JournalEntry, "commit" | "subject" | "red" | "notes"> {
  /** The number of the task, from 1. */
  readonly task: number;
  /** The added paths, relative to the project root. */
  readonly created: readonly string[];
  /** The changed or removed paths, relative to the project root. */
  readonly modified: readonly string[];
}

export interface SummaryInput {
  readonly plan: PlanFile;
  readonly answers?: readonly GivenAnswer[];
  /** The commits of its tasks, oldest first. */
  readonly commits: readonly SummaryCommit[];
  /** The tasks that the user skipped, and the reasons. */
  readonly skipped?: readonly { readonly task: number; readonly why: string }[];
  /** What the turns of the plan used. */
  readonly used?: readonly UsageRecord[];
  readonly time: Date;
}

/**
 * Returns the text of a plan's `-SUMMARY.md`, based on the commits and their trailers. An agent's notes are
 * sections of their own, and no other part depends on what an agent wrote.
 */
export function renderSummary(
  { plan, answers = [], commits, skipped = [], used = [], time }: SummaryInput,
): string {
  const { frontmatter, body } = plan;
  const created = unique(commits.flatMap((commit) => commit.created));
  const modified = unique(commits.flatMap((commit) => commit.modified)).filter((path) =>
    !created.includes(path)
  );
  const { undeclared, untouched } = compareFiles(declaredPaths(plan), [...created, ...modified]);
  const provides = (frontmatter.must_haves.artifacts ?? []).map((artifact) => artifact.provides).filter(
    Boolean,
  );
  const nameOf = (number: number) => body.tasks.find((task) => task.number === number)?.name;
  const skippedLine = ({ task, why }: { readonly task: number; readonly why: string }) =>
    `- Task ${task}, ${describe(nameOf(task) ?? "")}${why === "" ? "" : `: ${why}`}`;
  const objective = body.objective.split("\n", 1)[0]!.trim();
  const lines = [
    "---",
    `phase: ${quoteYaml(frontmatter.phase)}`,
    `plan: ${quoteYaml(frontmatter.plan)}`,
    list("requires", frontmatter.depends_on),
    list("provides", provides),
    "key-files:",
    list("  created", created),
    list("  modified", modified),
    list("requirements-completed", skipped.length === 0 ? frontmatter.requirements ?? [] : []),
    `completed: ${isoDate(time)}`,
    "---",
    "",
    `# Plan ${plan.id} Summary`,
    "",
    `**${objective === "" ? `Plan ${plan.id} is complete.` : objective.replaceAll("**", "")}**`,
    "",
    "## Task Commits",
    "",
    ...commits.map((commit, index) => {
      const name = describe(nameOf(commit.task) ?? commit.subject);
      const type = /^(\w+)/.exec(commit.subject)?.[1] ?? "feat";
      return `${index + 1}. **Task ${commit.task}: ${name}** - \`${commit.commit.slice(0, 7)}\` (${type})`;
    }),
    "",
    ...skipped.length === 0 ? [] : ["## Skipped Tasks", "", ...skipped.map(skippedLine), ""],
    ...testsFirst(plan, commits),
    ...answers.length === 0 ? [] : ["## Answers", "", ...answerLines(answers), ""],
    ...noteLines(commits),
    ...usageLines(used),
    "## Files",
    "",
    ...(created.length + modified.length === 0 ? ["None."] : []),
    ...created.map((path) => `- \`${path}\` (created)`),
    ...modified.map((path) => `- \`${path}\` (modified)`),
    ...comparisonLines({ undeclared, untouched }),
  ];
  return lines.join("\n") + "\n";
}

/** Lists what each task used, and all together, as the agents reported it; empty if nothing is known. */
function usageLines(used: readonly UsageRecord[]): readonly string[] {
  const all = usageText(totalUsage(used));
  if (all === "") return [];
  const tasks = [...groupBy(used.filter(({ task }) => task !== undefined), ({ task }) => task!)];
  const each = tasks.sort(([a], [b]) => a - b).flatMap(([task, turns]) => {
    const text = usageText(totalUsage(turns));
    return text === "" ? [] : [`- Task ${task}: ${text}`];
  });
  return ["## Usage", "", ...each, `- All turns: ${all}`, ""];
}

/** The titles of the sections with the notes of agents. */
const NOTE_TITLES = { decision: "Decisions", deviation: "Deviations", later: "For Later Plans" } as const;

/** Lists the notes of the agent by kind, in the order of the tasks; empty if there are none. */
function noteLines(commits: readonly SummaryCommit[]): readonly string[] {
  const notes = commits.flatMap(({ task, notes = [] }) =>
    notes.flatMap((line) => {
      const note = readNote(line);
      return note === undefined ? [] : [{ ...note, task }];
    })
  );
  return NOTE_KINDS.flatMap((kind) => {
    const lines = notes.filter((note) => note.kind === kind).map(({ task, text }) =>
      `- Task ${task}: ${text}`
    );
    return lines.length === 0 ? [] : [`## ${NOTE_TITLES[kind]}`, "", ...lines, ""];
  });
}

/** Lists the tasks that wrote tests before their implementation; empty if there are none. */
function testsFirst(plan: PlanFile, commits: readonly SummaryCommit[]): readonly string[] {
  const lines = [...redTasks(plan).values()].flatMap(({ task, failing, green, next }) => {
    const own = commits.find((commit) => commit.task === task);
    if (own === undefined) return [];
    const later = green !== undefined && commits.some((commit) => commit.task === green);
    const end = own.red === undefined || !later
      ? ""
      : failing.includes(own.red)
      ? `, and passes since task ${green}`
      : `, before task ${green}`;
    const shown = own.red !== undefined
      ? failing.includes(own.red)
        ? `\`${own.red}\` failed${end}`
        : `\`${own.red}\` showed that they failed${end}`
      : failing.length === 0
      ? "not seen to fail, because no check runs them"
      : `not seen to fail: \`${failing[0]}\` passed before the implementation`;
    const together = commits.some((commit) => commit.task === next && commit.commit === own.commit)
      ? `; in one commit with task ${next}, because a git hook refuses failing tests`
      : "";
    return [`- Tests of task ${task}: ${shown}${together}`];
  });
  return lines.length === 0 ? [] : ["## Tests First", "", ...lines, ""];
}

/** Lists the differences between declared and changed files; empty if there are none. */
function comparisonLines({ undeclared, untouched }: Comparison): readonly string[] {
  const listed = (title: string, paths: readonly string[]) => {
    return paths.length === 0 ? [] : ["", title, "", ...paths.map((path) => `- \`${path}\``)];
  };
  if (undeclared.length + untouched.length === 0) return [];
  return [
    "",
    "## Declared Against Actual",
    ...listed("Changed, but not declared in the plan:", undeclared),
    ...listed("Declared in the plan, but not changed:", untouched),
  ];
}

function unique(paths: readonly string[]): string[] {
  return [...new Set(paths)].sort();
}

function list(key: string, items: readonly string[]): string {
  return `${key}: [${items.map(quoteYaml).join(", ")}]`;
}
