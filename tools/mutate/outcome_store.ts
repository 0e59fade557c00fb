import type { Mutant } from "./mutant.ts";

/** What the tests made of a mutant. */
export type Outcome =
  | { readonly kind: "killed" | "timeout"; readonly by: string }
  /** No test failed; `tests` is how many ran. */
  | { readonly kind: "survived"; readonly tests: number };

interface Line {
  readonly key: string;
  readonly source: string;
  readonly tests: string;
  readonly outcome: Outcome;
}

/**
 * The outcomes of earlier invocations, so that one that was interrupted is resumed. An outcome holds as long as the
 * mutated file is the same and, for a mutant that survived, all tests are.
 */
export class OutcomeStore {
  readonly #known = new Map<string, Line>();

  private constructor(readonly file: string) {}

  /** Opens the store in a file, which need not exist. */
  static async open(file: string): Promise<OutcomeStore> {
    const store = new OutcomeStore(file);
    const text = await Deno.readTextFile(file).catch(() => "");
    for (const line of text.split("\n").filter((line) => line !== "")) {
      const parsed: Line = JSON.parse(line);
      store.#known.set(parsed.key, parsed);
    }
    return store;
  }

  /** Returns the outcome of a mutant, if it still holds. */
  find({ key }: Mutant, source: string, tests: string): Outcome | undefined {
    const line = this.#known.get(key);
    if (line === undefined || line.source !== source) return undefined;
    return line.outcome.kind === "survived" && line.tests !== tests ? undefined : line.outcome;
  }

  /** Adds the outcome of a mutant. */
  async add({ key }: Mutant, source: string, tests: string, outcome: Outcome): Promise<void> {
    const line: Line = { key, source, tests, outcome };
    this.#known.set(key, line);
    await Deno.mkdir(this.file.slice(0, this.file.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(this.file, `${JSON.stringify(line)}\n`, { append: true });
  }
}
