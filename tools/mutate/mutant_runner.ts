import type { Mutant } from "./mutant.ts";
import type { Outcome } from "./outcome_store.ts";
import type { FoundTest, TestResult } from "./protocol.ts";
import { Session, WorkerLost } from "./session.ts";

/** The time that a test may take with a mutant, as a multiple of its time without, and in milliseconds besides. */
const SLOWER = 5;
const GRACE = 4_000;
/** Maximum test files that are imported again for a mutant of code that runs while modules are loaded. */
const MAX_FILES = 16;

/** Options for {@link MutantRunner.start}. */
export interface RunnerOptions {
  /** The copied tree, with switched sources. */
  readonly tree: string;
  /** The test files, relative to the tree. */
  readonly files: readonly string[];
  /** All mutants in the sources, also those that are not run: they show which tests reach a source. */
  readonly mutants: readonly Mutant[];
  /** Maximum total time of the tests for one mutant, in milliseconds without mutants. */
  readonly budget: number;
}

/**
 * Runs the tests that reach a mutant until one fails: the nearest first, and of these the ones that noticed the most
 * mutants, and then the fastest.
 */
export class MutantRunner {
  /** The tests that fail without mutants, and are not used. */
  readonly failing: FoundTest[] = [];
  readonly #results = new Map<number, TestResult>();
  /** How many mutants each test noticed. */
  readonly #noticed = new Map<number, number>();
  readonly #fixed: ReadonlySet<number>;
  readonly #tests: readonly FoundTest[];

  private constructor(readonly options: RunnerOptions, private session: Session) {
    this.#tests = session.tests;
    this.#fixed = new Set(session.reached);
  }

  /** Imports the test files and runs all tests once without mutants, to learn what they reach and how long they take. */
  static async start(options: RunnerOptions): Promise<MutantRunner> {
    const session = await Session.start(options.tree, options.files);
    const runner = new MutantRunner(options, session);
    const waiting = new Set(session.tests.keys());
    while (waiting.size > 0) {
      const request = { selected: 0, tests: [...waiting], record: true };
      const end = await runner.session.run(request, () => 120_000, (result) => {
        waiting.delete(result.index);
        if (result.passed) runner.#results.set(result.index, result);
        else runner.failing.push(session.tests[result.index]!);
      });
      if (end.kind !== "stuck") break;
      waiting.delete(end.index);
      runner.failing.push(session.tests[end.index]!);
      await runner.#restart();
    }
    return runner;
  }

