import type { WavesResult } from "../../schemas/output.ts";
import type { Style } from "./style.ts";

/** The waves of a phase as text, a line each. */
export function wavesText(result: WavesResult, style: Style): string {
  const lines = result.waves.map((ids, index) => `${style.bold(`Wave ${index + 1}`)}  ${ids.join("  ")}`);
  const after = result.serialized.map(([first, second]) =>
    style.dim(`${second} runs after ${first}: they share files`)
  );
  return [...lines, ...after].map((line) => `${line}\n`).join("") || "No plans\n";
}
