/**
 * Lines at the end of standard error that change in place while text goes on above them.
 *
 * The library is loaded when a run is shown at a terminal and not before. It draws on a stream of our
 * own: on the process's it would take over what is written and the signals that end it.
 * @module
 */

import { terminalText } from "../text/terminal_text.ts";
import type * as ListrModule from "npm:listr2@11.4.0";

/** How a row stands. */
export type RowState = "waiting" | "working" | "asking" | "complete" | "stopped";

/** A row of a view that changes in place. */
export interface ViewRow {
  /** Names it, whatever it shows. */
  readonly id: string;
  /** How it stands. */
  readonly state: RowState;
  /** The text; a row without one is not shown. */
  readonly text: string;
  /** The rows below. */
  readonly rows: readonly ViewRow[];
}

/** A view that is open. */
export interface OpenView {
  /** Writes lines above it. */
  print(text: string): void;
  /** Takes it away while something else is on the screen. */
  pause(): void;
  /** Shows it again. */
  resume(): Promise<void>;
  /** Takes it away for good. */
  close(): void;
}

/** What {@link openView} needs. */
export interface ViewOptions {
  /** Writes to the terminal. */
  readonly write: (text: string) => void;
  /** The rows as they are now; always the same IDs. Asked several times a second. */
  readonly rows: () => readonly ViewRow[];
  /** The mark before a row; of one that is working, undefined for a mark that moves. */
  readonly mark: (state: RowState) => string | undefined;
}

/** The library hides the cursor; a program that is ended at once could not show it again. */
const SHOW_CURSOR = "\x1b[?25h";

type StyleInput = Parameters<ListrModule.DefaultRenderer["style"]>;

/** Opens a view. Its rows are those of the first call of `rows`. */
export async function openView({ write, rows, mark }: ViewOptions): Promise<OpenView> {
  const [{ DefaultRenderer, Listr, ListrLogger, ProcessOutput }, { Writable }, { default: process }] =
    await Promise.all([import("npm:listr2@11.4.0"), import("node:stream"), import("node:process")]);

  const states = new Map<string, RowState>();
  const tasks = new Map<string, { title: string | undefined }>();
  const ends: (() => void)[] = [];

  class Screen extends Writable {
    /** The library cuts lines to it. */
    get columns(): number {
      return process.stderr.columns ?? 80;
    }

    /** The library draws no more lines than fit. */
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
  // The library would end the program at a signal that nobody else on the process listens to.
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
