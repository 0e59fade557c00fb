import type { WavesResult } from "../../../schemas/results/waves.ts";
import { noticeText } from "../terminal/notice_text.ts";
import type { Style } from "../terminal/style.ts";
import { wrapLines } from "../terminal/wrap_words.ts";

/** Describes the plans that are missing in the waves of a phase, in one line; empty if there are none. */
export function leftOutText(ids: readonly string[], style: Style): string {
  if (ids.length === 0) return "";
  const what = ids.length === 1
    ? `Plan ${ids[0]} cannot be read and is`
    : `Plans ${ids.join(", ")} cannot be read and are`;
  return noticeText(`${what} left out: run wf validate for details`, style);
}

export function wavesText(result: WavesResult, style: Style): string {
  const lines = result.waves.map((ids, index) => `${style.bold(`Wave ${index + 1}`)}  ${ids.join("  ")}`);
  const after = result.serialized.map(([first, second]) =>
    style.dim(`${second} runs after ${first}: they share files`)
  );
  return wrapLines([...lines, ...after], style).map((line) => `${line}\n`).join("") || "No plans\n";
}
