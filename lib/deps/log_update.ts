/**
 * Lines at the end of standard error that change in place while text scrolls above them.
 *
 * The library is loaded only when a run is shown on a terminal. It draws on a stream of its own, because the
 * program writes through its host.
 * @module
 */

import { terminalText } from "../text/terminal_text.ts";

/** Time between two drawings, in milliseconds. */
const INTERVAL = 100;

export interface OpenView {
  print(text: string): void;
  /** Hides the view while something else uses the screen. */
  pause(): void;
  resume(): void;
}

export interface ViewOptions {
  readonly write: (text: string) => void;
  /** Returns the current lines for a width in columns, without a line break at their end. */
  readonly text: (width: number) => string;
}

/** Opens a view, and shows it until it is paused. */
export async function openView({ write, text }: ViewOptions): Promise<OpenView> {
  const [{ createLogUpdate }, { default: process }] = await Promise.all([
    import("npm:log-update@8.0.0"),
    import("node:process"),
  ]);
  const width = () => process.stderr.columns ?? 80;
  const screen = {
    get columns(): number {
      return width();
    },
    get rows(): number {
      return process.stderr.rows ?? 24;
    },
    write,
  };
  // A cursor that the library hides would stay hidden in the terminal of a killed program.
  const update = createLogUpdate(screen as unknown as NodeJS.WriteStream, { showCursor: true });
  const draw = (): void => {
    const shown = terminalText(text(width()), true);
    if (shown === "") update.clear();
    else update(shown);
  };
  // A hangup does not end the run.
  process.on("SIGHUP", () => {});
  let timer: ReturnType<typeof setInterval> | undefined;
  const view: OpenView = {
    print: (above) => {
      if (timer !== undefined) update.clear();
      write(terminalText(above, true));
      if (timer !== undefined) draw();
    },
    pause: () => {
      clearInterval(timer);
      timer = undefined;
      update.clear();
    },
    resume: () => {
      draw();
      timer ??= setInterval(draw, INTERVAL);
    },
  };
  view.resume();
  return view;
}
