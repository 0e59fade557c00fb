/**
 * Measures the start of programs.
 * @module
 */
import { type Bench, measured, whole } from "./bench.ts";
import { type Call, type Candidate, runProcess, type Sample, takeTurns } from "./measure.ts";
import { inRepository, script } from "./programs.ts";
import { printTable, progress } from "./table.ts";

/** Measures the start of programs that Deno runs. */
export async function measureStart(bench: Bench): Promise<void> {
  progress("Start");
  const { wf, empty } = bench.programs;
  const small = bench.project(10);
  const [theirs, version, source, validate, waves, theirFirst, first] = await takeTurns([
    whole(script(small, empty)),
    whole(script(small, wf, "--version")),
    whole(script(small, inRepository("cli.ts"), "--version")),
    whole(script(small, wf, "validate")),
    whole(script(small, wf, "waves", "1")),
    firstStart(bench, script(small, empty)),
    firstStart(bench, script(small, wf, "validate")),
  ], bench.rounds("short"));
  const row = (what: string, ours: Sample) => measured({ what, ours, against: "empty program", theirs });
  printTable(
    "Start",
    "Whole processes of Deno. wf.js is the bundle, cli.ts the sources, the project has 10 plans. Except in the\nlast row, Deno's cache contains the code compiled in the warm-up round, as it does in a hook.",
    [
      { ...row("wf.js --version", version), goal: 1.3 },
      row("cli.ts --version", source),
      row("wf.js validate", validate),
      row("wf.js waves 1", waves),
      measured({
        what: "wf.js validate, no cache",
        ours: first,
        against: "empty program, no cache",
        theirs: theirFirst,
      }),
    ],
  );
}

/** Measures the start of the npm package. */
export async function measureStartOnNode(bench: Bench): Promise<void> {
  progress("Start on Node");
  const { npm, empty } = bench.programs;
  const node = (...args: readonly string[]) => whole({ argv: ["node", ...args], cwd: bench.project(10) });
  const [theirs, version] = await takeTurns([node(empty), node(npm, "--version")], bench.rounds("short"));
  const row = { what: "bin.js --version", ours: version, against: "empty program", theirs };
  printTable("Start on Node", "Whole processes. bin.js is the program of the npm package.", [
    { ...measured(row), goal: 1.3 },
  ]);
}

/** Measures the start of the standalone program. */
export async function measureStandalone(bench: Bench): Promise<void> {
  const { standalone, empty } = bench.programs;
  if (standalone === undefined) return;
  progress("Start of the standalone program");
  const small = bench.project(10);
  const [theirs, version, validate, waves] = await takeTurns([
    whole(script(small, empty)),
    whole({ argv: [standalone, "--version"], cwd: small }),
    whole({ argv: [standalone, "validate"], cwd: small }),
    whole({ argv: [standalone, "waves", "1"], cwd: small }),
  ], bench.rounds("short"));
  const row = (what: string, ours: Sample) =>
    measured({ what, ours, against: "empty program of Deno", theirs });
  printTable(
    "Start of the standalone program",
    "Whole processes: 12 ms where an empty program of Deno takes 16 is a ratio of 0.75.",
    [
      { ...row("wf --version", version), goal: 0.75 },
      row("wf validate", validate),
      row("wf waves 1", waves),
    ],
  );
}

/** Returns a candidate that starts a script with an empty Deno cache, as the first time on a machine. */
function firstStart(bench: Bench, call: Call): Candidate {
  const cache = `${bench.folder}/cache`;
  return {
    prepare: () => Deno.remove(cache, { recursive: true }).catch(() => {}),
    run: () => runProcess({ ...call, env: { ...call.env, DENO_DIR: cache } }),
  };
}
