/**
 * Compares speeds and prints a table of ratios. Asserts nothing: machines differ and are busy, so every
 * number is compared with one that was measured at the same time.
 *
 * deno task bench [--quick] [--peers] [--runs | --reading | --machines] [--processor] [--write]
 *
 * `--quick` measures fewer rounds and skips the slowest measurements. `--peers` installs comparable programs
 * from npm in a temporary folder, and measures them too. `--runs` measures only runs in big repositories, and
 * `--reading` only the commands that read, `--machines` only plans on other machines. `--processor` measures processor
 * time in place of the clock's. `--write` writes the tables of runs and reading, or of the one that is measured, and a
 * chart of the latter, into the documentation.
 * @module
 */
import { measurePeers } from "./bench/against_peers.ts";
import type { Bench } from "./bench/bench.ts";
import { measureBigRepositories } from "./bench/big_repositories.ts";
import { measureEditor } from "./bench/editor.ts";
import { measureGrowth, measureStaged, measureValidate } from "./bench/checks.ts";
import { measureMachines } from "./bench/machines.ts";
import { measureManyPlans } from "./bench/many_plans.ts";
import { writeProject } from "./bench/plans.ts";
import { chartOf, withTables } from "./bench/document.ts";
import { measureRepeated } from "./bench/repeated.ts";
import { inRepository, makePrograms } from "./bench/programs.ts";
import { measureTasks, measureWave } from "./bench/run_costs.ts";
import { measureStandalone, measureStart, measureStartOnNode } from "./bench/starts.ts";
import { printed, progress, write } from "./bench/table.ts";
import { showTokens } from "./bench/tokens.ts";
import { measureWaves } from "./bench/waves.ts";

const FLAGS = ["--quick", "--peers", "--runs", "--reading", "--machines", "--processor", "--write"];
const unknown = Deno.args.find((argument) => !FLAGS.includes(argument));
if (unknown !== undefined) {
  write(
    `Unknown argument "${unknown}"\nUsage: deno task bench [--quick] [--peers] [--runs | --reading | --machines] [--processor] [--write]\n`,
  );
  Deno.exit(2);
}
const quick = Deno.args.includes("--quick");
const folder = await Deno.makeTempDir({ prefix: "wf-bench-" });
try {
  progress("Creating bundles and projects");
  const bench: Bench = {
    folder,
    programs: await makePrograms(folder),
    quick,
    sizes: quick ? [10, 100, 1000] : [10, 100, 1000, 10_000],
    project: (plans) => `${folder}/${plans}`,
    rounds: (each) => quick ? (each === "short" ? 7 : 3) : (each === "short" ? 15 : 7),
  };
  if (Deno.args.includes("--runs")) await written("runs", () => measureRuns(bench));
  else if (Deno.args.includes("--reading")) await written("reading", () => measureReading(bench));
  else if (Deno.args.includes("--machines")) await measureMachines(bench);
  else await measureAll(bench);
} finally {
  await Deno.remove(folder, { recursive: true });
}

async function measureReading(bench: Bench): Promise<void> {
  for (const size of bench.sizes) await writeProject(bench.project(size), size);
  await measureStart(bench);
  await measureStartOnNode(bench);
  await measureRepeated(bench);
  await measureValidate(bench);
  await measureStaged(bench);
  await measureGrowth(bench);
  await measureEditor(bench);
}

async function measureRuns(bench: Bench): Promise<void> {
  await measureBigRepositories(bench);
  if (!quick) await measureManyPlans(bench);
}

/** Measures a part, and writes its tables into the documentation if requested. */
async function written(part: "reading" | "runs", measure: () => Promise<void>): Promise<void> {
  const first = printed.length;
  const loads = [Deno.loadavg()[0]!];
  await measure();
  if (!Deno.args.includes("--write")) return;
  const tables = printed.slice(first);
  const path = inRepository("docs/performance.md");
  const machine = { loads: [...loads, Deno.loadavg()[0]!], processors: navigator.hardwareConcurrency };
  await Deno.writeTextFile(path, withTables(await Deno.readTextFile(path), part, { tables, machine }));
  if (part === "reading") await Deno.writeTextFile(inRepository("assets/performance.svg"), chartOf(tables));
}

async function measureAll(bench: Bench): Promise<void> {
  await written("reading", () => measureReading(bench));
  await written("runs", () => measureRuns(bench));
  if (Deno.args.includes("--write")) return;
  await measureStandalone(bench);
  await measureWaves(bench);
  await measureTasks(bench);
  await measureWave(bench);
  await measureMachines(bench);
  showTokens();
  if (Deno.args.includes("--peers")) await measurePeers(bench);
}
