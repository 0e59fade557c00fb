/**
 * Runs that are killed, and run again to their end.
 * @module
 */
import assert from "node:assert/strict";
import { type GitKill, onReached, pointVariables, preparePoints, takePoints } from "./git_points.ts";
import { callMortal } from "./in_process.ts";
import { type Called, hereOptions, wf } from "./program.ts";
import { type Folder, repository } from "./repository.ts";
import { difference, result } from "./run_result.ts";
import { homeIn } from "./wide.ts";

/** A project, and the commands that are run on it, one after the other. */
export interface Scenario {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly commands: readonly (readonly string[])[];
  /** The folder of the project within the repository, with a slash at its end. */
  readonly prefix?: string;
  /** A pre-commit hook. */
  readonly hook?: string;
}

/** A moment at which a run is killed. */
export type Kill =
  | {
    /** Before an effect of the program, by number; its programs live on. */
    readonly kind: "program";
    readonly effect: number;
  }
  | {
    /** Before an effect of the program, with all that it has started. */
    readonly kind: "effect";
    readonly effect: number;
  }
  | {
    /** At a time, in milliseconds, with all that it has started. */
    readonly kind: "time";
    readonly after: number;
  }
  | { readonly kind: "git" } & GitKill;

/** The moments at which a command can be killed, from a run that nothing disturbed. */
export interface Moments {
  /** In milliseconds. */
  readonly duration: number;
  /** The number of its effects. */
  readonly effects: number;
  /** The places within git. */
  readonly points: readonly string[];
}

/** The runs of a scenario that nothing disturbed. */
export interface Undisturbed {
  readonly expected: string;
  readonly commands: readonly Moments[];
}

/** A command of a scenario in its repository. */
interface Trial {
  readonly scenario: Pick<Scenario, "prefix">;
  readonly folder: Folder;
  readonly command: readonly string[];
}

/** Returns numbers from 0 to 1 that are the same for the same seeds. They are those of mulberry32. */
export function randoms(...seeds: readonly number[]): () => number {
  let state = seeds.reduce((sum, seed) => sum * 1009 + seed, 0);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ state >>> 15, state | 1);
    const more = mixed ^ (mixed + Math.imul(mixed ^ mixed >>> 7, mixed | 61));
    return ((more ^ more >>> 14) >>> 0) / 2 ** 32;
  };
}

/** Runs the commands of a scenario, and records the moments at which they can be killed. */
export async function undisturbed(scenario: Scenario): Promise<Undisturbed> {
  await using folder = await repositoryOf(scenario);
  const commands: Moments[] = [];
  for (const command of scenario.commands) {
    let effects = 0;
    const started = performance.now();
    const env = pointVariables(folder, { point: 0 });
    const called = await complete({ scenario, folder, command }, { env, onEffect: () => void effects++ });
    assert.equal(called.code, 0, `${command.join(" ")}: ${called.stderr}${called.stdout}`);
    commands.push({ duration: performance.now() - started, effects, points: await takePoints(folder) });
  }
  return { expected: await result(folder), commands };
}

/**
 * Kills one of the commands of a scenario up to three times, completes all, and fails if the result is not the
 * expected one.
 *
 * @param trace Receives the description of the kills and of what the commands printed.
 * @returns The number of kills.
 */
export async function killAndComplete(
  scenario: Scenario,
  { expected, commands: moments }: Undisturbed,
  random: () => number,
  trace: string[] = [],
): Promise<number> {
  await using folder = await repositoryOf(scenario);
  const victim = Math.floor(random() * scenario.commands.length);
  let [kills, hasGoneOn] = [0, false];
  for (const [index, command] of scenario.commands.entries()) {
    const trial = { scenario, folder, command };
    const attempts = index === victim ? 1 + Math.floor(random() * 3) : 0;
    let left = 1;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const at = random() * left;
      left -= at;
      const kill = anyKill(moments[index]!, at, random);
      trace.push(describe(command, kill, moments[index]!));
      const ended = await runUntil(kill, trial);
      if (ended === undefined) kills++;
      else if (ended.code === 0) {
        trace.push("  it came to its end");
        break;
      } else {
        trace.push(`  it ended with ${ended.code}: ${lastLines(ended)}`);
        // A run survives the end of a git process, but need not succeed.
        assert.ok(kill.kind === "git" && kill.only === true, trace.join("\n"));
        kills++;
        hasGoneOn = true;
      }
    }
    const called = await complete(trial);
    trace.push(`${command.join(" ")}: ended with ${called.code}: ${lastLines(called)}`);
    assert.equal(called.code, 0, trace.join("\n"));
  }
  const found = await result(folder);
  // When git alone is killed, only one of the concurrent plans stops, so that the next one comes first.
  const isSame = found === expected || hasGoneOn && sorted(found) === sorted(expected);
  if (!isSame) assert.fail(`${trace.join("\n")}\n${difference(expected, found)}`);
  return kills;
}

