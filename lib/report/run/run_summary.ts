import type { RunSummary } from "../../../schemas/event.ts";
import { durationText } from "../terminal/duration.ts";
import type { Style } from "../terminal/style.ts";

/**
 * Lists the durations of waves and plans and the critical path; empty for a run that worked on fewer than two
 * plans.
 */
export function summaryLines({ waves, criticalPath }: RunSummary, style: Style): string[] {
  if (waves.flatMap(({ plans }) => plans).length < 2) return [];
  const width = Math.max(...waves.map(({ wave }) => String(wave).length));
  const times = waves.map(({ milliseconds }) => durationText(milliseconds));
  const timeWidth = Math.max(...times.map((time) => time.length));
  const lines = waves.map(({ wave, plans }, index) => {
    const each = plans.map(({ plan, milliseconds, complete }) =>
      // Jobs of a batch system do not report theirs.
      `${plan}${milliseconds === 0 ? "" : ` ${durationText(milliseconds)}`}${
        complete ? "" : style.yellow(" (not complete)")
      }`
    );
    const time = times[index]!.padStart(timeWidth);
    return `  Wave ${String(wave).padStart(width)}  ${time}  ${style.dim(each.join(", "))}`;
  });
  // Without any duration there is no critical path.
  if (criticalPath.plans.length === 0) return lines;
  const path = `${criticalPath.plans.join(" → ")}, ${durationText(criticalPath.milliseconds)}`;
  return [...lines, `  Critical path: ${path}`];
}
