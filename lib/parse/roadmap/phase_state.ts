import type { ExclusionReason } from "../../../schemas/results/status.ts";
import { documentLines } from "./document_lines.ts";
import { isInRange, type ListedMilestone, milestonesOf } from "./milestone.ts";
import { parsePhaseNumber, type PhaseNumber, printPhaseNumber } from "../ids/phase_number.ts";
import type { Roadmap } from "./roadmap.ts";

/**
 * How the roadmap sees a phase, whatever its folder holds: as one to be worked on, as ticked off, as one
 * of a milestone that is shipped, or as set aside.
 */
export type PhaseStanding =
  | { readonly kind: "open" | "done" | "shipped" }
  | { readonly kind: "aside"; readonly aside: ExclusionReason };

const OPEN: PhaseStanding = { kind: "open" };

const NUMBER = String.raw`(\d+(?:\.\d+)*[A-Za-z]?)`;
const LINE = new RegExp(
  String
    .raw`^(?:(#{2,4})[ \t]+(?:\S{1,3}[ \t]+)?|[ \t]*[-*][ \t]+\[([ xX])\][ \t]+(?:\*\*)?)Phase[ \t]+${NUMBER}` +
    String.raw`(?::|[ \t]+[-—–][ \t])(.*)$`,
);
const REMARK = /\((BACKLOG|PROMOTED|REMOVED|DEPRECATED|CANCELL?ED)\b[^()]*\)/;
/** In small letters only alone, as `(deprecated API)` may belong to a name. */
const SMALL_REMARK = /\((backlog|promoted|removed|deprecated|cancell?ed)\)/i;
const COMPLETE = /✅|\((?:completed|shipped)\b/i;
/** The parking lot of other tools: 999.1, 999.2. */
const PARKED = 999;

/** What a roadmap says of its phases, by printed number. */
interface Said {
  /** Phases that stand outside of what is folded away. */
  readonly unfolded: ReadonlySet<string>;
  /** Phases that stand in what is folded away. */
  readonly folded: ReadonlySet<string>;
  /** Phases with a box that is ticked, or a heading that says so. */
  readonly ticked: ReadonlySet<string>;
  /** Phases with a box that is not ticked. */
  readonly unticked: ReadonlySet<string>;
  /** Phases that are set aside. */
  readonly aside: ReadonlyMap<string, ExclusionReason>;
  /** The milestones. */
  readonly milestones: readonly ListedMilestone[];
}

/** What was read before; every phase is asked for. */
const KNOWN = new WeakMap<Roadmap, Said>();

/**
 * How the roadmap sees a phase; without one, or where it does not name the phase, as open.
 *
 * @param roadmap The roadmap, if there is one.
 */
export function phaseStanding(number: PhaseNumber, roadmap: Roadmap | undefined): PhaseStanding {
  const said = roadmap && (KNOWN.get(roadmap) ?? read(roadmap));
  if (roadmap !== undefined && said !== undefined) KNOWN.set(roadmap, said);
  const printed = printPhaseNumber(number);
  const isParked = number.parts[0] === PARKED && number.parts.length > 1;
  const aside = said?.aside.get(printed) ?? (isParked ? "backlog" : undefined);
  if (aside !== undefined) return { kind: "aside", aside };
  if (said === undefined || said.unticked.has(printed)) return OPEN;
  if (isShipped(number, said)) return { kind: "shipped" };
  return said.ticked.has(printed) ? { kind: "done" } : OPEN;
}

/** Whether a phase is set aside and takes no part in what there is to do. */
export function isAside(number: PhaseNumber, roadmap: Roadmap | undefined): boolean {
  return phaseStanding(number, roadmap).kind === "aside";
}

/** Whether the roadmap says that nothing of a phase is left to do: it is done, shipped or set aside. */
export function isSettled(number: PhaseNumber, roadmap: Roadmap | undefined): boolean {
  return phaseStanding(number, roadmap).kind !== "open";
}

function isShipped(number: PhaseNumber, { unfolded, folded, ticked, milestones }: Said): boolean {
  const printed = printPhaseNumber(number);
  if (folded.has(printed) && !unfolded.has(printed)) return true;
  const holding = milestones.filter(({ phases }) => phases.some((range) => isInRange(number, range)));
  if (holding.length === 0 || holding.some(({ stage }) => stage !== "shipped")) return false;
  // The number may come again in a milestone that does not say which phases it has.
  const mayComeAgain = milestones.some(({ stage, phases }) => stage !== "shipped" && phases.length === 0);
  return !(mayComeAgain && unfolded.has(printed) && !ticked.has(printed));
}

function read(roadmap: Roadmap): Said {
  const { source } = roadmap;
  const { phaseLines: lines, folded: isFolded } = documentLines(source);
  const [unfolded, folded] = [new Set<string>(), new Set<string>()];
  const [ticked, unticked] = [new Set<string>(), new Set<string>()];
  const aside = new Map<string, ExclusionReason>();
  let backlog: number | undefined;
  for (const [index, line] of lines.entries()) {
    const heading = /^(#{1,6})[ \t]/.exec(line)?.[1]?.length;
    if (heading !== undefined && heading <= (backlog ?? heading)) {
      backlog = /^#{1,3}[ \t]+(?:\S{1,3}[ \t]+)?Backlog\b/i.test(line) ? heading : undefined;
    }
    const [, , box, text, rest = ""] = LINE.exec(line.trimEnd()) ?? [];
    const number = text === undefined ? undefined : parsePhaseNumber(text);
    if (number === undefined) continue;
    const printed = printPhaseNumber(number);
    (isFolded.has(index) ? folded : unfolded).add(printed);
    if (box === undefined ? COMPLETE.test(line) : box !== " ") ticked.add(printed);
    else if (box !== undefined) unticked.add(printed);
    const remark = (REMARK.exec(rest) ?? SMALL_REMARK.exec(rest))?.[1];
    if (remark !== undefined) aside.set(printed, asideOf(remark));
    else if (backlog !== undefined) aside.set(printed, "backlog");
    // Of a number that stands twice the last heading counts.
    else if (box === undefined) aside.delete(printed);
  }
  return { unfolded, folded, ticked, unticked, aside, milestones: milestonesOf(source) };
}

function asideOf(remark: string): ExclusionReason {
  const word = remark.toLowerCase();
  return word === "canceled" ? "cancelled" : word as ExclusionReason;
}
