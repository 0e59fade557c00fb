import type {
  ArtifactResult,
  LinkResult,
  MustHaveCheck,
  MustHaveOutcome,
  RepeatedCheck,
  RequirementResult,
  TruthResult,
  Verification,
  VerificationGap,
} from "../../../schemas/verification.ts";
import { escapeCell } from "../../text/escape_markdown.ts";
import { quoteYaml } from "../../text/quote_yaml.ts";
import { textHash } from "../../text/text_hash.ts";
import { REPORT_GAP, REPORT_OPEN, REPORTED } from "./gaps.ts";

/**
 * Returns the path of a phase's verification, relative to the project root:
 * `…/03-accounts/03-VERIFICATION.md`.
 */
export function verificationPath({ phase }: Pick<Verification, "phase">): string {
  return `${phase.directory}/${phase.number}-VERIFICATION.md`;
}

/** Formats the score: `3/4 must-haves verified`. */
export function scoreText({ score }: Verification): string {
  return `${score.verified}/${score.total} must-haves verified`;
}

/** The line after the frontmatter, with a hash that distinguishes documents that others changed. */
const MARK =
  /^<!-- wf verify-phase writes this file, and asks before it replaces changes\. ([0-9a-f]{16}) -->$/m;
const MARK_PLACE = markWith("0".repeat(16));

function markWith(hash: string): string {
  return `<!-- wf verify-phase writes this file, and asks before it replaces changes. ${hash} -->`;
}

/** Reports whether {@link renderVerification} wrote a document, and no one changed it but for its layout. */
export function isOwnVerification(text: string): boolean {
  return MARK.exec(text)?.[1] === wordsHash(text);
}

/** Edits a document, which remains one of {@link renderVerification} if it is one. */
export function editVerification(text: string, edit: (text: string) => string): string {
  const edited = edit(text);
  return isOwnVerification(text) ? edited.replace(MARK, markWith(wordsHash(edited))) : edited;
}

/** Returns a hash of the letters and digits, because hooks reformat tables; without the time and the mark. */
function wordsHash(text: string): string {
  return textHash(withoutTime(text).replace(MARK, "").replace(/[^\p{L}\p{N}]+/gu, ""));
}

/** Removes the time from a document, to compare two documents. */
export function withoutTime(text: string): string {
  return text.replace(/^verified: .*$/m, "");
}

const CONFIRMED = "✓ verified by a person";
const UNESCAPED = /\\([\\|`*[\]<>_&])/g;

/** What a person reported as wrong. */
export interface PersonReport {
  /** Their words. */
  readonly note: string;
  /** True if the work has changed since, so that they are asked whether it is fixed. */
  readonly asked: boolean;
}

/** The findings of a person in a document that wf wrote. */
export interface PersonFindings {
  /** The must-haves and checks that a person confirmed, as {@link rowKey} returns them. */
  readonly confirmed: ReadonlySet<string>;
  /** What the person reported as wrong. */
  readonly reports: readonly PersonReport[];
}

/** Reads what a person found. */
export function personFindings(text: string): PersonFindings {
  const lines = text.split(/\r?\n/);
  return {
    confirmed: new Set(
      lines.filter((line) => line.includes(`| ${CONFIRMED}`))
        .map((line) => plainRow(line.slice(0, line.indexOf(`| ${CONFIRMED}`)))),
    ),
    reports: lines.flatMap((line) => {
      const [, note, todo] = REPORT.exec(line) ?? [];
      return note === undefined ? [] : [{ note: note.replace(UNESCAPED, "$1"), asked: todo === REPORT_OPEN }];
    }),
  };
}

const REPORT = new RegExp(`^\\d+\\. ${REPORTED}(.+)\\. (${REPORT_GAP}|${REPORT_OPEN})\\.$`);

/** Returns the cells that identify a must-have or a check in its table. */
export function rowKey(cells: readonly string[]): string {
  return plainRow(`| ${cells.map(escapeCell).join(" | ")} `);
}

function plainRow(text: string): string {
  return text.replace(/[ \t]+/g, " ").trim();
}

/**
 * Returns the text of `NN-VERIFICATION.md`: frontmatter, then tables of the artifacts, key links, truths and
 * requirements, and the gaps with what to do. The same verification and time give the same text. See
 * docs/decisions/field-data.md.
 */
export function renderVerification(verification: Verification, time: Date): string {
  const { phase, status, artifacts, links, truths, checks, requirements, gaps, open } = verification;
  const score = scoreText(verification);
  const lines = [
    "---",
    `phase: ${quoteYaml(phase.directory.slice(phase.directory.lastIndexOf("/") + 1))}`,
    `verified: ${time.toISOString()}`,
    `status: ${status}`,
    `score: ${score}`,
    "---",
    "",
    MARK_PLACE,
    "",
    `# Phase ${phase.number}: ${escapeCell(phase.name)} Verification`,
    "",
    `**Status:** ${STATUS[status]}`,
    `**Score:** ${score}`,
    ...listed("Gaps", gaps),
    ...listed("To Check by Hand", status === "passed" ? [] : open),
    ...table("Artifacts", ["Plan", "Artifact", "Provides", "Result", "Found"], artifacts.map(artifactRow)),
    ...table("Key Links", ["Plan", "From", "To", "Via", "Result", "Found"], links.map(linkRow)),
    ...table("Truths", ["Plan", "Truth", "Result"], truths.map(truthRow)),
    ...table("Checks", ["Task", "Command", "Result", "Found"], checks.map(checkRow)),
    ...table("Requirements", ["Requirement", "Text", "Plans", "Status"], requirements.map(requirementRow)),
  ];
  const text = `${lines.join("\n")}\n`;
  return text.replace(MARK_PLACE, markWith(wordsHash(text)));
}