function sorted(text: string): string {
  return text.split("\n").sort().join("\n");
}

async function repositoryOf({ files, hook }: Scenario): Promise<Folder> {
  const folder = await repository(files);
  if (hook !== undefined) await folder.hook("pre-commit", hook);
  await preparePoints(folder);
  return folder;
}

/** Runs a command to its end. */
async function complete(
  { scenario, folder, command }: Trial,
  { env = {}, ...more }: { readonly env?: Readonly<Record<string, string>>; readonly onEffect?: () => void } =
    {},
): Promise<Called> {
  const cwd = `${folder.path}/${scenario.prefix ?? ""}`;
  return await wf(command, { cwd, env: { ...homeIn(folder), ...env }, ...more });
}

/** The variable that marks a run and all its programs, so that all of them can be killed. */
const TREE = "WF_TREE";

/**
 * Runs a command until it is killed.
 *
 * @returns Undefined if it was; its result if it ended before that.
 */
export async function runUntil(
  kill: Kill,
  { scenario, folder, command }: Trial,
): Promise<Called | undefined> {
  const mark = crypto.randomUUID();
  let effects = 0;
  const env = {
    ...homeIn(folder),
    [TREE]: mark,
    ...kill.kind === "git" ? pointVariables(folder, kill) : {},
  };
  const cwd = `${folder.path}/${scenario.prefix ?? ""}`;
  const onEffect = () => {
    effects++;
    if ("effect" in kill && effects === kill.effect) end();
  };
  const call = callMortal(command, hereOptions({ cwd, env, onEffect }));
  function end() {
    call.die();
    if (kill.kind !== "program") killMarked(`${TREE}=${mark}`);
  }
  const timer = kill.kind === "time" ? setTimeout(end, kill.after) : undefined;
  const stop = kill.kind === "git" ? onReached(folder, end) : undefined;
  try {
    return await call.result;
  } finally {
    clearTimeout(timer);
    stop?.();
    if (kill.kind === "git") await takePoints(folder);
  }
}

/** Kills all processes with a mark in their environment: first stops them, so that none starts another one. */
export function killMarked(mark: string): void {
  for (const signal of ["SIGSTOP", "SIGSTOP", "SIGKILL"] as const) {
    for (const { name } of Deno.readDirSync("/proc")) {
      if (!/^\d+$/.test(name)) continue;
      try {
        if (!Deno.readTextFileSync(`/proc/${name}/environ`).includes(mark)) continue;
        Deno.kill(Number(name), signal);
      } catch {
        // It has ended.
      }
    }
  }
}

const HAS_STRACE = await new Deno.Command("strace", { args: ["-V"] }).output().then(() => true, () => false);

/**
 * Returns a random kill.
 *
 * @param at Its moment: from 0, the start of the command, to 1, its end.
 */
function anyKill({ duration, effects, points }: Moments, at: number, random: () => number): Kill {
  const which = random();
  const effect = 1 + Math.floor(at * effects);
  if (which < 0.1) return { kind: "program", effect };
  if (which < 0.3) return { kind: "effect", effect };
  if (which < 0.45) return { kind: "time", after: at * duration };
  const point = 1 + Math.floor(at * points.length);
  const only = random() < 0.2;
  if (which < 0.75 || !HAS_STRACE) return { kind: "git", point, only };
  const calls = points.flatMap((name, index) => name.startsWith("before") ? [index + 1] : []);
  const call = calls[Math.floor(at * calls.length)]!;
  // Git opens about twenty files before it changes any, and a commit ends with its hundredth operation.
  return { kind: "git", point: call, only, operation: 20 + Math.floor(random() * 90) };
}

function describe(command: readonly string[], kill: Kill, { points }: Moments): string {
  const place = kill.kind === "git" ? ` ${points[kill.point - 1]?.replace(/-C \S+ /, "").slice(0, 100)}` : "";
  return `${command.join(" ")}: killed at ${JSON.stringify(kill)}${place}`;
}

function lastLines({ stderr, stdout }: Called): string {
  return (stderr + stdout).trim().split("\n").slice(-12).join("\n    ");
}
