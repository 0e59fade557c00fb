import type { SourceText } from "../../text/source_text.ts";
import { type DocumentLines, documentLines, linesOf } from "./document_lines.ts";
import { parseFrontmatter } from "../plan_file/frontmatter.ts";
import { comparePhaseNumbers, parsePhaseNumber, type PhaseNumber } from "../ids/phase_number.ts";
import { entryOf } from "../yaml/yaml.ts";

/** A milestone. */
export interface Milestone {
  /** Version identifier, for example `v1.0`. */
  readonly version: string;
  /** Name, for example `MVP`; empty when none is given. */
  readonly name: string;
}

/** The phases from one number to another, inclusive. */
export interface PhaseRange {
  readonly first: PhaseNumber;
  readonly last: PhaseNumber;
}

/** A milestone in the roadmap, as an item of a list or a heading. */
export interface ListedMilestone extends Milestone {
  /** Its stage, from its symbol, its box or the note after it; undefined when there is none of these. */
  readonly stage: "shipped" | "under-way" | "planned" | undefined;
  /** The phases that it names, `Phases 1-4, 6`; may be empty. */
  readonly phases: readonly PhaseRange[];
  /** The form of its line. */
  readonly kind: "item" | "heading";
  /** Index of its line, from 0. */
  readonly line: number;
}

const VERSION = String.raw`(v\d(?:[\w.-]*\w)?)(?![\w.-]*\w)`;
const MARK = String.raw`(?:([✅🚧📋])[ \t]+)?`;
const ITEM = new RegExp(
  String.raw`^[ \t]*[-*][ \t]+(?:\[([ xX])\][ \t]+)?${MARK}\*\*${VERSION}([^*]*)\*\*(.*)$`,
  "u",
);
const HEADING = new RegExp(String.raw`^#{1,4}[ \t]+${MARK}${VERSION}((?![\w.-]).*)?$`, "u");

/**
 * Returns the milestones of a roadmap, in the order of its lines: items `- ✅ **v1.0 MVP** - Phases 1-4
 * (shipped 2026-01-01)` and headings `### 🚧 v1.1 Accounts`.
 *
 * Content of `<details>`, comments and fenced blocks is ignored. See docs/decisions/field-data.md.
 */
export function listedMilestones(roadmap: string): readonly ListedMilestone[] {
  return milestonesIn(linesOf(roadmap));
}

/** Returns the milestones of a roadmap file; see {@link listedMilestones}. */
export function milestonesOf(roadmap: SourceText): readonly ListedMilestone[] {
  return milestonesIn(documentLines(roadmap));
}

function milestonesIn({ lines, folded }: DocumentLines): readonly ListedMilestone[] {
  return lines.flatMap((text, line) => {
    const found = folded.has(line) ? undefined : readItem(text.trimEnd()) ?? readHeading(text.trimEnd());
    return found === undefined ? [] : [{ ...found, line }];
  });
}

function readItem(text: string): Omit<ListedMilestone, "line"> | undefined {
  const match = ITEM.exec(text);
  if (match === null) return undefined;
  const [, box, mark, version, name, rest] = match;
  const stage = stageOf(mark, rest!) ?? (box === undefined || box === " " ? undefined : "shipped");
  return {
    kind: "item",
    version: version!,
    name: cleanName(name!),
    stage,
    phases: phaseRanges(name! + rest!),
  };
}

function readHeading(text: string): Omit<ListedMilestone, "line"> | undefined {
  const match = HEADING.exec(text);
  if (match === null) return undefined;
  const [, mark, version, rest = ""] = match;
  const stage = stageOf(mark, rest);
  const phases = phaseRanges(rest);
  // A heading such as `## v1 Scope` is prose.
  if (stage === undefined && phases.length === 0) return undefined;
  return { kind: "heading", version: version!, name: cleanName(rest), stage, phases };
}

