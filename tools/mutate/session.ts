import {
  type FoundTest,
  MESSAGE_MARK,
  type RunRequest,
  type TestResult,
  type WorkerMessage,
} from "./protocol.ts";

/** The end of a run: all tests passed, one failed, or one took too long or ended the process. */
export type RunResult =
  | { readonly kind: "passed" }
  | { readonly kind: "failed"; readonly index: number }
  | { readonly kind: "stuck"; readonly index: number };

/** A worker has ended, was ended because it took too long, or cannot import the tests. */
export class WorkerLost extends Error {}

/** A worker process with the tests of some files. */
export class Session {
  readonly #child: Deno.ChildProcess;
  readonly #reader: ReadableStreamDefaultReader<string>;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  #rest = "";
  #at = 0;

  /** The tests that the worker has found, by index. */
  tests: readonly FoundTest[] = [];
  /** The mutants that importing the files reached. */
  reached: readonly number[] = [];

  private constructor(tree: string, files: readonly string[], selected: number) {
    const worker = new URL("worker.ts", import.meta.url).href;
    const args = ["run", "-A", "--no-check", "--quiet", "--config", `${tree}/deno.json`, worker];
    this.#child = new Deno.Command(Deno.execPath(), {
      args: [...args, `${selected}`, ...files],
      cwd: tree,
      // Programs of tests that are ended leave files behind, which go with the copy.
      env: { TMPDIR: tree.replace(/\/[^/]*$/, "/tmp") },
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    this.#reader = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    this.#writer = this.#child.stdin.getWriter();
  }

  /**
   * Starts a worker.
   *
   * @param tree The copied tree.
   * @param files The test files, relative to the tree.
   * @param selected A mutant that is selected already while the files are imported.
   * @throws {WorkerLost} When the files cannot be imported with this mutant.
   */
  static async start(tree: string, files: readonly string[], selected = 0): Promise<Session> {
    const session = new Session(tree, files, selected);
    const message = await session.#next(120_000);
    if (message.kind === "ready") {
      ({ tests: session.tests, reached: session.reached } = message);
      return session;
    }
    await session.close();
    throw new WorkerLost(message.kind === "broken" ? message.message : "");
  }

  /** True if the process has ended, so that another session is needed. */
  ended = false;

  /**
   * Runs tests with a mutant, until one fails or, if recording, all of them.
   *
   * @param limit Returns the time limit of a test in milliseconds.
   * @param onResult Is given the result of each test.
   */
  async run(
    request: RunRequest,
    limit: (index: number) => number,
    onResult: (result: TestResult) => void = () => {},
  ): Promise<RunResult> {
    await this.#writer.write(new TextEncoder().encode(`${JSON.stringify(request)}\n`));
    let failed: number | undefined;
    let milliseconds = 30_000;
    try {
      while (true) {
        const message = await this.#next(milliseconds);
        if (message.kind === "begin") {
          this.#at = message.index;
          milliseconds = limit(message.index);
        } else if (message.kind === "result") {
          onResult(message.result);
          if (!message.result.passed) failed ??= message.result.index;
          milliseconds = 30_000;
        } else if (message.kind === "end") {
          return failed === undefined ? { kind: "passed" } : { kind: "failed", index: failed };
        }
      }
    } catch (error) {
      if (!(error instanceof WorkerLost)) throw error;
      return { kind: "stuck", index: this.#at };
    }
  }

  /** Ends the worker. */
  async close(): Promise<void> {
    this.ended = true;
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended on its own.
    }
    await this.#reader.cancel().catch(() => {});
    await this.#writer.abort().catch(() => {});
    await this.#child.status;
  }

  async #next(milliseconds: number): Promise<WorkerMessage> {
    const until = Date.now() + milliseconds;
    while (true) {
      const end = this.#rest.indexOf("\n");
      if (end >= 0) {
        const line = this.#rest.slice(0, end);
        this.#rest = this.#rest.slice(end + 1);
        if (line.startsWith(MESSAGE_MARK)) return JSON.parse(line.slice(MESSAGE_MARK.length));
        continue;
      }
      const chunk = await this.#read(until - Date.now());
      if (chunk === undefined) {
        await this.close();
        throw new WorkerLost("The worker has ended");
      }
      this.#rest += chunk;
    }
  }

  /** Reads more output; undefined when the worker has ended or the time is over. */
  async #read(milliseconds: number): Promise<string | undefined> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), Math.max(0, milliseconds));
    });
    try {
      return await Promise.race([this.#reader.read().then(({ value }) => value), late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
