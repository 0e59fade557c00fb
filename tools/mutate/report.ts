import type { Judged } from "./run_room.ts";
import type { Room } from "./scope.ts";

/** A mutant that no test noticed. */
export interface Survivor {
  /** `<path>:<line>`. */
  readonly place: string;
  /** Names the mutant in `tools/mutate/equivalent.txt`. */
  readonly key: string;
  /** The number of tests that ran with it; 0 if none reaches it. */
  readonly tests: number;
}

/** How many mutants of a room the tests noticed. */
export interface RoomScore {
  readonly folder: string;
  /** The number of mutants of its sources. */
  readonly all: number;
  /** The number of mutants that were run. */
  readonly run: number;
  readonly killed: number;
  readonly timeout: number;
  /** The number of mutants among the sample that are listed as equivalent, and were not run. */
  readonly equivalent: number;
  readonly survivors: readonly Survivor[];
  /** Entries of `tools/mutate/equivalent.txt` without a mutant or without a reason. */
  readonly stale: readonly string[];
  /** Mutants that were noticed, in percent of those that were run, rounded down. */
  readonly score: number;
  readonly seconds: number;
}

/** Counts the outcomes of a room. */
export function roomScore(
  { folder }: Room,
  judged: readonly Judged[],
  counts: Pick<RoomScore, "all" | "equivalent" | "stale" | "seconds">,
): RoomScore {
  const count = (kind: string) => judged.filter(({ outcome }) => outcome.kind === kind).length;
  const [killed, timeout] = [count("killed"), count("timeout")];
  const survivors = judged.flatMap(({ mutant: { path, line, key }, outcome }) => {
    return outcome.kind === "survived" ? [{ place: `${path}:${line}`, key, tests: outcome.tests }] : [];
  });
  const run = judged.length;
  const score = run === 0 ? 100 : Math.floor(100 * (killed + timeout) / run);
  return { folder, run, killed, timeout, survivors, score, ...counts };
}

/** Returns the survivors and a table of the scores. */
export function scoreText(scores: readonly RoomScore[]): string {
  const survivors = scores.flatMap(({ survivors }) => survivors).map(({ place, key, tests }) => {
    return `${place}  ${key.slice(key.indexOf(" ") + 1)}  (${
      tests === 0 ? "no test reaches it" : `${tests} tests`
    })`;
  });
  const stale = scores.flatMap(({ stale }) => stale).map((key) => `stale in equivalent.txt: ${key}`);
  const heads = [
    "room",
    "mutants",
    "run",
    "killed",
    "timed out",
    "survived",
    "equivalent",
    "score",
    "seconds",
  ];
  const rows = scores.map((room) =>
    [
      room.folder,
      room.all,
      room.run,
      room.killed,
      room.timeout,
      room.survivors.length,
      room.equivalent,
      `${room.score} %`,
      room.seconds,
    ].map(String)
  );
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]!.length)));
  const table = [heads, ...rows].map((row) => {
    return row.map((cell, at) => at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)).join("  ");
  });
  return ["", ...survivors, ...stale, "", ...table].join("\n");
}
