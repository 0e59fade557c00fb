/**
 * Lines at the end of standard error that change in place while text scrolls above them.
 *
 * The library is loaded only when a run is shown on a terminal. It draws on a stream of its own: on the
 * process's stream it would intercept all output and the signals that end the process.
 * @module
 */

import { terminalText } from "../text/terminal_text.ts";
import type * as ListrModule from "npm:listr2@11.4.0";

/** The state of a row. */
export type RowState = "waiting" | "working" | "asking" | "complete" | "stopped";

/** A row of a view that changes in place. */
export interface ViewRow {
  /** Identifies the row when its text changes. */
  readonly id: string;
  /** Its state. */
  readonly state: RowState;
  /** The text; a row with an empty text is not shown. */
  readonly text: string;
  /** The nested rows. */
  readonly rows: readonly ViewRow[];
}

/** An open view. */
export interface OpenView {
  /** Prints lines above the view. */
  print(text: string): void;
  /** Hides the view while something else uses the screen. */
  pause(): void;
  /** Shows the view again. */
  resume(): Promise<void>;
  /** Removes the view. */
  close(): void;
}

/** Options for {@link openView}. */
export interface ViewOptions {
  /** Writes to the terminal. */
  readonly write: (text: string) => void;
  /** Returns the current rows, always with the same IDs. Called several times a second. */
  readonly rows: () => readonly ViewRow[];
  /** Returns the symbol before a row; undefined shows the animated symbol of a working row. */
  readonly mark: (state: RowState) => string | undefined;
}

/** The library hides the cursor, and a killed program could not show it again. */
const SHOW_CURSOR = "\x1b[?25h";

type StyleInput = Parameters<ListrModule.DefaultRenderer["style"]>;

/** Opens a view. The first call of `rows` decides which rows it has. */
export async function openView({ write, rows, mark }: ViewOptions): Promise<OpenView> {
  const [{ DefaultRenderer, Listr, ListrLogger, ProcessOutput }, { Writable }, { default: process }] =
    await Promise.all([import("npm:listr2@11.4.0"), import("node:stream"), import("node:process")]);

  const states = new Map<string, RowState>();
  const tasks = new Map<string, { title: string | undefined }>();
  const ends: (() => void)[] = [];

  class Screen extends Writable {
    /** The width at which the library truncates lines. */
    get columns(): number {
      return process.stderr.columns ?? 80;
    }

    /** The number of lines that the library draws at most. */
    get rows(): number {
      return process.stderr.rows ?? 24;
    }

    override write(chunk: unknown): boolean {
      write(String(chunk));
      return true;
    }
  }

  class Renderer extends DefaultRenderer {
    static override nonTTY = true;
    #shown = false;

    override async render(): Promise<void> {
      await super.render();
      this.#shown = true;
      opened(this);
    }

    override update(): void {
      take(rows());
      super.update();
      write(SHOW_CURSOR);
    }

    override end(): void {
      if (!this.#shown) return;
      this.#shown = false;
      super.end();
    }

    print(text: string): void {
      if (this.#shown) this["updater"].clear();
      write(terminalText(text, true));
      if (this.#shown) this.update();
    }

    protected override style(...[task, output]: StyleInput): string {
      return mark(states.get(task.title ?? "") ?? "working") ?? super.style(task, output);
    }
  }

  const take = (rows: readonly ViewRow[]): void => {
    for (const { id, state, text: given, rows: below } of rows) {
      const text = terminalText(given, true);
      const task = tasks.get(id);
      if (task !== undefined && task.title !== text) task.title = text;
      states.set(text, state);
      take(below);
    }
  };
  let opened: (renderer: Renderer) => void = () => {};
  const opening = new Promise<Renderer>((open) => opened = open);
  const screen = new Screen() as unknown as NodeJS.WriteStream;
  const listr = new Listr<unknown, typeof Renderer, typeof Renderer>(
    rows().map(({ id, text, rows: below }) => ({
      title: terminalText(text, true),
      task: (_, task) => {
        tasks.set(id, task);
        return task.newListr(
          below.map((row) => ({
            title: terminalText(row.text, true),
            task: (_, task) => {
              tasks.set(row.id, task);
              return new Promise<void>((end) => ends.push(end));
            },
          })),
          { concurrent: true },
        );
      },
    })),
    {
      concurrent: true,
      registerSignalListeners: false,
      renderer: Renderer,
      rendererOptions: {
        clearOutput: true,
        collapseSubtasks: false,
        formatOutput: "truncate",
        logger: new ListrLogger({ toStderr: [], processOutput: new ProcessOutput(screen, screen) }),
      },
    },
  );
  // The library would exit at a signal for which the process has no other listener.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
  void listr.run();
  const renderer = await opening;
  return {
    print: (text) => renderer.print(text),
    pause: () => renderer.end(),
    resume: () => renderer.render(),
    close: () => {
      renderer.end();
      for (const end of ends) end();
    },
  };
}
