/**
 * Measurements on a machine that also runs other programs.
 * @module
 */

/** Something to measure. */
export interface Candidate {
  /** Prepares a round; not measured. */
  readonly prepare?: () => Promise<void>;
  /** Runs the work once; may return its duration in milliseconds, which otherwise is taken by the clock. */
  readonly run: () => Promise<number | void> | number | void;
}

/** The measurements of a candidate. */
export interface Sample {
  /** Milliseconds of each round, in order. */
  readonly rounds: readonly number[];
}

/**
 * Measures candidates in turns, so that other load on the machine affects all of them alike. A first round
 * fills the caches and is not counted.
 */
export async function takeTurns<const Candidates extends readonly Candidate[]>(
  candidates: Candidates,
  rounds: number,
): Promise<{ readonly [Index in keyof Candidates]: Sample }> {
  const samples = candidates.map((): number[] => []);
  for (let round = -1; round < rounds; round++) {
    for (const [index, { prepare, run }] of candidates.entries()) {
      await prepare?.();
      const start = performance.now();
      const duration = await run();
      if (round >= 0) samples[index]!.push(duration ?? performance.now() - start);
    }
  }
  const taken = samples.map((times): Sample => ({ rounds: times }));
  return taken as { readonly [Index in keyof Candidates]: Sample };
}

/** Returns the median of the rounds, in milliseconds. */
export function typical({ rounds }: Sample): number {
  return median(rounds);
}

/** Returns the ratio of the durations of `a` and `b`: the median of the ratios of all rounds. */
export function ratio(a: Sample, b: Sample): number {
  return median(a.rounds.map((time, round) => time / b.rounds[round]!));
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? NaN;
}

/** A program and its arguments. */
export interface Call {
  /** The program and its arguments. */
  readonly argv: readonly string[];
  /** Folder it runs in. */
  readonly cwd: string;
  /** Variables on top of those of the benchmark. */
  readonly env?: Readonly<Record<string, string>>;
}

/** An error when a program does not exit with 0. */
export class CallFailed extends Error {}

/**
 * Runs a whole process, and returns the processor time of it and its children in milliseconds. Other load affects it
 * less than the time by the clock.
 */
export async function processorTime({ argv, ...call }: Call): Promise<number> {
  const measure = 'TIMEFORMAT="%U %S"; time "$@" > /dev/null';
  const child = await output({ ...call, argv: ["bash", "-c", measure, "bash", ...argv] });
  const [user, system] = child.trim().split("\n").at(-1)!.split(" ");
  return (Number(user) + Number(system)) * 1000;
}

/** Runs a whole process, from its start to its end, and discards its output. */
export async function runProcess(call: Call): Promise<void> {
  await output(call);
}

/** Runs a whole process and returns what it writes to standard error. */
async function output({ argv, cwd, env = {} }: Call): Promise<string> {
  const [program = "", ...args] = argv;
  const child = new Deno.Command(program, {
    args,
    cwd,
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", DENO_TLS_CA_STORE: "system", ...env },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  });
  const { code, stderr } = await child.output();
  const text = new TextDecoder().decode(stderr);
  if (code === 0) return text;
  const lines = text.trim().split("\n");
  const reason = lines.find((line) => /error/i.test(line)) ?? lines[0] ?? "";
  throw new CallFailed(`${program} exited with ${code}${reason === "" ? "" : `: ${reason}`}`);
}
