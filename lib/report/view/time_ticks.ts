/** Steps between ticks, in milliseconds. */
const STEPS = [100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000].concat(
  [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 1440].map((minutes) => minutes * 60_000),
);

/** The maximum number of ticks after 0. */
const MAX_TICKS = 8;

export interface TimeTick {
  /** Milliseconds since the start. */
  readonly at: number;
  /** `0.5 s`, `30 s`, `2 min`, `1:30 h`. */
  readonly label: string;
}

/** Returns round times from 0 to an end, in milliseconds. */
export function timeTicks(end: number): readonly TimeTick[] {
  const step = STEPS.find((each) => end / each <= MAX_TICKS) ?? Math.ceil(end / MAX_TICKS);
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => {
    const at = index * step;
    return { at, label: at === 0 ? "0" : tickLabel(at) };
  });
}

function tickLabel(milliseconds: number): string {
  if (milliseconds < 60_000) return `${milliseconds / 1000} s`;
  const minutes = Math.floor(milliseconds / 60_000);
  const seconds = Math.round(milliseconds % 60_000 / 1000);
  if (minutes < 60) return seconds === 0 ? `${minutes} min` : `${minutes}:${two(seconds)} min`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)} h`;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