function stageOf(mark: string | undefined, rest: string): ListedMilestone["stage"] {
  if (mark !== undefined) return mark === "✅" ? "shipped" : mark === "🚧" ? "under-way" : "planned";
  if (/\([^()]*\bshipped\b/i.test(rest)) return "shipped";
  return /\((?:in progress|current|active)\b/i.test(rest) ? "under-way" : undefined;
}

const NUMBER = String.raw`\d+(?:\.\d+)*[A-Za-z]?`;
const RANGE = new RegExp(String.raw`(${NUMBER})(?:[ \t]*[-–—][ \t]*(${NUMBER}))?`, "g");
const RANGES = new RegExp(
  String.raw`\bPhases?[ \t]+(${NUMBER}(?:[ \t]*(?:,|&|and|[-–—])[ \t]*${NUMBER})*)`,
  "i",
);

function phaseRanges(text: string): readonly PhaseRange[] {
  const listed = RANGES.exec(text)?.[1] ?? "";
  return [...listed.matchAll(RANGE)].flatMap(([, from, to = from]) => {
    const first = parsePhaseNumber(from!);
    const last = parsePhaseNumber(to!);
    return first === undefined || last === undefined ? [] : [{ first, last }];
  });
}

/** Returns true for a phase in a range, including phases inserted after the last one, such as 4.1 after 4. */
export function isInRange(number: PhaseNumber, { first, last }: PhaseRange): boolean {
  if (comparePhaseNumbers(number, first) < 0) return false;
  const behind = last.parts.length === 1 && last.letter === "" && number.parts[0] === last.parts[0];
  return behind || comparePhaseNumbers(number, last) <= 0;
}

/**
 * Returns true when a phase belongs to a milestone of the roadmap: it is in the milestone's range, or in no
 * other's when the milestone has no range.
 *
 * @param version The milestone's version.
 * @param milestones All milestones. The first of several with phases for a version counts.
 */
export function isOfMilestone(
  number: PhaseNumber,
  version: string,
  milestones: readonly ListedMilestone[],
): boolean {
  const holds = ({ phases }: ListedMilestone) => phases.some((range) => isInRange(number, range));
  const own = milestones.find((entry) => entry.version === version && entry.phases.length > 0);
  if (own !== undefined) return holds(own);
  return !milestones.some((entry) => entry.version !== version && holds(entry));
}

/**
 * Returns the current milestone: the one marked 🚧 or "in progress" in the roadmap, otherwise `milestone` and
 * `milestone_name` in the state document's frontmatter, unless that milestone is shipped. See
 * docs/decisions/field-data.md.
 */
export function currentMilestone(
  roadmap: SourceText | undefined,
  state: SourceText | undefined,
): Milestone | undefined {
  const listed = roadmap === undefined ? [] : milestonesOf(roadmap);
  const items = listed.filter(({ kind }) => kind === "item");
  const found = [...items, ...listed].find(({ stage }) => stage === "under-way");
  if (found !== undefined) return { version: found.version, name: found.name };
  const named = state && milestoneOfState(state);
  const shipped = listed.some(({ version, stage }) => version === named?.version && stage === "shipped");
  return shipped ? undefined : named;
}

/** Returns the milestone in the state document, shipped or not. */
export function milestoneOfState(state: SourceText): Milestone | undefined {
  const frontmatter = parseFrontmatter(state.text);
  if (frontmatter.kind !== "parsed") return undefined;
  const text = (key: string) => {
    const value = entryOf(frontmatter.root, key)?.value;
    return value?.kind === "scalar" ? value.text.trim() : "";
  };
  const version = text("milestone");
  const name = text("milestone_name");
  return version === "" ? undefined : { version, name: /^tb[ad]$/i.test(name) ? "" : name };
}

/** Returns the number of the current phase in the state document: `Phase: 2 of 5 (Accounts)`. */
export function phaseOfState(state: SourceText): PhaseNumber | undefined {
  const line = new RegExp(
    String.raw`^[ \t*]*(?:Current[ \t]+)?Phase\b[ \t*:]*:[ \t*:]*(?:Phase[ \t]+)?(${NUMBER})\b`,
    "im",
  );
  return parsePhaseNumber(line.exec(state.text)?.[1] ?? "");
}

/** Removes a leading dash or colon and a trailing note in parentheses. */
function cleanName(text: string): string {
  return text.trim().replace(/^[-—–:]/, "").replace(/\([^()]*\)$/, "").trim();
}