  /** Returns the outcome of a mutant. */
  async run(mutant: Mutant): Promise<Outcome> {
    const tests = this.#ordered(mutant, ({ reached }) => reached.includes(mutant.id));
    const outcome = await this.#attempt(mutant, tests);
    if (outcome.kind !== "survived" || !this.#fixed.has(mutant.id)) return outcome;
    return await this.#runLoading(mutant);
  }

  async close(): Promise<void> {
    await this.session.close();
  }

  /** Runs tests in the common process, in which the modules are loaded already. */
  async #attempt(mutant: Mutant, tests: readonly number[]): Promise<Outcome> {
    for (let at = 0; at < tests.length;) {
      const rest = tests.slice(at);
      const end = await this.session.run({ selected: mutant.id, tests: rest, record: false }, this.#limit);
      if (end.kind === "passed") break;
      const by = this.#nameOf(end.index);
      if (end.kind === "stuck") {
        await this.#restart();
        return { kind: "timeout", by };
      }
      // What a mutant leaves in the process must not fail the tests of others, and chance must not count.
      const again = await this.session.run({ selected: 0, tests: [end.index], record: false }, this.#limit);
      if (again.kind === "passed") {
        this.#noticed.set(end.index, (this.#noticed.get(end.index) ?? 0) + 1);
        return { kind: "killed", by };
      }
      await this.#restart();
      const alone = await this.session.run(
        { selected: mutant.id, tests: [end.index], record: false },
        this.#limit,
      );
      if (alone.kind !== "passed") {
        await this.#restart();
        return { kind: "killed", by };
      }
      at = tests.indexOf(end.index) + 1;
    }
    return { kind: "survived", tests: tests.length };
  }

  /** Runs tests in a process of its own that loads the modules with the mutant. */
  async #runLoading(mutant: Mutant): Promise<Outcome> {
    const own = new Set(this.options.mutants.filter(({ path }) => path === mutant.path).map(({ id }) => id));
    const near = this.#ordered(mutant, ({ reached }) => reached.some((id) => own.has(id)));
    const files = [...new Set(near.map((index) => this.#tests[index]!.file))].slice(0, MAX_FILES);
    if (files.length === 0) return { kind: "survived", tests: 0 };
    const session = await startUnlessBroken(this.options.tree, files, mutant);
    if (session === undefined) return { kind: "killed", by: `the imports of ${files[0]}` };
    try {
      const known = new Map(this.#tests.map(({ file, name }, index) => [`${file} ${name}`, index]));
      const indexes = [...session.tests.keys()];
      const original = (index: number) => {
        const { file, name } = session.tests[index]!;
        return known.get(`${file} ${name}`) ?? -1;
      };
      const rank = new Map(near.map((index, place) => [index, place]));
      const tests = indexes.filter((index) => rank.has(original(index)))
        .sort((a, b) => rank.get(original(a))! - rank.get(original(b))!);
      const limit = (index: number) => this.#limit(original(index));
      const end = await session.run({ selected: mutant.id, tests, record: false }, limit);
      if (end.kind === "passed") return { kind: "survived", tests: tests.length };
      const { file, name } = session.tests[end.index]!;
      return { kind: end.kind === "stuck" ? "timeout" : "killed", by: `${file}: ${name}` };
    } finally {
      await session.close();
    }
  }

  /** Returns the tests that meet a condition, in the order to run them, within the budget. */
  #ordered({ path }: Mutant, meets: (result: TestResult) => boolean): readonly number[] {
    const results = [...this.#results.values()].filter(meets);
    const far = ({ index }: TestResult) => distance(path, this.#tests[index]!.file);
    const noticed = ({ index }: TestResult) => this.#noticed.get(index) ?? 0;
    results.sort((a, b) => far(a) - far(b) || noticed(b) - noticed(a) || a.milliseconds - b.milliseconds);
    let time = 0;
    return results.filter(({ milliseconds }) => (time += milliseconds) <= this.options.budget)
      .map(({ index }) => index);
  }

  readonly #limit = (index: number): number => (this.#results.get(index)?.milliseconds ?? 0) * SLOWER + GRACE;

  #nameOf(index: number): string {
    const { file, name } = this.#tests[index]!;
    return `${file}: ${name}`;
  }

  async #restart(): Promise<void> {
    await this.session.close();
    this.session = await Session.start(this.options.tree, this.options.files);
  }
}

/** Starts a worker; returns undefined if the mutant keeps it from importing the files. */
async function startUnlessBroken(
  tree: string,
  files: readonly string[],
  { id }: Mutant,
): Promise<Session | undefined> {
  try {
    return await Session.start(tree, files, id);
  } catch (error) {
    if (error instanceof WorkerLost) return undefined;
    throw error;
  }
}

/** Returns how many folders lie between a source and a test, 0 for a test of the same name beside it. */
function distance(source: string, test: string): number {
  const [one, other] = [source, test].map((path) => path.split("/").slice(1));
  const names = [one!.at(-1)!.replace(/\.ts$/, ""), other!.at(-1)!.replace(/_test\.ts$/, "")];
  const [from, to] = [one!.slice(0, -1), other!.slice(0, -1)];
  let common = 0;
  while (common < from.length && from[common] === to[common]) common++;
  const apart = from.length + to.length - 2 * common;
  return apart === 0 && names[0] === names[1] ? 0 : apart + 1;
}
