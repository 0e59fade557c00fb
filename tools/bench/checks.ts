/**
 * Measures the duration of checks.
 * @module
 */
import { readSources } from "../../lib/apply/files/read_sources.ts";
import { checkProject } from "../../lib/check/rule.ts";
import { rules } from "../../lib/check/rules/all_rules.ts";
import { DenoHost } from "../../lib/host/deno.ts";
import { parseProject } from "../../lib/parse/project/project.ts";
import { type Bench, grouped, measured, whole } from "./bench.ts";
import { loadFrontmatter } from "./frontmatters.ts";
import { type Sample, takeTurns } from "./measure.ts";
import { planPath, writeProject } from "./plans.ts";
import { script, scriptWithGit, stageChange } from "./programs.ts";
import { repeatable } from "./repeated.ts";
import { printTable, progress, type Row } from "./table.ts";

/** Compares `validate` on projects of many plans with reading the plans. */
export async function measureValidate(bench: Bench): Promise<void> {
  const rows: Row[] = [];
  for (const size of bench.sizes.slice(2)) {
    progress(`${grouped(size)} plans`);
    rows.push(...await againstReading(bench, size));
  }
  printTable(
    "Plans of 11 kB, six tasks each, in phases of ten",
    "Whole processes, against reading the plans and loading their frontmatter. The goal is for 10,000.",
    rows,
  );
  const sources = await readSources(new DenoHost(), bench.project(1000));
  const texts = [...sources.texts].filter(([path]) => path.endsWith("-PLAN.md")).map(([, text]) => text);
  const parsed = parseProject(sources);
  const [both, check, yaml] = await takeTurns([
    { run: () => void checkProject(parseProject(sources), rules) },
    { run: () => void checkProject(parsed, rules) },
    { run: () => texts.forEach(loadFrontmatter) },
  ], bench.rounds("long"));
  printTable(
    "1,000 plans without reading files",
    "In a process that has run before.",
    [
      measured({ what: "parse and check", ours: both, against: "js-yaml load", theirs: yaml }),
      measured({ what: "check alone", ours: check, against: "js-yaml load", theirs: yaml }),
    ],
  );
}

/**
 * Compares `validate` of a number of plans with reading them sequentially, asynchronously and synchronously.
 */
async function againstReading(bench: Bench, size: number): Promise<readonly Row[]> {
  const { wf, frontmatters } = bench.programs;
  const at = bench.project(size);
  const [ours, waiting, atOnce] = await takeTurns([
    whole(script(at, wf, "validate")),
    whole(script(at, frontmatters, at)),
    whole(script(at, frontmatters, at, "--sync")),
  ], size > 1000 ? 3 : bench.rounds("long"));
  const what = `${grouped(size)} plans`;
  const goal = size === 10_000 ? { goal: 1.5 } : {};
  return [
    measured({ what, ours, against: "await readTextFile, js-yaml load", theirs: waiting }),
    { ...measured({ what, ours, against: "readTextFileSync, js-yaml load", theirs: atOnce }), ...goal },
  ];
}

/** Measures `validate --staged` as a commit hook runs it. */
export async function measureStaged(bench: Bench): Promise<void> {
  progress("A commit");
  const { wf, empty } = bench.programs;
  const at = `${bench.folder}/commit`;
  await writeProject(at, 500);
  await stageChange(at, planPath(3, 4));
  const [ours, again, theirs, all] = await takeTurns([
    whole(scriptWithGit(at, wf, "validate", "--staged")),
    whole(repeatable(bench, at, "validate", "--staged")),
    whole(script(at, empty)),
    whole(script(at, wf, "validate")),
  ], bench.rounds("short"));
  const what = "wf.js validate --staged";
  printTable(
    "A commit that touches one of 500 plans",
    "As a hook runs it, also for the same staged plan as before. The whole tree, for comparison, is read from\nthe disk.",
    [
      { ...measured({ what, ours, against: "empty program", theirs }), goal: 3 },
      { ...measured({ what: `${what}, again`, ours: again, against: "empty program", theirs }), goal: 3 },
      measured({ what, ours, against: "wf.js validate", theirs: all }),
    ],
  );
}

/** Compares projects of increasing numbers of plans with each other. */
export async function measureGrowth(bench: Bench): Promise<void> {
  progress("Growth");
  const { programs: { wf, empty }, sizes } = bench;
  const calls = sizes.map((size) => whole(script(bench.project(size), wf, "validate")));
  const [start, ...samples] = await takeTurns(
    [whole(script(bench.folder, empty)), ...calls],
    bench.quick ? 3 : 5,
  );
  const perPlan = samples.map((sample, index): Sample => ({
    rounds: sample.rounds.map((time, round) => (time - start!.rounds[round]!) / sizes[index]!),
  }));
  printTable(
    "Growth of wf.js validate",
    "Milliseconds per plan: whole process less an empty one, by the number of plans. 1.0 is linear.",
    perPlan.slice(1).map((ours, index) =>
      measured({
        what: `${grouped(sizes[index + 1]!)} plans, per plan`,
        ours,
        against: `${grouped(sizes[index]!)} plans, per plan`,
        theirs: perPlan[index]!,
      })
    ),
  );
}
