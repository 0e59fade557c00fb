/** A line to a worker: the tests to run with a mutant. */
export interface RunRequest {
  /** The mutant; 0 for none. */
  readonly selected: number;
  /** The tests, by index, in order. */
  readonly tests: readonly number[];
  /** True to run all tests and to record the mutants that they reach; otherwise the first failure ends the run. */
  readonly record: boolean;
}

/** A test that a worker has found. */
export interface FoundTest {
  /** Path of its file, relative to the root of the repository. */
  readonly file: string;
  readonly name: string;
}

/** The result of one test. */
export interface TestResult {
  readonly index: number;
  readonly passed: boolean;
  readonly milliseconds: number;
  /** The mutants that the test reached, if they were recorded. */
  readonly reached: readonly number[];
}

/** A line from a worker. */
export type WorkerMessage =
  | { readonly kind: "ready"; readonly tests: readonly FoundTest[]; readonly reached: readonly number[] }
  /** The test files cannot be imported. */
  | { readonly kind: "broken"; readonly message: string }
  | { readonly kind: "begin"; readonly index: number }
  | { readonly kind: "result"; readonly result: TestResult }
  | { readonly kind: "end" };

/** Begins each line from a worker, to tell it from what tests print. */
export const MESSAGE_MARK = "\u001emutate ";

/** The file in the copied tree with the values that tests compared with their snapshots. */
export const SNAPSHOTS = ".mutate-snapshots.json";