const STATUS: Readonly<Record<Verification["status"], string>> = {
  passed: "passed",
  gaps_found: "gaps found",
  human_needed: "what could not be checked has to be checked by hand",
};

const RESULT: Readonly<Record<MustHaveOutcome, string>> = {
  verified: "✓ verified",
  failed: "✗ failed",
  unverified: "? unverified",
};

function resultOf({ outcome, by }: Pick<TruthResult, "outcome" | "by">): string {
  return by === undefined || outcome === "unverified"
    ? RESULT[outcome]
    : by === "person" && outcome === "verified"
    ? CONFIRMED
    : `${RESULT[outcome]} by ${by === "person" ? "a person" : "an agent"}`;
}

function artifactRow(result: ArtifactResult): readonly string[] {
  return [result.plan, result.path, result.provides, resultOf(result), foundIn(result.checks)];
}

function linkRow(result: LinkResult): readonly string[] {
  return [result.plan, result.from, result.to, result.via, resultOf(result), foundIn(result.checks)];
}

function truthRow(result: TruthResult): readonly string[] {
  const note = result.note === undefined ? "" : `: ${result.note}`;
  return [result.plan, result.truth, `${resultOf(result)}${note}`];
}

function checkRow(result: RepeatedCheck): readonly string[] {
  return [`${result.plan}/${result.task}`, result.command, resultOf(result), result.found];
}

function requirementRow({ id, text, plans, state }: RequirementResult): readonly string[] {
  const status = { complete: "Complete", pending: "Pending", unknown: "not in REQUIREMENTS.md" }[state];
  return [id, text, plans.join(", "), status];
}

/** Lists what the checks found, failed ones first. */
function foundIn(checks: readonly MustHaveCheck[]): string {
  const rank = ({ outcome }: MustHaveCheck) => ["failed", "unverified", "verified"].indexOf(outcome);
  return [...checks].sort((a, b) => rank(a) - rank(b))
    .map(({ check, outcome, found }) =>
      `${outcome === "verified" ? "" : `${RESULT[outcome][0]} `}${check}: ${found}`
    )
    .join("; ");
}

function listed(title: string, gaps: readonly VerificationGap[]): readonly string[] {
  if (gaps.length === 0) return [];
  return [
    "",
    `## ${title}`,
    "",
    ...gaps.map(({ plan, what, todo }, index) => {
      const from = plan === undefined ? "" : ` (plan ${plan})`;
      return `${index + 1}. ${escapeCell(what)}${from}. ${escapeCell(todo)}.`;
    }),
  ];
}

function table(
  title: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    "",
    `## ${title}`,
    "",
    line(columns),
    line(columns.map(() => "---")),
    ...rows.map((row) => line(row.map(escapeCell))),
  ];
}
