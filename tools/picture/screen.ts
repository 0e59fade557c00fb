/**
 * The screen of a terminal after the output of a program.
 * @module
 */
import xterm from "npm:@xterm/headless@6.0.0";
import type { Screen, Span } from "./svg.ts";

/** Size of a terminal. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** A headless terminal. */
export class ScreenReader {
  readonly #terminal: InstanceType<typeof xterm.Terminal>;

  /** @param size The size, in characters. */
  constructor({ columns, rows }: TerminalSize) {
    this.#terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 0 });
  }

  /** Processes output of a program. */
  write(bytes: Uint8Array): Promise<void> {
    return new Promise((done) => this.#terminal.write(bytes, done));
  }

  /** Returns the current screen. */
  screen(): Screen {
    const { active } = this.#terminal.buffer;
    return Array.from({ length: this.#terminal.rows }, (_, row) => this.#spans(active.baseY + row));
  }

  #spans(row: number): readonly Span[] {
    const line = this.#terminal.buffer.active.getLine(row);
    const spans: { text: string; color: Span["color"]; bold: boolean; dim: boolean; column: number }[] = [];
    for (let column = 0; line !== undefined && column < line.length; column++) {
      const cell = line.getCell(column)!;
      const look = {
        color: colorOf(cell.isFgPalette() ? cell.getFgColor() : -1),
        bold: cell.isBold() !== 0,
        dim: cell.isDim() !== 0,
      };
      const last = spans.at(-1);
      const text = cell.getChars() || " ";
      if (last?.color === look.color && last.bold === look.bold && last.dim === look.dim) last.text += text;
      else spans.push({ ...look, text, column });
    }
    return spans.map((span) => ({ ...span, text: span.text.trimEnd() })).filter(({ text }) => text !== "");
  }

  /** Frees the terminal. */
  close(): void {
    this.#terminal.dispose();
  }
}

/** Returns the color with a palette number. */
function colorOf(number: number): Span["color"] {
  const names: Readonly<Record<number, Span["color"]>> = { 1: "red", 2: "green", 3: "yellow", 6: "cyan" };
  return names[number % 8] ?? "plain";
}
