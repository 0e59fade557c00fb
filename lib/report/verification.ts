import type {
  MustHaveCheck,
  MustHaveOutcome,
  VerificationGap,
  VerifyResult,
} from "../../schemas/verification.ts";
import { verdictText } from "../plan/status/phase_verdict.ts";
import { oneLine } from "./terminal/display_width.ts";
import { type Cell, fittedTable } from "./terminal/table.ts";
import { printable, type Style } from "./terminal/style.ts";
import { reportText } from "./terminal/report_text.ts";

export interface VerificationTextOptions {
  readonly style: Style;
  readonly kind: "recorded" | "waiting" | "declined" | "refused" | "kept" | "interrupted";
  /** The output of a hook that refused the documents; may be empty. */
  readonly output: string;
  /** True if nothing was written because of `--dry-run`. */
  readonly dryRun: boolean;
}

const WIDTH = 100;

/** Describes the result of a verification: a line for each must-have, the gaps, and the next commands. */
export function verificationText(result: VerifyResult, options: VerificationTextOptions): string {
  const { style } = options;
  const { phase, score, gaps, open, next } = result;
  const rows = mustHaves(result, style);
  const lines = [
    style.bold(`Phase ${phase.number}: ${printable(phase.name)}`),
    ...(rows.length === 0 ? [] : [
      "",
      ...fittedTable(rows, {
        align: ["left", "left", "left", "fill"],
        width: Math.min(WIDTH, style.width ?? WIDTH),
      }),
    ]),
    ...listed("Gaps", gaps, style.red("✗"), style),
    ...(gaps.length > 0 || result.status === "passed"
      ? []
      : listed("To check", open, style.yellow("?"), style)),
    ...requirementLines(result, style),
    "",
    `${statusText(result, style)}  ${score.verified}/${score.total} must-haves verified`,
    ...endLines(result, options),
  ];
  return reportText(lines, next, style);
}

function statusText({ status, verdict }: VerifyResult, style: Style): string {
  const words = verdictText(verdict);
  switch (status) {
    case "passed":
      return style.green(`✓ ${words}`);
    case "gaps_found":
      return style.red(`✗ ${words}`);
    case "human_needed":
      return style.yellow(`? ${words}`);
  }
}

function mustHaves({ artifacts, links, truths, checks }: VerifyResult, style: Style): (readonly Cell[])[] {
  const row = (outcome: MustHaveOutcome, plan: string, kind: string, text: string): readonly Cell[] => [
    markOf(outcome, style),
    { text: plan },
    { text: kind, mark: style.dim },
    { text: oneLine(text) },
  ];
  return [
    ...artifacts.map(({ outcome, plan, path, checks }) => {
      const details = checks.filter(({ check }) => check !== "exists").map(checkText);
      return row(outcome, plan, "artifact", [path, ...details].join(" · "));
    }),
    ...links.map(({ outcome, plan, from, to }) => row(outcome, plan, "link", `${from} → ${to}`)),
    ...truths.map(({ outcome, plan, truth }) => row(outcome, plan, "truth", truth)),
    ...checks.map(({ outcome, plan, task, command }) => row(outcome, `${plan}/${task}`, "check", command)),
  ];
}

function checkText({ check, found }: MustHaveCheck): string {
  return check === "exports" ? `exports ${found}` : found;
}

function markOf(outcome: MustHaveOutcome, style: Style): Cell {
  switch (outcome) {
    case "verified":
      return { text: "✓", mark: style.green };
    case "failed":
      return { text: "✗", mark: style.red };
    case "unverified":
      return { text: "?", mark: style.yellow };
  }
}

function listed(title: string, gaps: readonly VerificationGap[], mark: string, style: Style): string[] {
  if (gaps.length === 0) return [];
  return [
    "",
    style.bold(title),
    ...gaps.flatMap(({ plan, what, todo }) => [
      `  ${mark} ${plan === undefined ? "" : `${plan}  `}${oneLine(what)}`,
      style.dim(`      → ${oneLine(todo)}`),
    ]),
  ];
}

function requirementLines({ requirements }: VerifyResult, style: Style): string[] {
  if (requirements.length === 0) return [];
  const of = (state: string) =>
    requirements.filter((one) => one.state === state).map(({ id }) => id).join(", ");
  const named = [["complete", "complete"], ["pending", "pending"], ["unknown", "not in REQUIREMENTS.md"]]
    .map(([state, words]) => [of(state!), words]).filter(([ids]) => ids !== "");
  return ["", style.bold("Requirements"), ...named.map(([ids, words]) => `  ${ids}  ${style.dim(words!)}`)];
}

function endLines(
  { written, commit, question }: VerifyResult,
  { style, kind, output, dryRun }: VerificationTextOptions,
): string[] {
  const files = written.join(", ");
  const lines = written.length === 0
    ? [kind === "recorded" ? "Nothing to write: the documents are up to date" : "Nothing was written"]
    : [`${dryRun ? "Would write" : "Written"}: ${files}`];
  if (commit !== null) lines.push(`Committed: ${commit.slice(0, 7)}`);
  if (kind === "refused") {
    lines.push(style.red("A hook refused the commit; the files are written:"), printable(output.trimEnd()));
  }
  if (kind === "waiting" && question !== undefined) {
    lines.push(`Waiting for an answer: ${printable(question.title)}`);
  }
  if (kind === "kept") lines.push("The verification that wf did not write is kept");
  if (kind === "interrupted") lines.push("Interrupted; run the same command to continue");
  if (kind === "declined") lines.push("Stopped because you answered no");
  return lines;
}
