/**
 * Lines at the end of standard error that change in place while text scrolls above them.
 *
 * The library is loaded only when a run is shown on a terminal. It draws on a stream of its own, because the
 * program writes through its host.
 * @module
 */

import { stripStyles, terminalText } from "../text/terminal_text.ts";

/** Time between two drawings, in milliseconds. */
const INTERVAL = 100;

export interface OpenView {
  print(text: string): void;
  /** Hides the view while something else uses the screen. */
  pause(): void;
  resume(): void;
}

/** A terminal. Its size may change at any time. */
export interface Screen {
  /** Writes text without escaping. */
  readonly write: (text: string) => void;
  readonly columns: () => number;
  readonly rows: () => number;
}

export interface ViewOptions {
  readonly screen: Screen;
  /** Returns the current lines for a width in columns, without a line break at their end. */
  readonly text: (width: number) => string;
}

/** The views that are shown. */
const shown = new Set<OpenView>();

/** Hides all views while something writes to the terminal that does not know of them. */
export function aboveViews(write: () => void): void {
  const hidden = hideViews();
  write();
  for (const view of hidden) view.resume();
}

/** Hides all views, such as before the program ends immediately. Returns them. */
export function hideViews(): readonly OpenView[] {
  const hidden = [...shown];
  for (const view of hidden) view.pause();
  return hidden;
}

/** Opens a view, and shows it until it is paused. */
export async function openView({ screen, text }: ViewOptions): Promise<OpenView> {
  const { write } = screen;
  const [{ createLogUpdate }, { default: process }] = await Promise.all([
    import("npm:log-update@8.0.0"),
    import("node:process"),
  ]);
  const stream = {
    write,
    get columns(): number {
      return screen.columns();
    },
    get rows(): number {
      return screen.rows();
    },
  };
  // A cursor that the library hides would stay hidden in the terminal of a killed program.
  const update = createLogUpdate(stream as unknown as NodeJS.WriteStream, { showCursor: true });
  let drawn = { text: "", width: screen.columns() };
  const clear = (): void => {
    const width = screen.columns();
    if (width < drawn.width) {
      // The terminal has wrapped the lines, which the library does not know.
      write(eraseRows(rowsOf(drawn.text, width)));
      update.done();
    } else update.clear();
    drawn = { text: "", width };
  };
  const draw = (): void => {
    const width = screen.columns();
    const lines = terminalText(text(width), true);
    if (lines === "" || width < drawn.width) clear();
    drawn = { text: lines, width };
    if (lines !== "") update(lines);
  };
  // A shell has printed below the lines that were drawn before Ctrl-Z.
  const drawAfresh = (): void => {
    update.done();
    draw();
  };
  // A hangup does not end the run.
  process.off("SIGHUP", ignore);
  process.on("SIGHUP", ignore);
  let timer: ReturnType<typeof setInterval> | undefined;
  let [last, wasLate] = [0, false];
  const tick = (): void => {
    const now = Date.now();
    const isLate = now - last > 3 * INTERVAL;
    // After a stop, the timer may come before the signal.
    if (!isLate || wasLate) draw();
    [last, wasLate] = [now, isLate];
  };
  const view: OpenView = {
    print: (above) => {
      if (timer !== undefined) clear();
      write(terminalText(above, true));
      if (timer !== undefined) draw();
    },
    pause: () => {
      shown.delete(view);
      clearInterval(timer);
      timer = undefined;
      process.off("SIGCONT", drawAfresh);
      clear();
    },
    resume: () => {
      shown.add(view);
      draw();
      if (timer !== undefined) return;
      last = Date.now();
      timer = setInterval(tick, INTERVAL);
      process.on("SIGCONT", drawAfresh);
    },
  };
  view.resume();
  return view;
}

function ignore(): void {}

/** Returns the number of rows that lines take on a terminal of a width. A character is taken for one column. */
function rowsOf(text: string, width: number): number {
  if (text === "") return 0;
  return text.split("\n").reduce((rows, line) => {
    return rows + Math.max(1, Math.ceil([...stripStyles(line)].length / width));
  }, 0);
}

/** Erases the rows above the cursor, and moves it to the first of them. */
function eraseRows(rows: number): string {
  return "\x1b[1A\x1b[2K".repeat(rows);
}
